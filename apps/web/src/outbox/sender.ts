/** Sends the outbox: one tab at a time, each bill in order, until each entry is accepted or refused. Source: docs/rules.md#outbox. */
import type { Bill } from '@atoll/domain/bill/bill';
import { answerWithinMs, CallError, call, callFor, type ErrorBody, quietly } from '../api/api.ts';
import { emit, on } from '../api/event.ts';
import { NotServerError, storeOf } from '../api/not-server.ts';
import { steadyNow } from '../clock/steady.ts';
import { useSession } from '../session/session.ts';
import { onLock } from '../session/session-scope.ts';
import { lead } from '../storage/lock.ts';
import { currentStore, storeNameOf } from '../sync/store-name.ts';
import { dueEntries, isForbiddenReason, laneOf, nextDueAt, type OutboxEntry, outboxCalls } from './entry.ts';
import { matchAnswer } from './match-answer.ts';
import { announce, onWake, reloadOutbox, sendForbidden, useOutbox } from './outbox.ts';
import { rebaseEntry } from './rebase-entries.ts';
import { backOffMs, retryPolicyFor } from './retry-policy.ts';
import { changeEntry, claimEntry, finishEntry, readOutbox } from './store.ts';

const lanesAtOnce = 4;
const idleMs = 30_000;

/** The token kept in memory after the screen locks, until everything is sent (R15.1). */
let lockedToken = '';
let lockedOutletIds: readonly number[] = [];
onLock((token) => {
  if (useOutbox.getState().entries.length === 0) return;
  lockedToken = token;
  lockedOutletIds = useSession.getState().outlets.map((outlet) => outlet.outletId);
});

interface Sender {
  readonly token?: string;
  readonly userId: number | null;
  readonly outletIds: readonly number[];
}

function senderNow(): Sender | null {
  const { user, isLocked, outlets } = useSession.getState();
  if (!user) return null;
  if (!isLocked) return { userId: user.id, outletIds: outlets.map((outlet) => outlet.outletId) };
  return lockedToken ? { token: lockedToken, userId: user.id, outletIds: lockedOutletIds } : null;
}

/** Returns person and permissions as text, for comparison. */
const mayText = ({ id, permissions }: { id: number; permissions: readonly string[] }): string =>
  [id, ...permissions].join();

/** Returns the answer as a bill when it is one. */
function billIn(answer: unknown): Bill | null {
  const bill = answer as Partial<Bill> | null;
  return bill && typeof bill === 'object' && typeof bill.key === 'string' && 'slot' in bill ? (bill as Bill) : null;
}

/** Returns the bill that already holds the slot of a check-in: the check-in joins it. */
function survivorOf(entry: OutboxEntry, error: unknown): Bill | null {
  if (entry.kind !== 'create' || !(error instanceof CallError) || error.body?.reason !== 'alreadyCheckedIn')
    return null;
  return billIn(error.body['bill']);
}

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

/** Adds the sender's name: the author may be somebody else. */
const withSender = (change: Partial<OutboxEntry>): Partial<OutboxEntry> =>
  change.reason ? { ...change, reason: { ...change.reason, sender: useSession.getState().user?.name ?? '' } } : change;

function send(entry: OutboxEntry, sender: Sender): Promise<{ answer: unknown; headers: Headers }> {
  const headers = {
    ...(entry.userId !== sender.userId && { 'X-Made-By': String(entry.userId) }),
    ...(entry.approval && { 'X-Approval': entry.approval }),
  };
  // The body was made for this call; its type is lost on the disk.
  return callFor(outboxCalls[entry.kind], {
    body: entry.body as never,
    outletId: entry.outletId,
    headers: { ...headers, 'X-Device-Id': entry.deviceId },
    timeoutMs: answerWithinMs,
    quiet: true,
    ...(sender.token ? { token: sender.token } : {}),
  });
}

/** Throws NotServerError unless the answer is the server's answer to this entry (R35.81). */
async function checkAnswer(entry: OutboxEntry, answer: unknown, sender: Sender): Promise<void> {
  const match = matchAnswer(entry, answer);
  if (match === 'yes') return;
  const survivor = match === 'renamed' ? billIn(answer) : null;
  if (!survivor || entry.billKey === null) throw new NotServerError(200);
  // The bill was merged into another: the server returns that one for the entry's key too. Without this confirmation the entry is sent again.
  const named = await call('bill.find', {
    params: { id: entry.billKey },
    outletId: entry.outletId,
    ...quietly,
    ...(sender.token ? { token: sender.token } : {}),
  }).catch(() => null);
  if (named?.key !== survivor.key) throw new NotServerError(200);
}

