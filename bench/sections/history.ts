/**
 * Measures reads of an outlet with years of bills: its open bills, a search, a sorted list, the dashboard, the audit screen; and how long another till's small
 * call waits while all of them, files and a report are read one after another. Source: R34.26, R34.27.
 */
import { addDays } from '../../packages/domain/src/date/business-day.ts';
import { atMost, type Figure, median, quantile } from '../figure.ts';
import { HttpConnection } from '../load/http-connection.ts';
import type { Run } from '../run.ts';
import { type RunningServer, startServer } from '../server.ts';
import { type SignedIn, signIn } from '../signed-in.ts';
import type { BenchStore } from '../store.ts';

const today = new Date().toISOString().slice(0, 10);
const instant = (days: number): string => encodeURIComponent(`${addDays(today, days)}T07:00:00.000Z`);

const reads = [
  { name: 'open bills, p50', path: '/bis/bills/active', most: 5 },
  { name: 'search in the history, p50', path: '/bis/bills/list?page=1&size=100&search=000123', most: 60 },
  {
    name: 'a month sorted by slot, p50',
    path: `/bis/bills/list?page=1&size=100&sort=slot&fromDay=${addDays(today, -31)}&toDay=${addDays(today, -1)}`,
    most: 25,
  },
  {
    name: 'dashboard of a year, p50',
    path: `/app/dashboard?range=Custom&start=${instant(-366)}&end=${instant(-1)}`,
    most: 200,
  },
  { name: 'audit page, p50', path: '/app/audit/list?page=1&size=100', most: 50 },
] as const;

/** What is read beside the small call, besides those. */
const longReads = ['/bis/bills/list?page=5000&size=100', '/app/audit/list?page=1&size=100&action=Paid&sort=-person'];

/** Measures both engines. */
export async function measureHistory(run: Run): Promise<Figure[]> {
  const figures = await measureEngine(run, await run.manyEmbedded(), 'embedded');
  if (!run.hasPostgres) return figures;
  return [...figures, ...(await measureEngine(run, await run.manyPostgres(), 'PostgreSQL'))];
}

async function measureEngine(run: Run, store: BenchStore, engine: string): Promise<Figure[]> {
  const section = `history of ${run.sizes.many} bills in ${store.outletIds.length} outlets, ${engine}`;
  const server = await startServer(store.place);
  try {
    const keeper = await signIn(server.url, store.outletIds[0] ?? 1);
    const figures: Figure[] = [];
    for (const { name, path, most } of reads) {
      const times: number[] = [];
      for (let round = 0; round < 2 + 5 * run.sizes.rounds; round += 1) times.push((await keeper.call(path)).ms);
      // The first two warm up.
      figures.push({ section, name, value: median(times.slice(2)), unit: 'ms', budget: atMost(most) });
    }
    return [...figures, await waitBeside(run, server, keeper, section)];
  } finally {
    await server.stop();
  }
}

/** Measures a small call of another till while somebody reads one after another. */
async function waitBeside(run: Run, server: RunningServer, keeper: SignedIn, section: string): Promise<Figure> {
  const connection = await HttpConnection.open(server.port);
  const headers = `authorization: Bearer ${keeper.token}\r\nx-outlet-id: 1\r\n`;
  let isOver = false;
  const refused: string[] = [];
  const reading = (async (): Promise<void> => {
    while (!isOver)
      for (const path of [...reads.map((read) => read.path), ...longReads])
        if (!isOver) await keeper.call(path).catch((error: Error) => refused.push(error.message));
  })();
  const times: number[] = [];
  const until = performance.now() + run.sizes.callsMs;
  while (performance.now() < until) {
    const startedAt = performance.now();
    await connection.call('GET', '/api/bis/changes?since=0', headers);
    times.push(performance.now() - startedAt);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  isOver = true;
  await reading;
  connection.close();
  return {
    section,
    name: 'another till’s small call beside all of them, p99',
    value: quantile(times, 0.99),
    unit: 'ms',
    budget: atMost(20),
    note: `p50 ${median(times).toFixed(1)} ms, ${times.length} calls`,
  };
}
