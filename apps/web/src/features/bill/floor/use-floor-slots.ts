import type { Bill } from '@atoll/domain/bill/bill';
import { topFired } from '@atoll/domain/bill/course';
import { joinedSlotsOf } from '@atoll/domain/bill/split/join';
import { waiterOf } from '@atoll/domain/bill/waiter';
import { useMemo } from 'react';
import { hasUnsaved, useBills } from '../../../bills/bills.ts';
import { useTickets } from '../../../printing/kept-tickets.ts';
import { failedLines } from '../../../printing/ticket-state.ts';
import { useSettingOf } from '../../../sync/app-store.ts';
import type { UnseenSlot } from '../attention/use-unseen-slots.ts';
import { unpaidMinutes, useUnpaidAfterMinutes } from '../slot/unpaid-bills.ts';

/** What the floor board shows of a slot with an open bill. */
export interface FloorSlot {
  /** The first check. */
  readonly bill: Bill;
  /** The slot whose bill this one shares; null for its own. */
  readonly joinedTo: string | null;
  /** Laari, of all checks. */
  readonly total: number;
  readonly covers: number;
  readonly minutes: number;
  /** The highest course that was fired; 0 when none was. */
  readonly course: number;
  readonly waiter: string;
  readonly waiterId: number | null;
  readonly isLate: boolean;
  readonly isUnpaid: boolean;
  readonly hasUnsaved: boolean;
  /** A ticket did not reach the kitchen. */
  readonly hasFailed: boolean;
  /** Nobody in the kitchen has touched a ticket in time. */
  readonly isUnseen: boolean;
}

/** Returns the slots with open bills, by slot identity ('Table 5'). `now` is in epoch ms. */
export function useFloorSlots(now: number, unseen: ReadonlyMap<string, UnseenSlot>): ReadonlyMap<string, FloorSlot> {
  const { slots, bills, drafts } = useBills();
  const tickets = useTickets((state) => state.tickets);
  const lateMinutes = useSettingOf('LateTableMinutes');
  const unpaidAfterMinutes = useUnpaidAfterMinutes();
  return useMemo(() => {
    const found = new Map<string, FloorSlot>();
    for (const key of Object.values(slots)) {
      const bill = key ? bills[key] : undefined;
      if (!bill) continue;
      const identity = `${bill.type} ${bill.slot}`;
      const other = found.get(identity);
      const first = other && other.bill.checkNo < bill.checkNo ? other.bill : bill;
      const minutes = Math.max(0, Math.floor((now - Date.parse(first.createdAt)) / 60_000));
      const { id, name } = waiterOf(first);
      found.set(identity, {
        bill: first,
        joinedTo: null,
        total: bill.total + (other?.total ?? 0),
        covers: Math.max(bill.covers, other?.covers ?? 0),
        minutes,
        course: Math.max(topFired(bill), other?.course ?? 0),
        waiter: name,
        waiterId: id,
        isLate: minutes >= lateMinutes,
        isUnpaid: (unpaidMinutes(bill, now) ?? -1) >= unpaidAfterMinutes || (other?.isUnpaid ?? false),
        hasUnsaved: hasUnsaved(drafts[bill.key]) || (other?.hasUnsaved ?? false),
        hasFailed: failedLines(tickets, bill).size > 0 || (other?.hasFailed ?? false),
        isUnseen: unseen.has(identity),
      });
    }
    const own = [...found.values()];
    for (const shared of own)
      for (const slot of joinedSlotsOf(shared.bill)) {
        const identity = `${shared.bill.type} ${slot}`;
        if (!found.has(identity)) found.set(identity, { ...shared, joinedTo: shared.bill.slot, isUnseen: false });
      }
    return found;
  }, [slots, bills, drafts, tickets, now, unseen, lateMinutes, unpaidAfterMinutes]);
}
