import { expect, it } from 'vitest';
import type { MenuItem } from '../../menu/menu.ts';
import type { PriceMoment } from '../../price/line-price.ts';
import type { PriceRules } from '../../price/rules.ts';
import { explainLine } from '../explain-line.ts';
import { explainSet } from '../set-menu/explain-set.ts';
import { isSetPart } from '../set-menu/set-menu.ts';
import { billTotals, grossAmount } from '../totals.ts';
import type { BillCoupon } from './coupon.ts';
import { notApplied } from './not-applied.ts';
import { type BasketLine, priceBasket } from './price-basket.ts';

const size = (sellingPrice: number) => ({ value: 'Glass', sellingPrice, isDefault: true });
const juice = {
  id: 1,
  version: 1,
  name: 'Juice',
  nameLocal: '',
  kitchenName: '',
  code: '',
  barcode: '',
  type: 'Bar',
  sizes: [size(3500)],
  description: '',
  image: null,
  gstMode: null,
  gstPct: null,
  serviceChargeable: true,
  printable: true,
  openPrice: false,
  soldByWeight: false,
  isAvailable: true,
} as MenuItem;
const terms = { serviceChargePct: 0, gstPct: 8, gstMode: 'Exclusive' as const, gstOnServiceCharge: true };
/** 2026-11-27 is a Friday; Malé is five hours ahead. */
const friday = (time: string): PriceMoment => ({
  at: Date.parse(`2026-11-27T${time}:00+05:00`),
  type: 'Takeaway',
  groupId: 0,
  timezone: 'Indian/Maldives',
  cutoff: '04:00',
});
const happy = {
  id: 1,
  name: 'Happy hour',
  kind: 'Offer' as const,
  priority: 0,
  roundTo: 0,
  availability: [{ day: 'Friday' as const, from: '17:00', to: '19:00' }],
  prices: [{ menuItemId: 1, price: 2500 }],
};
const promotion = { priority: 0, combines: 'OnePerUnit' as const };
const rules: PriceRules = {
  version: 3,
  changes: [],
  lists: [happy],
  promotions: [
    { ...promotion, id: 1, name: 'Three for two', type: 'BuyGet', itemIds: [1], buyQty: 2, getQty: 1, percent: 100 },
    { ...promotion, id: 2, name: 'From 500', type: 'BillOff', amount: 1000, minSpend: 50_000 },
    { ...promotion, id: 3, name: 'Members', type: 'BillOff', percent: 5, groupIds: [7] },
    { ...promotion, id: 4, name: 'Cakes', type: 'PercentOff', percent: 50, categoryIds: [9] },
    { ...promotion, id: 5, name: 'New year', type: 'BillOff', percent: 5, fromDate: '2027-01-01' },
    { ...promotion, id: 6, name: 'Flyer', type: 'BillOff', amount: 500, trigger: 'Coupon' },
    { ...promotion, id: 7, name: 'Free juice', type: 'BillOff', amount: 300, trigger: 'Reward', pointsCost: 50 },
  ],
};
const priced = (qty: number, moment: PriceMoment, coupons?: readonly BillCoupon[]) =>
  priceBasket({
    lines: [{ key: 'a', item: juice, category: null, categoryIds: [5], size: size(3500), qty }],
    customer: null,
    coupons,
    terms,
    rules,
    moment,
    find: () => ({ categoryIds: [5] }),
  });
const reasons = (qty: number, moment: PriceMoment) =>
  Object.fromEntries(
    notApplied(rules, { bill: priced(qty, moment), moment, categoriesOf: () => [5] }).map(({ name, reason }) => [
      name,
      Object.values(reason).join(' '),
    ]),
  );

it('[R21.30] prices a basket as a till would, at the hours of the moment', () => {
  expect(priced(2, friday('17:10'))).toMatchObject({ subTotal: 5000, gst: 400, total: 5400 });
  expect(priced(2, friday('19:00'))).toMatchObject({ subTotal: 7000, total: 7560 });
  expect(priced(3, friday('17:10'))).toMatchObject({ subTotal: 5000, promotion: 2500 });
});

