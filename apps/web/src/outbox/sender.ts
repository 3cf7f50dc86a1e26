/** Sends the outbox: one tab at a time, each bill in order, until each entry is accepted or refused. Source: docs/rules.md#outbox. */
import type { ErrorBody } from '../api/api.ts';
import { emit, on } from '../api/event.ts';
import { NotServerError, storeOf } from '../api/not-server.ts';
import { steadyNow } from '../clock/steady.ts';
import { dropSendToken, useLockedSessions } from '../session/lock/server-lock.ts';
import { lockAsShown, useSession } from '../session/session.ts';
import { lead } from '../storage/lock.ts';
import { currentStore, storeNameOf } from '../sync/store-name.ts';
import { dueEntries, isForbiddenReason, isWaiting, laneOf, nextDueAt, type OutboxEntry } from './entry.ts';
import { announce, onWake, reloadOutbox, sendForbidden, useOutbox } from './outbox.ts';
import { rebaseEntry } from './rebase-entries.ts';
import { backOffMs, retryPolicyFor } from './retry-policy.ts';
import { billIn, type EntryAnswer, sendEntry, survivorOf } from './send-entry.ts';
import { dropSendTokens, lacksSendToken, senderOf } from './sender-user.ts';
import { changeEntry, claimEntry, finishEntry, readOutbox } from './store.ts';

const lanesAtOnce = 4;
const idleMs = 30_000;

/** What the sender knows from one round to the next. */
interface SenderState {
  /** Lanes with an entry under way. */
  readonly busy: Set<string>;
  /** How many times in a row the server was not reached. */
  awayTimes: number;
  awayUntil: number;
  /** Set by the server's own 503: answers to other calls do not reset it. */
  isServerAway: boolean;
  /** When the server was last asked what a locked session may send, on the page's clock. */
  askedAt: number;
  /** Ends the sleep between two rounds, or has the round under way followed by another at once. */
  rouse: () => void;
}

const newState = (): SenderState => ({
  busy: new Set(),
  awayTimes: 0,
  awayUntil: 0,
  isServerAway: false,
  askedAt: Number.NEGATIVE_INFINITY,
  rouse: () => undefined,
});

/** Returns person and permissions as text, for comparison. */
const mayText = ({ id, permissions }: { id: number; permissions: readonly string[] }): string =>
  [id, ...permissions].join();

/** Finishes an accepted entry. `store`: the store that saved it, as the server sent it. */
async function taken(entry: OutboxEntry, answer: unknown, store: string | null): Promise<void> {
  const bill = entry.billKey === null ? null : billIn(answer);
  await finishEntry(
    entry,
    store === null ? undefined : storeNameOf(store),
    (waiting) => bill && rebaseEntry(waiting, entry, bill),
  );
  await announce({ type: 'sent', entry, answer });
}

/** Adds the name of the person who may not: the author of work that the sender may do and may only send with an approval, otherwise the sender. */
function withSender(change: Partial<OutboxEntry>, { userName }: OutboxEntry): Partial<OutboxEntry> {
  const { user } = useSession.getState();
  if (!change.reason) return change;
  const { permission } = change.reason;
  const isAuthors =
    typeof permission === 'string' &&
    (user?.permissions as readonly string[] | undefined)?.includes(permission) === true;
  return { ...change, reason: { ...change.reason, sender: isAuthors ? userName : (user?.name ?? '') } };
}

/** Sends nothing for a while. `waitMs`: as long as the server asked for, or null for the back-off. */
function pause(state: SenderState, waitMs: number | null, isServer = false): void {
  state.isServerAway = isServer;
  state.awayUntil = steadyNow() + (waitMs ?? backOffMs(state.awayTimes, Math.random()));
  state.awayTimes += 1;
}

/** Handles a failed send. `token` is the send-only one that was used; '' for the session's. */
async function refused(state: SenderState, entry: OutboxEntry, error: unknown, token: string): Promise<void> {
  const survivor = survivorOf(entry, error);
  if (survivor) return taken(entry, survivor, currentStore());
  const policy = retryPolicyFor(entry, error, steadyNow(), Math.random());
  if (policy.kind === 'away') pause(state, policy.waitMs, policy.isServer);
  if (error instanceof NotServerError) emit('doubt', undefined);
  if (policy.kind === 'sign-in') {
    // The session's token was renewed and refused again, or nobody is signed in: it is retried later.
    if (token === '') pause(state, null);
    else dropSendToken(token);
  }
  const change = { state: 'queued', ...(policy.kind === 'sign-in' ? {} : policy.change) } as const;
  const changed = await changeEntry(
    entry.seq,
    isForbiddenReason(change.reason ?? null) ? withSender(change, entry) : change,
  );
  const isStopped = changed && (changed.state === 'rejected' || changed.state === 'parked' || changed.state === 'held');
  const reason: ErrorBody | null = changed?.reason ?? null;
  await announce(isStopped ? { type: 'refused', entry: changed, reason } : { type: 'changed' });
}

