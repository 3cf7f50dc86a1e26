/** How many of each counted item are left, with what this till sold since the server counted. Source: R21.29, docs/rules.md#items-left. */
import { soldBetween } from '@atoll/domain/bill/sold-between';
import { afterSale, type ItemCount, leftOn } from '@atoll/domain/menu/item-count';
import { useMemo, useSyncExternalStore } from 'react';
import { useBills } from '../../bills/bills.ts';
import type { BillsState } from '../../bills/state.ts';
import { watchMinutes } from '../../clock/now.ts';
import { useApp } from '../../sync/app-store.ts';
import { businessDayHere } from '../../sync/outlet-time.ts';

export type ItemsLeft = ReadonlyMap<number, number>;

const none: ItemsLeft = new Map();

type Bills = Pick<BillsState, 'bills' | 'server'>;

function leftOf(counts: readonly ItemCount[], day: string, { bills, server }: Bills): ItemsLeft {
  const left = new Map<number, number>();
  for (const count of counts) {
    const now = leftOn(count, day);
    if (now !== null) left.set(count.menuItemId, now);
  }
  if (left.size === 0) return none;
  for (const bill of Object.values(bills)) {
    const known = server[bill.key];
    if (known === bill) continue;
    for (const [id, sold] of soldBetween(known ?? null, bill)) {
      const now = left.get(id);
      if (now !== undefined) left.set(id, afterSale(now, sold));
    }
  }
  return left;
}

/** Returns how many of each counted item are left now. */
export const itemsLeft = (): ItemsLeft => {
  const { counts } = useApp.getState();
  return counts.length === 0 ? none : leftOf(counts, businessDayHere(), useBills.getState());
};

const noBills: Bills = { bills: {}, server: {} };
const noDay = (): string => '';

/** Returns how many of each counted item are left; renders again when that changes, also by the next business day. Nothing is computed where nothing is counted. */
export function useItemsLeft(): ItemsLeft {
  const counts = useApp((state) => state.counts);
  const isCounted = counts.length > 0;
  const bills = useBills((state) => (isCounted ? state.bills : noBills.bills));
  const server = useBills((state) => (isCounted ? state.server : noBills.server));
  const day = useSyncExternalStore(watchMinutes, isCounted ? businessDayHere : noDay);
  return useMemo(
    () => (isCounted ? leftOf(counts, day, { bills, server }) : none),
    [counts, day, bills, server, isCounted],
  );
}

/** Returns whether an item is sold out: switched off, or none of it is left. */
export const isSoldOut = ({ id, isAvailable }: { readonly id: number; readonly isAvailable: boolean }): boolean =>
  !isAvailable || (itemsLeft().get(id) ?? 1) <= 0;
