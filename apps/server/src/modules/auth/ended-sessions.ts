/** The list of sign-ins that ended while their access tokens still run. Every request asks it; other processes' ends are read every 2 s. */
import type { Clock } from '../../platform/http/services.ts';
import type { Store } from '../../platform/store/store.ts';
import { accessTokenMs } from './token.ts';

export type EndReason = 'logout' | 'revoked' | 'reused' | 'password' | 'deactivated' | 'expired';

export interface EndedSessions {
  has(sessionId: string): boolean;
  /** Puts them on the list and tells the listeners; the rows are the caller's to write. */
  add(sessionIds: readonly string[]): void;
  onEnded(listener: (sessionIds: readonly string[]) => void): void;
  /** Reads what other processes ended. */
  poll(): Promise<void>;
}

const overlapMs = 60_000;

/** Makes the list. */
export function createEndedSessions(store: Store, clock: Clock): EndedSessions {
  const ended = new Map<string, number>();
  const listeners: ((sessionIds: readonly string[]) => void)[] = [];
  let since = clock() - accessTokenMs - overlapMs;

  const add = (sessionIds: readonly string[]): void => {
    const now = clock();
    const fresh = sessionIds.filter((id) => !ended.has(id));
    if (fresh.length === 0) return;
    for (const id of fresh) ended.set(id, now);
    for (const [id, at] of ended) {
      if (at > now - accessTokenMs - overlapMs) break;
      ended.delete(id);
    }
    for (const listener of listeners) listener(fresh);
  };

  return {
    has: (sessionId) => ended.has(sessionId),
    add,
    onEnded: (listener) => void listeners.push(listener),
    async poll() {
      const until = clock();
      const rows = await store.readOrg((db) =>
        db.selectFrom('session').select('id').where('ended_at', '>=', since).execute(),
      );
      since = until - overlapMs;
      add(rows.map((row) => row.id));
    },
  };
}
