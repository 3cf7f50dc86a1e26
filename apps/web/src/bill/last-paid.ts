/** The bill that was paid last on this till, until the next sale begins in its slot. Source: R35.34. */
import type { Bill } from '@atoll/domain/bill/bill';
import { create } from 'zustand';

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

/** Returns the bill that was paid last, if it was in this slot. */
export const useLastPaid = (type: string, slot: string): PaidBill | null =>
  useStore(({ paid }) => (paid?.bill.type === type && paid.bill.slot === slot ? paid : null));
