/**
 * Measures whether calls become slower as bills accumulate: runs the same calls against a store with the bills of months and one with those of years,
 * alternately.
 */
import { atMost, type Figure, median } from '../figure.ts';
import type { CallsMeasured } from '../load/main.ts';
import { startWorker } from '../process.ts';
import type { Run } from '../run.ts';
import { startServer } from '../server.ts';
import { type BenchStore, keepers, tillPlaces } from '../store.ts';

const tills = 8;

/** Returns one figure for SQLite, and one for PostgreSQL when it is available. */
export async function measureGrowth(run: Run): Promise<Figure[]> {
  const figures = [await measureEngine(run, await run.embedded(), await run.manyEmbedded(), 'embedded', 1)];
  if (!run.hasPostgres) return figures;
  return [...figures, await measureEngine(run, await run.postgres(), await run.manyPostgres(), 'PostgreSQL', 4)];
}

async function measureEngine(
  run: Run,
  small: BenchStore,
  large: BenchStore,
  engine: string,
  outlets: number,
): Promise<Figure> {
  const outletIds = small.outletIds.slice(0, outlets);
  // A quick run has one store: the second server then gets a copy of it.
  const largePlace = large === small ? await small.copy() : large.place;
  const servers = [await startServer(small.place), await startServer(largePlace)];
  const load = startWorker('load/main.ts');
  try {
    const callMs: number[][] = [[], []];
    for (const { port } of servers) await load.ask({ do: 'openShifts', port, places: keepers(outletIds) });
    for (let round = 0; round <= run.sizes.rounds; round += 1)
      for (const [index, { port }] of servers.entries()) {
        const request = {
          do: 'calls',
          port,
          places: tillPlaces(tills, outletIds),
          listeners: 0,
          ms: run.sizes.callsMs / 2,
        };
        const { perSecond } = await load.ask<CallsMeasured>(request);
        // The first round warms up.
        if (round > 0) callMs[index]?.push(1000 / perSecond);
      }
    const [smallMs = 1, largeMs = 1] = callMs.map((times) => median(times));
    return {
      section: 'growth',
      name: `a call with ${run.sizes.many} bills against ${run.sizes.bills}, ${engine}`,
      value: largeMs / smallMs,
      unit: '×',
      budget: atMost(1.25),
      note: `${tills} tills at once, ${(1000 / largeMs).toFixed(0)} against ${(1000 / smallMs).toFixed(0)} calls a second`,
    };
  } finally {
    await load.stop();
    for (const server of servers) await server.stop();
  }
}
