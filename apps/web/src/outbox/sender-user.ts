/**
 * As whom the outbox is sent: the signed-in user; while the screen is locked, and for work of a locked profile, with the send-only token that
 * the server gave at the lock. Source: R15.1, R36.33, docs/rules.md#locked-session.
 */
import { markedWriteName, markParts, waitingWriteName } from '@atoll/domain/contract/bill/waiting-write';
import { bindWaiting, dropSendToken, type Sending, sendingOf } from '../session/lock/server-lock.ts';
import { useSession } from '../session/session.ts';
import type { SessionUser } from '../session/session-user.ts';
import { isWaiting, type OutboxEntry, outboxCalls } from './entry.ts';
import { whenMarked } from './mark-entries.ts';
import { readOutbox } from './store.ts';

export interface SenderUser {
  /** The send-only token of a locked session; absent for the person who works. */
  readonly token?: string;
  readonly userId: number | null;
  readonly outletIds: readonly number[];
}

/** Returns the name by which the server knows an entry. */
export const writeNameOf = ({ kind, body }: Pick<OutboxEntry, 'kind' | 'body'>): string =>
  waitingWriteName(outboxCalls[kind], body);

/** Returns whether a locked session may send an entry. */
function isNamed(entry: OutboxEntry, { names }: Sending): boolean {
  const name = writeNameOf(entry);
  const mark = markParts(entry.mark ?? '');
  return names.has(name) || (mark !== undefined && names.has(markedWriteName(name, mark.digest)));
}

const outletIdsOf = ({ outlets }: SessionUser): readonly number[] => outlets.map(({ outletId }) => outletId);

/** Returns a locked profile as sender of an entry that waited when it was locked; null when the server lets it not send that. */
function lockedSender(profile: SessionUser | undefined, entry: OutboxEntry): SenderUser | null {
  const sending = profile && sendingOf(profile.email);
  if (!profile || !sending?.token || !isNamed(entry, sending)) return null;
  return { token: sending.token, userId: profile.id, outletIds: outletIdsOf(profile) };
}

bindWaiting(async () => {
  const waiting = (await readOutbox()).filter(isWaiting);
  await whenMarked();
  const marks = new Map((await readOutbox()).map(({ key, mark }) => [key, mark]));
  return { names: waiting.map(writeNameOf), marks: waiting.map(({ key }) => marks.get(key) ?? '') };
});

/** Returns as whom an entry can be sent now; null when nobody can send it. */
export function senderOf(entry: OutboxEntry): SenderUser | null {
  const { user, isLocked, profiles } = useSession.getState();
  if (!user) return null;
  const working: SenderUser | null = isLocked ? null : { userId: user.id, outletIds: outletIdsOf(user) };
  if (working && entry.userId === user.id) return working;
  const author = lockedSender(
    profiles.find(({ id }) => id === entry.userId),
    entry,
  );
  const sender = author ?? working ?? lockedSender(user, entry);
  return sender?.outletIds.includes(entry.outletId) ? sender : null;
}

/** Returns true while the screen is locked and the server has not said what may be sent, or its token ended. */
export function lacksSendToken(): boolean {
  const { user, isLocked } = useSession.getState();
  if (!user || !isLocked) return false;
  const sending = sendingOf(user.email);
  return !sending?.isTold || (sending.token === null && sending.names.size > 0);
}

/** Drops all send-only tokens: everything is sent. */
export function dropSendTokens(): void {
  for (const { email } of useSession.getState().profiles) {
    const token = sendingOf(email)?.token;
    if (token) dropSendToken(token);
  }
}

/** Returns how many bills only their person can send: a locked session may send nothing of them. */
export function billsForPasscode(entries: readonly OutboxEntry[], sending: Sending | undefined): number {
  if (!sending) return 0;
  const left = entries.filter((entry) => isWaiting(entry) && !isNamed(entry, sending));
  return new Set(left.map(({ billKey }) => billKey).filter((key) => key !== null)).size;
}
