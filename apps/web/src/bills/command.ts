/**
 * Commands that need the server (docs/rules.md#offline-calls, R15.10). Waiting work of the bill is sent first, then the command; its answer is
 * shown. Source: R15.10.
 */
import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import { voidItem } from '@atoll/domain/bill/items';
import { partsOfSet } from '@atoll/domain/bill/set-menu/set-menu';
import { transitBill } from '@atoll/domain/bill/states';
import type { SlotTypeName } from '@atoll/domain/outlet/outlet';
import { ok, type Result, refuse } from '@atoll/domain/refusal/refusal';
import { call } from '../api/api.ts';
import { useConnection } from '../api/connection.ts';
import { put, takeBackBill } from '../outbox/outbox.ts';
import { refusedChange } from '../session/refused-change.ts';
import { actor, type Core, kept, nowText } from './core.ts';
import { type PartChoice, swappedPart } from './order.ts';
import { type KeepActions, keepActions } from './pay/keep-order.ts';
import type { SaveActions } from './save.ts';
import { savedHere } from './saved.ts';
import { approvalHeader, approvedEntry, type CommandOptions, type ServerCalls, serverCalls } from './server-call.ts';
import { slotIdOf, type Transfer, without } from './state.ts';
import type { SyncActions } from './sync.ts';
import { cancelReason } from './toast/elsewhere-text.ts';

interface TransferActions {
  /** Stores the choice of the dialog 'Transfer'; it survives a reload. */
  chooseTransfer(transfer: Transfer | null): void;
  /** Moves the bill, or some of its items. The slot of a whole bill is cleared at once; after a failure the bill is fetched again, so nothing is lost. */
  transfer(
    key: string,
    to: { readonly type: SlotTypeName; readonly slot: string },
    items?: readonly string[],
    options?: CommandOptions,
  ): Promise<Result<Bill>>;
}

export interface CommandActions extends TransferActions, KeepActions {
  /** Voids a saved item, a set with its parts. An item that never reached the kitchen may be voided without the server; an unsaved one is removed. */
  voidItem(key: string, itemKey: string, reason: string, options?: CommandOptions): Promise<Result<Bill>>;
  /** Puts another choice in the place of a saved part of a set: that part is void, and the set keeps its price (R21.27). */
  swapPart(key: string, itemKey: string, swap: Swap, options?: CommandOptions): Promise<Result<Bill>>;
  voidBill(key: string, reason: string, options?: CommandOptions): Promise<Result<Bill>>;
  /** Cancels the check-in; refused when an item went to the kitchen. */
  cancelCheckIn(key: string): Promise<Result<Bill>>;
}

/** What takes the place of a part of a set, and why. */
export interface Swap {
  readonly choice: PartChoice;
  readonly reason: string;
}

const voided = (item: BillItem, reason: string): BillItem => ({ ...item, isVoid: true, voidReason: reason });

/** Returns an item and, of a set, its parts, void. */
const wholeVoided = ({ items }: Bill, item: BillItem, reason: string): readonly BillItem[] =>
  [item, ...partsOfSet(items, item.key).filter(({ isVoid }) => !isVoid)].map((one) => voided(one, reason));

function changeBody(bill: Bill, items: readonly BillItem[]) {
  const { key, type, slot } = bill;
  return {
    key,
    type,
    slot,
    version: bill.version,
    items,
    changed: [],
    modifiedAt: nowText(),
  };
}

/** Voids and swaps items. */
function itemCommands(core: Core, { ready, answered }: ServerCalls): Pick<CommandActions, 'voidItem' | 'swapPart'> {
  /** Sends items of a bill that are changed: what the kitchen does not have yet is changed without the server too. */
  async function changeItems(
    bill: Bill,
    itemsOf: (now: Bill) => readonly BillItem[],
    options?: CommandOptions,
  ): Promise<Result<Bill>> {
    const items = itemsOf(bill);
    const isUnsent = items.every(({ sentQty }) => sentQty === 0);
    if ((isUnsent && !useConnection.getState().isOnline) || options?.isOffline)
      return kept(async () => {
        await put(approvedEntry(core.entry('update', bill.key, changeBody(bill, items)), options));
        return ok(core.bill(bill.key) ?? bill);
      });
    const sent = await ready(bill);
    if (!sent.ok) return sent;
    return answered((signal) =>
      call('bill.update', {
        body: changeBody(sent.value, itemsOf(sent.value)) as never,
        headers: approvalHeader(options),
        quiet: true,
        signal,
      }),
    );
  }

  return {
    async voidItem(anyKey, itemKey, reason, options) {
      const bill = core.bill(anyKey);
      const item = bill?.items.find((each) => each.key === itemKey);
      if (!bill || !item) return refuse('notFound');
      const allowed = transitBill(bill, 'save');
      if (!allowed.ok) return allowed;
      if (!useConnection.getState().isOnline && options?.approvalKey === undefined) {
        const after = voidItem(bill, itemKey, { reason, user: actor()?.id ?? null, now: nowText() });
        if (!after.ok) return after;
        const needed = refusedChange(bill, after.value);
        if (needed) return needed;
      }
      return changeItems(
        bill,
        (now) => wholeVoided(now, now.items.find(({ key }) => key === itemKey) ?? item, reason),
        options,
      );
    },

    async swapPart(anyKey, itemKey, { choice, reason }, options) {
      const bill = core.bill(anyKey);
      const part = bill?.items.find((each) => each.key === itemKey);
      const made = bill && part && swappedPart(bill, part, choice);
      if (!bill || !part || !made) return refuse('notFound');
      const allowed = transitBill(bill, 'save');
      if (!allowed.ok) return allowed;
      const done = await changeItems(
        bill,
        (now) => [voided(now.items.find(({ key }) => key === itemKey) ?? part, reason), made],
        options,
      );
      if (done.ok) savedHere(done.value, [made.key]);
      return done;
    },
  };
}

