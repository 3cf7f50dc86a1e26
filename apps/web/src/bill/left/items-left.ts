/** How many of each counted item are left, with what this till sold since the server counted. Source: R21.29, docs/rules.md#items-left. */
import { soldBetween } from '@atoll/domain/bill/sold-between';
import { businessDate } from '@atoll/domain/date/business-day';
import { afterSale, type ItemCount, leftOn } from '@atoll/domain/menu/item-count';
import { defaultBusinessDayCutoff, defaultTimezone } from '@atoll/domain/outlet/defaults';
import { useMemo } from 'react';
import { useBills } from '../../bills/bills.ts';
import type { BillsState } from '../../bills/state.ts';
import { tillNow } from '../../clock/till-clock.ts';
import { useApp } from '../../sync/app-store.ts';

export type ItemsLeft = ReadonlyMap<number, number>;

const none: ItemsLeft = new Map();

type Bills = Pick<BillsState, 'bills' | 'server'>;

const today = (): string => {
  const { timezone = defaultTimezone, businessDayCutoff = defaultBusinessDayCutoff } = useApp.getState().outlet ?? {};
  return businessDate(tillNow(), timezone, businessDayCutoff);
};

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
  return counts.length === 0 ? none : leftOf(counts, today(), useBills.getState());
};

const noBills: Bills = { bills: {}, server: {} };

/** Returns how many of each counted item are left; renders again when that changes. Nothing is computed where nothing is counted. */
export function useItemsLeft(): ItemsLeft {
  const counts = useApp((state) => state.counts);
  const isCounted = counts.length > 0;
  const bills = useBills((state) => (isCounted ? state.bills : noBills.bills));
  const server = useBills((state) => (isCounted ? state.server : noBills.server));
  const day = isCounted ? today() : '';
  return useMemo(
    () => (isCounted ? leftOf(counts, day, { bills, server }) : none),
    [counts, day, bills, server, isCounted],
  );
}

/** Returns whether an item is sold out: switched off, or none of it is left. */
export const isSoldOut = ({ id, isAvailable }: { readonly id: number; readonly isAvailable: boolean }): boolean =>
  !isAvailable || (itemsLeft().get(id) ?? 1) <= 0;