it('[R21.30] names each rule that gave nothing, with the reason', () => {
  const always = {
    'From 500': 'spend 50000',
    Members: 'group',
    Cakes: 'items',
    'New year': 'from 2027-01-01',
    Flyer: 'coupon',
    'Free juice': 'reward',
  };
  expect(reasons(2, friday('16:59'))).toEqual({ ...always, 'Happy hour': 'begins 17:00', 'Three for two': 'items' });
  expect(reasons(3, friday('19:00'))).toEqual({ ...always, 'Happy hour': 'ended 19:00' });
  expect(reasons(3, friday('18:00'))).toEqual(always);
  const saturday = { ...friday('18:00'), at: friday('18:00').at + 86_400_000 };
  expect(reasons(3, saturday)).toEqual({ ...always, 'Happy hour': 'day' });
});

it('[R21.30] counts a coupon, or a reward, of the basket', () => {
  const coupon = (promotionId: number) => [{ key: `code ${promotionId}`, promotionId, last4: '7K2Q' }];
  expect(priced(2, friday('19:00'), coupon(6))).toMatchObject({ subTotal: 6500, promotion: 500, total: 7020 });
  expect(priced(2, friday('19:00'), coupon(7))).toMatchObject({ subTotal: 6700, promotion: 300 });
  expect(priced(2, friday('19:00'))).toMatchObject({ subTotal: 7000 });
});

it('[R21.30] says why a promotion for birthdays does not count', () => {
  const treat = { ...promotion, id: 1, name: 'Birthday', type: 'BillOff', percent: 10, trigger: 'Birthday' } as const;
  const only: PriceRules = { version: 3, changes: [], lists: [], promotions: [treat] };
  const moment = friday('12:00');
  const why = (birthday?: { day: string; used: readonly number[] } | null) => {
    const guest = { id: 7, key: 'c', name: 'Aisha', phone: '', tin: '', ...(birthday && { birthday }) };
    const lines = [{ key: 'a', item: juice, category: null, categoryIds: [5], size: size(3500), qty: 1 }];
    const find = () => ({ categoryIds: [5] });
    const bill = priceBasket({ lines, customer: birthday === null ? null : guest, terms, rules: only, moment, find });
    return notApplied(only, { bill, moment, categoriesOf: () => [5] }).map(({ reason }) => reason.why);
  };
  expect(why(null)).toEqual(['customer']);
  expect(why()).toEqual(['birthday']);
  expect(why({ day: '1991-05-01', used: [] })).toEqual(['birthday']);
  expect(why({ day: '1991-11-28', used: [1] })).toEqual(['used']);
  expect(why({ day: '1991-11-28', used: [] })).toEqual([]);
});

const plain = { category: null, categoryIds: [5] } as const;
const itemOf = (id: number, name: string, sellingPrice: number): Pick<BasketLine, 'item' | 'size'> => ({
  item: { ...juice, id, name, sizes: [size(sellingPrice)] },
  size: size(sellingPrice),
});
const milk = { optionId: 4, name: 'Oat milk', priceDelta: 600 };
/** A set of 99.00: rice 65.00, soup 30.00, juice 35.00 for 5.00 more. */
const lunch = (qty: number, more: Partial<BasketLine> = {}): BasketLine => ({
  key: 'set',
  ...itemOf(50, 'Lunch Set', 9900),
  ...plain,
  qty,
  parts: [
    { ...itemOf(11, 'Rice', 6500), ...plain, groupId: 1, extraPrice: 0 },
    { ...itemOf(12, 'Soup', 3000), ...plain, groupId: 2, extraPrice: 0 },
    { ...itemOf(1, 'Juice', 3500), ...plain, groupId: 3, extraPrice: 500 },
  ],
  ...more,
});
const basketOf = (lines: readonly BasketLine[], with_: Partial<PriceRules> = {}) =>
  priceBasket({
    lines,
    customer: null,
    terms,
    rules: { version: 3, lists: [], changes: [], ...with_ },
    moment: friday('17:10'),
    find: () => ({ categoryIds: [5] }),
  });