export function commandActions(
  core: Core,
  sync: SyncActions,
  saves: SaveActions,
): Omit<CommandActions, 'chooseTransfer'> {
  const calls = serverCalls(core, sync, saves);
  const { ready, answered } = calls;

  async function voidNow(bill: Bill, reason: string, options?: CommandOptions): Promise<Result<Bill>> {
    const allowed = await ready(bill);
    if (!allowed.ok) return allowed;
    const { id, key } = allowed.value;
    return answered((signal) =>
      call('bill.void', {
        body: { billId: id ?? key, reason },
        headers: approvalHeader(options),
        quiet: true,
        signal,
      }),
    );
  }

  const commands: Pick<CommandActions, 'voidBill' | 'cancelCheckIn'> = {
    async voidBill(anyKey, reason, options) {
      const bill = core.bill(anyKey);
      const allowed = transitBill(bill ?? null, 'void');
      if (!bill || !allowed.ok) return allowed.ok ? refuse('notFound') : allowed;
      return voidNow(bill, reason, options);
    },

    async cancelCheckIn(anyKey) {
      const bill = core.bill(anyKey);
      const allowed = transitBill(bill ?? null, 'cancelCheckIn');
      if (!bill || !allowed.ok) return allowed.ok ? refuse('notFound') : allowed;
      core.setDraft(bill.key, {
        ...core.draftOf(bill.key),
        items: [],
        removed: [],
        edits: {},
        changes: {},
        payments: [],
      });
      if (await takeBackBill(bill.key)) {
        core.show(bill.key);
        return ok({ ...bill, isVoid: true, isOpen: false });
      }
      return voidNow(bill, cancelReason);
    },
  };
  return {
    ...itemCommands(core, calls),
    ...commands,
    ...keepActions(core),
    ...transferActions(core, sync, calls),
  };
}

/** Clears the slot on the screen while the transfer is under way. */
function clearSlot(core: Core, bill: Bill): void {
  const id = slotIdOf(bill.type, bill.slot, bill.checkNo);
  const { [id]: _gone, ...slots } = core.get().slots;
  core.set({ slots, bills: without(core.get().bills, bill.key) });
}

function transferActions(
  core: Core,
  sync: SyncActions,
  { ready, answered }: ServerCalls,
): Pick<CommandActions, 'transfer'> {
  return {
    async transfer(anyKey, to, items, options) {
      const bill = core.bill(anyKey);
      const allowed = transitBill(bill ?? null, 'transfer');
      if (!bill || !allowed.ok) return allowed.ok ? refuse('notFound') : allowed;
      const sent = await ready(bill);
      if (!sent.ok) return sent;
      const from = sent.value;
      const { key, version } = from;
      if (!items) clearSlot(core, from);
      const part = items ? { items: [...items] } : {};
      const body = { from: { key, version }, to, ...part };
      const headers = approvalHeader(options);
      const moved = await answered((signal) => call('bill.transfer', { body, headers, quiet: true, signal }));
      if (items) await sync.refetch(key);
      else if (moved.ok) {
        // The bill was merged into the bill of the target slot, or its slot did not change.
        if (moved.value.key === key) core.show(key);
        else sync.rename(key, moved.value.key);
      } else {
        // The slot was cleared on the screen. Its bill is restored from the server, or from the last known state.
        const fetched = await sync.refetch(key);
        if (!fetched) core.show(key);
        core.show(key);
      }
      core.set({ transferring: null });
      return moved;
    },
  };
}
