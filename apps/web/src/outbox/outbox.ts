/**
 * The outbox: all bill writes pass through it (docs/rules.md#outbox). `put` resolves when the entry is on the disk. The sender of the leading
 * tab sends entries once and in order. Every tab shows the same list.
 */
import { findCardNumber } from '@atoll/domain/form/card-text';
import { findForbiddenText } from '@atoll/domain/form/plain-text';
import { create } from 'zustand';
import type { ErrorBody } from '../api/api.ts';
import { t } from '../locale/locale.ts';
import { currentWorkKey, onWorkKey } from '../session/lock/work-mark.ts';
import { onDatabaseLost } from '../storage/idb.ts';
import { isForbidden, isSameEntry, isWaiting, type NewEntry, type OutboxEntry, untried } from './entry.ts';
import { markEntries } from './mark-entries.ts';
import { sendAgain } from './sent.ts';
import {
  addEntries,
  changeEntry,
  readOutbox,
  releaseBlocked,
  releaseFailed,
  releaseForbidden,
  removeEntry,
  restoreEntries,
  takeBack,
} from './store.ts';

interface OutboxView {
  readonly entries: readonly OutboxEntry[];
  readonly loaded: boolean;
}

export const useOutbox = create<OutboxView>()(() => ({ entries: [], loaded: false }));

onDatabaseLost((store) => restoreEntries(store('outbox'), store('sent'), useOutbox.getState().entries));

/** Takes stored entries into memory before anything else is awaited, so that a cleared disk loses none of them. */
function takeWritten(written: readonly OutboxEntry[]): void {
  const entries = new Map(useOutbox.getState().entries.map((entry) => [entry.seq, entry]));
  for (const entry of written) entries.set(entry.seq, entry);
  useOutbox.setState({ entries: [...entries.values()].sort((a, b) => a.seq - b.seq) });
}

/** Takes the mark of an entry that is still in memory. */
const takeMarked = (marked: OutboxEntry): void =>
  useOutbox.setState(({ entries }) => ({
    entries: entries.map((entry) => (entry.seq === marked.seq ? { ...entry, mark: marked.mark } : entry)),
  }));

/** Marks all that waits here as the work of an open page: whoever opened it sends it now. */
export const markWaiting = (): void => markEntries(readOutbox, takeMarked);
onWorkKey(markWaiting);

export interface SentEvent {
  readonly entry: OutboxEntry;
  readonly answer: unknown;
}
export interface RefusedEvent {
  readonly entry: OutboxEntry;
  readonly reason: ErrorBody | null;
}

type TabMessage =
  | { readonly type: 'changed' }
  | { readonly type: 'wake' }
  | ({ readonly type: 'sent' } & SentEvent)
  | ({ readonly type: 'refused' } & RefusedEvent);

const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('atoll.outbox');
const sentListeners = new Set<(event: SentEvent) => void>();
const refusedListeners = new Set<(event: RefusedEvent) => void>();
const wakeListeners = new Set<() => void>();

/** Calls the listener when the server accepted an entry; in every tab. */
export function onSent(listener: (event: SentEvent) => void): () => void {
  sentListeners.add(listener);
  return () => sentListeners.delete(listener);
}
/** Calls the listener when an entry failed or was refused; in every tab. */
export function onRefused(listener: (event: RefusedEvent) => void): () => void {
  refusedListeners.add(listener);
  return () => refusedListeners.delete(listener);
}
export function onWake(listener: () => void): () => void {
  wakeListeners.add(listener);
  return () => wakeListeners.delete(listener);
}

let reading: Promise<void> | null = null;
let readAgain = false;

