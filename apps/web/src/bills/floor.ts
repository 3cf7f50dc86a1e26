/**
 * Merges, splits and discounts of bills. All of them need the server. Source: docs/rules.md#transfer, docs/rules.md#merge-bills,
 * docs/rules.md#split, docs/rules.md#approvals.
 */
import type { Bill, BillItem, ItemDiscount } from '@atoll/domain/bill/bill';
import { derivedKey } from '@atoll/domain/bill/derived-key';
import { applyTotals } from '@atoll/domain/bill/new-bill';
import { isSetHead, partsOfSet } from '@atoll/domain/bill/set-menu/set-menu';
import type { SplitPart } from '@atoll/domain/bill/split/split';
import { transitBill } from '@atoll/domain/bill/states';
import { grossAmount } from '@atoll/domain/bill/totals';
import { allocate } from '@atoll/domain/money/allocate';
import { ok, type Result, refuse } from '@atoll/domain/refusal/refusal';
import { call } from '../api/api.ts';
import { isSaving, useConnection } from '../api/connection.ts';
import { tillNow } from '../clock/till-clock.ts';
import { billSent, put } from '../outbox/outbox.ts';
import { refusedChange } from '../session/refused-change.ts';
import { useSession } from '../session/session.ts';
import { useApp } from '../sync/app-store.ts';
import { type Core, kept, nowText } from './core.ts';
import { chosenItems, type ItemChoice } from './order.ts';
import type { SaveActions } from './save.ts';
import { savedHere } from './saved.ts';
import {
  approvedEntry,
  asCommand,
  type CommandOptions,
  needsServer,
  type ServerCalls,
  sendWaitMs,
  serverCalls,
} from './server-call.ts';
import type { SyncActions } from './sync.ts';

/** How a bill is split: chosen items, equal parts for a number of checks, groups of seats, or a check of a given amount (laari). */
export type SplitChoice =
  | { readonly items: readonly SplitPart[] }
  | { readonly parts: number }
  | { readonly seats: readonly (readonly number[])[] }
  | { readonly amount: number };

export interface ItemReduction {
  readonly discount?: ItemDiscount | null;
  readonly isComp?: boolean;
}

/** A price override, laari, and its reason. */
export interface LinePrice {
  readonly price: number;
  readonly reason: string;
}

/** Which bills are handed over: some by their keys, or all open ones of a person or a section of the floor. */
export type HandChoice =
  | { readonly keys: readonly string[] }
  | { readonly fromUserId: number }
  | { readonly sectionId: number };

export interface FloorActions {
  /** Hands bills to another waiter, after their waiting work was sent, and returns them. */
  hand(choice: HandChoice, toUserId: number, options?: CommandOptions): Promise<Result<readonly Bill[]>>;
  /** Merges the bill into another and returns that one. */
  merge(key: string, into: string, options?: CommandOptions): Promise<Result<Bill>>;
  /** Joins slots to the bill: the whole list, empty to take them apart. Returns the bill. */
  join(key: string, slots: readonly string[], options?: CommandOptions): Promise<Result<Bill>>;
  /** Splits the bill over checks of its slot and returns the bill itself. */
  split(key: string, choice: SplitChoice, options?: CommandOptions): Promise<Result<Bill>>;
  /** Cuts an item in two and returns the bill; the piece of `qty` has the key of check 1. */
  divide(key: string, itemKey: string, qty: number): Promise<Result<Bill>>;
  /** Gives an item a discount, or makes it complimentary; an unsaved item is saved first. */
  reduceItem(key: string, itemKey: string, change: ItemReduction, options?: CommandOptions): Promise<Result<Bill>>;
  /**
   * Overrides the price of an unsaved item. With permission it applies at once and is saved with the rest; otherwise the item is sent to the
   * server with the approval. Refused: itemSaved, approvalNeeded, unavailable.
   */
  setPrice(key: string, itemKey: string, price: LinePrice, options?: CommandOptions): Promise<Result<Bill>>;
  /** Sends an item that no menu offers now to the server, with the approval. Refused: sizeUnknown, approvalNeeded, unavailable. */
  sellOffHours(key: string, choice: ItemChoice, options?: CommandOptions): Promise<Result<Bill>>;
  /** Applies a discount on the whole bill that needs an approval, or exceeds this person's limit. */
  discountBill(
    key: string,
    discount: { readonly percentage: number; readonly amount: number | null; readonly reason?: string },
    options?: CommandOptions,
  ): Promise<Result<Bill>>;
  /** Takes a promotion off the bill, so that it does not come back; without the server it waits in the outbox (R21.22). */
  removePromotion(key: string, promotionId: number, reason: string, options?: CommandOptions): Promise<Result<Bill>>;
}

