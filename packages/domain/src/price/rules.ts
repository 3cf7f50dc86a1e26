/** The price rules of an outlet, as tills and the server apply them. Source: R21.1, R21.2, R21.5, docs/rules.md#price-lists. */
import type { ChoiceGroup } from './choice-group.ts';
import type { PriceTimes } from './price-times.ts';
import type { Promotion } from './promotion.ts';

/** Base: the prices of an item for some sales, also higher ones. Offer: counts only below that price. */
export const priceListKinds = ['Base', 'Offer'] as const;
export type PriceListKind = (typeof priceListKinds)[number];

/** The steps to which a percentage of a price can be rounded, laari; 0: not at all. */
export const priceRoundings = [0, 5, 10, 25, 50, 100] as const;

/** A price of an item or of the items of a category, of one size or of all. Either laari, or a percentage on top of the price before. */
export interface ListedPrice {
  readonly menuItemId?: number | undefined;
  readonly categoryId?: number | undefined;
  readonly size?: string | undefined;
  readonly price?: number | undefined;
  /** Plain percent; negative lowers the price. */
  readonly percent?: number | undefined;
}

export interface PriceList extends PriceTimes {
  readonly id: number;
  readonly name: string;
  readonly kind: PriceListKind;
  readonly priority: number;
  /** Laari; 0: a percentage is not rounded further. */
  readonly roundTo: number;
  readonly prices: readonly ListedPrice[];
}

/** The menu's price of a size from a business day on. */
export interface DatedPrice {
  readonly menuItemId: number;
  readonly size: string;
  /** Laari. */
  readonly price: number;
}

export interface PriceChangePlan {
  readonly id: number;
  readonly fromDate: string;
  readonly prices: readonly DatedPrice[];
}

/** The coupons of a promotion that work without the server: SHA-256 of their codes, in hex. */
export interface SharedCodes {
  readonly promotionId: number;
  readonly hashes: readonly string[];
}

export interface PriceRules {
  /** Grows with each change of the rules; 0 while the outlet has none. */
  readonly version: number;
  readonly lists: readonly PriceList[];
  readonly changes: readonly PriceChangePlan[];
  /** Absent without any, and from servers of earlier releases. */
  readonly promotions?: readonly Promotion[] | undefined;
  /** The choices of set menus. Absent without any, and from servers of earlier releases. */
  readonly choices?: readonly ChoiceGroup[] | undefined;
  /** Absent without any. */
  readonly codes?: readonly SharedCodes[] | undefined;
}

export const noPriceRules: PriceRules = { version: 0, lists: [], changes: [] };

/** The list that made a price: its id, the version of the rules, and 'Happy hour, 35.00 -> 25.00'. */
export interface PriceRuleUse {
  readonly id: number;
  readonly version: number;
  readonly words: string;
}
