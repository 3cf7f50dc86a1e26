/** Tickets after their bill was split, merged, moved or renamed. Source: R35.42, R35.43, docs/rules.md#kitchen-tickets. */
import type { Bill } from '@atoll/domain/bill/bill';
import { isHeld } from '@atoll/domain/bill/course';
import type { KitchenTicket } from '@atoll/domain/kitchen/kitchen-ticket';
import { movedTicket } from '@atoll/domain/kitchen/move-ticket';
import { isOpenTicket } from '@atoll/domain/kitchen/states';
import type { OutletTx } from '../../platform/store/store.ts';
import { maxClosedMs, maxOpenMs } from './find.ts';
import { movableTickets, moveTicket } from './queries.ts';
import { tellWaiting, writeChanged } from './record-tickets.ts';
import { renamedTickets } from './renamed-tickets.ts';

/**
 * Moves the tickets with their items to `bills`, the bills after a split, merge or transfer: the open ones, and those just served, which
 * a cook may recall. These keep the time at which they were served. It reads before it writes, so it is called before the bills are written.
 */
export async function moveTickets(tx: OutletTx, bills: readonly Bill[]): Promise<void> {
  const { outletId } = tx.head;
  const times = { since: tx.now - maxOpenMs, servedSince: tx.now - maxClosedMs };
  const known = await tx.load(movableTickets, { outletId, ...times });
  const changedAt = new Date(tx.now).toISOString();
  const changed = known.flatMap(({ doc }) => {
    const moved = movedTicket(doc, bills);
    if (moved === doc) return [];
    return [isOpenTicket(doc.state) ? { ...moved, changedAt } : moved];
  });
  for (const { key, billId } of changed) tx.write(moveTicket, { outletId, key, billId });
  writeAll(tx, changed);
  if (changed.length === 0 && bills.some(({ items }) => items.some(isHeld))) tellWaiting(tx);
}

/** Writes the waiter, and the guest's name and allergies, to the open tickets of a bill when they changed. It is called before the bill is written. */
export async function renameTickets(tx: OutletTx, before: Bill, after: Bill): Promise<void> {
  writeAll(tx, await renamedTickets(tx, before, after));
}

function writeAll(tx: OutletTx, tickets: readonly KitchenTicket[]): void {
  for (const ticket of tickets) writeChanged(tx, ticket);
  if (tickets.length > 0) tx.change({ entity: 'Ticket', id: null, version: 1, action: 'Updated' });
}
