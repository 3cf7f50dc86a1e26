/** Open tickets of a bill whose guest's name changed. Source: R35.42. */
import type { Bill } from '@atoll/domain/bill/bill';
import { guestName } from '@atoll/domain/bill/guest-name';
import type { KitchenTicket } from '@atoll/domain/kitchen/kitchen-ticket';
import { isOpenTicket } from '@atoll/domain/kitchen/states';
import type { OutletTx } from '../../platform/store/store.ts';
import { ticketsOfBill } from './queries.ts';

/** Returns the open tickets with the new name of their guest; none if it stays the same. */
export async function renamedTickets(tx: OutletTx, before: Bill | null, after: Bill): Promise<KitchenTicket[]> {
  const customer = guestName(after);
  if (before === null || after.id === null || customer === guestName(before)) return [];
  const rows = await tx.load(ticketsOfBill, { outletId: tx.head.outletId, billId: after.id });
  const changedAt = new Date(tx.now).toISOString();
  return rows.flatMap(({ doc }) => (isOpenTicket(doc.state) ? [{ ...doc, customer, changedAt }] : []));
}