it('[R21.30] prices the options of an item on top of the price of its list', () => {
  const line = { key: 'a', ...itemOf(1, 'Juice', 3500), ...plain, qty: 2, modifiers: [milk] };
  const bill = basketOf([line], { lists: [happy] });
  expect(bill).toMatchObject({ subTotal: 6200, gst: 496, total: 6696 });
  expect(bill.items[0]).toMatchObject({ listPrice: 3500, sellingPrice: 2500, modifiers: [milk] });
});

it('[R21.30][R21.25] prices a set menu with its extras and options, divided over its parts as a till divides it', () => {
  const bill = basketOf([lunch(3)]);
  expect(bill.items.map((item) => [item.name, grossAmount(item)])).toEqual([
    ['Lunch Set', 0],
    ['Rice', 14_850],
    ['Soup', 6855],
    ['Juice', 9495],
  ]);
  expect(bill).toMatchObject({ subTotal: 31_200, total: 33_696 });
  const [first, ...others] = lunch(1).parts ?? [];
  const withMilk = lunch(1, { parts: [...(first ? [{ ...first, modifiers: [milk] }] : []), ...others] });
  expect(basketOf([withMilk]).subTotal).toBe(9900 + 500 + 600);
  expect(basketOf([lunch(1)], { lists: [{ ...happy, prices: [{ menuItemId: 50, price: 8900 }] }] }).subTotal).toBe(
    9400,
  );
});

it('[R21.30][R21.21] explains a set menu as one item, whose last step is what its parts cost together', () => {
  const off = { ...promotion, id: 1, name: 'Set 10 %', type: 'PercentOff', percent: 10, itemIds: [50] } as const;
  const bill = basketOf([lunch(3)], {
    lists: [{ ...happy, prices: [{ menuItemId: 50, price: 8900 }] }],
    promotions: [off],
  });
  const [head, ...parts] = bill.items;
  if (!head) throw new Error('No set');
  const { lines } = billTotals(bill);
  const sharesOf = (key: string) => lines.find((line) => line.key === key)?.shares ?? [];
  const steps = explainSet(
    head,
    parts,
    parts.flatMap(({ key }) => sharesOf(key)),
  );
  expect(steps.map(({ kind, words, after }) => [kind, words, after])).toEqual([
    ['Menu', '', 29_700],
    ['List', 'Happy hour, 99.00 → 89.00', 26_700],
    ['Options', 'Juice', 28_200],
    ['Promotion', 'Set 10 %', 25_380],
  ]);
  const costs = parts.map((part) => explainLine(part, sharesOf(part.key)).at(-1)?.after ?? 0);
  expect(costs.reduce((sum, cost) => sum + cost, 0)).toBe(25_380);
});

it('[R21.30] names no list or promotion as beaten whose item is only a part of a set menu', () => {
  const cheaper = { ...promotion, id: 1, name: 'Juice', type: 'PercentOff', percent: 50, itemIds: [1] } as const;
  const only = { version: 3, changes: [], lists: [happy], promotions: [cheaper] };
  const reasonsOf = (lines: readonly BasketLine[]) => {
    const bill = basketOf(lines, only);
    const moment = friday('17:10');
    return notApplied(only, { bill, moment, categoriesOf: () => [5] }).map(({ name, reason }) => [name, reason.why]);
  };
  expect(basketOf([lunch(1)], only).items.filter(isSetPart)).toHaveLength(3);
  expect(reasonsOf([lunch(1)])).toEqual([
    ['Happy hour', 'items'],
    ['Juice', 'items'],
  ]);
  expect(reasonsOf([lunch(1), { key: 'a', ...itemOf(1, 'Juice', 3500), ...plain, qty: 1 }])).toEqual([]);
});
