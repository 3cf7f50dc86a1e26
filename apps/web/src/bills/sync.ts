/**
 * Takes over bills from the server: open bills at the start, single bills after hub messages, and the answers to entries sent from this
 * device. Source: R15.11, docs/rules.md#rebase, docs/rules.md#change-cursor.
 */
import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import { isOpenBill } from '@atoll/domain/bill/states';
import type { Shift } from '@atoll/domain/contract/bill/shift';
import { formatMoney, laari } from '@atoll/domain/money/money';
import type { SlotTypeName } from '@atoll/domain/outlet/outlet';
import { CallError, call, callFor, isNetworkFailure, quietly } from '../api/api.ts';
import { untilAnswered } from '../api/until-answered.ts';
import { words } from '../api/words.ts';
import { tillNow, tillNowText } from '../clock/till-clock.ts';
import { t } from '../locale/locale.ts';
import { forbiddenName, isForbidden, type OutboxEntry } from '../outbox/entry.ts';
import { discard, type RefusedEvent, type SentEvent, useOutbox } from '../outbox/outbox.ts';
import { fieldsWritten } from '../outbox/rebase-entries.ts';
import { newLines } from '../outbox/unsynced-amount.ts';
import { useSession } from '../session/session.ts';
import { copyOf, keepCopy } from '../storage/copy.ts';
import { notify, useApp } from '../sync/app-store.ts';
import { reportCopy } from '../sync/parts.ts';
import type { Core } from './core.ts';
import { lateLines } from './late-items.ts';
import { type Draft, type OrphanedItems, without } from './state.ts';
import { isAheadOnlyByOwn } from './version.ts';

export interface SyncActions {
  /** Reads the open bills of the outlet. Returns the number of the change they include; null when the last good copy was used. */
  loadActive(): Promise<number | null>;
  /** Fetches one bill and shows it. `tell`: shows a message that it was updated. */
  refetch(ref: number | string, tell?: boolean): Promise<Bill | null>;
  /** Takes a bill of the server. A version older than the known one is ignored. */
  takeServer(bill: Bill, tell?: boolean): void;
  /** Returns the known version of the bill with this id; null when unknown. */
  knownVersion(id: number): number | null;
  /** Removes the orphaned items of a bill, except those in `left`. */
  dismissOrphaned(key: string, left?: readonly BillItem[]): void;
  /** Moves the items of refused entries to the orphaned items, from where they can be added to another bill, and removes the entries from the outbox. */
  orphanItems(billKey: string): Promise<void>;
  /** Maps a merged bill to its survivor's key; its draft moves to the survivor. */
  rename(from: string, to: string): void;
  takeSent(event: SentEvent): void;
  takeRefused(event: RefusedEvent): void;
}

const copyDelayMs = 300;

/** An entry older than this was made while the server was unreachable. */
const lateMs = 5000;

const hasLines = ({ kind }: OutboxEntry): boolean => kind === 'create' || kind === 'update';

/** Returns true when a change makes no visible difference, so that no message is shown. */
function looksSame(a: Bill, b: Bill): boolean {
  const essence = (bill: Bill): string =>
    JSON.stringify([
      bill.type,
      bill.slot,
      bill.status,
      bill.isVoid,
      bill.total,
      bill.customerId,
      bill.covers,
      bill.note,
      bill.items.map((item) => [item.key, item.isVoid, item.notes]),
    ]);
  return essence(a) === essence(b);
}

