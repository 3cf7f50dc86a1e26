/** The bill that was paid last on this till, until the next sale begins in its slot. Source: R35.34. */
import type { Bill } from '@atoll/domain/bill/bill';
import { useEffect } from 'react';
import { create } from 'zustand';
import { isLatePayment } from '../outbox/entry.ts';
import { useOutbox } from '../outbox/outbox.ts';

export interface PaidBill {
  readonly bill: Bill;
  /** Cash to give back, laari. */
  readonly change: number;
}

const useStore = create<{ readonly paid: PaidBill | null }>()(() => ({ paid: null }));

/** Shows a bill as paid on the bill screen of its slot. */
export const showPaid = (paid: PaidBill): void => useStore.setState({ paid });

/** Gives way to the next sale. */
export const forgetPaid = (): void => useStore.setState({ paid: null });

/** Returns whether the bill that is shown as paid was in this slot. */
export const isPaidHere = (type: string, slot: string): boolean => {
  const { paid } = useStore.getState();
  return paid?.bill.type === type && paid.bill.slot === slot;
};

/** Returns whether the server refused a payment of the bill, because it came too late: the bill is not paid by it. */
const usePaymentRefused = (billKey: string | undefined): boolean =>
  useOutbox(({ entries }) => entries.some((entry) => isLatePayment(entry) && entry.billKey === billKey));

/** Returns the bill that was paid last, if it was in this slot. A payment that the server refuses is forgotten, also after it is resolved. */
export function useLastPaid(type: string, slot: string): PaidBill | null {
  const paid = useStore((state) => state.paid);
  const isRefused = usePaymentRefused(paid?.bill.key);
  useEffect(() => {
    if (isRefused) forgetPaid();
  }, [isRefused]);
  return !isRefused && paid?.bill.type === type && paid.bill.slot === slot ? paid : null;
}