/** Reads the list again; concurrent calls share one further read. */
export function reloadOutbox(): Promise<void> {
  if (reading) {
    readAgain = true;
    return reading;
  }
  reading = (async () => {
    do {
      readAgain = false;
      const known = new Map(useOutbox.getState().entries.map((entry) => [entry.seq, entry]));
      const entries = (await readOutbox()).map((entry) => {
        const same = known.get(entry.seq);
        return same && isSameEntry(same, entry) ? same : entry;
      });
      useOutbox.setState({ entries, loaded: true });
    } while (readAgain);
  })().finally(() => {
    reading = null;
  });
  return reading;
}

const callAll = <E>(listeners: ReadonlySet<(event: E) => void>, event: E): void => {
  for (const listener of listeners) listener(event);
};

/** Sends a message to this tab and the others. */
export async function announce(message: TabMessage): Promise<void> {
  tabs?.postMessage(message);
  await receive(message);
}

async function receive(message: TabMessage): Promise<void> {
  if (message.type === 'wake') return wake();
  if (message.type === 'sent') {
    callAll(sentListeners, message);
    // Removed at once, so that no entry shows as waiting after its answer is shown.
    const entries = useOutbox.getState().entries.filter(({ seq }) => seq !== message.entry.seq);
    useOutbox.setState({ entries });
  }
  await reloadOutbox();
  if (message.type === 'refused') callAll(refusedListeners, message);
}

tabs?.addEventListener('message', (event: MessageEvent<TabMessage>) => void receive(event.data));

function wake(): void {
  for (const listener of wakeListeners) listener();
}

/** Starts sending waiting entries, if possible. */
export const wakeOutbox = (): Promise<void> => announce({ type: 'wake' });

/** Sends failed entries now, without waiting for their time: the server is back, or a person asks for it. */
export async function sendNow(): Promise<void> {
  if (useOutbox.getState().entries.some(({ failingSince }) => failingSince !== undefined)) {
    await releaseFailed();
    await announce({ type: 'changed' });
  }
  await wakeOutbox();
}

/** Thrown when the disk did not accept an entry: it is not saved and must not be shown as saved. */
export class NotKept extends Error {
  constructor(cause: unknown, message = t('outbox.notKept')) {
    super(message, { cause });
    this.name = 'NotKept';
  }
}

/** Adds entries to the outbox; resolves after they are on the disk. Throws NotKept when the disk does not accept them. */
export const put = (...added: readonly NewEntry[]): Promise<readonly OutboxEntry[]> => putWith(added, () => undefined);

/**
 * Adds entries as `put` does. `also` writes what changes on the screen with them: it runs when they are on the disk and
 * before the list here has them, so that everything is shown by one change.
 */
export async function putWith(added: readonly NewEntry[], also: () => void): Promise<readonly OutboxEntry[]> {
  // The server refuses such text; an entry with it would block its bill (R35.91, R36.14).
  if (added.some(({ body }) => findForbiddenText(body))) throw new NotKept(null, t('shell.badChars'));
  if (added.some(({ body }) => findCardNumber(body))) throw new NotKept(null, t('shell.cardNumber'));
  const key = currentWorkKey();
  const entries = await addEntries(added).catch((error: unknown) => {
    throw new NotKept(error);
  });
  also();
  markEntries(async () => entries, takeMarked, key);
  takeWritten(entries);
  await announce({ type: 'changed' });
  void wakeOutbox();
  return entries;
}

/** Adds one entry. Returns NotKept when the disk does not accept it. */
export async function putOne(added: NewEntry): Promise<OutboxEntry | NotKept> {
  try {
    const [entry] = await put(added);
    return entry ?? new NotKept(null);
  } catch (error) {
    if (error instanceof NotKept) return error;
    throw error;
  }
}

/** Removes a bill that the server has never seen. */
export async function takeBackBill(billKey: string): Promise<boolean> {
  const done = await takeBack(billKey);
  if (done) await announce({ type: 'changed' });
  return done;
}

/** Releases entries that waited for a shift. */
export async function shiftOpened(outletId: number): Promise<void> {
  if (!useOutbox.getState().entries.some((entry) => entry.state === 'held')) return;
  await releaseBlocked(outletId);
  await announce({ type: 'changed' });
  void wakeOutbox();
}

