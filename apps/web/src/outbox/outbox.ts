/**
 * The outbox: the only road for writes of bills (docs/rules.md#outbox). `put` answers when the work is on the disk; the sender of whichever
 * tab leads brings it to the server, once and in order. Every tab sees the same list.
 */
import { findForbiddenText } from '@atoll/domain/form/plain-text';
import { create } from 'zustand';
import type { ErrorBody } from '../api/api.ts';
import { t } from '../locale/locale.ts';
import { onDatabaseLost } from '../storage/idb.ts';
import { isForbidden, isSameEntry, isWaiting, type NewEntry, type OutboxEntry, untried } from './entry.ts';
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

/** Takes written entries into memory before anything else is awaited: from then on a cleared disk loses none of them. */
function takeWritten(written: readonly OutboxEntry[]): void {
  const entries = new Map(useOutbox.getState().entries.map((entry) => [entry.seq, entry]));
  for (const entry of written) entries.set(entry.seq, entry);
  useOutbox.setState({ entries: [...entries.values()].sort((a, b) => a.seq - b.seq) });
}

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

/** The server took an entry and answered; in every tab. */
export function onSent(listener: (event: SentEvent) => void): () => void {
  sentListeners.add(listener);
  return () => sentListeners.delete(listener);
}
/** The server refused an entry, or it was put aside; in every tab. */
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

/** Reads the list anew; calls that come meanwhile are answered by one more reading. */
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

const tell = <E>(listeners: ReadonlySet<(event: E) => void>, event: E): void => {
  for (const listener of listeners) listener(event);
};

/** Tells this tab and the others. */
export async function announce(message: TabMessage): Promise<void> {
  tabs?.postMessage(message);
  await receive(message);
}

async function receive(message: TabMessage): Promise<void> {
  if (message.type === 'wake') return wake();
  if (message.type === 'sent') {
    tell(sentListeners, message);
    // At once, so that nothing shows as waiting whose answer is already shown.
    const entries = useOutbox.getState().entries.filter(({ seq }) => seq !== message.entry.seq);
    useOutbox.setState({ entries });
  }
  await reloadOutbox();
  if (message.type === 'refused') tell(refusedListeners, message);
}

tabs?.addEventListener('message', (event: MessageEvent<TabMessage>) => void receive(event.data));

function wake(): void {
  for (const listener of wakeListeners) listener();
}

/** Sends now what waits, if it can be sent. */
export const wakeOutbox = (): Promise<void> => announce({ type: 'wake' });

/** The server answers again, or a person wants it: what it failed at goes too, without waiting for its time. */
export async function sendNow(): Promise<void> {
  if (useOutbox.getState().entries.some(({ failingSince }) => failingSince !== undefined)) {
    await releaseFailed();
    await announce({ type: 'changed' });
  }
  await wakeOutbox();
}

/** The disk did not take it: it is not saved, and nothing may say so. */
export class NotKept extends Error {
  constructor(cause: unknown, message = t('outbox.notKept')) {
    super(message, { cause });
    this.name = 'NotKept';
  }
}

/** Puts work into the outbox; answers after it is on the disk. Throws NotKept when the disk does not take it. */
export async function put(...added: readonly NewEntry[]): Promise<readonly OutboxEntry[]> {
  // The server refuses such a text; in the outbox it would hold up its bill (R35.91).
  if (added.some(({ body }) => findForbiddenText(body))) throw new NotKept(null, t('shell.badChars'));
  const entries = await addEntries(added).catch((error: unknown) => {
    throw new NotKept(error);
  });
  takeWritten(entries);
  await announce({ type: 'changed' });
  void wakeOutbox();
  return entries;
}

/** The same for one, answering why when the disk does not take it. */
export async function putOne(added: NewEntry): Promise<OutboxEntry | NotKept> {
  try {
    const [entry] = await put(added);
    return entry ?? new NotKept(null);
  } catch (error) {
    if (error instanceof NotKept) return error;
    throw error;
  }
}

/** Takes back a bill that the server has never seen. */
export async function takeBackBill(billKey: string): Promise<boolean> {
  const done = await takeBack(billKey);
  if (done) await announce({ type: 'changed' });
  return done;
}

/** A shift was opened: what waited for one goes. */
export async function shiftOpened(outletId: number): Promise<void> {
  if (!useOutbox.getState().entries.some((entry) => entry.state === 'held')) return;
  await releaseBlocked(outletId);
  await announce({ type: 'changed' });
  void wakeOutbox();
}

/** Somebody else is there, or lets it be sent: what the one before might not send goes. */
export async function sendForbidden(by?: { readonly outletId: number; readonly approval: string }): Promise<void> {
  if (!useOutbox.getState().entries.some(isForbidden)) return;
  await releaseForbidden(by?.outletId ?? null, by?.approval);
  await announce({ type: 'changed' });
  void wakeOutbox();
}

/** 'Try again' on an entry that was put aside or refused. */
export async function tryAgain(seq: number): Promise<void> {
  await changeEntry(seq, untried);
  await announce({ type: 'changed' });
  void wakeOutbox();
}

/** Cash that was moved in a shift which is closed by now goes into the one that is open. */
export async function moveToShift(entry: OutboxEntry, shiftKey: string): Promise<void> {
  const body = { ...entry.body, shiftId: shiftKey };
  await changeEntry(entry.seq, { body, edition: entry.edition + 1, state: 'queued', notBefore: 0, reason: null });
  await announce({ type: 'changed' });
  void wakeOutbox();
}

/** Removes a refused entry whose matter was settled in another way. Never called without a person asking for it. */
export async function discard(seq: number): Promise<void> {
  await removeEntry(seq);
  await announce({ type: 'changed' });
}

/** The server was put back to an older state: what it had once goes again, before what waits. Answers how much. */
export async function sendSentAgain(storeName: string): Promise<number> {
  const count = await sendAgain(storeName);
  await announce({ type: 'changed' });
  void wakeOutbox();
  return count;
}

/** How many entries are not with the server yet, put-aside ones among them. */
export const waitingCount = (): number => useOutbox.getState().entries.length;
export const useWaiting = (): number => useOutbox((state) => state.entries.length);

export type Outcome =
  | { readonly state: 'sent'; readonly answer: unknown }
  | { readonly state: 'refused'; readonly reason: ErrorBody | null }
  /** Not within the time: it is kept and goes when it can. */
  | { readonly state: 'kept' };

/** What becomes of an entry within a time. */
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

/** True when nothing of the bill waits any more; false when the time was not enough. */
export async function billSent(billKey: string, withinMs: number): Promise<boolean> {
  const clear = (): boolean =>
    !useOutbox.getState().entries.some((entry) => entry.billKey === billKey && isWaiting(entry));
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
