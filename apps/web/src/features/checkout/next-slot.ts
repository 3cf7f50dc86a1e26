import type { Bill } from '@atoll/domain/bill/bill';
import { useBills } from '../../bills/bills.ts';
import { slotIdOf } from '../../bills/state.ts';
import { useApp } from '../../sync/app-store.ts';

/** Returns the slot for the next bill: at a counter the next free one, elsewhere the slot that was just freed. */
export function nextFreeSlot({ type, slot }: Pick<Bill, 'type' | 'slot'>): string {
  const { slots } = useBills.getState();
  const count = useApp.getState().outlet?.slotTypes.find((each) => each.type === type)?.slotCount ?? 2;
  if (type !== 'Counter') return `/billing/new/${type}/${slot}`;
  const last = count - 1;
  for (let step = 1; step <= last; step += 1) {
    const next = String(((Number(slot) - 1 + step) % last) + 1);
    if (slots[slotIdOf(type, next)] === undefined) return `/billing/new/${type}/${next}`;
  }
  return `/billing/new/${type}/${slot}`;
}
