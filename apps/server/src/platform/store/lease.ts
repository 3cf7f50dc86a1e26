/**
 * Which of the server processes of a database does a kind of background work: the holder of a lease, which it renews at each tick. An embedded store has
 * one process, which always does. Source: R34.12, R35.83.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Store } from './store.ts';

/** When the holder ended, another process continues after this time. */
const leaseMs = 120_000;

export interface Lease {
  /** Takes or renews the lease; returns whether this process has it. */
  take(): Promise<boolean>;
}

/** Creates the lease of this process for a kind of work. */
export function createLease(store: Store, name: string, clock: () => number): Lease {
  const holder = randomUUID();
  return {
    take: async () => {
      if (store.engine === 'sqlite') return true;
      const now = clock();
      const until = now + leaseMs;
      // A time further ahead than a lease was written under a wrong clock.
      const { rows } = await store.writeOrg((db) =>
        sql`insert into lease (name, holder, until) values (${name}, ${holder}, ${until})
          on conflict (name) do update set holder = excluded.holder, until = excluded.until
          where lease.holder = excluded.holder or lease.until <= ${now} or lease.until > ${until} returning name`.execute(
          db,
        ),
      );
      return rows.length > 0;
    },
  };
}
