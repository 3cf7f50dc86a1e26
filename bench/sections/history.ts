/**
 * Measures reads of an outlet with years of bills: its open bills, a search, a sorted list, the dashboard, the audit
 * screen; how long another till's small call waits while all of them, exports and every report are read one after
 * another; and sales beside a backup. Source: R34.26, R34.27.
 */
import { addDays } from '../../packages/domain/src/date/business-day.ts';
import { allReports } from '../../packages/domain/src/report/reports.ts';
import { atMost, type Figure, median, quantile } from '../figure.ts';
import { HttpConnection } from '../load/http-connection.ts';
import type { CallsMeasured } from '../load/main.ts';
import { startWorker, wait } from '../process.ts';
import type { Run } from '../run.ts';
import { type RunningServer, startServer } from '../server.ts';
import { type SignedIn, signIn } from '../signed-in.ts';
import { type BenchStore, keepers, tillPlaces } from '../store.ts';

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

/** What is read beside the small call, besides those and every report of a year. */
const longReads = [
  '/bis/bills/list?page=5000&size=100',
  '/app/audit/list?page=50&size=100&action=Paid',
  '/bis/menu/items/export',
  '/crm/customers/export',
];
const yearOf = (reportKey: string) => ({
  reportKey,
  range: 'Custom',
  from: addDays(today, -366),
  to: addDays(today, -1),
  compareTo: 'None',
  filters: {},
});

/** Measures both engines. */
export async function measureHistory(run: Run): Promise<Figure[]> {
  const figures = await measureEngine(run, await run.manyEmbedded(), 'embedded');
  if (!run.hasPostgres) return figures;
  return [...figures, ...(await measureEngine(run, await run.manyPostgres(), 'PostgreSQL'))];
}

async function measureEngine(run: Run, store: BenchStore, engine: string): Promise<Figure[]> {
  const section = `history of ${run.sizes.many} bills in one outlet, ${engine}`;
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
    figures.push(await waitBeside(run, server, keeper, section));
    // PostgreSQL is backed up by its own tools.
    if (engine === 'embedded') figures.push(await salesBesideBackup(server, keeper, section));
    return figures;
  } finally {
    await server.stop();
  }
}

/** Reads everything once, one after another, until it is over; returns what was refused. */
async function readAll(keeper: SignedIn, isOver: () => boolean): Promise<string[]> {
  const refused: string[] = [];
  const read = async (path: string, body?: unknown): Promise<void> => {
    if (!isOver()) await keeper.call(path, body).catch((error: Error) => refused.push(error.message));
  };
  for (const path of [...reads.map((read) => read.path), ...longReads]) await read(path);
  for (const { key } of allReports) await read('/app/report/run', yearOf(key));
  return refused;
}

/** Measures a small call of another till while somebody reads one after another, everything at least once. */
async function waitBeside(run: Run, server: RunningServer, keeper: SignedIn, section: string): Promise<Figure> {
  const connection = await HttpConnection.open(server.port);
  const headers = `authorization: Bearer ${keeper.token}\r\nx-outlet-id: 1\r\n`;
  const until = performance.now() + run.sizes.callsMs;
  let rounds = 0;
  const refused: string[] = [];
  const isOver = (): boolean => rounds > 0 && performance.now() >= until;
  const reading = (async (): Promise<void> => {
    for (; !isOver(); rounds += 1) refused.push(...(await readAll(keeper, isOver)));
  })();
  const times: number[] = [];
  while (!isOver()) {
    const startedAt = performance.now();
    await connection.call('GET', '/api/bis/changes?since=0', headers);
    times.push(performance.now() - startedAt);
    await wait(5);
  }
  await reading;
  connection.close();
  if (refused.length > 0) throw new Error(`A read was refused: ${refused[0]}`);
  return {
    section,
    name: 'another till’s small call beside all of them, exports and every report, p99',
    value: quantile(times, 0.99),
    unit: 'ms',
    budget: atMost(20),
    note: `p50 ${median(times).toFixed(1)} ms, ${times.length} calls`,
  };
}

/** Measures what four tills wait while a backup of everything is made. */
async function salesBesideBackup(server: RunningServer, keeper: SignedIn, section: string): Promise<Figure> {
  const outletIds = [1];
  const load = startWorker('load/main.ts');
  try {
    await load.ask({ do: 'openShifts', port: server.port, places: keepers(outletIds) });
    let made: { readonly ms: number; readonly text: string } | undefined;
    const making = keeper.call('/app/backups', {}).then((answer) => (made = answer));
    const times: number[] = [];
    const task = { do: 'calls', port: server.port, places: tillPlaces(4, outletIds), listeners: 2, ms: 500 };
    do {
      const { createMs, payMs } = await load.ask<CallsMeasured>(task);
      times.push(...createMs, ...payMs);
    } while (!made);
    await making;
    const { bytes } = JSON.parse(made.text) as { bytes: number };
    return {
      section,
      name: 'create and pay of four tills beside a backup, p99',
      value: quantile(times, 0.99),
      unit: 'ms',
      budget: atMost(15),
      note: `p50 ${median(times).toFixed(1)} ms, ${times.length} calls; ${(bytes / 1e6).toFixed(0)} MB in ${(made.ms / 1000).toFixed(1)} s`,
    };
  } finally {
    await load.stop();
  }
}
