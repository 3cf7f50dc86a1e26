/** Tickets of an outlet that prints them: nobody finishes them on a screen, so they close with their bill (R35.90). */
import type { Bill } from '@atoll/domain/bill/bill';
import { isOpenBill } from '@atoll/domain/bill/states';
import type { KitchenTicket } from '@atoll/domain/kitchen/kitchen-ticket';
import { isOpenTicket } from '@atoll/domain/kitchen/states';
import type { SettingEntry } from '@atoll/domain/outlet/settings';
import { canPrintTickets, isAutoPrintOn } from '@atoll/domain/ticket/printers';
import type { OutletTx } from '../../platform/store/store.ts';
import { maxOpenMs } from './find.ts';
import { lastMoved, openTickets } from './queries.ts';

/**
 * Returns the open tickets that close with a bill: its own, and those whose lines are all on it by now. Returns null while the bill
 * is open, where tickets are not printed, and where a cook moved a ticket on at a screen within the last 18 hours: a bill that
 * is paid before it is cooked must stay on that screen.
 */
export async function ticketsClosedWith(
  tx: OutletTx,
  bill: Bill,
  settings: readonly SettingEntry[],
): Promise<readonly KitchenTicket[] | null> {
  if (isOpenBill(bill) || !isAutoPrintOn(settings) || !canPrintTickets(settings).ok) return null;
  const { outletId } = tx.head;
  const since = tx.now - maxOpenMs;
  const [last] = await tx.load(lastMoved, { outletId, since });
  if (last !== undefined && last.doc.closedBy === undefined) return null;
  const items = new Set(bill.items.map(({ key }) => key));
  const open = await tx.load(openTickets, { outletId, since });
  return open
    .map(({ doc }) => doc)
    .filter(({ billId, lines }) => billId === bill.id || lines.every(({ key }) => items.has(key)));
}

/** Returns the ticket as Served, closed by its bill; a ticket that was closed before stays as it is. */
export function closedTicket(tx: OutletTx, ticket: KitchenTicket): KitchenTicket {
  if (!isOpenTicket(ticket.state)) return ticket;
  return { ...ticket, state: 'Served', closedBy: 'Bill', changedAt: new Date(tx.now).toISOString() };
}