async function sendOne(state: SenderState, seq: number): Promise<void> {
  const entry = await claimEntry(seq);
  if (!entry) return;
  await announce({ type: 'changed' });
  // Read only now: the screen may have been locked since the round started.
  const sender = senderOf(entry);
  if (!sender) {
    await changeEntry(seq, { state: 'queued', tries: entry.tries - 1 });
    return announce({ type: 'changed' });
  }
  let answered: EntryAnswer;
  try {
    answered = await sendEntry(entry, sender);
  } catch (error) {
    return refused(state, entry, error, sender.token ?? '');
  }
  state.awayTimes = 0;
  return taken(entry, answered.answer, storeOf(answered.headers));
}

/** Asks the server what the locked session may send when something waits. A wrong or late answer only delays it. */
function askWhatToSend(state: SenderState, entries: readonly OutboxEntry[], now: number): void {
  if (!entries.some(isWaiting) || !lacksSendToken() || now - state.askedAt < idleMs) return;
  state.askedAt = now;
  void lockAsShown();
}

async function round(state: SenderState): Promise<void> {
  const now = steadyNow();
  const entries = await readOutbox();
  if (entries.length === 0) dropSendTokens();
  if (state.awayUntil > now) return;
  askWhatToSend(state, entries, now);
  const due = dueEntries(entries, now, (entry) => senderOf(entry) !== null, state.busy);
  for (const entry of due.slice(0, lanesAtOnce - state.busy.size)) {
    const lane = laneOf(entry);
    state.busy.add(lane);
    void sendOne(state, entry.seq)
      // The disk failed, not the server: the entry is unchanged and retried later.
      .catch(() => pause(state, null))
      .finally(() => {
        state.busy.delete(lane);
        state.rouse();
      });
  }
}

/** Waits until the time is over or the sender is woken. */
const sleep = (state: SenderState, ms: number): Promise<void> =>
  new Promise((done) => {
    const timer = setTimeout(done, ms);
    state.rouse = () => {
      clearTimeout(timer);
      done();
    };
  });

async function work(state: SenderState, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    // Created before the round, so that a wake during the round is not lost.
    let roused = false;
    state.rouse = () => {
      roused = true;
    };
    // Entries that become due during the round are not waited for longer than others.
    const startedAt = steadyNow();
    try {
      await round(state);
    } catch (error) {
      // A disk failure or a bug: the sender keeps running and retries later.
      console.error('The outbox could not be read', error);
      pause(state, null);
    }
    if (roused) continue;
    const now = steadyNow();
    const next = nextDueAt(useOutbox.getState().entries, startedAt);
    const until = [state.awayUntil > startedAt ? state.awayUntil : null, next].filter((at) => at !== null);
    await sleep(state, Math.max(20, Math.min(idleMs, ...until.map((at) => at - now))));
  }
}

/** Wakes the sender when something changed that lets entries be sent. Returns the function that ends it. */
function wakeOnChanges(state: SenderState): () => void {
  const wake = (): void => {
    state.awayUntil = 0;
    state.rouse();
  };
  const stops = [
    onWake(wake),
    on('answered', () => {
      if (!state.isServerAway && state.awayUntil > steadyNow() + 300) {
        state.awayUntil = steadyNow() + 200 * Math.random();
        state.rouse();
      }
    }),
    useSession.subscribe((now, before) => {
      if (now.user?.token !== before.user?.token || now.isLocked !== before.isLocked) {
        wake();
      }
      if (now.user && mayText(now.user) !== (before.user && mayText(before.user))) void sendForbidden();
    }),
  ];
  const stopLocks = useLockedSessions.subscribe(wake);
  stops.push(stopLocks);
  globalThis.addEventListener('online', wake);
  return () => {
    for (const each of stops) each();
    globalThis.removeEventListener('online', wake);
  };
}

/** Runs until stopped: takes the lead when it can, sends due entries, and sleeps until woken. */
export function startSender(): () => void {
  const stop = new AbortController();
  const state = newState();
  const stopWaking = wakeOnChanges(state);
  void reloadOutbox();
  void lead('outbox', () => work(state, stop.signal), stop.signal);
  return () => {
    stop.abort();
    state.rouse();
    stopWaking();
  };
}
