/** Lines of a bill on the device: what may still be changed, and what is voided instead. Source: R15.9, R16.4, docs/rules.md#merge-items. */
import { formatMoney, laari } from '../money/money.ts';
import { ok, type Refusal, type Result, refusal, refuse } from '../refusal/refusal.ts';
import type { Bill, BillItem } from './bill.ts';
import { applyTotals } from './new-bill.ts';
import { inState, transitBill } from './states.ts';

/** Largest total of a bill, in laari: 9,999,999.99. */
export const maxBillTotal = 999_999_999;

/** Returns the refusal of a bill that is too large, in MVR; null when it is not. A line alone may be: then no totals are computed. Source: R35.92. */
export function billTooLarge(
  bill: Pick<Bill, 'total'>,
  items: readonly Pick<BillItem, 'qty' | 'sellingPrice'>[] = [],
): Refusal | null {
  const isTooLarge =
    bill.total > maxBillTotal || items.some(({ qty, sellingPrice }) => qty * sellingPrice > maxBillTotal);
  return isTooLarge
    ? refusal('invalid', { details: `A bill can be at most ${formatMoney(laari(maxBillTotal))}` })
    : null;
}

/** Computes the totals of a bill with a new or changed line; refuses with invalid when they are too large. */
function withTotals(bill: Bill, item: BillItem | null): Result<Bill> {
  const line = billTooLarge({ total: 0 }, item ? [item] : []);
  if (line) return { ok: false, refusal: line };
  const changed = applyTotals(bill);
  const total = item && billTooLarge(changed);
  return total ? { ok: false, refusal: total } : ok(changed);
}

const none: ReadonlySet<string> = new Set();

/** Answers the lines that are not void, in the order of the bill: by index, ties by key. Complimentary lines are live. */
export function liveItems(bill: Pick<Bill, 'items'>): BillItem[] {
  return bill.items.filter((item) => !item.isVoid).sort(byIndex);
}

/** Orders lines as the bill shows them: by index, ties by key. */
export function byIndex(a: Pick<BillItem, 'index' | 'key'>, b: Pick<BillItem, 'index' | 'key'>): number {
  return a.index - b.index || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
}

/** Answers lines in the order of the bill. */
export function sortItems(items: readonly BillItem[]): BillItem[] {
  return [...items].sort(byIndex);
}

/** Answers the index of the next line. */
export function nextIndex(bill: Pick<Bill, 'items'>): number {
  return bill.items.reduce((greatest, item) => Math.max(greatest, item.index), 0) + 1;
}

/**
 * Answers whether a line may still be changed or taken out: it has no id, stands on no ticket, and is not among `savedKeys`,
 * the lines that already wait in the outbox for the server.
 */
export function isUnsaved(item: BillItem, savedKeys: ReadonlySet<string> = none): boolean {
  return item.id === null && item.sentQty === 0 && item.ticketIds.length === 0 && !savedKeys.has(item.key);
}

/** Answers the unsaved lines in the order of the bill. */
export function unsavedItems(bill: Pick<Bill, 'items'>, savedKeys: ReadonlySet<string> = none): BillItem[] {
  return bill.items.filter((item) => isUnsaved(item, savedKeys)).sort(byIndex);
}

/**
 * Answers the bill with one more line and its totals; a printed bill is Saved again. Refuses with notCheckedIn, billClosed or billVoid, and with invalid when it is too large;
 * a line that is there already changes nothing.
 */
export function addItem(bill: Bill, item: BillItem): Result<Bill> {
  const to = transitBill(bill, 'addItem');
  if (!to.ok) return to;
  if (bill.items.some((one) => one.key === item.key)) return ok(bill);
  return withTotals({ ...inState(bill, to.value), modifiedAt: item.createdAt, items: [...bill.items, item] }, item);
}

