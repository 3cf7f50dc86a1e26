/** What the actions on bills share: reading and writing the state, and showing a bill anew. */

import { type Bill, type BillItem } from '@atoll/domain/bill/bill';
import type { Actor } from '@atoll/domain/bill/new-bill';
import { isOpenBill } from '@atoll/domain/bill/states';
import { type Result, refuse } from '@atoll/domain/refusal/refusal';
import { named } from '@atoll/domain/refusal/sentence';
import { tillNowText } from '../clock/till-clock.ts';
import type { NewEntry, OutboxKind } from '../outbox/entry.ts';
import { NotKept, useOutbox } from '../outbox/outbox.ts';
import { deviceId } from '../session/device.ts';
import { useSession } from '../session/session.ts';
import { type BillsState, type Draft, isEmptyDraft, slotIdOf, without } from './state.ts';
import { viewOf } from './view.ts';

export interface Core {
  readonly get: () => BillsState;
  readonly set: (change: Partial<BillsState>) => void;
  /** The key that a bill goes by now: absorbed ones by their survivor's. */
  readonly keyOf: (key: string) => string;
  /** The bill as shown, by its key or an absorbed one. */
  readonly bill: (key: string) => Bill | undefined;
  /** Computes anew what is shown of the bill. */
  readonly show: (key: string) => void;
  readonly draftOf: (key: string) => Draft;
  /** Writes the draft (an empty one goes away) and shows the bill. */
  readonly setDraft: (key: string, draft: Draft) => void;
  /** Keys of lines that are being saved right now: no longer unsaved. */
  readonly saving: Set<string>;
  /** Keys of the bill's lines that can no longer be changed. */
  readonly savedKeys: (bill: Bill) => ReadonlySet<string>;
  readonly entry: (kind: OutboxKind, billKey: string | null, body: object) => NewEntry;
}

/** Completed bills that stay known, for the screen after paying and the reprint. */
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

/** Taken out of what is shown: the oldest of the closed bills that are too many. */
function prune(bills: Record<string, Bill>): Record<string, Bill> {
  const closed = Object.values(bills).filter((bill) => !isOpenBill(bill) && !bill.pending);
  if (closed.length <= maxClosedKept) return bills;
  const oldest = closed.sort((a, b) => (a.completedAt ?? a.modifiedAt).localeCompare(b.completedAt ?? b.modifiedAt));
  for (const bill of oldest.slice(0, closed.length - maxClosedKept)) delete bills[bill.key];
  return bills;
}

/** Does what writes to the disk; what the disk did not take is refused, in words. */
export async function kept<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof NotKept)) throw error;
    return refuse('unavailable', { message: named(error.message) });
  }
}

/** Name in `meta` of the number that this device gave while the server was away. */
export const deviceNumberKey = 'deviceNumber';

/** The number that this device gave a bill; null when it gave none. */
export const deviceNumberIn = (bill: Bill): string | null =>
  bill.meta.find((each) => each.key === deviceNumberKey)?.value ?? null;

/** The number to say of a bill: the server's, before that this device's own. */
export const numberHere = (bill: Bill): string | null =>
  bill.number !== null ? String(bill.number) : deviceNumberIn(bill);

export function makeCore(get: () => BillsState, set: (change: Partial<BillsState>) => void): Core {
  const saving = new Set<string>();

  function show(key: string): void {
    const { server, drafts, bills, slots } = get();
    const entries = useOutbox.getState().entries.filter((entry) => entry.billKey === key);
    const view = viewOf(server[key], entries, drafts[key]);
    const before = bills[key];
    if (view === before) return;
    const nextSlots = { ...slots };
    if (before) {
      const old = slotIdOf(before.type, before.slot, before.checkNo);
      if (nextSlots[old] === key) delete nextSlots[old];
    }
    if (view && isOpenBill(view)) {
      const id = slotIdOf(view.type, view.slot, view.checkNo);
      const holder = nextSlots[id];
      // Two bills in one slot until the server has joined them: the one with work of this device stays in sight.
      if (holder === undefined || view.pending || !bills[holder]?.pending) nextSlots[id] = key;
    }
    const nextBills = view ? prune({ ...bills, [key]: view }) : without(bills, key);
    set({ bills: nextBills, slots: nextSlots });
  }

  const keyOf = (key: string): string => get().aliases[key] ?? key;

  return {
    get,
    set,
    keyOf,
    bill: (key) => get().bills[keyOf(key)],
    show,
    saving,
    draftOf: (key) =>
      get().drafts[key] ?? { ...emptyDraft(get().outletId ?? 0), version: get().server[key]?.version ?? 0 },
    setDraft(key, draft) {
      const { drafts } = get();
      set({ drafts: isEmptyDraft(draft) ? without(drafts, key) : { ...drafts, [key]: draft } });
      show(key);
    },
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
