/** Functions shared by the bill actions: reading and writing the state, and recomputing the shown bill. */

import { type Applied, isLive } from '@atoll/domain/bill/applied';
import { type Bill, type BillItem } from '@atoll/domain/bill/bill';
import { deviceNumberIn } from '@atoll/domain/bill/device-number';
import type { Actor } from '@atoll/domain/bill/new-bill';
import { isOpenBill } from '@atoll/domain/bill/states';
import { type Result, refuse } from '@atoll/domain/refusal/refusal';
import { named } from '@atoll/domain/refusal/sentence';
import { tillNowText } from '../clock/till-clock.ts';
import type { NewEntry, OutboxKind } from '../outbox/entry.ts';
import { NotKept, useOutbox } from '../outbox/outbox.ts';
import { deviceId } from '../session/device.ts';
import { useSession } from '../session/session.ts';
import { hasPromotions } from './price/line-price.ts';
import { type BillsState, type Draft, isEmptyDraft, slotIdOf, without } from './state.ts';
import { isPromoted, viewOf } from './view.ts';
import { viewedHere } from './viewed.ts';

export interface Core {
  readonly get: () => BillsState;
  readonly set: (change: Partial<BillsState>) => void;
  /** Returns the current key of a bill: the survivor's key for a merged bill. */
  readonly keyOf: (key: string) => string;
  /** Returns the shown bill by its key or that of a bill merged into it. */
  readonly bill: (key: string) => Bill | undefined;
  /** Recomputes the shown bill. */
  readonly show: (key: string) => void;
  readonly draftOf: (key: string) => Draft;
  /** Writes the draft (an empty one is removed); the caller has the bill recomputed. */
  readonly keepDraft: (key: string, draft: Draft) => void;
  /** Writes the draft as `keepDraft` does, and recomputes the bill. */
  readonly setDraft: (key: string, draft: Draft) => void;
  /** Keys of items that are being saved: no longer unsaved. */
  readonly saving: Set<string>;
  /** Returns the keys of the bill's items that can no longer be changed. */
  readonly savedKeys: (bill: Bill) => ReadonlySet<string>;
  readonly entry: (kind: OutboxKind, billKey: string | null, body: object) => NewEntry;
}

/** How many completed bills are kept, for the screen after payment and the reprint. */
const maxClosedKept = 30;

export const nowText = tillNowText;

export const actor = (): Actor => {
  const { user } = useSession.getState();
  return user && { id: user.id, name: user.name };
};

const emptyDraft = (outletId: number): Draft => ({
  outletId,
  version: 0,
  items: [],
  removed: [],
  edits: {},
  changes: {},
  payments: [],
});

/** Removes the oldest closed bills above the limit. */
function prune(bills: Record<string, Bill>): Record<string, Bill> {
  const closed = Object.values(bills).filter((bill) => !isOpenBill(bill) && !bill.pending);
  if (closed.length <= maxClosedKept) return bills;
  const oldest = closed.sort((a, b) => (a.completedAt ?? a.modifiedAt).localeCompare(b.completedAt ?? b.modifiedAt));
  for (const bill of oldest.slice(0, closed.length - maxClosedKept)) delete bills[bill.key];
  return bills;
}

/** Runs work that writes to the disk. Returns a refusal when the disk does not accept it. */
export async function kept<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof NotKept)) throw error;
    return refuse('unavailable', { message: named(error.message) });
  }
}

/** Returns the number to show for a bill: the server's, else this device's. */
export const numberHere = (bill: Bill): string | null =>
  bill.number !== null ? String(bill.number) : deviceNumberIn(bill);

/** Returns the bill to show to the signed-in person; of another waiter's bill not even what waits on this device. */
function viewHere(...[known, entries, draft]: Parameters<typeof viewOf>): Bill | undefined {
  if (known?.isMasked) return known;
  const view = viewOf(known, entries, draft);
  return view && viewedHere(view);
}

