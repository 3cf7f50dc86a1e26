/** Takes an order: check-in, items, notes, details. Each change applies on the device at once. Source: R15.7–R15.9, R15.13, docs/rules.md#offline. */

import type { Bill, BillCustomer, BillItem } from '@atoll/domain/bill/bill';
import type { cardLine } from '@atoll/domain/bill/card/card-line';
import { deviceNumberKey } from '@atoll/domain/bill/device-number';
import {
  addItem,
  addSet,
  findSameUnsaved,
  maxNotes,
  nextIndex,
  noteItem,
  removeItem,
  setQty,
} from '@atoll/domain/bill/items';
import { applyTotals, emptyBill, newItem } from '@atoll/domain/bill/new-bill';
import { asSetHead, asSetPart, setPrices, shareOfSet, swapKey } from '@atoll/domain/bill/set-menu/set-menu';
import { transitBill } from '@atoll/domain/bill/states';
import { findCardNumber } from '@atoll/domain/form/card-text';
import { findForbiddenText } from '@atoll/domain/form/plain-text';
import type { MenuItem, MenuSize } from '@atoll/domain/menu/menu';
import { sectionOf } from '@atoll/domain/outlet/floor/section-of';
import type { SlotTypeName } from '@atoll/domain/outlet/outlet';
import { findSlot } from '@atoll/domain/outlet/slot';
import { stationFor } from '@atoll/domain/outlet/station';
import type { SharePlan } from '@atoll/domain/payment/shares';
import type { ChoiceGroup } from '@atoll/domain/price/choice-group';
import { ok, type Result, refuse } from '@atoll/domain/refusal/refusal';
import { billTerms } from '@atoll/domain/tax/tax';
import { useConnection } from '../api/connection.ts';
import { NotKept, put, putOne } from '../outbox/outbox.ts';
import { uuidv7 } from '../session/id.ts';
import { refusedChange } from '../session/refused-change.ts';
import { notify, settingHere, useApp } from '../sync/app-store.ts';
import { menuIndexOf } from '../sync/menu/menu-index.ts';
import { nextNumberHere } from '../sync/own-number.ts';
import { actor, type Core, kept, nowText } from './core.ts';
import { priceDraft, priceFields, pricesOn } from './price/line-price.ts';
import { type BillChanges, type Draft, type ItemEdit, joinedAt, slotIdOf } from './state.ts';
import { servedHere } from './viewed.ts';

export interface CheckInOptions {
  readonly checkNo?: number;
  readonly covers?: number;
}

export interface ItemChoice {
  /** The key of an item that another bill could not take: it stays a line of its own, and its ticket stays its ticket. */
  readonly key?: string;
  readonly menuItem: MenuItem;
  /** Absent: the default size, else the first. */
  readonly size?: MenuSize;
  readonly qty?: number;
  readonly notes?: readonly string[];
  readonly modifiers?: BillItem['modifiers'];
  /** Laari; only for open-price items and overrides. */
  readonly sellingPrice?: number;
  /** No menu offers the item now, and the person was asked (R21.28). */
  readonly isOffHours?: boolean;
  /** Who orders it; 0 or absent: shared. */
  readonly seat?: number;
  /** Of a set menu: a part for each chosen unit. */
  readonly parts?: readonly PartChoice[];
}

/** What was chosen for one unit of a set menu. */
export interface PartChoice {
  readonly menuItem: MenuItem;
  readonly size: MenuSize;
  readonly group: Pick<ChoiceGroup, 'id' | 'courseNo'>;
  readonly extraPrice: number;
  readonly modifiers?: BillItem['modifiers'];
}

const placedItem = ({ id }: MenuItem) => menuIndexOf(useApp.getState().menus).find(id);

/** Returns the station that makes a new item of a bill; nothing where the outlet has changed no station. */
function stationField(bill: Bill, menuItem: MenuItem): Pick<BillItem, 'station'> {
  const { outlet, floor } = useApp.getState();
  if (!outlet?.stations) return {};
  const place = { slotType: bill.type, sectionId: sectionOf(floor, bill)?.id ?? 0 };
  const station = stationFor(menuItem, placedItem(menuItem)?.categoryIds ?? [], place, outlet.stations);
  return station === null ? {} : { station };
}

