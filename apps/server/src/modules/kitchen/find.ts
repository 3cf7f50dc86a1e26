/** Kitchen tickets for the screens. */
import { itemKeys, type KitchenTicket } from '@atoll/domain/kitchen/kitchen-ticket';
import type { Store } from '../../platform/store/store.ts';
import { billItems, shownTickets } from './queries.ts';

/** Open tickets are shown for this long: an order forgotten yesterday is not cooked any more. */
export const maxOpenMs = 18 * 3_600_000;
const maxClosedMs = 30 * 60_000;

export interface TicketFilter {
  /** Epoch ms as text; only tickets that changed then or later, or whose bill did. */
  readonly since?: string | undefined;
  /** Key of a bill; only tickets with items of it. */
  readonly bill?: string | undefined;
}

/** Returns the open tickets, oldest first, and those closed in the last half hour. Each names the slot where its bill is now. */
export async function findTickets(
  store: Store,
  outletId: number,
  now: number,
  { since = '0', bill }: TicketFilter = {},
): Promise<KitchenTicket[]> {
  const times = { since: now - maxOpenMs, closedSince: now - maxClosedMs, changedSince: Number(since) };
  const query = shownTickets.with(store.engine, { outletId, ...times });
  return store.readOutlet(outletId, async (db) => {
    const { rows } = await db.executeQuery(query);
    const tickets = rows
      .toSorted((a, b) => a.created_at - b.created_at || a.doc.number - b.doc.number)
      .map(({ doc, type, slot }) => ({ ...doc, slotType: type, slot: String(slot) }));
    if (bill === undefined) return tickets;
    const found = await db.executeQuery(billItems.with(store.engine, { outletId, key: bill.toLowerCase() }));
    const items = new Set(found.rows.flatMap(({ doc }) => doc.items.map((item) => item.key)));
    return tickets.filter(({ lines }) => lines.some((line) => itemKeys(line).some((key) => items.has(key))));
  });
}
