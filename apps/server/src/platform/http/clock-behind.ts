/**
 * Whether the server's clock runs behind the time that it has given already, as after it was set back. Records go on with the last time given
 * (`OutletTx.now`); this finds it out and says so. Source: R35.85.
 */
import type { Store } from '../store/store.ts';
import type { Clock } from './services.ts';

/** Clocks of several servers of one store may differ by so much. */
export const maxClockBehindMs = 60_000;

/** An outlet whose last history entry lies ahead of the server's clock. */
export interface OutletAhead {
  readonly outletId: number;
  readonly behindMs: number;
}

export interface ClockWatch {
  /** Looks at every outlet's last history entry and returns by how much the clock runs behind the latest, in ms; 0 while it is right. */
  look(): Promise<number>;
  /** What the last look found. */
  readonly behindMs: number;
}

/** Makes the watch; `onBehind` is called once for each outlet until the clock is right again. */
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
