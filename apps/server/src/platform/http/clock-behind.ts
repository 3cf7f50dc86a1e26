/**
 * Detects that the server's clock is behind the times that it gave before, for example after it was set back. Records
 * continue with the last time given (`OutletTx.now`); this check reports it. Source: R35.85.
 */
import { lastEntries } from '../store/outlet/last-entries.ts';
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

/** Returns the outlets whose last history entry is later than the clock, with all outlets looked at by one query. */
async function outletsAhead(store: Store, now: number): Promise<OutletAhead[]> {
  const rows = await store.readAllOutlets((db) =>
    lastEntries(db)
      .select(['outlet_cursor.outlet_id', 'history.at'])
      .where('history.at', '>', now + maxClockBehindMs)
      .orderBy('outlet_cursor.outlet_id')
      .execute(),
  );
  return rows.map(({ outlet_id, at }) => ({ outletId: outlet_id, behindMs: at - now }));
}
