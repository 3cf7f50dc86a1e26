/**
 * The bill store: state and actions for every screen that shows or changes bills. The state is in `bills/state.ts`. Actions apply on this
 * device at once and go through the outbox, except those that need the server and say so. Source: R13.4, R15.7–R15.13,
 * docs/rules.md#merge-items, docs/rules.md#tickets, docs/rules.md#outbox.
 */
import type { Bill } from '@atoll/domain/bill/bill';
import { isOpenBill } from '@atoll/domain/bill/states';
import type { SlotTypeName } from '@atoll/domain/outlet/outlet';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { emit, on } from '../api/event.ts';
import { onServerBack } from '../api/server-reachable.ts';
import { t } from '../locale/locale.ts';
import { onRefused, onSent, useOutbox } from '../outbox/outbox.ts';
import { useSession } from '../session/session.ts';
import { onCopiesLost } from '../storage/copy.ts';
import { useApp } from '../sync/app-store.ts';
import type { CommandActions } from './command.ts';
import { makeCore } from './core.ts';
import { type DeliverActions, deliverActions } from './deliver.ts';
import type { FloorActions } from './floor.ts';
import { laterActions } from './later-actions.ts';
import { type OrderActions, orderActions } from './order.ts';
import { type SaveActions, saveActions } from './save.ts';
import { type BillsState, type Draft, joinedAt, noBills, slotIdOf, without } from './state.ts';
import { type BillsKept, billsId, billsStorage, onDraftElsewhere } from './storage.ts';
import { type SyncActions, syncActions } from './sync.ts';
import { needsDetails } from './viewed.ts';

export type BillActions = OrderActions &
  SaveActions &
  SyncActions &
  CommandActions &
  FloorActions &
  DeliverActions & {
    /** Recomputes the shown bill after one of its sources changed. */
    show(key: string): void;
  };
export type Bills = BillsState & BillActions;

export const useBills = create<Bills>()(
  persist<Bills, [], [], BillsKept>(
    (set, get) => {
      const core = makeCore(get, (change) => set(change as Partial<Bills>));
      const sync = syncActions(core);
      const saves = saveActions(core);
      return {
        ...noBills,
        ...orderActions(core),
        ...saves,
        ...sync,
        ...laterActions(core, sync, saves),
        chooseTransfer: (transferring) => core.set({ transferring }),
        ...deliverActions(core, sync, saves),
        show: core.show,
      };
    },
    {
      name: billsId,
      storage: billsStorage,
      partialize: ({ drafts, stranded, transferring, aliases }) => ({ drafts, stranded, transferring, aliases }),
    },
  ),
);

onSent((event) => useBills.getState().takeSent(event));
onRefused((event) => {
  useBills.getState().takeRefused(event);
  useBills.getState().sendPendingMarks();
});
useBills.subscribe((now, before) => {
  if (now.loaded && !before.loaded) now.sendPendingMarks();
});

/** A logout clears the outlet's bills from memory; unsaved drafts stay (R15.4). */
on('logout', () => useBills.setState({ outletId: null, loaded: false, server: {}, bills: {}, slots: {} }));

/** On a shared till each person sees what they may: details of others leave the device, and come again for who may see them (R35.77). */
useSession.subscribe(({ user }, before) => {
  const had = before.user;
  if (!user || (had && user.id === had.id && user.permissions === had.permissions)) return;
  const { viewAgain, loadActive } = useBills.getState();
  if (viewAgain()) void loadActive();
});
onServerBack(() => {
  const { server, loadActive } = useBills.getState();
  if (Object.values(server).some(needsDetails)) void loadActive();
});

/** A bill is recomputed when one of its entries enters or leaves the outbox; what became an order leaves it. */
useOutbox.subscribe((now, before) => {
  const known = new Set(before.entries);
  const still = new Set(now.entries);
  const added = now.entries.filter((e) => !known.has(e));
  const touched = [...added, ...before.entries.filter((e) => !still.has(e))];
  for (const entry of added) useBills.getState().takeKept(entry);
  for (const key of new Set(touched.map((entry) => entry.billKey))) if (key !== null) showSafely(key);
});

/** Recomputes a bill. An error in one bill must not stop the sending of the others. */
function showSafely(key: string): void {
  try {
    useBills.getState().show(key);
  } catch (error) {
    console.error(`Bill ${key} cannot be shown`, error);
  }
}

/** New price rules count for what is not saved yet (R21.11). */
useApp.subscribe((now, before) => {
  if (now.prices.version === before.prices.version || now.outletId !== before.outletId) return;
  if (useBills.getState().priceAgain()) emit('toast', { kind: 'info', message: t('bill.pricesChanged') });
});

onCopiesLost(() => {
  const { outletId, loaded, server } = useBills.getState();
  return { outletId: loaded ? outletId : null, copies: { bills: Object.values(server).filter(isOpenBill) } };
});

onDraftElsewhere((key, draft) => {
  const { drafts, show } = useBills.getState();
  useBills.setState({ drafts: draft ? { ...drafts, [key]: draft } : without(drafts, key) });
  show(key);
});

/** Returns the open bill in a slot, as the screen shows it: its own, or the one to which it is joined. */
export const billAt = (state: BillsState, type: SlotTypeName, slot: string, checkNo = 1): Bill | undefined => {
  const key = state.slots[slotIdOf(type, slot, checkNo)];
  if (key !== undefined) return state.bills[key];
  return checkNo === 1 ? joinedAt(state.bills, type, slot) : undefined;
};

/** Returns a bill by the server's id, its key, or the key of a bill merged into it. */
export const billBy = (state: BillsState, ref: string): Bill | undefined =>
  state.bills[state.aliases[ref] ?? ref] ??
  (/^\d+$/.test(ref) ? Object.values(state.bills).find((bill) => bill.id === Number(ref)) : undefined);
export const useBill = (ref: string): Bill | undefined => useBills((state) => billBy(state, ref));

/**
 * Returns true while the draft holds unsaved changes by a person: items, notes or details. What the till notes by itself, such as ticket marks and its own
 * number of the bill (in `meta`), is sent without anybody's help.
 */
export const hasUnsaved = (draft: Draft | undefined): boolean =>
  draft !== undefined &&
  (draft.items.length > 0 ||
    Object.values(draft.edits).some((edit) => 'notes' in edit || 'placedAt' in edit) ||
    Object.keys(draft.changes).some((name) => name !== 'meta'));
