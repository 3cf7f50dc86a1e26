/**
 * The lock of this device's sessions on the server, and what a locked one may still send. A lock that the server did not get is sent again
 * until it answers. Source: R36.1, R36.3, R36.33, docs/rules.md#locked-session.
 */
import { maxWaitingWrites } from '@atoll/domain/contract/bill/waiting-write';
import type { SendOnly } from '@atoll/domain/contract/people/auth';
import { create } from 'zustand';
import { answerWithinMs, CallError, call } from '../../api/api.ts';
import { onServerBack } from '../../api/server-reachable.ts';
import { withProof } from '../device-key.ts';
import type { SessionUser } from '../session-user.ts';
import { storedTokens } from '../token.ts';

/** What a locked session may send. */
export interface Sending {
  /** Sends the writes of these names and opens nothing; null when nothing may be sent. */
  readonly token: string | null;
  readonly names: ReadonlySet<string>;
  /** Whether the server knows what waits here: it refused a refresh before it was told of a lock. */
  readonly isTold: boolean;
}

interface LockedSessions {
  /** By email: the sessions that the server said are locked. */
  readonly sending: Readonly<Record<string, Sending>>;
}

export const useLockedSessions = create<LockedSessions>()(() => ({ sending: {} }));

const againMs = 5000;

interface PendingLock {
  /** For a device whose storage was cleared. */
  readonly refreshToken: string;
  /** What waited when the screen locked. */
  readonly waiting: Promise<Waiting>;
}

/** The writes that wait in the outbox. */
interface Waiting {
  readonly names: readonly string[];
  /** The mark of each, in the same order; '' without one. */
  readonly marks: readonly string[];
}

/** By email: the locks that the server has not confirmed. */
const pending = new Map<string, PendingLock>();
let timer: ReturnType<typeof setTimeout> | undefined;

let readWaiting: () => Promise<Waiting> = async () => ({ names: [], marks: [] });
/** Binds the function that returns the writes that wait in the outbox. */
export function bindWaiting(read: typeof readWaiting): void {
  readWaiting = read;
}

/** Returns what a locked session may send; undefined while its person works, or before the server answered. */
export const sendingOf = (email: string): Sending | undefined => useLockedSessions.getState().sending[email];

/** Takes the answer of the server for a locked session, or its refusal of a refresh, which may come before it was told what waits. */
export function takeSending(email: string, answer: object | null | undefined, { isTold } = { isTold: true }): void {
  const { sendToken, sendNames } = (answer ?? {}) as Partial<SendOnly>;
  const { sending } = useLockedSessions.getState();
  const names = new Set(sendNames ?? []);
  const taken: Sending = { token: sendToken ?? null, names, isTold: isTold || names.size > 0 };
  useLockedSessions.setState({ sending: { ...sending, [email]: taken } });
}

/** Drops a send-only token that the server refused, or that is needed no more. */
export function dropSendToken(token: string): void {
  const { sending } = useLockedSessions.getState();
  const kept = Object.entries(sending).map(([email, each]) => [
    email,
    each.token === token ? { ...each, token: null } : each,
  ]);
  useLockedSessions.setState({ sending: Object.fromEntries(kept) as Record<string, Sending> });
}

/** Locks the session of a profile on the server, now or as soon as the server answers. */
export function lockOnServer({ email, refreshToken }: Pick<SessionUser, 'email' | 'refreshToken'>): Promise<void> {
  if (!pending.has(email)) pending.set(email, { refreshToken, waiting: readWaiting() });
  return send(email);
}

/** Ends what is known of a locked session: its person opened it, or signed out. */
export function forgetLock(email: string): void {
  pending.delete(email);
  const { [email]: _opened, ...sending } = useLockedSessions.getState().sending;
  useLockedSessions.setState({ sending });
}

/** The calls under way. */
const underWay = new WeakMap<PendingLock, Promise<void>>();

/** Sends a lock; only one call at a time for each. */
function send(email: string): Promise<void> {
  const lock = pending.get(email);
  if (!lock) return Promise.resolve();
  const sent = underWay.get(lock) ?? sendOne(email, lock).finally(() => underWay.delete(lock));
  underWay.set(lock, sent);
  return sent;
}

async function sendOne(email: string, lock: PendingLock): Promise<void> {
  const refreshToken = (await storedTokens(email))?.refreshToken ?? lock.refreshToken;
  try {
    const { names, marks } = await lock.waiting;
    const first = <T>(list: readonly T[]): T[] => list.slice(0, maxWaitingWrites);
    const body = { refreshToken, waiting: first(names), marks: first(marks) };
    const answer = await withProof('auth.lock', refreshToken, (proof) =>
      call('auth.lock', { body: { ...body, ...proof }, timeoutMs: answerWithinMs }),
    );
    // The screen may have been opened in the meantime; the server ignores a lock of before that.
    if (pending.get(email) === lock && pending.delete(email)) takeSending(email, answer);
  } catch (error) {
    if (pending.get(email) !== lock) return;
    if (error instanceof CallError && error.status < 500 && error.status !== 429) forgetLock(email);
    else sendLater();
  }
}

function sendLater(): void {
  clearTimeout(timer);
  timer = setTimeout(sendPending, againMs);
}

function sendPending(): void {
  for (const email of pending.keys()) void send(email);
}

onServerBack(sendPending);