export function floorActions(core: Core, sync: SyncActions, saves: SaveActions): FloorActions {
  const { ready, answered } = serverCalls(core, sync, saves);

  async function open(anyKey: string): Promise<Result<Bill>> {
    const bill = core.bill(anyKey);
    const allowed = transitBill(bill ?? null, 'transfer');
    if (!bill || !allowed.ok) return allowed.ok ? refuse('notFound') : allowed;
    return ready(bill);
  }

  function update(bill: Bill, change: object, options?: CommandOptions): Promise<Result<Bill>> {
    const { key, type, slot, version } = bill;
    const body = { key, type, slot, version, items: [], changed: [], modifiedAt: nowText(), ...change };
    return answered((signal) => call('bill.update', { body: body as never, ...asCommand(options, signal) }));
  }

  return {
    ...handActions(open, answered),
    ...divideActions(open, answered),
    ...offHoursAction(core, update),
    ...promotionAction(core, saves, { open, update }),

    async merge(anyKey, intoKey, options) {
      const from = await open(anyKey);
      const to = from.ok ? await open(intoKey) : from;
      if (!from.ok || !to.ok) return to;
      const body = { from: from.value.key, to: to.value.key };
      const merged = await answered((signal) => call('bill.merge', { body, ...asCommand(options, signal) }));
      if (merged.ok) sync.rename(body.from, merged.value.key);
      return merged;
    },

    async reduceItem(anyKey, itemKey, change, options) {
      const bill = await open(anyKey);
      if (!bill.ok) return bill;
      const item = bill.value.items.find((one) => one.key === itemKey);
      if (!item) return refuse('notFound');
      const reduced = reducedItems(bill.value, item, change);
      const items = reduced.map((one) => ({ ...one, modifiedAt: laterThan(one.modifiedAt) }));
      return update(bill.value, { items }, options);
    },

    async setPrice(anyKey, itemKey, { price, reason }, options) {
      const bill = core.bill(anyKey);
      if (!bill) return refuse('notFound');
      const draft = core.draftOf(bill.key);
      const item = draft.items.find((one) => one.key === itemKey);
      if (!item) return refuse('itemSaved');
      const { listPrice: _, priceRule: __, ...own } = item;
      const priced: BillItem = { ...own, sellingPrice: price, priceReason: reason, modifiedAt: nowText() };
      const others = draft.items.filter((one) => one.key !== itemKey);
      if (useSession.getState().user?.permissions.includes('price.override')) {
        core.setDraft(bill.key, { ...draft, items: draft.items.map((one) => (one.key === itemKey ? priced : one)) });
        return ok(core.bill(bill.key) ?? bill);
      }
      if (!isSaving(useConnection.getState())) return needsServer();
      if (!(await billSent(bill.key, sendWaitMs))) return refuse('unavailable');
      const done = await update(bill, { items: [priced] }, options);
      if (!done.ok) return done;
      core.setDraft(bill.key, { ...core.draftOf(bill.key), items: others });
      savedHere(done.value, [itemKey]);
      return done;
    },

    async discountBill(anyKey, { percentage, amount, reason }, options) {
      const known = core.bill(anyKey);
      const isSaid = reason !== undefined || known?.discountReason !== undefined;
      const about = isSaid ? { discountReason: reason ?? '' } : {};
      const values = { discountPercentage: percentage, discountAmount: amount, ...about };
      const change = { ...values, changed: Object.keys(values) };
      const isAsked = known && !useConnection.getState().isOnline && options?.approvalKey === undefined;
      const needed = isAsked ? refusedChange(known, applyTotals({ ...known, ...values })) : null;
      if (needed) return needed;
      if (options?.isOffline) return updateLater(core, saves, { key: anyKey, change, options });
      const bill = await open(anyKey);
      return bill.ok ? update(bill.value, change, options) : bill;
    },
  };
}

/** Returns an item with its discount, or complimentary; of a set menu its parts, which divide an amount by what they cost. */
function reducedItems({ items }: Bill, item: BillItem, change: ItemReduction): readonly BillItem[] {
  const parts = isSetHead(item) ? partsOfSet(items, item.key).filter(({ isVoid }) => !isVoid) : [item];
  const { discount } = change;
  if (discount?.type !== 'Amount') return parts.map((part) => ({ ...part, ...change }));
  const values = allocate(discount.value, parts.map(grossAmount));
  return parts.map((part, place) => ({ ...part, ...change, discount: { ...discount, value: values[place] ?? 0 } }));
}

interface Calls {
  readonly open: (key: string) => Promise<Result<Bill>>;
  readonly update: (bill: Bill, change: object, options?: CommandOptions) => Promise<Result<Bill>>;
}

