/** Measures opening and paying bills: one till alone and many at once, on both engines, compared with the bare engine. */
import type { BareMeasured } from '../bare/main.ts';
import { atLeast, atMost, type Figure, median, quantile } from '../figure.ts';
import { countHistory } from '../groups.ts';
import type { CallsMeasured } from '../load/main.ts';
import { cpuOf, startWorker, type Worker } from '../process.ts';
import type { Run } from '../run.ts';
import { type RunningServer, startServer } from '../server.ts';
import { type BenchStore, keepers, tillPlaces } from '../store.ts';

interface Setup {
  readonly engine: string;
  /** The number of outlets of the tills. */
  readonly outlets: number;
  readonly p50: number;
  readonly p99: number;
  readonly perSecond: Readonly<Record<number, number>>;
}

const embedded: Setup = { engine: 'embedded', outlets: 1, p50: 2, p99: 10, perSecond: { 8: 1500, 16: 2000 } };
const postgres: Setup = { engine: 'PostgreSQL', outlets: 4, p50: 2.5, p99: 15, perSecond: { 8: 1000, 16: 1200 } };
const counts = [1, 8, 16] as const;
/** Tills in each outlet that receive every change. */
const listeners = 2;

interface Round {
  readonly ours: CallsMeasured;
  readonly bare: BareMeasured;
  /** Processor time of the server, in ms a call. */
  readonly cpuMs: number;
  /** Calls that the server committed together; the bare engine uses the same number. */
  readonly batch: number;
}

/** Measures both engines. */
export async function measureCalls(run: Run): Promise<Figure[]> {
  const figures = await measureEngine(run, await run.embedded(), embedded);
  if (!run.hasPostgres) return figures;
  return [...figures, ...(await measureEngine(run, await run.postgres(), postgres))];
}

async function measureEngine(run: Run, store: BenchStore, setup: Setup): Promise<Figure[]> {
  const outletIds = store.outletIds.slice(0, setup.outlets);
  const bareWorker = startWorker('bare/main.ts');
  const place = await store.copy();
  await bareWorker.ask({ do: 'prepare', place, outletIds, bills: bareBills(run, outletIds) });
  const server = await startServer(store.place, run.flags);
  const load = startWorker('load/main.ts');
  try {
    await load.ask({ do: 'openShifts', port: server.port, places: keepers(outletIds) });
    await load.ask(callsTask(run, server, outletIds, 8, run.sizes.callsMs / 2));
    const rounds = new Map<number, Round[]>(counts.map((count) => [count, []]));
    // The server and the bare engine run in turn, so that a temporarily busy machine affects both.
    for (let round = 0; round < run.sizes.rounds; round += 1)
      for (const tills of counts)
        rounds.get(tills)?.push(await measureRound({ run, store, server, load, bareWorker, outletIds, tills }));
    return [...rounds].flatMap(([tills, all]) => figuresOf(setup, tills, all));
  } finally {
    await load.stop();
    await server.stop();
    await bareWorker.stop();
  }
}

/** Returns the number of bills to record in each outlet. */
const bareBills = (run: Run, outletIds: readonly number[]): number => Math.ceil(run.sizes.bareBills / outletIds.length);

const callsTask = (
  run: Run,
  server: RunningServer,
  outletIds: readonly number[],
  tills: number,
  ms = run.sizes.callsMs,
) => ({
  do: 'calls',
  port: server.port,
  places: tillPlaces(tills, outletIds),
  listeners,
  ms,
});

async function measureRound(parts: {
  run: Run;
  store: BenchStore;
  server: RunningServer;
  load: Worker;
  bareWorker: Worker;
  outletIds: readonly number[];
  tills: number;
}): Promise<Round> {
  const { run, store, server, load, bareWorker, outletIds, tills } = parts;
  const since = Date.now();
  const cpu = cpuOf(server.pid);
  const ours = await load.ask<CallsMeasured>(callsTask(run, server, outletIds, tills));
  const cpuMs = (cpuOf(server.pid) - cpu) / ours.calls;
  const { rows, groups } = await countHistory(store.place, since);
  const batch = Math.max(1, Math.round(rows / groups));
  const outlets = Math.min(tills, outletIds.length);
  const maxCalls = Math.floor((2 * bareBills(run, outletIds)) / (run.sizes.rounds * counts.length));
  const bare = await bareWorker.ask<BareMeasured>({ do: 'run', batch, ms: run.sizes.bareMs, maxCalls, outlets });
  return { ours, bare, cpuMs, batch };
}

function figuresOf(setup: Setup, tills: number, rounds: readonly Round[]): Figure[] {
  const section = `calls, ${setup.engine}`;
  const perSecond = median(rounds.map(({ ours }) => ours.perSecond));
  const bare = median(rounds.map((round) => round.bare.perSecond));
  const ratio = median(rounds.map((round) => round.ours.perSecond / round.bare.perSecond));
  const cpu = median(rounds.map(({ cpuMs }) => cpuMs));
  const note = `${cpu.toFixed(2)} ms of processor a call, ${median(rounds.map(({ batch }) => batch))} a commit`;
  const all = (what: 'createMs' | 'payMs'): number[] => rounds.flatMap(({ ours }) => [...ours[what]]);
  const groups = rounds.flatMap((round) => [...round.bare.groupMs]);
  if (tills > 1) {
    const budget = setup.perSecond[tills];
    const creates = `p50/p99 create ${at(all('createMs'))}, pay ${at(all('payMs'))} ms`;
    return [
      {
        section,
        name: `${tills} tills at once`,
        value: perSecond,
        unit: '/s',
        bare,
        ratio,
        note: `${note}; ${creates}`,
        ...(budget ? { budget: atLeast(budget) } : {}),
      },
      { section, name: `${tills} tills, against the bare engine`, value: ratio * 100, unit: '%', budget: atLeast(35) },
    ];
  }
  return [
    ...(['createMs', 'payMs'] as const).flatMap((what): Figure[] => {
      const name = what === 'createMs' ? 'create' : 'pay';
      const [p50, p99] = [median(all(what)), quantile(all(what), 0.99)];
      const [bare50, bare99] = [median(groups), quantile(groups, 0.99)];
      return [
        {
          section,
          name: `${name}, one after another, p50`,
          value: p50,
          unit: 'ms',
          budget: atMost(setup.p50),
          bare: bare50,
          ratio: p50 / bare50,
        },
        {
          section,
          name: `${name}, one after another, p99`,
          value: p99,
          unit: 'ms',
          budget: atMost(setup.p99),
          bare: bare99,
          ratio: p99 / bare99,
        },
      ];
    }),
    { section, name: 'one till', value: perSecond, unit: '/s', bare, ratio, note },
  ];
}

const at = (values: readonly number[]): string => `${median(values).toFixed(1)}/${quantile(values, 0.99).toFixed(1)}`;
