/**
 * Detects that the server's clock is behind the times that it gave before, for example after it was set back. Records
 * continue with the last time given (`OutletTx.now`); this check reports it. Source: R35.85.
 */
import type { Store } from '../store/store.ts';
import type { Clock } from './services.ts';

/** Clocks of several servers of one store may differ by this much. */
export const maxClockBehindMs = 60_000;

/** An outlet whose last history entry is ahead of the server's clock. */
export interface OutletAhead {
  readonly outletId: number;
  readonly behindMs: number;
}

/** How often the timer looks, and for how long a result is right unless the clock is set back. */
export const checkIntervalMs = 30_000;

export interface ClockWatch {
  /** Reads every outlet's last history entry; returns by how much the clock is behind the latest, in ms; 0 while it is right. */
  look(): Promise<number>;
  /** Like `look`, but reads nothing within 30 s of the last time: every till asks whether the server is ready. */
  recent(): Promise<number>;
  /** The result of the last check, in ms. */
  readonly behindMs: number;
}

/** Creates the watch; `onBehind` is called once for each outlet until the clock is right again. */
export function createClockWatch(
  store: Store,
  clock: Clock,
  onBehind: (outlet: OutletAhead) => Promise<void>,
): ClockWatch {
  const reported = new Set<number>();
  let behindMs = 0;
  let lookedAt = Number.POSITIVE_INFINITY;

  const watch: ClockWatch = {
    get behindMs() {
      return behindMs;
    },
    async recent() {
      const sinceMs = clock() - lookedAt;
      return sinceMs >= 0 && sinceMs < checkIntervalMs ? behindMs : watch.look();
    },
    async look() {
      const at = clock();
      const outlets = await outletsAhead(store, at);
      behindMs = Math.max(0, ...outlets.map((outlet) => outlet.behindMs));
      if (behindMs === 0) reported.clear();
      for (const outlet of outlets) {
        if (reported.has(outlet.outletId)) continue;
        reported.add(outlet.outletId);
        await onBehind(outlet).catch((error: unknown) => {
          reported.delete(outlet.outletId);
          throw error;
        });
      }
      lookedAt = at;
      return behindMs;
    },
  };
  return watch;
}

async function outletsAhead(store: Store, now: number): Promise<OutletAhead[]> {
  const last = store.engine === 'sqlite' ? await lastTimesAtOnce(store) : await lastTimes(store);
  return last
    .map(({ id, at }) => ({ outletId: id, behindMs: (at ?? 0) - now }))
    .filter(({ behindMs }) => behindMs > maxClockBehindMs);
}

interface LastTime {
  /** The outlet's. */
  readonly id: number;
  /** Of its last history entry; null before the first. */
  readonly at: number | null;
}

const lastTimesAtOnce = (store: Store): Promise<LastTime[]> =>
  store.readOrg((db) =>
    db
      .selectFrom('outlet')
      .select((eb) => [
        'id',
        eb
          .selectFrom('history')
          .select('at')
          .whereRef('history.outlet_id', '=', 'outlet.id')
          .orderBy('seq', 'desc')
          .limit(1)
          .as('at'),
      ])
      .execute(),
  );

/** PostgreSQL shows the history of one outlet at a time. */
async function lastTimes(store: Store): Promise<LastTime[]> {
  const outlets = await store.readOrg((db) => db.selectFrom('outlet').select('id').execute());
  const times: LastTime[] = [];
  for (const { id } of outlets) {
    const last = await store.readOutlet(id, (db) =>
      db
        .selectFrom('history')
        .select('at')
        .where('outlet_id', '=', id)
        .orderBy('seq', 'desc')
        .limit(1)
        .executeTakeFirst(),
    );
    times.push({ id, at: last?.at ?? null });
  }
  return times;
}
