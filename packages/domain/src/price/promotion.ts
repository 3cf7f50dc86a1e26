/** Promotions: what is taken off items or a bill under conditions. Source: R21.6, docs/rules.md#promotions. */
import type { PriceTimes } from './price-times.ts';

/** Percent or amount off items; buy some and get others at a percentage off; a bundle at a price; percent or amount off the bill from a spend. */
export const promotionTypes = ['PercentOff', 'AmountOff', 'BuyGet', 'Bundle', 'BillOff'] as const;
export type PromotionType = (typeof promotionTypes)[number];

/** How it goes with others. OnePerUnit: one for each unit, or for the bill. Stacks: also on what others left. Alone: without any other on the bill. */
export const promotionCombinations = ['OnePerUnit', 'Stacks', 'Alone'] as const;
export type PromotionCombination = (typeof promotionCombinations)[number];

/** What makes it count: by itself, a coupon, points of the customer (R22.19), or the birthday of the customer. */
export const promotionTriggers = ['Automatic', 'Coupon', 'Reward', 'Birthday'] as const;

/** One part of a bundle: so many of an item or of a category. */
export interface BundlePart {
  readonly menuItemId?: number | undefined;
  readonly categoryId?: number | undefined;
  readonly qty: number;
}

/** A published promotion. Money is laari, percentages are plain percents; a field that is absent limits nothing. */
export interface Promotion extends PriceTimes {
  readonly id: number;
  readonly name: string;
  readonly type: PromotionType;
  /** The greater one is tried first. */
  readonly priority: number;
  readonly combines: PromotionCombination;
  /** Absent: it counts by itself. */
  readonly trigger?: 'Coupon' | 'Reward' | 'Birthday' | undefined;
  /** Reward: the points that it costs. */
  readonly pointsCost?: number | undefined;
  /** The items that it is for, or that are bought; neither: everything. */
  readonly itemIds?: readonly number[] | undefined;
  readonly categoryIds?: readonly number[] | undefined;
  readonly exceptItemIds?: readonly number[] | undefined;
  /** BuyGet: what is reduced; neither: the items that are bought. */
  readonly getItemIds?: readonly number[] | undefined;
  readonly getCategoryIds?: readonly number[] | undefined;
  readonly buyQty?: number | undefined;
  readonly getQty?: number | undefined;
  readonly percent?: number | undefined;
  /** AmountOff: of each unit; BillOff: of the bill. */
  readonly amount?: number | undefined;
  /** Bundle: what it costs. */
  readonly price?: number | undefined;
  readonly parts?: readonly BundlePart[] | undefined;
  /** BillOff: the value of the items before any reduction, from which on it counts. */
  readonly minSpend?: number | undefined;
  /** Absent: as often as the basket holds it. */
  readonly maxPerBill?: number | undefined;
  /** On how many bills of one customer; it then counts only on bills with a customer. Absent: no limit. */
  readonly maxPerCustomer?: number | undefined;
  /** On how many bills. Absent: no limit. */
  readonly maxTotal?: number | undefined;
  /** The customer whose own discount, or whose birthday, this is. Absent: of all. */
  readonly customerId?: number | undefined;
}

/** The id of the discount of a bill's customer, which competes as a promotion of the bill (R21.18). */
export const customerDiscountId = 0;
export const customerDiscountName = 'Customer discount';
