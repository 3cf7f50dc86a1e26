/** The kitchen's tickets as its screen shows them. */
import type { KitchenTicket } from '@atoll/domain/kitchen/kitchen-ticket';
import type { Store } from '../../platform/store/store.ts';
import { shownTickets } from './queries.ts';

/** Nobody cooks an order of yesterday: what was forgotten then is not shown for ever. */
const openMs = 18 * 3_600_000;
const closedMs = 30 * 60_000;

/** Answers the open tickets, oldest first, and those that were closed in the last half hour; each says the slot where its bill is now. */
export async function findTickets(store: Store, outletId: number, now: number): Promise<KitchenTicket[]> {
  const query = shownTickets.with(store.engine, { outletId, since: now - openMs, closedSince: now - closedMs });
  const rows = await store.readOutlet(outletId, async (db) => (await db.executeQuery(query)).rows);
  return rows
    .toSorted((a, b) => a.created_at - b.created_at || a.doc.number - b.doc.number)
    .map(({ doc, type, slot }) => ({ ...doc, slotType: type, slot: String(slot) }));
}