/** Answers the unsaved line that one more of the same could be added to: same item, size and price, no notes, modifiers or discount. */
export function findSameUnsaved(
  bill: Bill,
  item: BillItem,
  savedKeys: ReadonlySet<string> = none,
): BillItem | undefined {
  const plain = (one: BillItem): boolean =>
    !one.isVoid && !one.isComp && one.discount === null && one.notes.length === 0 && one.modifiers.length === 0;
  return unsavedItems(bill, savedKeys).findLast(
    (one) =>
      one.menuItemId === item.menuItemId &&
      one.size === item.size &&
      one.sellingPrice === item.sellingPrice &&
      plain(one) &&
      plain(item),
  );
}

/** Answers the bill with an unsaved line changed by `change`. Refuses with notFound, or itemSaved for a line that is saved. */
function changeUnsaved(
  bill: Bill,
  key: string,
  savedKeys: ReadonlySet<string>,
  change: (item: BillItem) => BillItem | null,
): Result<Bill> {
  const item = bill.items.find((one) => one.key === key);
  if (!item) return refuse('notFound');
  if (!isUnsaved(item, savedKeys)) return refuse('itemSaved');
  const changed = change(item);
  const items = bill.items.flatMap((one) => (one === item ? (changed ?? []) : one));
  return withTotals({ ...bill, items }, changed);
}

/** Answers the bill with an unsaved line's quantity (at most 3 decimals) set; zero or less takes the line out. */
export function setQty(
  bill: Bill,
  key: string,
  qty: number,
  now: string,
  savedKeys: ReadonlySet<string> = none,
): Result<Bill> {
  const exact = Math.round(qty * 1000) / 1000;
  return changeUnsaved(bill, key, savedKeys, (item) => (exact > 0 ? { ...item, qty: exact, modifiedAt: now } : null));
}

/** Answers the bill with one more of an unsaved line. `now` is an ISO instant. */
export function increaseItem(
  bill: Bill,
  key: string,
  now: string,
  savedKeys: ReadonlySet<string> = none,
): Result<Bill> {
  return setQty(bill, key, (bill.items.find((item) => item.key === key)?.qty ?? 0) + 1, now, savedKeys);
}

/** Answers the bill with one less of an unsaved line; the last one takes the line out. `now` is an ISO instant. */
export function decreaseItem(
  bill: Bill,
  key: string,
  now: string,
  savedKeys: ReadonlySet<string> = none,
): Result<Bill> {
  return setQty(bill, key, (bill.items.find((item) => item.key === key)?.qty ?? 0) - 1, now, savedKeys);
}

/** Answers the bill without an unsaved line. */
export function removeItem(bill: Bill, key: string, savedKeys: ReadonlySet<string> = none): Result<Bill> {
  return changeUnsaved(bill, key, savedKeys, () => null);
}

/** Answers the bill with the notes of an unsaved line replaced; empty ones are dropped. */
export function noteItem(
  bill: Bill,
  key: string,
  notes: readonly string[],
  now: string,
  savedKeys: ReadonlySet<string> = none,
): Result<Bill> {
  const kept = [...new Set(notes.map((note) => note.trim()).filter((note) => note !== ''))];
  return changeUnsaved(bill, key, savedKeys, (item) => ({ ...item, notes: kept, modifiedAt: now }));
}

/** Answers the bill with a line flagged void; it stays on the bill with its quantity. Voiding twice changes nothing. Refuses with notFound, billClosed, billVoid. */
export function voidItem(
  bill: Bill,
  key: string,
  by: { readonly reason: string; readonly user: number | null; readonly now: string },
): Result<Bill> {
  const item = bill.items.find((one) => one.key === key);
  if (!item) return refuse('notFound');
  if (item.isVoid) return ok(bill);
  if (bill.isVoid) return refuse('billVoid');
  if (bill.status === 'Complete') return refuse('billClosed');
  const voided: BillItem = {
    ...item,
    isVoid: true,
    voidReason: by.reason,
    voidedBy: by.user,
    voidedAt: by.now,
    modifiedAt: by.now,
  };
  return ok(applyTotals({ ...bill, items: bill.items.map((one) => (one === item ? voided : one)) }));
}
