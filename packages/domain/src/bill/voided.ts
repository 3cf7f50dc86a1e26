/** What was voided on a bill: X and Z, the report and the dashboard count the same. Source: docs/rules.md#voids. */
import type { Bill, BillItem } from './bill.ts';
import { isSplitAway } from './split/piece.ts';
import { grossAmount } from './totals.ts';

/** Returns the voided items of a closed bill: all of a void bill, otherwise those that are void. An item that was split has its parts instead, and a gift card was no sale. */
export function voidedItems({ isVoid, items }: Pick<Bill, 'isVoid' | 'items'>): readonly BillItem[] {
  return items.filter((item) => (isVoid || item.isVoid) && !item.card && !isSplitAway(item));
}

/** Returns number and value (laari) of voided items: price × quantity, without discount, service charge and tax. */
export function voidedSum(items: readonly BillItem[]): { count: number; amount: number } {
  return { count: items.length, amount: items.reduce((sum, item) => sum + grossAmount(item), 0) };
}
