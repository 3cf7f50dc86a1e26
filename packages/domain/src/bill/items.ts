/** Editing the items of a bill on the device: unsaved items are changed or removed, saved items are voided. Source: R15.9, R16.4, docs/rules.md#merge-items. */
import { formatMoney, laari } from '../money/money.ts';
import { ok, type Refusal, type Result, refusal, refuse } from '../refusal/refusal.ts';
import type { Bill, BillItem } from './bill.ts';
import { toPay } from './card/sold-card.ts';
import { courseOf } from './course.ts';
import { applyTotals } from './new-bill.ts';
import { seatOf } from './seat.ts';
import { isSetHead, isSetPart } from './set-menu/set-menu.ts';
import { inState, transitBill } from './states.ts';

/** Largest total of a bill, in laari: 9,999,999.99. */
export const maxBillTotal = 999_999_999;

/** How many items that are not void a bill may have, and how many notes an item. Source: R36.13. */
export const maxItems = 500;
export const maxNotes = 20;

/** Returns the refusal of a bill whose total, or one of whose `items`, exceeds the maximum; null otherwise. Source: R35.92. */
export function billTooLarge(
  bill: Pick<Bill, 'total' | 'cardsSold'>,
  items: readonly Pick<BillItem, 'qty' | 'sellingPrice'>[] = [],
): Refusal | null {
  const isTooLarge =
    toPay(bill) > maxBillTotal || items.some(({ qty, sellingPrice }) => qty * sellingPrice > maxBillTotal);
  return isTooLarge
    ? refusal('invalid', { details: `A bill can be at most ${formatMoney(laari(maxBillTotal))}` })
    : null;
}

/** Returns the refusal of a bill that got more items than it may have; null for one that did not grow. Source: R36.13. */
export function billTooLong(bill: Pick<Bill, 'items'>, before: Pick<Bill, 'items'>): Refusal | null {
  const count = liveCount(bill);
  return count > maxItems && count > liveCount(before)
    ? refusal('invalid', { details: `A bill can have at most ${maxItems} items. Open another bill` })
    : null;
}

const liveCount = ({ items }: Pick<Bill, 'items'>): number => items.reduce((n, item) => n + (item.isVoid ? 0 : 1), 0);

/** Returns the refusal of an item with too many notes; null otherwise. Source: R36.13. */
function notesTooMany(notes: readonly string[]): Refusal | null {
  return notes.length > maxNotes ? refusal('invalid', { details: `An item can have at most ${maxNotes} notes` }) : null;
}

/** Computes the totals of a bill with a new or changed item; refuses with invalid when the item or the total is too large. */
function withTotals(bill: Bill, item: BillItem | null): Result<Bill> {
  const line = billTooLarge({ total: 0 }, item ? [item] : []);
  if (line) return { ok: false, refusal: line };
  const changed = applyTotals(bill);
  const total = item && billTooLarge(changed);
  return total ? { ok: false, refusal: total } : ok(changed);
}

const none: ReadonlySet<string> = new Set();

/** Returns the items that are not void, in the order of the bill: by index, ties by key. Complimentary items are live. */
export function liveItems(bill: Pick<Bill, 'items'>): BillItem[] {
  return bill.items.filter((item) => !item.isVoid).sort(byIndex);
}

/** Compares items in the order of the bill: by index, ties by key. */
export function byIndex(a: Pick<BillItem, 'index' | 'key'>, b: Pick<BillItem, 'index' | 'key'>): number {
  return a.index - b.index || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
}

/** Returns the items in the order of the bill. */
export function sortItems(items: readonly BillItem[]): BillItem[] {
  return [...items].sort(byIndex);
}

/** Returns the index for the next item. */
export function nextIndex(bill: Pick<Bill, 'items'>): number {
  return bill.items.reduce((max, item) => Math.max(max, item.index), 0) + 1;
}

/**
 * Returns whether an item may still be changed or removed: it has no id, is on no ticket, and is not among `savedKeys`,
 * the items that wait in the outbox for the server.
 */
export function isUnsaved(item: BillItem, savedKeys: ReadonlySet<string> = none): boolean {
  return item.id === null && item.sentQty === 0 && item.ticketIds.length === 0 && !savedKeys.has(item.key);
}

/** Returns the unsaved items in the order of the bill. */
export function unsavedItems(bill: Pick<Bill, 'items'>, savedKeys: ReadonlySet<string> = none): BillItem[] {
  return bill.items.filter((item) => isUnsaved(item, savedKeys)).sort(byIndex);
}

/**
 * Returns the bill with one more item and its totals; a printed bill becomes Saved again. Refuses with notCheckedIn, billClosed,
 * billVoid, and with invalid when the bill is too large. An item that is already on the bill changes nothing.
 */
export function addItem(bill: Bill, item: BillItem): Result<Bill> {
  const to = transitBill(bill, 'addItem');
  if (!to.ok) return to;
  if (bill.items.some((one) => one.key === item.key)) return ok(bill);
  const tooMuch = notesTooMany(item.notes) ?? billTooLong({ items: [...bill.items, item] }, bill);
  if (tooMuch) return { ok: false, refusal: tooMuch };
  return withTotals({ ...inState(bill, to.value), modifiedAt: item.createdAt, items: [...bill.items, item] }, item);
}