/** Returns the item of a choice; undefined when it has no size. */
export function chosenItem(bill: Bill, choice: ItemChoice): BillItem | undefined {
  const { key = uuidv7(), menuItem, qty = 1, notes = [], modifiers = [], sellingPrice, isOffHours } = choice;
  const size = choice.size ?? menuItem.sizes.find(({ isDefault }) => isDefault) ?? menuItem.sizes[0];
  if (!size) return undefined;
  const now = nowText();
  const category = placedItem(menuItem)?.category ?? null;
  const item = newItem({
    key,
    menuItem,
    category,
    size,
    qty,
    terms: bill,
    now,
    user: actor(),
    index: nextIndex(bill),
    notes,
    modifiers,
    ...(sellingPrice === undefined ? {} : { sellingPrice }),
  });
  const isTyped = sellingPrice !== undefined || menuItem.openPrice;
  const courseNo = bill.type === 'Table' && settingHere('Courses') ? category?.courseNo : undefined;
  return {
    ...item,
    ...(isTyped ? {} : priceFields(bill, menuItem, size, Date.parse(now))),
    ...stationField(bill, menuItem),
    ...(courseNo && { courseNo }),
    ...(choice.seat && { seat: choice.seat }),
    ...(isOffHours && { isOffHours }),
  };
}

/** Parts of a set come after it, before the next item. */
const partStep = 0.01;

/** Returns the part of a set; undefined when it has no size. */
function partOf(bill: Bill, part: PartChoice, head: BillItem, price: number, index: number): BillItem | undefined {
  const { menuItem, size, group, extraPrice, modifiers = [] } = part;
  const item = chosenItem(bill, { menuItem, size, modifiers });
  if (!item) return undefined;
  const { courseNo: own, ...rest } = asSetPart(item, { head, groupId: group.id, price, extraPrice });
  const hasCourses = bill.type === 'Table' && settingHere('Courses');
  const courseNo = hasCourses ? (group.courseNo ?? own) : undefined;
  const { rulesVersion } = head;
  return { ...rest, index, ...(courseNo && { courseNo }), ...(rulesVersion && { rulesVersion }) };
}

/** Returns the items of a choice: a set menu with its parts, at the prices that divide the set's (R21.25). Undefined without a size. */
export function chosenItems(bill: Bill, choice: ItemChoice): readonly BillItem[] | undefined {
  const item = chosenItem(bill, choice);
  const { parts } = choice;
  if (!item || !parts) return item && [item];
  const head = asSetHead({ ...item, qty: Math.ceil(item.qty), notes: [] });
  const priceOf = pricesOn(bill, Date.parse(head.createdAt));
  const prices = setPrices(
    head.setPrice ?? 0,
    parts.map(({ menuItem, size, extraPrice }) => ({
      listPrice: priceOf?.(menuItem, size).listPrice ?? size.sellingPrice,
      extraPrice,
    })),
  );
  const made = parts.flatMap(
    (part, place) => partOf(bill, part, head, prices[place] ?? 0, head.index + (place + 1) * partStep) ?? [],
  );
  return made.length === parts.length ? [head, ...made] : undefined;
}

/** Returns the part that takes the place of another one, for what the set pays of that one and its own extra. */
export function swappedPart(bill: Bill, part: BillItem, choice: PartChoice): BillItem | undefined {
  const head = bill.items.find(({ key }) => key === part.parentKey);
  const made = head && partOf(bill, choice, head, shareOfSet(part) + choice.extraPrice, part.index);
  if (!made) return undefined;
  return { ...made, key: swapKey(part.key), ...(part.seat && { seat: part.seat }) };
}

/** Where and when a line is added, and by whom. */
type LinePlace = Pick<Parameters<typeof cardLine>[0], 'index' | 'now' | 'user'>;

