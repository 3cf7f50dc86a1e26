/**
 * Keeps the unsaved items of a bill for later, as an order with what is paid of it now. It goes through the outbox, so it works without the server. Source:
 * R22.12, docs/rules.md#orders, docs/rules.md#offline-calls.
 */
import type { Bill } from '@atoll/domain/bill/bill';
import { derivedKey } from '@atoll/domain/bill/derived-key';
import { deviceNumberIn, deviceNumberKey } from '@atoll/domain/bill/device-number';
import { liveItems } from '@atoll/domain/bill/items';
import type * as contract from '@atoll/domain/contract/bill/order';
import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import { ok, type Result, refuse } from '@atoll/domain/refusal/refusal';
import { named } from '@atoll/domain/refusal/sentence';
import type { ErrorBody } from '../../api/api.ts';
import { isSaving, useConnection } from '../../api/connection.ts';
import type { NewEntry, OutboxEntry } from '../../outbox/entry.ts';
import { discard, type Outcome, put, putWith, takeBackBill } from '../../outbox/outbox.ts';
import { useApp } from '../../sync/app-store.ts';
import { nextNumberHere } from '../../sync/own-number.ts';
import { type Core, kept, nowText } from '../core.ts';
import { type OrphanedItems, remainingDraft, without } from '../state.ts';
import { cancelReason } from '../toast/elsewhere-text.ts';
import { answerTo, type PayRequest } from './pay.ts';

type OrderBody = BodyOf<typeof contract.createOrder>;

export interface KeepRequest {
  readonly order: Pick<OrderBody, 'kind' | 'name' | 'phone' | 'dueAt' | 'plan' | 'tax'>;
  /** Keys of the items that the person saw. */
  readonly itemKeys: readonly string[];
  /** What is paid now, laari; 0: nothing. */
  readonly amount: number;
  readonly payments: NonNullable<OrderBody['payments']>;
  readonly showsRefusal?: PayRequest['showsRefusal'];
}

export type KeptOrder =
  | { readonly state: 'sent'; readonly order: contract.OrderDetails }
  /** Kept on the device; its number and its papers follow. `number`: on the papers of this till. */
  | { readonly state: 'kept'; readonly bill: Bill; readonly number: string };

export interface KeepActions {
  /** Makes an order of a bill whose items are not saved, and clears the bill. */
  keepOrder(key: string, request: KeepRequest): Promise<Result<KeptOrder>>;
  /** Moves the items of an order that the server refused to the orphaned items, from where they can be added to a bill, and removes the order. */
  orphanOrder(entry: OutboxEntry): Promise<void>;
}

/** Returns the key of the order that keeps these items of a bill: the same one when it is pressed again. */
export const orderKeyOf = (billKey: string, itemKeys: readonly string[]): string =>
  derivedKey(`order ${billKey} ${itemKeys.toSorted().join(' ')}`);

/** Returns the server's refusal, with what it says of each field. */
function refusedBy(reason: ErrorBody | null): Result<never> {
  const texts = [reason?.message, ...Object.values(reason?.errors ?? {})].filter(Boolean);
  return refuse('unavailable', { message: named(texts.join('. ')) });
}

/** Returns the bill with a number of this till, which the papers of its order have: a number of the outlet would be that of the bill. */
async function numbered(bill: Bill): Promise<Bill> {
  if (deviceNumberIn(bill) !== null) return { ...bill, number: null };
  const meta = [...bill.meta, { key: deviceNumberKey, value: await nextNumberHere('bill') }];
  return { ...bill, number: null, meta };
}

/** How long to wait for the server before the order counts as kept on this device. */
const serverWaitMs = 4000;

/** Returns what ends a check-in from which all items go; nothing where it had others. The server ends it only while it is empty. */
function endOf(core: Core, { key, status, items }: Bill, itemKeys: readonly string[]): readonly NewEntry[] {
  if (status !== 'CheckedIn' || items.length !== itemKeys.length) return [];
  return [core.entry('void', key, { billId: key, reason: cancelReason, checkInKey: key })];
}

