/** What needs the server (A7): what waits of the bill goes first, then the command, and its answer is shown. Source: R15.10. */
import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import { transitBill } from '@atoll/domain/bill/states';
import type { SlotTypeName } from '@atoll/domain/outlet/outlet';
import { ok, type Result, refuse } from '@atoll/domain/refusal/refusal';
import { CallError, call, isNetworkFailure } from '../api.ts';
import { useConnection } from '../connection.ts';
import { billSent, put, takeBackBill } from '../outbox/outbox.ts';
import { type Core, nowText } from './core.ts';
import type { SaveActions } from './save.ts';
import { slotIdOf, type Transfer, without } from './state.ts';
import type { SyncActions } from './sync.ts';

export interface CommandOptions {
  /** The key of an approval given in place (A10). */
  readonly approvalKey?: string;
}

export interface CommandActions {
  /** Voids a saved line. One that never reached the kitchen may be voided without the server; an unsaved one is taken off. */
  voidItem(key: string, itemKey: string, reason: string, options?: CommandOptions): Promise<Result<Bill>>;
  voidBill(key: string, reason: string, options?: CommandOptions): Promise<Result<Bill>>;
  /** Gives the slot back; refused when something went to the kitchen. */
  cancelCheckIn(key: string): Promise<Result<Bill>>;
  /** What the dialog 'Transfer' has chosen; it survives a reload. */
  chooseTransfer(transfer: Transfer | null): void;
  /** Moves the bill; the source slot is cleared at once, and fetched again when it fails, so that nothing is lost. */
  transfer(key: string, to: { readonly type: SlotTypeName; readonly slot: string }): Promise<Result<Bill>>;
}

const sendWaitMs = 10_000;
const cancelReason = 'Check in cancelled';

const refusalOf = (error: unknown): Result<never> => {
  if (error instanceof CallError) {
    return {
      ok: false,
      refusal: {
        reason: (error.body?.reason ?? 'unavailable') as 'unavailable',
        status: error.status,
        message: error.body?.message ?? error.message,
        ...(error.body?.details ? { details: error.body.details } : {}),
      },
    };
  }
  if (isNetworkFailure(error)) return refuse('unavailable');
  throw error;
};

export function commandActions(core: Core, sync: SyncActions, saves: SaveActions): CommandActions {
  const headers = (options: CommandOptions = {}): Record<string, string> =>
    options.approvalKey ? { 'X-Approval': options.approvalKey } : {};

  /** Everything that was typed is saved and with the server; only then the command. */
  async function ready(bill: Bill): Promise<Result<Bill>> {
    const saved = await saves.save(bill.key);
    if (!saved.ok) return saved;
    if (!useConnection.getState().isOnline || !(await billSent(bill.key, sendWaitMs))) return refuse('unavailable');
    return ok(core.bill(bill.key) ?? bill);
  }

  async function answered(send: () => Promise<unknown>): Promise<Result<Bill>> {
    try {
      const bill = (await send()) as Bill;
      sync.takeServer(bill);
      return ok(core.bill(bill.key) ?? bill);
    } catch (error) {
      const theirs = error instanceof CallError ? (error.body?.['bill'] as Bill | undefined) : undefined;
      if (theirs?.key) sync.takeServer(theirs);
      return refusalOf(error);
    }
  }

  const voided = (item: BillItem, reason: string): BillItem => ({ ...item, isVoid: true, voidReason: reason });

  function voidBody(bill: Bill, item: BillItem, reason: string) {
    const { key, type, slot } = bill;
    return {
      key,
      type,
      slot,
      version: bill.version,
      items: [voided(item, reason)],
      changed: [],
      modifiedAt: nowText(),
    };
  }

  async function voidNow(bill: Bill, reason: string, options?: CommandOptions): Promise<Result<Bill>> {
    const allowed = await ready(bill);
    if (!allowed.ok) return allowed;
    const { id, key } = allowed.value;
    return answered(() =>
      call('bill.void', { body: { billId: id ?? key, reason }, headers: headers(options), quiet: true }),
    );
  }

  /** The slot is empty on the screen while the transfer is under way. */
  function clearSlot(bill: Bill): void {
    const id = slotIdOf(bill.type, bill.slot, bill.checkNo);
    const { [id]: _gone, ...slots } = core.get().slots;
    core.set({ slots, bills: without(core.get().bills, bill.key) });
  }

  return {
    async voidItem(anyKey, itemKey, reason, options) {
      const bill = core.bill(anyKey);
      const item = bill?.items.find((each) => each.key === itemKey);
      if (!bill || !item) return refuse('notFound');
      const allowed = transitBill(bill, 'save');
      if (!allowed.ok) return allowed;
      const { isOnline } = useConnection.getState();
      if (item.sentQty === 0 && !isOnline) {
        await put(core.entry('update', bill.key, voidBody(bill, item, reason)));
        return ok(core.bill(bill.key) ?? bill);
      }
      const sent = await ready(bill);
      if (!sent.ok) return sent;
      const current = sent.value.items.find((each) => each.key === itemKey) ?? item;
      return answered(() =>
        call('bill.update', {
          body: voidBody(sent.value, current, reason) as never,
          headers: headers(options),
          quiet: true,
        }),
      );
    },

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

    chooseTransfer: (transferring) => core.set({ transferring }),

    async transfer(anyKey, to) {
      const bill = core.bill(anyKey);
      const allowed = transitBill(bill ?? null, 'transfer');
      if (!bill || !allowed.ok) return allowed.ok ? refuse('notFound') : allowed;
      const sent = await ready(bill);
      if (!sent.ok) return sent;
      const from = sent.value;
      clearSlot(from);
      const { key, version } = from;
      const moved = await answered(() => call('bill.transfer', { body: { from: { key, version }, to }, quiet: true }));
      if (!moved.ok) {
        // The screen has cleared the slot; what stands there comes back from the server, or from what was known.
        const fetched = await sync.refetch(key);
        if (!fetched) core.show(key);
        core.show(key);
      }
      core.set({ transferring: null });
      return moved;
    },
  };
}