export function syncActions(core: Core): SyncActions {
  let copyTimer: ReturnType<typeof setTimeout> | undefined;

  /** Stores the open bills for a start without the server, shortly after the last change. */
  function keepBills(): void {
    clearTimeout(copyTimer);
    copyTimer = setTimeout(() => {
      const { outletId, server } = core.get();
      if (outletId !== null) void keepCopy(outletId, 'bills', Object.values(server).filter(isOpenBill));
    }, copyDelayMs);
  }

  /** Keeps the unsaved items of a closed bill as orphaned items. */
  function orphanDraft(bill: Bill): void {
    const draft = core.get().drafts[bill.key];
    if (!draft) return;
    const { outletId, items } = draft;
    core.set({ drafts: without(core.get().drafts, bill.key) });
    // The marks of items that moved to another bill follow them.
    const open = Object.values(core.get().server).filter((one) => one.key !== bill.key && isOpenBill(one));
    const there = new Set(open.flatMap((one) => one.items.map(({ key }) => key)));
    const away = Object.entries(draft.edits).filter(([key, edit]) => there.has(key) && 'sentQty' in edit);
    if (away.length > 0) core.setDraft(bill.key, { ...core.draftOf(bill.key), edits: Object.fromEntries(away) });
    if (items.length === 0) return;
    const { stranded } = core.get();
    const orphaned: OrphanedItems = {
      outletId,
      type: bill.type,
      slot: bill.slot,
      items: [...(stranded[bill.key]?.items ?? []), ...items],
    };
    core.set({ stranded: { ...stranded, [bill.key]: orphaned } });
  }

  function takeServer(bill: Bill, tell = false): void {
    const { server } = core.get();
    const known = server[bill.key];
    if (known && known.version >= bill.version) return;
    const before = core.get().bills[bill.key];
    core.set({
      server: { ...server, [bill.key]: { ...bill, lastSyncedAt: tillNowText(), pending: false } },
    });
    if (!isOpenBill(bill)) orphanDraft(bill);
    core.show(bill.key);
    keepBills();
    if (!tell || (before && looksSame(before, bill))) return;
    notify({
      kind: before ? 'warning' : 'info',
      message: words.billUpdated,
      details: `${bill.type} ${bill.slot}`,
    });
  }

  /** Maps a merged bill to its survivor's key; its draft moves to the survivor. */
  function rename(from: string, to: string): void {
    if (from === to) return;
    const { aliases, drafts, server, bills, slots } = core.get();
    const moved = drafts[from];
    const there = drafts[to];
    const joined: Draft | undefined = moved && {
      ...moved,
      ...there,
      version: there?.version ?? 0,
      items: [...(there?.items ?? []), ...moved.items],
      changes: { ...moved.changes, ...there?.changes },
      edits: { ...moved.edits, ...there?.edits },
    };
    core.set({
      aliases: { ...aliases, [from]: to },
      drafts: joined ? { ...without(drafts, from), [to]: joined } : without(drafts, from),
      server: without(server, from),
      bills: without(bills, from),
      slots: Object.fromEntries(Object.entries(slots).filter(([, key]) => key !== from)),
    });
    const survivor = core.get().server[to];
    if (survivor && !isOpenBill(survivor)) orphanDraft(survivor);
  }

  const running = new Map<number | string, Promise<Bill | null>>();
  const again = new Map<number | string, boolean>();

  const keyOfId = (id: number): string | undefined =>
    Object.values(core.get().server).find((bill) => bill.id === id)?.key;

  async function fetchBill(ref: number | string, tell: boolean): Promise<Bill | null> {
    try {
      const bill = (await call('bill.find', {
        params: { id: String(ref) },
        ...quietly,
      })) as Bill;
      const asked = typeof ref === 'number' ? keyOfId(ref) : ref;
      if (asked !== undefined && asked !== bill.key) rename(asked, bill.key);
      takeServer(bill, tell);
      return bill;
    } catch (error) {
      // The bill no longer exists or is not visible to this person: the known state stays until the next full read.
      if (isNetworkFailure(error) || error instanceof CallError) return null;
      throw error;
    }
  }

  /** Fetches a bill. Requests during a fetch share one further fetch. */
  async function refetch(ref: number | string, tell = false): Promise<Bill | null> {
    const present = running.get(ref);
    if (present) {
      again.set(ref, tell || (again.get(ref) ?? false));
      return present;
    }
    const work = (async () => {
      let bill = await fetchBill(ref, tell);
      while (again.has(ref)) {
        const tellAgain = again.get(ref) ?? false;
        again.delete(ref);
        bill = await fetchBill(ref, tellAgain);
      }
      return bill;
    })().finally(() => running.delete(ref));
    running.set(ref, work);
    return work;
  }

  function showAll(keys: Iterable<string>): void {
    for (const key of keys) core.show(key);
  }

  const outboxKeys = (): string[] =>
    useOutbox
      .getState()
      .entries.map((entry) => entry.billKey)
      .filter((key) => key !== null);

  /** Replaces the known bills by a list of open bills. Known bills missing from it are closed, or fetched when work waits for them. */
  function takeActive(bills: readonly Bill[]): void {
    const { server, drafts, bills: shown } = core.get();
    const listed = new Map(bills.map((bill) => [bill.key, bill]));
    const next: Record<string, Bill> = {};
    const missing: string[] = [];
    const waiting = new Set(outboxKeys());
    for (const bill of Object.values(server)) {
      if (listed.has(bill.key)) continue;
      if (!isOpenBill(bill)) next[bill.key] = bill;
      else if (waiting.has(bill.key) || drafts[bill.key]) {
        next[bill.key] = bill;
        missing.push(bill.key);
      }
    }
    for (const bill of bills) {
      const known = server[bill.key];
      next[bill.key] = known && known.version >= bill.version ? known : { ...bill, lastSyncedAt: tillNowText() };
    }
    core.set({ server: next, loaded: true });
    showAll(new Set([...Object.keys(shown), ...Object.keys(next), ...waiting]));
    for (const key of missing) void refetch(key);
    keepBills();
  }

  return {
    async loadActive() {
      const outletId = useSession.getState().scope?.outletId ?? null;
      if (outletId === null) return null;
      if (core.get().outletId !== outletId) {
        core.set({ outletId, server: {}, bills: {}, slots: {}, loaded: false });
        const copy = await copyOf<Bill[]>(outletId, 'bills');
        if (copy && !core.get().loaded) {
          takeActive(copy);
          reportCopy('bills');
        }
      }
      try {
        const { answer, headers } = await untilAnswered((signal) => callFor('bill.active', { quiet: true, signal }));
        if (core.get().outletId !== outletId) return null;
        takeActive(answer as Bill[]);
        return Number(headers.get('X-Outlet-Seq') ?? 0);
      } catch (error) {
        if (!isNetworkFailure(error) && !(error instanceof CallError)) throw error;
        // Drafts and waiting work are shown even when nothing else is known.
        if (!core.get().loaded) takeActive([]);
        return null;
      }
    },

    refetch,
    takeServer,
    rename,

    knownVersion(id) {
      return Object.values(core.get().server).find((bill) => bill.id === id)?.version ?? null;
    },

    dismissOrphaned(key, left = []) {
      const { stranded } = core.get();
      const known = stranded[key];
      core.set({
        stranded: known && left.length ? { ...stranded, [key]: { ...known, items: left } } : without(stranded, key),
      });
    },

    async orphanItems(billKey) {
      const entries = useOutbox.getState().entries.filter((entry) => entry.billKey === billKey && hasLines(entry));
      // Nothing of a bill can be sent after its check-in was refused.
      const isAll = entries.some(({ kind, state }) => kind === 'create' && state === 'rejected');
      const refused = entries.filter(({ state }) => isAll || state === 'rejected');
      const [first] = refused;
      if (!first) return;
      const { stranded } = core.get();
      const known = stranded[billKey]?.items ?? [];
      const lines = new Map([...known, ...refused.flatMap(newLines)].map((item) => [item.key, item]));
      const { type, slot } = first.about ?? { type: 'Table', slot: '' };
      const orphaned: OrphanedItems = {
        outletId: first.outletId,
        type: type as SlotTypeName,
        slot,
        items: [...lines.values()],
      };
      if (lines.size > 0) core.set({ stranded: { ...stranded, [billKey]: orphaned } });
      for (const { seq } of refused) await discard(seq);
      core.show(billKey);
    },

    takeSent({ entry, answer }) {
      if (entry.kind === 'shift.create' || entry.kind === 'shift.cash') {
        if (entry.outletId !== core.get().outletId) return;
        // If the shift was closed since, only the server knows which one is open now.
        if ((answer as Shift).isOpen) useApp.getState().setShift(answer as Shift);
        else void useApp.getState().loadShift();
        return;
      }
      if (!entry.billKey || entry.outletId !== core.get().outletId) return;
      const bill = answer as Bill & { readonly conflicts?: readonly { readonly field: string }[] };
      if (bill.key !== entry.billKey) {
        rename(entry.billKey, bill.key);
        notifyJoined(bill);
      }
      knowOwnWrite(entry, bill);
      takeServer(bill);
      if (hasLines(entry)) notifyItemChanges(entry, bill);
      // Warnings were already shown when it was sent first.
      if (entry.again) return;
      if (bill.conflicts?.some(({ field }) => field.endsWith('.isVoid')))
        notify({ kind: 'warning', message: words.voidTooLate });
      const stood = bill.conflicts?.map(({ field }) => field).filter((field) => !field.startsWith('items.')) ?? [];
      if (stood.length) notify({ kind: 'warning', message: words.billUpdated, details: stood.join(', ') });
    },

    takeRefused({ entry, reason }) {
      if (entry.billKey) {
        const theirs = reason?.['bill'] as Bill | undefined;
        if (theirs?.key) takeServer(theirs);
        else void refetch(entry.billKey);
        core.show(entry.billKey);
      }
      if (isForbidden(entry)) {
        notify({ kind: 'warning', message: t('outbox.barred', { who: forbiddenName(entry) }) });
      } else if (entry.state === 'rejected' || entry.state === 'parked') {
        notify({
          kind: 'error',
          message: reason?.message ?? '',
          ...(reason?.details ? { details: reason.details } : {}),
        });
      } else if (entry.state === 'held') {
        notify({ kind: 'warning', message: words.noShift });
      }
    },
  };

  /** Shows that the slot was opened on another device too. */
  function notifyJoined({ type, slot }: Bill): void {
    notify({ kind: 'info', message: t('outbox.joined', { slot: `${t(`bill.types.${type}`)} ${slot}` }) });
  }

  /** Shows what changed for the items of a late entry: another price, or sold out in the meantime. */
  function notifyItemChanges(entry: OutboxEntry, bill: Bill): void {
    const stored = new Map(bill.items.map((item) => [item.key, item]));
    const arrived = newLines(entry).flatMap((sent) => {
      const item = stored.get(sent.key);
      return item ? [{ sent, item }] : [];
    });
    for (const { sent, item } of arrived) {
      if (sent.sellingPrice === item.sellingPrice) continue;
      const [was, now] = [formatMoney(laari(sent.sellingPrice)), formatMoney(laari(item.sellingPrice))];
      notify({ kind: 'warning', message: t('outbox.repriced', { name: item.name, was, now }) });
    }
    if (tillNow() - Date.parse(entry.madeAt) > lateMs) lateLines(arrived.map(({ item }) => item.key));
  }

  /** Raises the draft's base version after this device's own write. */
  function knowOwnWrite(entry: OutboxEntry, answer: Bill): void {
    const draft = core.get().drafts[answer.key];
    if (!draft) return;
    if (!isAheadOnlyByOwn(Object.keys(draft.changes), draft.version, fieldsWritten(entry), answer)) return;
    core.set({ drafts: { ...core.get().drafts, [answer.key]: { ...draft, version: answer.version } } });
  }
}