/** Runs until stopped: takes the lead when it can, sends due entries, and sleeps until woken. */
export function startSender(): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const busy = new Set<string>();
  let awayTimes = 0;
  let awayUntil = 0;
  /** Set by the server's own 503: answers to other calls do not reset it. */
  let isServerAway = false;
  let needsSignIn = false;
  let rouse: () => void = () => undefined;

  const wake = (): void => {
    awayUntil = 0;
    needsSignIn = false;
    rouse();
  };

  const away = (waitMs: number | null, isServer = false): void => {
    isServerAway = isServer;
    awayUntil = steadyNow() + (waitMs ?? backOffMs(awayTimes, Math.random()));
    awayTimes += 1;
  };

  /** Handles a failed send. `token` is the sender's own that was used; '' for the session's. */
  async function refused(entry: OutboxEntry, error: unknown, token: string): Promise<void> {
    const survivor = survivorOf(entry, error);
    if (survivor) return taken(entry, survivor, currentStore());
    const policy = retryPolicyFor(entry, error, steadyNow(), Math.random());
    if (policy.kind === 'away') away(policy.waitMs, policy.isServer);
    if (error instanceof NotServerError) emit('doubt', undefined);
    if (policy.kind === 'sign-in') {
      // The session's token was renewed and refused again, or nobody is signed in: it is retried later.
      if (token === '') away(null);
      else if (token === lockedToken) {
        needsSignIn = true;
        lockedToken = '';
      }
    }
    const change = { state: 'queued', ...(policy.kind === 'sign-in' ? {} : policy.change) } as const;
    const changed = await changeEntry(
      entry.seq,
      isForbiddenReason(change.reason ?? null) ? withSender(change) : change,
    );
    const aside = changed && (changed.state === 'rejected' || changed.state === 'parked' || changed.state === 'held');
    const reason: ErrorBody | null = changed?.reason ?? null;
    await announce(aside ? { type: 'refused', entry: changed, reason } : { type: 'changed' });
  }

  async function sendOne(seq: number): Promise<void> {
    const entry = await claimEntry(seq);
    if (!entry) return;
    await announce({ type: 'changed' });
    // Read only now: the screen may have been locked since the round started.
    const sender = senderNow();
    if (!sender) {
      await changeEntry(seq, { state: 'queued', tries: entry.tries - 1 });
      return announce({ type: 'changed' });
    }
    let answered: Awaited<ReturnType<typeof send>>;
    try {
      answered = await send(entry, sender);
      await checkAnswer(entry, answered.answer, sender);
    } catch (error) {
      return refused(entry, error, sender.token ?? '');
    }
    awayTimes = 0;
    return taken(entry, answered.answer, storeOf(answered.headers));
  }

  const sleep = (ms: number): Promise<void> =>
    new Promise((done) => {
      const timer = setTimeout(done, ms);
      rouse = () => {
        clearTimeout(timer);
        done();
      };
    });

  async function round(): Promise<void> {
    const now = steadyNow();
    const entries = await readOutbox();
    if (entries.length === 0) lockedToken = '';
    const sender = senderNow();
    if (!sender || needsSignIn || awayUntil > now) return;
    for (const entry of dueEntries(entries, now, sender.outletIds, busy).slice(0, lanesAtOnce - busy.size)) {
      const lane = laneOf(entry);
      busy.add(lane);
      void sendOne(entry.seq)
        // The disk failed, not the server: the entry is unchanged and retried later.
        .catch(() => away(null))
        .finally(() => {
          busy.delete(lane);
          rouse();
        });
    }
  }

  async function work(): Promise<void> {
    while (!signal.aborted) {
      // Created before the round, so that a wake during the round is not lost.
      let roused = false;
      rouse = () => {
        roused = true;
      };
      // Entries that become due during the round are not waited for longer than others.
      const startedAt = steadyNow();
      try {
        await round();
      } catch (error) {
        // A disk failure or a bug: the sender keeps running and retries later.
        console.error('The outbox could not be read', error);
        away(null);
      }
      if (roused) continue;
      const now = steadyNow();
      const next = nextDueAt(useOutbox.getState().entries, startedAt);
      const until = [awayUntil > startedAt ? awayUntil : null, next].filter((at) => at !== null);
      await sleep(Math.max(20, Math.min(idleMs, ...until.map((at) => at - now))));
    }
  }

  const stops = [
    onWake(wake),
    on('answered', () => {
      if (!isServerAway && awayUntil > steadyNow() + 300) {
        awayUntil = steadyNow() + 200 * Math.random();
        rouse();
      }
    }),
    useSession.subscribe((now, before) => {
      if (now.user?.token !== before.user?.token || now.isLocked !== before.isLocked) {
        if (!now.isLocked) lockedToken = '';
        wake();
      }
      if (now.user && mayText(now.user) !== (before.user && mayText(before.user))) void sendForbidden();
    }),
  ];
  globalThis.addEventListener('online', wake);
  void reloadOutbox();
  void lead('outbox', work, signal);
  return () => {
    stop.abort();
    rouse();
    for (const each of stops) each();
    globalThis.removeEventListener('online', wake);
  };
}
