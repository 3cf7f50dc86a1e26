/**
 * Users whose permissions changed while access tokens with the old ones are still valid. Every request checks the list; changes by other
 * server processes are read every 2 s. A token of an older version is refused, and the device refreshes it automatically.
 */
import type { Clock } from '../../../platform/http/services.ts';
import type { Store } from '../../../platform/store/store.ts';
import { accessTokenMs } from './token.ts';

export interface AccessChanges {
  isOld(userId: number, version: number): boolean;
  /** Adds a committed change. */
  add(userId: number, version: number): void;
  onChanged(listener: (userId: number) => void): void;
  /** Reads the changes of other processes. */
  poll(): Promise<void>;
}

const overlapMs = 60_000;

/** Creates the list. */
export function createAccessChanges(store: Store, clock: Clock): AccessChanges {
  const versions = new Map<number, number>();
  const listeners: ((userId: number) => void)[] = [];
  let since = clock() - accessTokenMs - overlapMs;

  const add = (userId: number, version: number): void => {
    if ((versions.get(userId) ?? 0) >= version) return;
    versions.set(userId, version);
    for (const listener of listeners) listener(userId);
  };

  return {
    isOld: (userId, version) => version < (versions.get(userId) ?? 0),
    add,
    onChanged: (listener) => void listeners.push(listener),
    async poll() {
      const until = clock();
      const rows = await store.readOrg((db) =>
        db.selectFrom('app_user').select(['id', 'access_version']).where('access_changed_at', '>=', since).execute(),
      );
      since = until - overlapMs;
      for (const row of rows) add(row.id, row.access_version);
    },
  };
}
