/** Reports of what promotions, set menus and other prices than the menu's made of the sales. Source: docs/rules.md#price-reports. */
import { customerDiscountName } from '../price/promotion.ts';
import type { ReportDefinition } from './report.ts';
import { count, percent, qty, sum, text, word } from './report-columns.ts';

/** Why a price is not the menu's, and the words of the report for it. */
export const priceDifferences = {
  List: 'Price list',
  OldRules: 'Price rules of before',
  Unproven: 'Not confirmed by the server',
  OldMenu: 'Menu price of before',
  Own: 'Price typed by a person',
} as const;
export type PriceDifference = keyof typeof priceDifferences;

/** What a discount was given on; its sums are by reason and person. */
export const discountKinds = ['ItemDiscount', 'BillDiscount'] as const;
export type DiscountKind = (typeof discountKinds)[number];

/** What the sums of a day tell of. */
export type SaleRuleKind = 'Promotion' | 'Reduced' | 'Set' | 'SetPart' | PriceDifference | DiscountKind;

/** The texts of these reports that are translated. */
export const priceReportWords: readonly string[] = [customerDiscountName, ...Object.values(priceDifferences)];

const permission = 'Prices';

export const priceReports: readonly ReportDefinition[] = [
  {
    key: 'promotions',
    title: 'Promotion performance',
    group: 'Menu',
    about: 'How often each promotion counted, what it took off, and what its items brought. Refunds are subtracted.',
    columns: [
      word('promotion', 'Promotion'),
      count('bills', 'Bills'),
      count('uses', 'Uses'),
      sum('before', 'Its items before'),
      sum('off', 'Taken off'),
      percent('share', 'Share'),
      sum('amount', 'Its items after'),
    ],
    chart: 'bar',
    chartOf: { label: 'promotion', value: 'off' },
    permission,
  },
  {
    key: 'promotion-margin',
    title: 'Margin after promotions',
    group: 'Menu',
    about: 'What the items that promotions reduced earn: revenue without GST less their cost.',
    columns: [
      text('item', 'Item'),
      text('size', 'Size'),
      qty('qty', 'Quantity'),
      text('unit', 'Unit'),
      sum('before', 'Before'),
      sum('promotions', 'Promotions'),
      sum('discounts', 'Discounts'),
      sum('revenue', 'Revenue without GST'),
      sum('cost', 'Cost'),
      sum('left', 'Margin'),
      percent('share', 'Margin in %'),
    ],
    chart: 'bar',
    chartOf: { label: 'item', value: 'left' },
    permission,
  },
  {
    key: 'price-differences',
    title: 'Prices that differ',
    group: 'Menu',
    about:
      'Items that were sold at another price than that of the menu, and why: a price list, an old price, a person.',
    columns: [
      word('why', 'Why'),
      text('list', 'List'),
      text('item', 'Item'),
      text('size', 'Size'),
      qty('qty', 'Quantity'),
      text('unit', 'Unit'),
      sum('before', 'By the menu'),
      sum('amount', 'Sold for'),
      sum('difference', 'Difference'),
    ],
    chart: 'bar',
    chartOf: { label: 'item', value: 'difference' },
    permission,
  },
  {
    key: 'sets',
    title: 'Sets',
    group: 'Menu',
    about: 'How many of each set menu were sold, and which parts guests chose.',
    columns: [
      text('set', 'Set'),
      qty('sets', 'Sets'),
      text('part', 'Part'),
      text('size', 'Size'),
      qty('qty', 'Quantity'),
      percent('share', 'Of the sets'),
      sum('before', 'Before'),
      sum('promotions', 'Promotions'),
      sum('discounts', 'Discounts'),
      sum('amount', 'Amount'),
    ],
    chart: 'none',
    permission,
  },
];