interface ItemActions {
  /** Adds one to an equal unsaved item, or adds a new item. Refused: notCheckedIn, billClosed, billVoid, sizeUnknown. */
  addItem(key: string, choice: ItemChoice): Result<Bill>;
  /** Sets the quantity of an unsaved item; zero or less removes it. Refused: itemSaved, notFound. */
  changeQty(key: string, itemKey: string, qty: number): Result<Bill>;
  /** Replaces the notes of an unsaved item, adds to those of a saved one. */
  setNote(key: string, itemKey: string, notes: readonly string[]): Result<Bill>;
  /** Writes changes of items that only this device knows: into unsaved items at once, into saved ones with the next save. */
  editItems(key: string, edits: Readonly<Record<string, ItemEdit>>): void;
  /** Adds a line that no menu has, such as a gift card. Refused as in `addItem`. */
  addLine(key: string, make: (place: LinePlace) => BillItem): Result<Bill>;
  removeUnsaved(key: string, itemKey: string): Result<Bill>;
  /** Puts another choice in the place of an unsaved part of a set. */
  swapUnsaved(key: string, itemKey: string, choice: PartChoice): Result<Bill>;
  /** Restores the item that was removed last, a set with its parts. */
  undoRemove(key: string): Result<Bill>;
}

interface DetailActions {
  /** Sets the discount: a percentage (plain number), or an amount in laari that replaces it. */
  setDiscount(
    key: string,
    discount: { readonly percentage?: number; readonly amount?: number | null; readonly reason?: string },
  ): Result<Bill>;
  setCustomer(key: string, customer: BillCustomer | null): Result<Bill>;
  /** Prices the unsaved items of all bills by the present rules, and plans their promotions. Returns whether any total changed. Source: R21.11. */
  priceAgain(): boolean;
  /** Changes covers, note, name, invoice type and similar fields. */
  change(key: string, changes: BillChanges): Result<Bill>;
  /** Stores the payments taken at checkout so far, and the tip in laari that they may contain; both survive a reload. */
  setPayments(key: string, payments: Draft['payments'], tip?: number): void;
  /** Shares the bill at checkout among people who pay one after another; null: one person pays (R35.30). */
  setShares(key: string, shares: SharePlan | null): void;
}

export interface OrderActions extends ItemActions, DetailActions {
  /** Opens a bill in a slot. Refused: noShiftActive, alreadyCheckedIn, slotTypeUnknown, slotOutOfRange. */
  checkIn(type: SlotTypeName, slot: string, options?: CheckInOptions): Promise<Result<Bill>>;
}

const shown = (core: Core, key: string): Result<Bill> => {
  const bill = core.bill(key);
  return bill ? ok(bill) : refuse('notFound');
};

function withBill(core: Core, anyKey: string, work: (bill: Bill, key: string) => Result<Bill>): Result<Bill> {
  const found = shown(core, anyKey);
  return found.ok ? work(found.value, found.value.key) : found;
}

/** Opens a bill in a slot: the check-in is written to the outbox. */
async function open(core: Core, type: SlotTypeName, slot: string, options: CheckInOptions): Promise<Result<Bill>> {
  const { outlet, shift } = useApp.getState();
  if (!outlet) return refuse('unavailable');
  if (!shift?.isOpen) return refuse('noShiftActive');
  const found = findSlot(outlet, type, slot);
  if (!found.ok) return found;
  const now = nowText();
  const terms = billTerms(outlet, type, now);
  if (!terms) return refuse('slotTypeUnknown');
  const { checkNo = 1, covers = 0 } = options;
  const meta = useConnection.getState().isOnline ? [] : [{ key: deviceNumberKey, value: await nextNumberHere('bill') }];
  const empty = emptyBill({ key: uuidv7(), type, slot, checkNo, terms, now, user: actor() });
  const opened: Bill = { ...empty, covers, meta, status: 'CheckedIn', isOpen: true };
  const section = sectionOf(useApp.getState().floor, opened);
  const bill = section ? servedHere(opened, section) : opened;
  await put(core.entry('create', bill.key, bill));
  return shown(core, bill.key);
}

