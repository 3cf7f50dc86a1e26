/** Kitchen tickets for the screens. */
import { mayViewOthers, type Viewer } from '@atoll/domain/bill/waiter';
import { itemKeys, type KitchenTicket } from '@atoll/domain/kitchen/kitchen-ticket';
import { isOpenTicket } from '@atoll/domain/kitchen/states';
import { isUntouched } from '@atoll/domain/kitchen/unseen';
import type { Store } from '../../platform/store/store.ts';
import { billItems, screenUse, shownTickets } from './queries.ts';
import { isInUse } from './screen-use.ts';

/** Open tickets are shown for this long: an order forgotten yesterday is not cooked any more. */
export const maxOpenMs = 18 * 3_600_000;
/** Served tickets are shown for this long: a cook may recall them. */
export const maxClosedMs = 30 * 60_000;

export interface TicketFilter {
  /** Epoch ms as text; only tickets that changed then or later, or whose bill did. */
  readonly since?: string | undefined;
  /** Key of a bill; only tickets with items of it. */
  readonly bill?: string | undefined;
}

interface Caller extends Viewer {
  readonly outletId: number;
}

/** Returns whether a person may see the tickets of all waiters: a cook must, whoever serves the dish (docs/rules.md#waiter). */
const seesAll = (caller: Caller): boolean => mayViewOthers(caller) || caller.permissions.has('Kitchen');

/** Returns whether a ticket is open, or was closed a short while ago: a later move of its items is not the end of its work. */
const isRecent = ({ state, changedAt }: KitchenTicket, closedSince: number): boolean =>
  isOpenTicket(state) || Date.parse(changedAt) > closedSince;

/**
 * Returns the open tickets that the caller may see, oldest first, and those closed in the last half hour; of one bill all that were closed as long as
 * open ones are shown, because the bill says when its items were served. Each names the slot where its bill is now.
 */
export async function findTickets(
  store: Store,
  caller: Caller,
  now: number,
  { since = '0', bill }: TicketFilter = {},
): Promise<KitchenTicket[]> {
  const { outletId } = caller;
  const isShown = (waiter: number | null): boolean => seesAll(caller) || waiter === null || waiter === caller.userId;
  const closedSince = now - (bill === undefined ? maxClosedMs : maxOpenMs);
  const times = { since: now - maxOpenMs, closedSince, changedSince: Number(since) };
  const query = shownTickets.with(store.engine, { outletId, ...times });
  return store.readForLists(outletId, async (db) => {
    const { rows } = await db.executeQuery(query);
    const tickets = rows
      .filter(({ waiter_id, doc }) => isShown(waiter_id) && isRecent(doc, closedSince))
      .toSorted((a, b) => a.created_at - b.created_at || a.doc.number - b.doc.number)
      .map(({ doc, type, slot }) => ({ ...doc, slotType: type, slot: String(slot) }));
    if (bill === undefined) return tickets;
    const found = await db.executeQuery(billItems.with(store.engine, { outletId, key: bill.toLowerCase() }));
    const items = new Set(found.rows.flatMap(({ doc }) => doc.items.map((item) => item.key)));
    return tickets.filter(({ lines }) => lines.some((line) => itemKeys(line).some((key) => items.has(key))));
  });
}

/**
 * Returns the open tickets that the caller may see and nobody in the kitchen has touched, oldest first. None where no kitchen screen is in use:
 * printed tickets are touched by nobody.
 */
export async function findUnseen(store: Store, caller: Caller, now: number) {
  const query = screenUse.with(store.engine, { outletId: caller.outletId });
  const { rows } = await store.readForLists(caller.outletId, (db) => db.executeQuery(query));
  if (!rows.some((use) => isInUse(use, now))) return [];
  const tickets = await findTickets(store, caller, now);
  return tickets
    .filter(isUntouched)
    .map(({ key, station, slotType, slot, createdAt }) => ({ key, station, slotType, slot, createdAt }));
}
