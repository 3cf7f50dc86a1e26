/** The waiter of a bill, and what people see of bills of another waiter. Source: docs/rules.md#waiter. */
import type { Bill } from './bill.ts';
import { noAmounts } from './new-bill.ts';

/** `id` is null for a bill that no person opened. */
export interface Waiter {
  readonly id: number | null;
  readonly name: string;
}

/** Who looks at a bill. */
export interface Viewer {
  readonly userId: number;
  readonly permissions: { has(permission: string): boolean };
}

/** Returns the waiter: who was named, else who checked in. */
export function waiterOf({ waiterId, waiterName, createdBy, createdByName }: Bill): Waiter {
  return waiterId === undefined
    ? { id: createdBy, name: createdByName }
    : { id: waiterId, name: waiterName ?? createdByName };
}

/** Returns the bill with another waiter. */
export const servedBy = (bill: Bill, { id, name }: { readonly id: number; readonly name: string }): Bill => ({
  ...bill,
  waiterId: id,
  waiterName: name,
});

/** Returns a new bill with the waiter of the bill from which its items come. */
export function sameWaiter(bill: Bill, source: Bill): Bill {
  const { id, name } = waiterOf(source);
  return id === null || id === waiterOf(bill).id ? bill : servedBy(bill, { id, name });
}

/**
 * Returns a bill that a person opens, with the waiter of its section. Who may not see the bills of others serves what they open themselves: they
 * could not go on with it otherwise.
 */
export const servedInSection = (
  bill: Bill,
  { waiterId, waiterName }: { readonly waiterId?: number | undefined; readonly waiterName?: string | undefined },
  opener: Viewer,
): Bill =>
  waiterId === undefined || waiterId === opener.userId || !mayViewOthers(opener)
    ? bill
    : servedBy(bill, { id: waiterId, name: waiterName ?? '' });

/** Returns whether a person may see the bills of all waiters. */
export const mayViewOthers = ({ permissions }: Viewer): boolean => permissions.has('bill.viewOthers');

/** Returns whether a person may see the items and amounts of a bill: their own, one that no person opened, or any with 'bill.viewOthers'. */
export function mayViewBill(viewer: Viewer, bill: Bill): boolean {
  if (mayViewOthers(viewer)) return true;
  const { id } = waiterOf(bill);
  return id === null || id === viewer.userId;
}

/** What everybody sees of a bill. A field that is added later is seen by nobody else until it is named here. */
const seenByAll = [
  'id',
  'key',
  'version',
  'number',
  'invoiceNumber',
  'invoiceType',
  'type',
  'slot',
  'checkNo',
  'status',
  'isVoid',
  'isOpen',
  'createdAt',
  'modifiedAt',
  'receivedAt',
  'createdBy',
  'waiterId',
  'waiterName',
  'joinedSlots',
  'modifiedBy',
  'completedAt',
  'businessDate',
  'serviceChargePct',
  'gstPct',
  'gstMode',
  'gstOnServiceCharge',
  'shiftId',
  'deliveryStatus',
  'refundOfId',
  'printCount',
  'lastSavedAt',
  'fieldVersions',
  'lastSyncedAt',
  'pending',
] as const satisfies readonly (keyof Bill)[];

/** Returns the bill as the others see it: its slot, its state and its waiter, without items, amounts, promotions, guest and notes. */
export function maskBill(bill: Bill): Bill {
  const seen = Object.fromEntries(seenByAll.flatMap((name) => (name in bill ? [[name, bill[name]]] : [])));
  return {
    ...(seen as Pick<Bill, (typeof seenByAll)[number]>),
    isMasked: true,
    createdByName: waiterOf(bill).name,
    name: '',
    ...noAmounts,
    items: [],
    discountPercentage: 0,
    discountAmount: null,
    customerId: 0,
    customer: null,
    covers: 0,
    note: '',
    voidReason: null,
    meta: [],
    approved: [],
    delivery: null,
    refundState: null,
  };
}

/** Returns the bill as a person may see it. */
export const viewedBill = (viewer: Viewer, bill: Bill): Bill =>
  bill.isMasked === true || mayViewBill(viewer, bill) ? bill : maskBill(bill);
