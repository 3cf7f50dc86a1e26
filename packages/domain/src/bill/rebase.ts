/** What a device does with a bill that comes from the server: it replaces the known one, and what only this device knows is put back on top. Source: R15.11, docs/rules.md#rebase. */
import type { Bill, BillItem, BillScalar } from './bill.ts';
import { sortItems } from './lines.ts';
import { applyTotals } from './new-bill.ts';
import { groupValues, groupVersion, scalarGroups } from './scalars.ts';
import { inState, isOpenBill } from './states.ts';

/** Answers the lines that only this device has: without an id, and unknown to the server's bill. */
export function leftOver(server: Bill, local: Bill): BillItem[] {
  const known = new Set(server.items.map((item) => item.key));
  return local.items.filter((item) => item.id === null && !known.has(item.key));
}

/**
 * Answers the server's bill with this device's unsaved work on top: its lines that the server does not have, its voids, notes, tickets and
 * sent quantities that are ahead, and its `dirty` fields unless the server's were written later than what this device knew.
 * An answer older than what is known changes nothing. On a closed bill nothing is put back: `leftOver` says what remains to be shown.
 */
export function replaceKeepingUnsaved(server: Bill, local: Bill, dirty: Iterable<BillScalar> = []): Bill {
  if (server.key === local.key && server.version < local.version) return local;
  if (!isOpenBill(server)) return server;
  const own = new Map(local.items.map((item) => [item.key, item]));
  const unsaved = leftOver(server, local);
  const items = server.items.map((item) => keepAhead(item, own.get(item.key)));
  const ahead = items.some((item, place) => item !== server.items[place]);
  const changed = new Set(dirty);
  const groups = scalarGroups.filter(
    (group) => group.some((field) => changed.has(field)) && groupVersion(server, group) <= local.version,
  );
  if (unsaved.length === 0 && !ahead && groups.length === 0) return server;
  const isReopened = server.status === 'BillPrinted' && unsaved.some((item) => !item.isVoid);
  return applyTotals({
    ...(isReopened ? inState(server, 'Saved') : server),
    ...groups.reduce<Partial<Bill>>((all, group) => ({ ...all, ...groupValues(local, group) }), {}),
    items: sortItems([...items, ...unsaved]),
    pending: true,
  });
}

function keepAhead(theirs: BillItem, own: BillItem | undefined): BillItem {
  if (!own) return theirs;
  const isVoided = own.isVoid && !theirs.isVoid;
  const notes = own.notes.filter((note) => !theirs.notes.includes(note));
  const tickets = own.ticketIds.filter((ticket) => !theirs.ticketIds.includes(ticket));
  if (!isVoided && notes.length === 0 && tickets.length === 0 && own.sentQty <= theirs.sentQty) return theirs;
  const { isVoid, voidReason, voidedAt, voidedBy } = isVoided ? own : theirs;
  return {
    ...theirs,
    notes: [...theirs.notes, ...notes],
    ticketIds: [...theirs.ticketIds, ...tickets],
    sentQty: Math.max(own.sentQty, theirs.sentQty),
    isVoid,
    voidReason,
    voidedAt,
    voidedBy,
  };
}
