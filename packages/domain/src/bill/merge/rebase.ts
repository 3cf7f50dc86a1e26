/** Rebases unsaved work: a bill from the server replaces the known one, and the changes that only this device has are applied on top. Source: R15.11, docs/rules.md#rebase. */
import { mergePromotions } from '../applied.ts';
import type { Bill, BillItem, MergeableField } from '../bill.ts';
import { isUnfired } from '../course.ts';
import { sortItems } from '../items.ts';
import { applyTotals } from '../new-bill.ts';
import { uniteCoupons } from '../promotion/coupon.ts';
import { seatOf } from '../seat.ts';
import { inState, isOpenBill } from '../states.ts';
import { fieldGroups, groupValues, groupVersion } from './field-groups.ts';

/** Returns the items that only this device has: without an id, and not on the server's bill. */
export function leftOver(server: Bill, local: Bill): BillItem[] {
  const known = new Set(server.items.map((item) => item.key));
  return local.items.filter((item) => item.id === null && !known.has(item.key));
}

/**
 * Returns the server's bill with this device's unsaved work on top: items, voids, notes, tickets and sent quantities that the server does not
 * have yet, and the `dirty` fields unless the server's were written later than the version that this device knew.
 * A server bill older than the known one is ignored. Nothing is applied to a closed bill: `leftOver` returns the items that remain to be shown.
 */
export function replaceKeepingUnsaved(server: Bill, local: Bill, dirty: Iterable<MergeableField> = []): Bill {
  if (server.key === local.key && server.version < local.version) return local;
  if (!isOpenBill(server)) return server;
  const own = new Map(local.items.map((item) => [item.key, item]));
  const unsaved = leftOver(server, local);
  const items = server.items.map((item) => keepAhead(item, own.get(item.key)));
  const isAhead = items.some((item, index) => item !== server.items[index]);
  const changed = new Set(dirty);
  const groups = fieldGroups.filter(
    (group) => group.some((field) => changed.has(field)) && groupVersion(server, group) <= local.version,
  );
  const promoted = mergePromotions(server, local);
  const coupons = uniteCoupons(server.coupons, changed.has('coupons') ? local.coupons : undefined);
  const isSame = promoted.applied === server.applied && promoted.declined === server.declined;
  if (unsaved.length === 0 && !isAhead && groups.length === 0 && isSame && coupons === server.coupons) return server;
  const isReopened = server.status === 'BillPrinted' && unsaved.some((item) => !item.isVoid);
  return applyTotals({
    ...(isReopened ? inState(server, 'Saved') : server),
    ...promoted,
    ...groups.reduce<Partial<Bill>>((all, group) => ({ ...all, ...groupValues(local, group) }), {}),
    ...(coupons && { coupons }),
    items: sortItems([...items, ...unsaved]),
    pending: true,
  });
}

function keepAhead(theirs: BillItem, own: BillItem | undefined): BillItem {
  if (!own) return theirs;
  const isVoided = own.isVoid && !theirs.isVoid;
  const notes = own.notes.filter((note) => !theirs.notes.includes(note));
  const tickets = own.ticketIds.filter((ticket) => !theirs.ticketIds.includes(ticket));
  const place = ownPlace(theirs, own);
  if (!isVoided && notes.length === 0 && tickets.length === 0 && own.sentQty <= theirs.sentQty && !place) return theirs;
  const { isVoid, voidReason, voidedAt, voidedBy } = isVoided ? own : theirs;
  return {
    ...theirs,
    ...place,
    notes: [...theirs.notes, ...notes],
    ticketIds: [...theirs.ticketIds, ...tickets],
    sentQty: Math.max(own.sentQty, theirs.sentQty),
    isVoid,
    voidReason,
    voidedAt,
    voidedBy,
  };
}

/** Returns the course, the seat and the firing of an item that only this device has; null when the server knows them. */
function ownPlace(theirs: BillItem, own: BillItem): Partial<BillItem> | null {
  const isOpen = isUnfired(theirs);
  const isLater = !!own.placedAt && (!theirs.placedAt || Date.parse(own.placedAt) > Date.parse(theirs.placedAt));
  const isPlaced = isLater && (isOpen || seatOf(own) !== seatOf(theirs));
  const isFired = !!own.firedAt && isOpen;
  if (!isPlaced && !isFired) return null;
  const { courseNo, seat, placedAt, firedAt, firedBy } = own;
  return {
    ...(isPlaced && { ...(isOpen && { courseNo }), ...(seat !== undefined && { seat }), placedAt }),
    ...(isFired && { firedAt, firedBy }),
  };
}