export function orderActions(core: Core): OrderActions {
  const checkingIn = new Set<string>();

  return {
    async checkIn(type, slot, options = {}) {
      const id = slotIdOf(type, slot, options.checkNo);
      const { slots, bills } = core.get();
      if (slots[id] !== undefined || checkingIn.has(id) || joinedAt(bills, type, slot))
        return refuse('alreadyCheckedIn');
      checkingIn.add(id);
      try {
        return await kept(() => open(core, type, slot, options));
      } finally {
        checkingIn.delete(id);
      }
    },

    ...itemActions(core),
    ...detailActions(core),
  };
}

/** Writes the unsaved items of a changed bill back into the draft. */
function takeLines(core: Core, key: string, changed: Result<Bill>, newKeys: readonly string[] = []): Result<Bill> {
  if (!changed.ok) return changed;
  const draft = core.draftOf(key);
  const unsaved = new Set(draft.items.map((item) => item.key));
  const items = changed.value.items.filter((item) => unsaved.has(item.key) || newKeys.includes(item.key));
  const left = new Set(items.map((item) => item.key));
  // The set is the last one: its name is shown.
  const gone = draft.items.filter((item) => !left.has(item.key)).toReversed();
  const removed = [...draft.removed, ...gone];
  core.setDraft(key, { ...draft, items, removed });
  return shown(core, key);
}

/** Returns the refusal of notes that the server would refuse, or null. */
function noteFault(notes: readonly string[]) {
  if (findForbiddenText({ notes }))
    return refuse('invalid', { details: 'Note has characters that Atoll cannot use. Type it again' });
  if (findCardNumber({ notes }))
    return refuse('invalid', { details: 'Note has a card number. Remove it: Atoll does not store card numbers' });
  if (notes.length > maxNotes) return refuse('invalid', { details: `An item can have at most ${maxNotes} notes` });
  return null;
}

function restoringActions(core: Core): Pick<ItemActions, 'swapUnsaved' | 'undoRemove'> {
  return {
    swapUnsaved(anyKey, itemKey, choice) {
      return withBill(core, anyKey, (bill, key) => {
        const draft = core.draftOf(key);
        const part = draft.items.find((item) => item.key === itemKey);
        const made = part && swappedPart(bill, part, choice);
        if (!made) return refuse('notFound');
        core.setDraft(key, { ...draft, items: draft.items.map((item) => (item === part ? made : item)) });
        return shown(core, key);
      });
    },

    undoRemove(anyKey) {
      const key = core.keyOf(anyKey);
      const draft = core.draftOf(key);
      const last = draft.removed.at(-1);
      if (!last) return refuse('notFound');
      const isBack = (item: BillItem): boolean => item === last || item.parentKey === last.key;
      const [back, removed] = [draft.removed.filter(isBack), draft.removed.filter((item) => !isBack(item))];
      core.setDraft(key, { ...draft, removed, items: [...draft.items, ...back.toReversed()] });
      return shown(core, key);
    },
  };
}

