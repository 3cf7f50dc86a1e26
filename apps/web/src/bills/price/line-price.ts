/** The prices of items on this till. What computes them is fetched with the first price rules: many outlets have none. Source: R21.1, R34.5. */
import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import type { MenuItem, MenuSize } from '@atoll/domain/menu/menu';
import type { SlotTypeName } from '@atoll/domain/outlet/outlet';
import type { LinePrice } from '@atoll/domain/price/line-price';
import type { PriceRules } from '@atoll/domain/price/rules';
import type { BillsState, Draft } from '../state.ts';

/** Returns the price of a size of an item. */
export type PriceOf = (item: MenuItem, size: MenuSize) => LinePrice;

export type PriceFields = Pick<BillItem, 'sellingPrice' | 'listPrice' | 'priceRule' | 'rulesVersion'>;

type PricedBill = Pick<Bill, 'type' | 'customer'>;

/** The bill state as far as prices change it. */
export interface PricedBills {
  readonly get: () => Pick<BillsState, 'outletId'>;
  readonly bill: (key: string) => Bill | undefined;
  readonly draftOf: (key: string) => Draft;
  readonly setDraft: (key: string, draft: Draft) => void;
  readonly saving: ReadonlySet<string>;
}

export interface PriceEngine {
  readonly pricesOf: (type: SlotTypeName, groupId: number, at: number) => PriceOf | undefined;
  readonly priceFields: (bill: PricedBill, item: MenuItem, size: MenuSize, at: number) => PriceFields;
  readonly priceDraft: (core: PricedBills, key: string) => boolean;
  readonly hasPromotions: () => boolean;
  readonly promoteBill: (bill: Bill) => Bill;
}

let engine: PriceEngine | undefined;

/** Returns the rules once this till can apply them. */
export async function withEngine(rules: PriceRules): Promise<PriceRules> {
  if (rules.version > 0) await loadEngine();
  return rules;
}

/** Fetches what applies price rules, if this till does not have it yet. */
export async function loadEngine(): Promise<void> {
  engine ??= (await import('./price-engine.ts')).priceEngine;
}

/**
 * Returns the prices at an instant (epoch ms) for a slot type and a group of customers: the same function as long as the same rules count. Undefined:
 * the menu's prices count.
 */
export const pricesOf: PriceEngine['pricesOf'] = (...asked) => engine?.pricesOf(...asked);

/** Returns the prices for the items of a bill at an instant (epoch ms). */
export const pricesOn = ({ type, customer }: PricedBill, at: number): PriceOf | undefined =>
  pricesOf(type, customer?.groupId ?? 0, at);

/** Returns the price of a new item of a bill as it is stored, with the version of the rules by which it was found. */
export const priceFields: PriceEngine['priceFields'] = (bill, item, size, at) =>
  engine?.priceFields(bill, item, size, at) ?? { sellingPrice: size.sellingPrice };

/** Prices the unsaved items of a bill by the present rules and its customer. Returns whether any price changed. */
export const priceDraft: PriceEngine['priceDraft'] = (core, key) => engine?.priceDraft(core, key) ?? false;

/** Returns whether this till plans promotions: it names what it gave. */
export const hasPromotions = (): boolean => engine?.hasPromotions() ?? false;

/** Returns the bill with the promotions that it gets by the present rules; what it has of them stays. */
export const promoteBill = (bill: Bill): Bill => engine?.promoteBill(bill) ?? bill;
