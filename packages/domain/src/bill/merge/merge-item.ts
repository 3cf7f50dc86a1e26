/** Merges two versions of one item (same key). Commutative, associative, idempotent. Source: docs/rules.md#merge-items, docs/rules.md#merge-function. */
import type { BillItem } from '../bill.ts';
import { pickWinner, stableStringify } from './pick-winner.ts';

/** Returns the texts of both lists without repetitions: the first list itself when both are equal, otherwise sorted, so that merge order does not matter. */
export function unite(a: readonly string[], b: readonly string[]): readonly string[] {
  if (a.length === b.length && a.every((text, index) => text === b[index])) return a;
  return [...new Set([...a, ...b])].sort();
}

const contentOf = (item: BillItem) => ({
  index: item.index,
  menuItemId: item.menuItemId,
  menuItem: item.menuItem,
  name: item.name,
  size: item.size,
  ...(item.hasSizes === undefined ? {} : { hasSizes: item.hasSizes }),
  sellingPrice: item.sellingPrice,
  ...(item.listPrice === undefined ? {} : { listPrice: item.listPrice }),
  ...(item.priceRule === undefined ? {} : { priceRule: item.priceRule }),
  ...(item.rulesVersion === undefined ? {} : { rulesVersion: item.rulesVersion }),
  ...(item.priceReason === undefined ? {} : { priceReason: item.priceReason }),
  ...(item.maxDiscountPct === undefined ? {} : { maxDiscountPct: item.maxDiscountPct }),
  ...(item.laterPrice === undefined ? {} : { laterPrice: item.laterPrice }),
  ...(item.isOffHours === undefined ? {} : { isOffHours: item.isOffHours }),
  ...(item.priceFlag === undefined ? {} : { priceFlag: item.priceFlag }),
  ...(item.setPrice === undefined ? {} : { setPrice: item.setPrice }),
  ...(item.parentKey === undefined ? {} : { parentKey: item.parentKey }),
  ...(item.choiceGroupId === undefined ? {} : { choiceGroupId: item.choiceGroupId }),
  ...(item.ofSet === undefined ? {} : { ofSet: item.ofSet }),
  ...(item.extraPrice === undefined ? {} : { extraPrice: item.extraPrice }),
  qty: item.qty,
  ...(item.unit === undefined ? {} : { unit: item.unit }),
  printable: item.printable,
  ...(item.station === undefined ? {} : { station: item.station }),
  ...(item.card === undefined ? {} : { card: item.card }),
  ...(item.isAdvance === undefined ? {} : { isAdvance: item.isAdvance }),
  modifiers: item.modifiers,
  gstMode: item.gstMode,
  gstPct: item.gstPct,
  serviceChargeable: item.serviceChargeable,
  createdAt: item.createdAt,
  createdBy: item.createdBy,
  createdByName: item.createdByName,
});
const reductionOf = (item: BillItem) => ({
  discount: item.discount,
  isComp: item.isComp,
  ...(item.givenBy === undefined ? {} : { givenBy: item.givenBy }),
});
const placeOf = (item: BillItem) => ({
  ...(item.courseNo === undefined ? {} : { courseNo: item.courseNo }),
  ...(item.seat === undefined ? {} : { seat: item.seat }),
  ...(item.placedAt === undefined ? {} : { placedAt: item.placedAt }),
});
const firingOf = (item: BillItem) => ({
  ...(item.firedAt === undefined ? {} : { firedAt: item.firedAt }),
  ...(item.firedSent === undefined ? {} : { firedSent: item.firedSent }),
  ...(item.firedBy === undefined ? {} : { firedBy: item.firedBy }),
});

/** Returns the course and the seat of an item: the place that was changed last, and the earlier firing. Both leave `modifiedAt` as it is. */
function courseFields(a: BillItem, b: BillItem): Partial<BillItem> {
  const placed = pickWinner(
    a,
    b,
    (item) => (item.placedAt ? Date.parse(item.placedAt) : 0),
    (item) => stableStringify(placeOf(item)),
  );
  const fired = pickWinner(
    a,
    b,
    (item) => (item.firedAt ? -Date.parse(item.firedAt) : Number.NEGATIVE_INFINITY),
    (item) => stableStringify(firingOf(item)),
  );
  return { ...placeOf(placed), ...firingOf(fired) };
}

const voidOf = (item: BillItem) => ({
  isVoid: item.isVoid,
  voidReason: item.voidReason,
  voidedBy: item.voidedBy,
  voidedAt: item.voidedAt,
  approvalKey: item.approvalKey,
});

/**
 * Returns one item from two versions of it. The content of a saved version wins over an unsaved one. Void wins, and of two voids the
 * earlier. The later discount and the later place win, and the earlier firing. Notes and tickets are united. The greater sent quantity wins. `taxAmount` is recomputed by
 * the totals.
 */
export function mergeItems(a: BillItem, b: BillItem): BillItem {
  if (a === b) return a;
  const saved = pickWinner(
    a,
    b,
    (item) => item.id !== null,
    (item) => -(item.id ?? 0),
    (item) => stableStringify(contentOf(item)),
  );
  const reduced = pickWinner(
    a,
    b,
    (item) => item.modifiedAt,
    (item) => stableStringify(reductionOf(item)),
  );
  const changed = pickWinner(
    a,
    b,
    (item) => item.modifiedAt,
    (item) => item.modifiedBy ?? 0,
  );
  const voided = pickWinner(
    a,
    b,
    (item) => item.isVoid,
    (item) => item.isVoid && item.voidedAt !== null,
    (item) => (item.isVoid && item.voidedAt !== null ? -Date.parse(item.voidedAt) : 0),
    (item) => stableStringify(voidOf(item)),
  );
  return {
    id: saved.id,
    key: a.key,
    ...contentOf(saved),
    ...reductionOf(reduced),
    ...voidOf(voided),
    ...courseFields(a, b),
    notes: unite(a.notes, b.notes),
    sentQty: Math.max(a.sentQty, b.sentQty),
    ticketIds: unite(a.ticketIds, b.ticketIds),
    taxAmount: saved.taxAmount,
    modifiedAt: changed.modifiedAt,
    modifiedBy: changed.modifiedBy,
  };
}
