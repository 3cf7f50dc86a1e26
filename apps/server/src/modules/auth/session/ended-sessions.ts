/** Sign-ins that ended while their access tokens are still valid. Every request checks the list; ends by other processes are read every 2 s. */
import type { Clock } from '../../../platform/http/services.ts';
import type { Store } from '../../../platform/store/store.ts';
import { accessTokenMs } from './token.ts';

export type EndReason = 'logout' | 'revoked' | 'reused' | 'password' | 'deactivated' | 'expired';

export interface EndedSessions {
  has(sessionId: string): boolean;
  /** Adds sign-ins to the list and notifies the listeners; the caller writes the rows. */
  add(sessionIds: readonly string[]): void;
  onEnded(listener: (sessionIds: readonly string[]) => void): void;
  /** Reads the sign-ins that other processes ended. */
  poll(): Promise<void>;
}

const overlapMs = 60_000;

/** Creates the list. */
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