/** Takes a promotion off a bill: by the server, or without it by the outbox. */
function promotionAction(
  core: Core,
  saves: SaveActions,
  { open, update }: Calls,
): Pick<FloorActions, 'removePromotion'> {
  return {
    async removePromotion(anyKey, promotionId, reason, options = {}) {
      const change = { declined: [{ promotionId, reason }] };
      if (options.isOffline || !useConnection.getState().isOnline)
        return updateLater(core, saves, { key: anyKey, change, options });
      const bill = await open(anyKey);
      return bill.ok ? update(bill.value, change, options) : bill;
    },
  };
}

/** Sells an item that no menu offers now: it is saved at once, with its approval. */
function offHoursAction(
  core: Core,
  update: (bill: Bill, change: object, options?: CommandOptions) => Promise<Result<Bill>>,
): Pick<FloorActions, 'sellOffHours'> {
  return {
    async sellOffHours(anyKey, choice, options) {
      const bill = core.bill(anyKey);
      if (!bill) return refuse('notFound');
      const items = chosenItems(bill, { ...choice, isOffHours: true });
      if (!items) return refuse('sizeUnknown');
      if (!isSaving(useConnection.getState())) return needsServer();
      if (!(await billSent(bill.key, sendWaitMs))) return refuse('unavailable');
      const done = await update(bill, { items }, options);
      if (done.ok)
        savedHere(
          done.value,
          items.map((item) => item.key),
        );
      return done;
    },
  };
}

interface LaterChange {
  readonly key: string;
  readonly change: object;
  readonly options: CommandOptions;
}

/** Writes the draft, and after it a change that was approved without the server, to the outbox. */
async function updateLater(core: Core, saves: SaveActions, later: LaterChange): Promise<Result<Bill>> {
  const saved = await saves.save(later.key);
  if (!saved.ok) return saved;
  const { key, type, slot, version } = saved.value;
  const body = { key, type, slot, version, items: [], changed: [], modifiedAt: nowText(), ...later.change };
  return kept(async () => {
    await put(approvedEntry(core.entry('update', key, body), later.options));
    return ok(core.bill(key) ?? saved.value);
  });
}

/** Returns a split as the server takes it. */
function wantedOf(choice: SplitChoice) {
  if ('items' in choice) return { items: [...choice.items] };
  return 'seats' in choice ? { seats: choice.seats.map((group) => [...group]) } : choice;
}

/** Splits a bill over checks, and an item on its bill; joins slots to a bill. */
function divideActions(
  open: (key: string) => Promise<Result<Bill>>,
  answered: ServerCalls['answered'],
): Pick<FloorActions, 'split' | 'divide' | 'join'> {
  return {
    async join(anyKey, slots, options) {
      const bill = await open(anyKey);
      if (!bill.ok) return bill;
      const body = { billId: bill.value.key, slots: [...slots] };
      return answered((signal) => call('bill.join', { body, ...asCommand(options, signal) }));
    },

    async split(anyKey, choice, options) {
      const bill = await open(anyKey);
      if (!bill.ok) return bill;
      const wanted = wantedOf(choice);
      // The same request for the same bill version has the same key: a repeated request is done once.
      const { key: billKey, version } = bill.value;
      const body = { billId: billKey, key: derivedKey(`${billKey} ${version} ${JSON.stringify(wanted)}`), ...wanted };
      return answered((signal) => call('bill.split', { body, ...asCommand(options, signal) }));
    },

    async divide(anyKey, itemKey, qty) {
      const bill = await open(anyKey);
      if (!bill.ok) return bill;
      const body = { billId: bill.value.key, itemKey, qty };
      return answered((signal) => call('bill.divide', { body, quiet: true, signal }));
    },
  };
}

/** Returns the action that hands bills over; it waits until their work was sent. */
function handActions(
  open: (key: string) => Promise<Result<Bill>>,
  answered: ServerCalls['answered'],
): Pick<FloorActions, 'hand'> {
  return {
    async hand(choice, toUserId, options) {
      const keys = 'keys' in choice ? choice.keys : [];
      for (const key of keys) {
        const sent = await open(key);
        if (!sent.ok) return sent;
      }
      const what = 'keys' in choice ? { billIds: [...keys] } : choice;
      let handed: readonly Bill[] | undefined;
      const done = await answered(async (signal) => {
        handed = (await call('bill.hand', {
          body: { ...what, toUserId },
          ...asCommand(options, signal),
        })) as readonly Bill[];
        return handed;
      });
      if (handed === undefined) return done.ok ? ok([]) : done;
      // The plan says who serves the section, also of one without open bills.
      if ('sectionId' in choice) await useApp.getState().loadFloor();
      return done.ok || handed.length > 0 || 'sectionId' in choice ? ok(handed) : done;
    },
  };
}

/** Returns a time later than `before`: a change counts only when it is later, also on a device whose clock is behind. */
function laterThan(before: string): string {
  return new Date(Math.max(tillNow(), Date.parse(before) + 1)).toISOString();
}