/** Ends the check-in where nothing is left on it. `noted`: what ends it is on the disk already. One that the server never saw is taken back. */
async function end(core: Core, key: string, noted: readonly NewEntry[]): Promise<void> {
  if (core.draftOf(key).items.length > 0) return;
  const bill = core.bill(key);
  const ends = noted.length > 0 || bill?.key !== key ? noted : endOf(core, bill, []);
  if (ends.length === 0) return;
  core.set({ drafts: without(core.get().drafts, key) });
  if (!(await takeBackBill(key)) && noted.length === 0) await kept(async () => ok(await put(...ends)));
}

/** Moves the items of a refused order to the orphaned items of its key. */
async function orphanOrder(core: Core, { seq, outletId, key, body }: OutboxEntry): Promise<void> {
  const { type, slot, items } = body['bill'] as Bill;
  const orphaned: OrphanedItems = { outletId, type, slot, items: liveItems({ items }), isOrder: true };
  core.set({ stranded: { ...core.get().stranded, [key]: orphaned } });
  await discard(seq);
}

export function keepActions(core: Core): KeepActions {
  /** Returns the bill, or why its items cannot be kept for later: some went to the kitchen, or are not those that the person saw. */
  function toKeep(anyKey: string, itemKeys: readonly string[]) {
    const bill = core.bill(anyKey);
    if (!bill) return refuse('notFound');
    if (!useApp.getState().shift?.isOpen) return refuse('noShiftActive');
    const keys = liveItems(bill).map(({ key }) => key);
    const saved = core.savedKeys(bill);
    const isSame = keys.length === itemKeys.length && keys.every((key) => itemKeys.includes(key) && !saved.has(key));
    return isSame ? ok(bill) : refuse('billChanged');
  }

  /** Orders that are being made, by bill: concurrent presses share the outcome of the first. */
  const keeping = new Map<string, Promise<Result<KeptOrder>>>();

  async function keepOnce(
    anyKey: string,
    { order, itemKeys, amount, payments, showsRefusal }: KeepRequest,
  ): Promise<Result<KeptOrder>> {
    const found = toKeep(anyKey, itemKeys);
    if (!found.ok) return found;
    const { key: billKey } = found.value;
    const isServerReachable = isSaving(useConnection.getState());
    const bill = isServerReachable ? found.value : await numbered(found.value);
    const draft = core.draftOf(billKey);
    const key = orderKeyOf(billKey, itemKeys);
    const paid = amount > 0 ? { amount, payments } : {};
    const body = { ...order, key, bill: { ...bill, key, id: null, version: 0 }, ...paid, madeAt: nowText() };
    const { type, slot } = bill;
    const about = { type, slot, number: deviceNumberIn(bill) };
    // The bill loses the items when they are on the disk as an order; after a reload in between, `takeKept` takes them off.
    const leave = () => core.setDraft(billKey, remainingDraft(core.draftOf(billKey), draft));
    const made = { ...core.entry('order.create', null, body), about };
    // Without the server the end of the check-in is on the disk with the order: it does not stay open after a reload.
    const ends = isServerReachable ? [] : endOf(core, bill, itemKeys);
    const written = await kept(async () => ok(await putWith([made, ...ends], leave)));
    if (!written.ok) return written;
    const [entry] = written.value;
    const outcome: Outcome =
      isServerReachable && entry ? await answerTo(entry, undefined, serverWaitMs, showsRefusal) : { state: 'kept' };
    if (outcome.state === 'refused') {
      // The items are back on the bill before the order is gone, so that a reload loses none.
      core.setDraft(billKey, { ...draft, items: [...draft.items, ...core.draftOf(billKey).items] });
      if (entry) await discard(entry.seq);
      return refusedBy(outcome.reason);
    }
    await end(core, billKey, ends);
    if (outcome.state === 'sent') return ok({ state: 'sent', order: outcome.answer as contract.OrderDetails });
    const papers = await numbered(bill);
    return ok({ state: 'kept', bill: papers, number: deviceNumberIn(papers) ?? '' });
  }

  return {
    orphanOrder: (entry) => orphanOrder(core, entry),

    keepOrder(anyKey, request) {
      const key = core.keyOf(anyKey);
      const started = keeping.get(key) ?? keepOnce(key, request).finally(() => keeping.delete(key));
      keeping.set(key, started);
      return started;
    },
  };
}
