/** As whom the outbox is sent: the signed-in user, or after the screen locks the user before, until everything is sent (R15.1). */
import { useSession } from '../session/session.ts';
import { onLock } from '../session/session-scope.ts';
import { useOutbox } from './outbox.ts';

/** The token kept in memory after the screen locks, until everything is sent (R15.1). */
let lockedToken = '';
let lockedOutletIds: readonly number[] = [];
onLock((token) => {
  if (useOutbox.getState().entries.length === 0) return;
  lockedToken = token;
  lockedOutletIds = useSession.getState().outlets.map((outlet) => outlet.outletId);
});

export interface SenderUser {
  /** The token kept after a lock; absent while somebody is signed in. */
  readonly token?: string;
  readonly userId: number | null;
  readonly outletIds: readonly number[];
}

/** Returns as whom entries can be sent now; null when nobody is signed in. */
export function senderNow(): SenderUser | null {
  const { user, isLocked, outlets } = useSession.getState();
  if (!user) return null;
  if (!isLocked) return { userId: user.id, outletIds: outlets.map((outlet) => outlet.outletId) };
  return lockedToken ? { token: lockedToken, userId: user.id, outletIds: lockedOutletIds } : null;
}

/** Removes the token kept after a lock. With `token` only when it is that one. Returns whether it was removed. */
export function dropLockedToken(token = lockedToken): boolean {
  if (token !== lockedToken) return false;
  lockedToken = '';
  return true;
}
