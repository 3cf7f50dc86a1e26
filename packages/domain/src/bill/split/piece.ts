/** What a split leaves of an item that it cut. Source: docs/rules.md#split. */
import type { BillItem } from '../bill.ts';
import { derivedKey } from '../derived-key.ts';

/** Returns the key of a piece of an item: `check` is 0 for the piece that stays, 1 and up for the checks. An item is cut once, so the key is unique. */
export function pieceKey(itemKey: string, check: number): string {
  return derivedKey(`piece ${itemKey} ${check}`);
}

/** The void reason of an item that was cut and replaced by its pieces. */
export const splitReason = 'Split';

/** Returns whether an item is void only because pieces replaced it: nothing was taken off the bill. */
export function isSplitAway(item: Pick<BillItem, 'isVoid' | 'voidedBy' | 'voidReason'>): boolean {
  return item.isVoid && item.voidedBy === null && item.voidReason === splitReason;
}
