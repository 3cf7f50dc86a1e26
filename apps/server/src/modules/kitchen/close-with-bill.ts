/** Tickets of an outlet that prints them and uses no kitchen screen: nobody finishes them, so they close with their bill (R35.90). */
import type { Bill } from '@atoll/domain/bill/bill';
import { isOpenBill } from '@atoll/domain/bill/states';
import type { KitchenTicket } from '@atoll/domain/kitchen/kitchen-ticket';
import { isOpenTicket } from '@atoll/domain/kitchen/states';
import type { SettingEntry } from '@atoll/domain/outlet/settings';
import type { Station } from '@atoll/domain/outlet/station';
import { canPrintTickets, isAutoPrintOn } from '@atoll/domain/ticket/printers';
import type { OutletTx } from '../../platform/store/store.ts';
import { maxOpenMs } from './find.ts';
import { openTickets } from './queries.ts';
import { isScreenInUse } from './screen-use.ts';

/**
 * Returns the open tickets that close with a bill: its own, and those whose lines are all on it by now. Returns null while the bill
 * is open, where tickets are not printed, and where a kitchen screen is in use: what is paid before it is served must stay on it until
 * a cook finishes it.
 */
export async function ticketsClosedWith(
  tx: OutletTx,
  bill: Bill,
  { settings, stations }: { readonly settings: readonly SettingEntry[]; readonly stations: readonly Station[] },
): Promise<readonly KitchenTicket[] | null> {
  if (isOpenBill(bill) || !isAutoPrintOn(settings) || !canPrintTickets(settings, stations).ok) return null;
  const { outletId } = tx.head;
  if (await isScreenInUse(tx)) return null;
  const items = new Set(bill.items.map(({ key }) => key));
  const open = await tx.load(openTickets, { outletId, since: tx.now - maxOpenMs });
  return open
    .map(({ doc }) => doc)
    .filter(({ billId, lines }) => billId === bill.id || lines.every(({ key }) => items.has(key)));
}

/** Returns the ticket as Served, closed by its bill; a ticket that was closed before stays as it is. */
export function closedTicket(tx: OutletTx, ticket: KitchenTicket): KitchenTicket {
  if (!isOpenTicket(ticket.state)) return ticket;
  return { ...ticket, state: 'Served', closedBy: 'Bill', changedAt: new Date(tx.now).toISOString() };
}
