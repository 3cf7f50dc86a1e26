/**
 * Measures every report over a month and a year of a busy outlet, over two years compared, and its effect on a till at
 * the same time.
 */
import { addDays } from '../../packages/domain/src/date/business-day.ts';
import { allReports } from '../../packages/domain/src/report/reports.ts';
import { atMost, type Figure, median, quantile } from '../figure.ts';
import type { CallsMeasured } from '../load/main.ts';
import { memoryOf, startWorker } from '../process.ts';
import type { Run } from '../run.ts';
import { type RunningServer, startServer } from '../server.ts';
import { type SignedIn, signIn } from '../signed-in.ts';
import { type BenchStore, keepers, tillPlaces } from '../store.ts';

/** Days of 300 bills. */
const spans = [
  { name: '10,000 bills', days: 34, compareTo: 'None', most: 40 },
  { name: 'a year of 110,000 bills', days: 366, compareTo: 'None', most: 300 },
  { name: 'that year beside the year before', days: 366, compareTo: 'LastYear', most: 1500 },
] as const;

/** Measures both engines. */
export async function measureReports(run: Run): Promise<Figure[]> {
  const figures = await measureEngine(run, await run.manyEmbedded(), 'embedded');
  if (!run.hasPostgres) return figures;
  return [...figures, ...(await measureEngine(run, await run.manyPostgres(), 'PostgreSQL'))];
}

async function measureEngine(run: Run, store: BenchStore, engine: string): Promise<Figure[]> {
  const outletId = store.outletIds[0] ?? 1;
  const server = await startServer(store.place);
  try {
    const keeper = await signIn(server.url, outletId);
    const section = `reports, ${engine}`;
    const figures: Figure[] = [];
    for (const span of spans) figures.push(await slowest(run, keeper, section, span));
    return [...figures, ...(await besides(run, server, keeper, section, outletId))];
  } finally {
    await server.stop();
  }
}

const config = (reportKey: string, { days, compareTo }: Pick<(typeof spans)[number], 'days' | 'compareTo'>) => {
  const to = addDays(new Date().toISOString().slice(0, 10), -1);
  return { reportKey, range: 'Custom', from: addDays(to, 1 - days), to, compareTo, filters: {} };
};

/** Measures the reports; the slowest one counts. */
async function slowest(run: Run, keeper: SignedIn, section: string, span: (typeof spans)[number]): Promise<Figure> {
  const measured: { key: string; ms: number }[] = [];
  for (const { key } of allReports) {
    const times: number[] = [];
    for (let round = 0; round <= run.sizes.rounds; round += 1)
      times.push((await keeper.call('/app/report/run', config(key, span))).ms);
    // The first run warms up.
    measured.push({ key, ms: median(times.slice(1)) });
  }
  measured.sort((a, b) => b.ms - a.ms);
  const words = measured.slice(0, 4).map(({ key, ms }) => `${key} ${ms.toFixed(0)}`);
  return {
    section,
    name: `slowest of ${measured.length} over ${span.name}`,
    value: measured[0]?.ms ?? Number.NaN,
    unit: 'ms',
    budget: atMost(span.most),
    note: words.join(', '),
  };
}

/** Measures a till's calls while somebody reads one year after another. */
async function besides(
  run: Run,
  server: RunningServer,
  keeper: SignedIn,
  section: string,
  outletId: number,
): Promise<Figure[]> {
  const load = startWorker('load/main.ts');
  try {
    await load.ask({ do: 'openShifts', port: server.port, places: keepers([outletId]) });
    const asked = { do: 'calls', port: server.port, places: tillPlaces(1, [outletId]), listeners: 0 };
    const alone = await load.ask<CallsMeasured>({ ...asked, ms: run.sizes.callsMs });
    let isOver = false;
    const reading = (async (): Promise<void> => {
      while (!isOver)
        for (const { key } of allReports)
          if (!isOver) await keeper.call('/app/report/run', config(key, { days: 366, compareTo: 'LastYear' }));
    })();
    const busy = await load.ask<CallsMeasured>({ ...asked, ms: run.sizes.callsMs });
    isOver = true;
    await reading;
    const all = ({ createMs, payMs }: CallsMeasured): number[] => [...createMs, ...payMs];
    const words = `alone ${median(all(alone)).toFixed(1)}/${quantile(all(alone), 0.99).toFixed(1)} ms p50/p99`;
    return [
      { section, name: 'a till’s call during reports, p50', value: median(all(busy)), unit: 'ms', note: words },
      { section, name: 'a till’s call during reports, p99', value: quantile(all(busy), 0.99), unit: 'ms' },
      { section, name: 'memory afterwards', value: memoryOf(server.pid), unit: 'MB', budget: atMost(250) },
    ];
  } finally {
    await load.stop();
  }
}