export function makeCore(get: () => BillsState, set: (change: Partial<BillsState>) => void): Core {
  const saving = new Set<string>();

  /** Recomputes the shown bill and writes it together with another change: each write tells every component. */
  function show(key: string, change: Partial<BillsState> = {}): void {
    const { server, drafts, bills, slots } = { ...get(), ...change };
    const entries = useOutbox.getState().entries.filter((entry) => entry.billKey === key);
    const view = viewHere(server[key], entries, drafts[key]);
    const before = bills[key];
    if (view === before) {
      if (Object.keys(change).length > 0) set(change);
      return;
    }
    const nextSlots = { ...slots };
    if (before) {
      const old = slotIdOf(before.type, before.slot, before.checkNo);
      if (nextSlots[old] === key) delete nextSlots[old];
    }
    if (view && isOpenBill(view)) {
      const id = slotIdOf(view.type, view.slot, view.checkNo);
      const holder = nextSlots[id];
      // Two bills share the slot until the server merges them. The one with work of this device stays visible.
      if (holder === undefined || view.pending || !bills[holder]?.pending) nextSlots[id] = key;
    }
    const nextBills = view ? prune({ ...bills, [key]: view }) : without(bills, key);
    set({ ...change, bills: nextBills, slots: nextSlots });
  }

  const draftChange = (key: string, draft: Draft): Pick<BillsState, 'drafts'> => {
    const { drafts } = get();
    return { drafts: isEmptyDraft(draft) ? without(drafts, key) : { ...drafts, [key]: draft } };
  };

  const keyOf = (key: string): string => get().aliases[key] ?? key;

  return {
    get,
    set,
    keyOf,
    bill: (key) => get().bills[keyOf(key)],
    show: (key) => show(key),
    saving,
    draftOf: (key) =>
      get().drafts[key] ?? { ...emptyDraft(get().outletId ?? 0), version: get().server[key]?.version ?? 0 },
    keepDraft: (key, draft) => set(draftChange(key, draft)),
    setDraft: (key, draft) => show(key, draftChange(key, draft)),
    savedKeys(bill) {
      const unsaved = new Set((get().drafts[bill.key]?.items ?? []).map((item: BillItem) => item.key));
      return new Set(bill.items.map((item) => item.key).filter((key) => !unsaved.has(key) || saving.has(key)));
    },
    entry(kind, billKey, body) {
      const { user, scope } = useSession.getState();
      const bill = kind === 'create' ? (body as Bill) : billKey === null ? undefined : get().bills[keyOf(billKey)];
      return {
        kind,
        billKey,
        about: bill ? { type: bill.type, slot: bill.slot, number: numberHere(bill) } : null,
        body: body as Readonly<Record<string, unknown>>,
        outletId: scope?.outletId ?? 0,
        userId: user?.id ?? 0,
        userName: user?.name ?? '',
        deviceId: deviceId(),
      };
    },
  };
}

/** Returns the promotions of a bill that the server may not have: those of items that stay unsaved are left out. */
function givenNow(core: Core, { key, applied = [] }: Bill, draft: Draft): readonly Applied[] {
  const known = new Set(core.get().server[key]?.applied?.map((one) => one.key));
  const sent = new Set(draft.items.map((item) => item.key));
  const unsaved = new Set(core.draftOf(key).items.flatMap((item) => (sent.has(item.key) ? [] : item.key)));
  return applied.filter(
    (one) => isLive(one) && !known.has(one.key) && !one.parts?.some(({ itemKey }) => unsaved.has(itemKey)),
  );
}

/** Returns the entry that sends a draft of a bill; null when there is nothing to send. */
export function updateOf(core: Core, bill: Bill, draft: Draft): NewEntry | null {
  // Includes the edits made since, also when the bill was not recomputed.
  const edited = bill.items
    .filter((item) => item.key in draft.edits)
    .map((item) => ({ ...item, ...draft.edits[item.key] }));
  const changed = Object.keys(draft.changes);
  if (draft.items.length === 0 && edited.length === 0 && changed.length === 0) return null;
  return core.entry('update', bill.key, {
    key: bill.key,
    type: bill.type,
    slot: bill.slot,
    version: changed.length ? draft.version : (core.get().server[bill.key]?.version ?? 0),
    items: [...edited, ...draft.items],
    ...((hasPromotions() || bill.applied) && isPromoted(draft) && { applied: givenNow(core, bill, draft) }),
    ...draft.changes,
    changed,
    modifiedAt: nowText(),
  });
}