function itemActions(core: Core): ItemActions {
  return {
    addItem(anyKey, choice) {
      const { key: known, qty = 1, notes = [] } = choice;
      return withBill(core, anyKey, (bill, key) => {
        const fault = noteFault(notes);
        if (fault) return fault;
        const items = chosenItems(bill, choice);
        const [item] = items ?? [];
        if (!items || !item) return refuse('sizeUnknown');
        if (items.length > 1)
          return takeLines(
            core,
            key,
            addSet(bill, items),
            items.map((one) => one.key),
          );
        const saved = core.savedKeys(bill);
        const same = known === undefined ? findSameUnsaved(bill, item, saved) : undefined;
        if (!same) return takeLines(core, key, addItem(bill, item), [item.key]);
        const allowed = transitBill(bill, 'addItem');
        return allowed.ok ? takeLines(core, key, setQty(bill, same.key, same.qty + qty, nowText(), saved)) : allowed;
      });
    },

    changeQty(anyKey, itemKey, qty) {
      return withBill(core, anyKey, (bill, key) =>
        takeLines(core, key, setQty(bill, itemKey, qty, nowText(), core.savedKeys(bill))),
      );
    },

    setNote(anyKey, itemKey, notes) {
      return withBill(core, anyKey, (bill, key) => {
        const fault = noteFault(notes);
        if (fault) return fault;
        const saved = core.savedKeys(bill);
        if (!saved.has(itemKey)) return takeLines(core, key, noteItem(bill, itemKey, notes, nowText(), saved));
        const allowed = transitBill(bill, 'save');
        if (!allowed.ok) return allowed;
        const draft = core.draftOf(key);
        const edits = { ...draft.edits, [itemKey]: { ...draft.edits[itemKey], notes } };
        core.setDraft(key, { ...draft, edits });
        return shown(core, key);
      });
    },

    editItems(anyKey, changed) {
      const key = core.keyOf(anyKey);
      const draft = core.draftOf(key);
      const edits = { ...draft.edits };
      const items = draft.items.map((item) => ({ ...item, ...changed[item.key] }));
      const unsaved = new Set(items.map((item) => item.key));
      for (const [itemKey, edit] of Object.entries(changed))
        if (!unsaved.has(itemKey)) edits[itemKey] = { ...edits[itemKey], ...edit };
      core.setDraft(key, { ...draft, items, edits });
    },

    addLine(anyKey, make) {
      return withBill(core, anyKey, (bill, key) => {
        const item = make({ index: nextIndex(bill), now: nowText(), user: actor() });
        return takeLines(core, key, addItem(bill, item), [item.key]);
      });
    },

    removeUnsaved(anyKey, itemKey) {
      return withBill(core, anyKey, (bill, key) =>
        takeLines(core, key, removeItem(bill, itemKey, core.savedKeys(bill))),
      );
    },

    ...restoringActions(core),
  };
}

function detailActions(core: Core): DetailActions {
  function change(anyKey: string, changes: BillChanges): Result<Bill> {
    return withBill(core, anyKey, (bill, key) => {
      const allowed = transitBill(bill, 'save');
      if (!allowed.ok) return allowed;
      const needed = refusedChange(bill, applyTotals({ ...bill, ...changes }));
      if (needed) return needed;
      const draft = core.draftOf(key);
      const version = Object.keys(draft.changes).length ? draft.version : (core.get().server[key]?.version ?? 0);
      core.setDraft(key, { ...draft, version, changes: { ...draft.changes, ...changes } });
      return shown(core, key);
    });
  }

  return {
    setDiscount: (key, { percentage = 0, amount = null, reason }) =>
      change(key, {
        discountPercentage: percentage,
        discountAmount: amount,
        ...(reason !== undefined && { discountReason: reason }),
      }),

    setCustomer(key, customer) {
      // A customer created here is sent separately, so that the phone number does not wait for a bill.
      if (customer && customer.id === null) {
        const { key: customerKey, name, phone, tin } = customer;
        const body = { key: customerKey, name, phone, ...(tin ? { tin } : {}) };
        void putOne(core.entry('customer.create', null, body)).then(
          (entry) => entry instanceof NotKept && notify({ kind: 'error', message: entry.message }),
        );
      }
      const changed = change(key, { customer, customerId: customer?.id ?? 0 });
      // A group of customers may have prices of its own.
      if (changed.ok && priceDraft(core, core.keyOf(key))) return shown(core, key);
      return changed;
    },

    priceAgain() {
      const totals = (keys: readonly string[]) => keys.map((key) => core.bill(key)?.total);
      const keys = Object.keys(core.get().drafts);
      const before = totals(keys);
      for (const key of keys) if (!priceDraft(core, key)) core.show(key);
      return totals(keys).some((total, place) => total !== before[place]);
    },

    change,

    setPayments(anyKey, payments, tip = 0) {
      const key = core.keyOf(anyKey);
      core.setDraft(key, { ...core.draftOf(key), payments, tip });
    },

    setShares(anyKey, shares) {
      const key = core.keyOf(anyKey);
      core.setDraft(key, { ...core.draftOf(key), shares });
    },
  };
}