/** An approval, and the entries that its approver saw. */
interface SendApproval {
  readonly outletId: number;
  readonly approval: string;
  readonly keys: ReadonlySet<string>;
}

/** Releases forbidden entries: another person signed in, or an approval was given. */
export async function sendForbidden(by?: SendApproval): Promise<void> {
  if (!useOutbox.getState().entries.some(isForbidden)) return;
  await releaseForbidden(by?.outletId ?? null, by?.approval, by?.keys);
  await announce({ type: 'changed' });
  void wakeOutbox();
}

/** Sends a forbidden entry again with the approval that somebody gave for it. */
export async function sendApproved(seq: number, approval: string): Promise<void> {
  await changeEntry(seq, { state: 'queued', notBefore: 0, reason: null, approval });
  await announce({ type: 'changed' });
  void wakeOutbox();
}

/** 'Try again' on a failed or refused entry. */
export async function tryAgain(seq: number): Promise<void> {
  await changeEntry(seq, untried);
  await announce({ type: 'changed' });
  void wakeOutbox();
}

/** Moves a cash entry of a closed shift to the open one. */
export async function moveToShift(entry: OutboxEntry, shiftKey: string): Promise<void> {
  const body = { ...entry.body, shiftId: shiftKey };
  await changeEntry(entry.seq, { body, edition: entry.edition + 1, state: 'queued', notBefore: 0, reason: null });
  markWaiting();
  await announce({ type: 'changed' });
  void wakeOutbox();
}

/** Removes a refused entry that was resolved in another way. Called only on a person's request. */
export async function discard(seq: number): Promise<void> {
  await removeEntry(seq);
  await announce({ type: 'changed' });
}

/** Queues entries again that a restored server once had, before the waiting ones. Returns their number. */
export async function sendSentAgain(storeName: string): Promise<number> {
  const count = await sendAgain(storeName);
  markWaiting();
  await announce({ type: 'changed' });
  void wakeOutbox();
  return count;
}

/** Returns the number of unsynced entries, failed ones included; renders again when it changes. */
export const useWaiting = (): number => useOutbox((state) => state.entries.length);

export type Outcome =
  | { readonly state: 'sent'; readonly answer: unknown }
  | { readonly state: 'refused'; readonly reason: ErrorBody | null }
  /** Not sent within the time: the entry is kept and sent later. */
  | { readonly state: 'kept' };

/** Waits at most this long and returns the outcome of an entry. */
export function outcomeOf(key: string, withinMs: number): Promise<Outcome> {
  return new Promise((resolve) => {
    const end = (outcome: Outcome) => {
      clearTimeout(timer);
      stopSent();
      stopRefused();
      resolve(outcome);
    };
    const timer = setTimeout(() => end({ state: 'kept' }), withinMs);
    const stopSent = onSent(({ entry, answer }) => entry.key === key && end({ state: 'sent', answer }));
    const stopRefused = onRefused(({ entry, reason }) => entry.key === key && end({ state: 'refused', reason }));
  });
}

/** Returns true when no entry of the bill waits any more; false when the time ran out. */
export const billSent = (billKey: string, withinMs: number): Promise<boolean> =>
  sentWithin((entry) => entry.billKey === billKey, withinMs);

/** Returns true when none of these entries waits any more; false when the time ran out. */
export async function sentWithin(isOne: (entry: OutboxEntry) => boolean, withinMs: number): Promise<boolean> {
  const clear = (): boolean => !useOutbox.getState().entries.some((entry) => isWaiting(entry) && isOne(entry));
  if (clear()) return true;
  void sendNow();
  return new Promise((resolve) => {
    const end = (done: boolean) => {
      clearTimeout(timer);
      stop();
      resolve(done);
    };
    const timer = setTimeout(() => end(false), withinMs);
    const stop = useOutbox.subscribe(() => clear() && end(true));
  });
}
