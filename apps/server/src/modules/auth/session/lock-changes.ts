/**
 * Sessions that were locked or unlocked while access tokens of before are still valid. Every request checks the list; changes by other server
 * processes are read every 2 s. Source: R36.1, docs/rules.md#locked-session.
 */
import type { Clock } from '../../../platform/http/services.ts';
import type { Store } from '../../../platform/store/store.ts';
import { accessTokenMs } from './token.ts';

export interface LockChange {
  readonly sessionId: string;
  readonly lockVersion: number;
  readonly isLocked: boolean;
}

export interface LockChanges {
  /** Returns whether the session was locked or unlocked since the token of this version was made. */
  isOld(sessionId: string, lockVersion: number): boolean;
  isLocked(sessionId: string): boolean;
  /** Adds committed changes and tells the listeners which sessions were locked. */
  add(changes: readonly LockChange[]): void;
  onLocked(listener: (sessionIds: readonly string[]) => void): void;
  /** Reads the changes of other processes. */
  poll(): Promise<void>;
}

const overlapMs = 60_000;

/** Creates the list. */
export function createLockChanges(store: Store, clock: Clock): LockChanges {
  const latest = new Map<string, LockChange & { readonly at: number }>();
  const listeners: ((sessionIds: readonly string[]) => void)[] = [];
  let since = clock() - accessTokenMs - overlapMs;

  const add = (changes: readonly LockChange[]): void => {
    const now = clock();
    const fresh = changes.filter((each) => (latest.get(each.sessionId)?.lockVersion ?? -1) < each.lockVersion);
    if (fresh.length === 0) return;
    for (const change of fresh) {
      // Removed first, so that the oldest change stays the first.
      latest.delete(change.sessionId);
      latest.set(change.sessionId, { ...change, at: now });
    }
    for (const [id, { at }] of latest) {
      if (at > now - accessTokenMs - overlapMs) break;
      latest.delete(id);
    }
    const locked = fresh.filter(({ isLocked }) => isLocked).map(({ sessionId }) => sessionId);
    for (const listener of locked.length > 0 ? listeners : []) listener(locked);
  };

  return {
    isOld: (sessionId, lockVersion) => lockVersion < (latest.get(sessionId)?.lockVersion ?? 0),
    isLocked: (sessionId) => latest.get(sessionId)?.isLocked ?? false,
    add,
    onLocked: (listener) => void listeners.push(listener),
    async poll() {
      const until = clock();
      const rows = await store.readOrg((db) =>
        db
          .selectFrom('session')
          .select(['id', 'lock_version', 'locked_at'])
          .where('lock_changed_at', '>=', since)
          .execute(),
      );
      since = until - overlapMs;
      add(rows.map((row) => ({ sessionId: row.id, lockVersion: row.lock_version, isLocked: row.locked_at !== null })));
    },
  };
}
