/** Two versions of one line (same key) merge. Commutative, associative, idempotent. Source: decisions A4. */
import type { BillItem } from './bill.ts';

/** Answers a text by which values of one kind are ordered, whatever the order of their fields was. */
export function textOf(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    one !== null && typeof one === 'object' && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
}

/** Answers the texts of both lists once each: the list itself when both are the same, else sorted, so that the order of merging does not matter. */
export function unite(a: readonly string[], b: readonly string[]): readonly string[] {
  if (a.length === b.length && a.every((text, place) => text === b[place])) return a;
  return [...new Set([...a, ...b])].sort();
}

/** A choice between two by a rank: the greater stands; of equal ranks they are the same for every purpose, and the first stands. */
function byRank<T>(a: T, b: T, rank: (one: T) => readonly (string | number | boolean)[]): T {
  const [x, y] = [rank(a), rank(b)];
  for (let place = 0; place < x.length; place += 1) {
    const [p, q] = [x[place] as string, y[place] as string];
    if (p !== q) return p > q ? a : b;
  }
  return a;
}

const contentOf = (item: BillItem) => ({
  index: item.index,
  menuItemId: item.menuItemId,
  menuItem: item.menuItem,
  name: item.name,
  size: item.size,
  sellingPrice: item.sellingPrice,
  qty: item.qty,
  printable: item.printable,
  modifiers: item.modifiers,
  gstMode: item.gstMode,
  gstPct: item.gstPct,
  serviceChargeable: item.serviceChargeable,
  createdAt: item.createdAt,
  createdBy: item.createdBy,
  createdByName: item.createdByName,
});
const reductionOf = (item: BillItem) => ({ discount: item.discount, isComp: item.isComp });
const voidOf = (item: BillItem) => ({
  isVoid: item.isVoid,
  voidReason: item.voidReason,
  voidedBy: item.voidedBy,
  voidedAt: item.voidedAt,
  approvalKey: item.approvalKey,
});

/**
 * Answers one line from two versions of it. The saved version's content stands over an unsaved one's. Void wins, and of two voids the
 * earlier; the later change of its discount stands; notes and tickets are united; the greater quantity sent stands. `taxAmount` is left
 * to the totals.
 */
export function mergeItems(a: BillItem, b: BillItem): BillItem {
  if (a === b) return a;
  const saved = byRank(a, b, (item) => [item.id !== null, -(item.id ?? 0), textOf(contentOf(item))]);
  const reduced = byRank(a, b, (item) => [item.modifiedAt, textOf(reductionOf(item))]);
  const changed = byRank(a, b, (item) => [item.modifiedAt, item.modifiedBy ?? 0]);
  const voided = byRank(a, b, (item) => [
    item.isVoid,
    item.isVoid && item.voidedAt !== null,
    item.isVoid && item.voidedAt !== null ? -Date.parse(item.voidedAt) : 0,
    textOf(voidOf(item)),
  ]);
  return {
    id: saved.id,
    key: a.key,
    ...contentOf(saved),
    ...reductionOf(reduced),
    ...voidOf(voided),
    notes: unite(a.notes, b.notes),
    sentQty: Math.max(a.sentQty, b.sentQty),
    ticketIds: unite(a.ticketIds, b.ticketIds),
    taxAmount: saved.taxAmount,
    modifiedAt: changed.modifiedAt,
    modifiedBy: changed.modifiedBy,
  };
}
