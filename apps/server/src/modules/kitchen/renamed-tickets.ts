/** Open tickets of a bill whose waiter, or whose guest's name or allergies changed. Source: R35.42, R35.76. */
import { billAllergies } from '@atoll/domain/bill/allergies';
import type { Bill } from '@atoll/domain/bill/bill';
import { guestName } from '@atoll/domain/bill/guest-name';
import { waiterOf } from '@atoll/domain/bill/waiter';
import type { KitchenTicket } from '@atoll/domain/kitchen/kitchen-ticket';
import type { OutletTx } from '../../platform/store/store.ts';
import { maxOpenMs } from './find.ts';
import { openTicketsOfBill } from './queries.ts';

/** Returns what a ticket says about the bill's guest: the name, and the allergies if any are known. */
export function guestOnTicket(bill: Bill): Pick<KitchenTicket, 'customer' | 'allergies'> {
  return { customer: guestName(bill), allergies: billAllergies(bill) || undefined };
}

const peopleOnTicket = (bill: Bill) => ({ ...guestOnTicket(bill), waiter: waiterOf(bill).name });

/** Returns the open tickets with the new name and allergies of their guest and the new waiter; none if all stay the same. */
export async function renamedTickets(tx: OutletTx, before: Bill | null, after: Bill): Promise<KitchenTicket[]> {
  if (before === null || after.id === null) return [];
  const people = peopleOnTicket(after);
  const was = peopleOnTicket(before);
  if (JSON.stringify(people) === JSON.stringify(was)) return [];
  const of = { outletId: tx.head.outletId, billId: after.id, since: tx.now - maxOpenMs };
  const rows = await tx.load(openTicketsOfBill, of);
  const changedAt = new Date(tx.now).toISOString();
  return rows.map(({ doc }) => ({ ...doc, ...people, changedAt }));
}
