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

export interface ClockWatch {
  /** Reads every outlet's last history entry; returns by how much the clock is behind the latest, in ms; 0 while it is right. */
  look(): Promise<number>;
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

  return {
    get behindMs() {
      return behindMs;
    },
    async look() {
      const outlets = await outletsAhead(store, clock);
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
      return behindMs;
    },
  };
}

async function outletsAhead(store: Store, clock: Clock): Promise<OutletAhead[]> {
  const outlets = await store.readOrg((db) => db.selectFrom('outlet').select('id').execute());
  const ahead: OutletAhead[] = [];
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
    const behindMs = (last?.at ?? 0) - clock();
    if (behindMs > maxClockBehindMs) ahead.push({ outletId: id, behindMs });
  }
  return ahead;
}