/** Returns the modifiers of an item as text that is the same for the same choices in another order. */
const choicesOf = ({ modifiers }: BillItem): string =>
  modifiers
    .map(({ optionId, name, priceDelta }) => `${optionId} ${name} ${priceDelta}`)
    .toSorted()
    .join('\n');

/** Returns the unsaved item whose quantity can grow instead of adding `item`: same menu item, size, price, course, seat and modifiers, no notes or discount. */
export function findSameUnsaved(
  bill: Bill,
  item: BillItem,
  savedKeys: ReadonlySet<string> = none,
): BillItem | undefined {
  const plain = (one: BillItem): boolean =>
    !one.isVoid && !one.isComp && one.discount === null && one.notes.length === 0 && !isSetHead(one) && !isSetPart(one);
  return unsavedItems(bill, savedKeys).findLast(
    (one) =>
      one.menuItemId === item.menuItemId &&
      one.size === item.size &&
      one.sellingPrice === item.sellingPrice &&
      one.priceRule?.id === item.priceRule?.id &&
      one.isOffHours === item.isOffHours &&
      courseOf(one) === courseOf(item) &&
      seatOf(one) === seatOf(item) &&
      choicesOf(one) === choicesOf(item) &&
      plain(one) &&
      plain(item),
  );
}

/** Returns the bill with an unsaved item changed by `change`; null removes it. Refuses with notFound, or with itemSaved for a saved item. */
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
  if (isPartOf(bill, item) && changed?.qty !== item.qty) return refuse('setPart');
  const items = bill.items.flatMap((one): BillItem | readonly BillItem[] => {
    if (one === item) return changed ?? [];
    if (one.parentKey !== key) return one;
    return changed ? { ...one, qty: changed.qty, modifiedAt: changed.modifiedAt } : [];
  });
  return withTotals({ ...bill, items }, changed);
}

/** Returns whether an item is a part of a set menu that is on the bill. */
const isPartOf = (bill: Bill, { parentKey }: BillItem): boolean =>
  parentKey !== undefined && bill.items.some(({ key }) => key === parentKey);

/** Returns the bill with a set menu and its parts, and its totals. Refuses like `addItem`. */
export function addSet(bill: Bill, items: readonly BillItem[]): Result<Bill> {
  return items.reduce<Result<Bill>>((done, item) => (done.ok ? addItem(done.value, item) : done), ok(bill));
}

/**
 * Returns the bill with the quantity of an unsaved item set, rounded to 3 decimals, of a set menu to whole ones; zero or less removes the item, a set
 * with its parts. Refuses a part of a set with setPart.
 */
export function setQty(
  bill: Bill,
  key: string,
  qty: number,
  now: string,
  savedKeys: ReadonlySet<string> = none,
): Result<Bill> {
  const exact = Math.round(qty * 1000) / 1000;
  return changeUnsaved(bill, key, savedKeys, (item) => {
    const next = isSetHead(item) ? Math.ceil(exact) : exact;
    return next > 0 ? { ...item, qty: next, modifiedAt: now } : null;
  });
}

/** Returns the bill with the quantity of an unsaved item increased by one. `now` is an ISO instant. */
export function increaseItem(
  bill: Bill,
  key: string,
  now: string,
  savedKeys: ReadonlySet<string> = none,
): Result<Bill> {
  return setQty(bill, key, (bill.items.find((item) => item.key === key)?.qty ?? 0) + 1, now, savedKeys);
}

/** Returns the bill with the quantity of an unsaved item decreased by one; at zero the item is removed. `now` is an ISO instant. */
export function decreaseItem(
  bill: Bill,
  key: string,
  now: string,
  savedKeys: ReadonlySet<string> = none,
): Result<Bill> {
  return setQty(bill, key, (bill.items.find((item) => item.key === key)?.qty ?? 0) - 1, now, savedKeys);
}

/** Returns the bill without an unsaved item. */
export function removeItem(bill: Bill, key: string, savedKeys: ReadonlySet<string> = none): Result<Bill> {
  return changeUnsaved(bill, key, savedKeys, () => null);
}

/** Returns the bill with the notes of an unsaved item replaced; empty and repeated notes are dropped. Refuses more than 20. */
export function noteItem(
  bill: Bill,
  key: string,
  notes: readonly string[],
  now: string,
  savedKeys: ReadonlySet<string> = none,
): Result<Bill> {
  const kept = [...new Set(notes.map((note) => note.trim()).filter((note) => note !== ''))];
  const tooMany = notesTooMany(kept);
  if (tooMany) return { ok: false, refusal: tooMany };
  return changeUnsaved(bill, key, savedKeys, (item) => ({ ...item, notes: kept, modifiedAt: now }));
}

/**
 * Returns the bill with an item marked void; it stays on the bill with its quantity. A set menu is void with all its parts, a part not alone (R21.27).
 * Voiding it again changes nothing. Refuses with notFound, billClosed, billVoid, setPart.
 */
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
  if (isPartOf(bill, item)) return refuse('setPart');
  const voided = (one: BillItem): BillItem => ({
    ...one,
    isVoid: true,
    voidReason: by.reason,
    voidedBy: by.user,
    voidedAt: by.now,
    modifiedAt: by.now,
  });
  const isVoided = (one: BillItem): boolean => one === item || (one.parentKey === key && !one.isVoid);
  return ok(applyTotals({ ...bill, items: bill.items.map((one) => (isVoided(one) ? voided(one) : one)) }));
}
