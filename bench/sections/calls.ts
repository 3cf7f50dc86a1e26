/**
 * Measures opening and paying bills: one till alone and many at once, on both engines, compared with the bare engine. The outlets are cafés with the features
 * that `npm start` gives one (delivery, kitchen, inventory, tips), unless a row says that they are off.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { BareMeasured } from '../bare/main.ts';
import { atLeast, atMost, type Figure, median, quantile } from '../figure.ts';
import { countHistory } from '../groups.ts';
import type { CallsMeasured } from '../load/main.ts';
import { watchLog } from '../log-bytes.ts';
import { useDatabase } from '../multiply.ts';
import { cpuOf, startWorker, type Worker } from '../process.ts';
import type { Run } from '../run.ts';
import { type Place, type RunningServer, startServer } from '../server.ts';
import { type BenchStore, keepers, tillPlaces } from '../store.ts';

interface Setup {
  readonly engine: 'embedded' | 'PostgreSQL';
  /** The number of outlets of the tills. */
  readonly outlets: number;
  /** What `npm start` gives a café, or nothing. */
  readonly features: 'on' | 'off';
  readonly budgets?: Budgets;
}

interface Budgets {
  /** Milliseconds of a call when one till is alone. */
  readonly p50?: number;
  readonly p99?: number;
  /** Calls a second by the number of tills. */
  readonly perSecond?: Readonly<Record<number, number>>;
  /** Share of the bare engine's calls in the same run, in %, by the number of tills. */
  readonly share?: Readonly<Record<number, number>>;
}

/** Budgets are those of the product as a café gets it; without its features a row is for comparison only. */
const setups: readonly Setup[] = [
  {
    engine: 'embedded',
    outlets: 1,
    features: 'on',
    budgets: { p50: 1.2, p99: 6, perSecond: { 8: 1500, 16: 2000 } },
  },
  { engine: 'embedded', outlets: 1, features: 'off' },
  { engine: 'PostgreSQL', outlets: 4, features: 'on', budgets: { p50: 2.5, share: { 8: 55 } } },
  { engine: 'PostgreSQL', outlets: 1, features: 'on', budgets: { p50: 2.5, share: { 8: 45 } } },
];
const counts = [1, 8, 16] as const;
/** Tills in each outlet that receive every change. */
const listeners = 2;

interface Round {
  readonly ours: CallsMeasured;
  readonly bare: BareMeasured;
  /** Processor time of the server, in ms a call. */
  readonly cpuMs: number;
  /** Bytes of the write-ahead log of an embedded store for each call; NaN for PostgreSQL. */
  readonly logBytes: number;
  /** Calls that the server committed together; the bare engine uses the same number. */
  readonly batch: number;
}

/** Measures both engines, PostgreSQL with several outlets and with one. */
export async function measureCalls(run: Run): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const setup of setups) {
    if (setup.engine === 'PostgreSQL' && !run.hasPostgres) continue;
    const store = await (setup.engine === 'embedded' ? run.embedded() : run.postgres());
    figures.push(...(await measureSetup(run, store, setup)));
  }
  return figures;
}

async function measureSetup(run: Run, store: BenchStore, setup: Setup): Promise<Figure[]> {
  const outletIds = store.outletIds.slice(0, setup.outlets);
  const bareWorker = startWorker('bare/main.ts');
  const [place, barePlace] = [await store.copy(), await store.copy()];
  const storedBytes = 'DATABASE_URL' in place ? null : statSync(join(place.DATA_DIR, 'atoll.db')).size;
  if (setup.features === 'off') for (const one of [place, barePlace]) await switchOff(one);
  const bareBills = Math.ceil(run.sizes.bareBills[setup.engine] / outletIds.length);
  await bareWorker.ask({ do: 'prepare', place: barePlace, outletIds, bills: bareBills });
  const server = await startServer(place, run.flags);
  const load = startWorker('load/main.ts');
  try {
    await load.ask({ do: 'openShifts', port: server.port, places: keepers(outletIds) });
    await load.ask(callsTask(run, server, outletIds, 8, run.sizes.callsMs / 2));
    const rounds = new Map<number, Round[]>(counts.map((count) => [count, []]));
    // The server and the bare engine run in turn, so that a temporarily busy machine affects both.
    for (let round = 0; round < run.sizes.rounds; round += 1)
      for (const tills of counts)
        rounds
          .get(tills)
          ?.push(await measureRound({ run, place, server, load, bareWorker, bareBills, outletIds, tills }));
    const figures = [...rounds].flatMap(([tills, all]) => figuresOf(setup, tills, all));
    if (storedBytes === null || setup.features === 'off') return figures;
    return [...figures, logOf(setup, rounds.get(1) ?? []), storedOf(setup, storedBytes / run.sizes.bills)];
  } finally {
    await load.stop();
    await server.stop();
    await bareWorker.stop();
  }
}

/** Switches the features of all outlets off. */
const switchOff = (place: Place): Promise<void> =>
  useDatabase(place, (db) => db.run("update outlet set features = '[]'"));

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
  place: Place;
  server: RunningServer;
  load: Worker;
  bareWorker: Worker;
  /** Bills that were recorded in each outlet. */
  bareBills: number;
  outletIds: readonly number[];
  tills: number;
}): Promise<Round> {
  const { run, place, server, load, bareWorker, bareBills, outletIds, tills } = parts;
  const since = Date.now();
  const cpu = cpuOf(server.pid);
  const log = watchLog(place);
  const ours = await load.ask<CallsMeasured>(callsTask(run, server, outletIds, tills));
  const logBytes = log.stop() / ours.calls;
  const cpuMs = (cpuOf(server.pid) - cpu) / ours.calls;
  const { rows, groups } = await countHistory(place, since);
  const batch = Math.max(1, Math.round(rows / groups));
  const outlets = Math.min(tills, outletIds.length);
  const maxCalls = Math.floor((2 * bareBills) / (run.sizes.rounds * counts.length));
  const bare = await bareWorker.ask<BareMeasured>({ do: 'run', batch, ms: run.sizes.bareMs, maxCalls, outlets });
  return { ours, bare, cpuMs, logBytes, batch };
}

/** Names the rows: what the outlet uses, and how many outlets there are. */
const sectionOf = ({ engine, outlets, features }: Setup): string => {
  const where = engine === 'embedded' ? '' : outlets === 1 ? ', one hot outlet' : `, ${outlets} outlets`;
  return `[R34.4] calls, ${engine}${where}, a café’s features ${features}`;
};

function figuresOf(setup: Setup, tills: number, rounds: readonly Round[]): Figure[] {
  const section = sectionOf(setup);
  const { perSecond: least, share: leastShare } = setup.budgets ?? {};
  const perSecond = median(rounds.map(({ ours }) => ours.perSecond));
  const bare = median(rounds.map((round) => round.bare.perSecond));
  const ratio = median(rounds.map((round) => round.ours.perSecond / round.bare.perSecond));
  const cpu = median(rounds.map(({ cpuMs }) => cpuMs));
  const note = `${cpu.toFixed(2)} ms of processor a call, ${median(rounds.map(({ batch }) => batch))} a commit`;
  if (tills === 1)
    return [...oneTill(setup, rounds), { section, name: 'one till', value: perSecond, unit: '/s', bare, ratio, note }];
  const [budget, share] = [least?.[tills], leastShare?.[tills]];
  const creates = `p50/p99 create ${at(timesOf(rounds, 'createMs'))}, pay ${at(timesOf(rounds, 'payMs'))} ms`;
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
    {
      section,
      name: `${tills} tills, against the bare engine`,
      value: ratio * 100,
      unit: '%',
      ...(share ? { budget: atLeast(share) } : {}),
    },
  ];
}

const timesOf = (rounds: readonly Round[], what: 'createMs' | 'payMs'): number[] =>
  rounds.flatMap(({ ours }) => [...ours[what]]);

/** Returns how long a call takes when one till makes one after another. */
function oneTill(setup: Setup, rounds: readonly Round[]): Figure[] {
  const groups = rounds.flatMap((round) => [...round.bare.groupMs]);
  const row = (name: string, value: number, bare: number, most: number | undefined): Figure => ({
    section: sectionOf(setup),
    name: `${name}, one after another`,
    value,
    unit: 'ms',
    bare,
    ratio: value / bare,
    ...(most === undefined ? {} : { budget: atMost(most) }),
  });
  return (['createMs', 'payMs'] as const).flatMap((what) => {
    const name = what === 'createMs' ? 'create' : 'pay';
    const all = timesOf(rounds, what);
    return [
      row(`${name} p50`, median(all), median(groups), setup.budgets?.p50),
      row(`${name} p99`, quantile(all, 0.99), quantile(groups, 0.99), setup.budgets?.p99),
    ];
  });
}

/** An order is a call that opens a bill and one that pays it. */
const logOf = (setup: Setup, rounds: readonly Round[]): Figure => ({
  section: sectionOf(setup),
  name: 'log written per order, one till',
  value: (2 * median(rounds.map(({ logBytes }) => logBytes))) / 1000,
  unit: 'kB',
  budget: atMost(100),
});

const storedOf = (setup: Setup, bytes: number): Figure => ({
  section: sectionOf(setup),
  name: 'storage per bill',
  value: bytes / 1000,
  unit: 'kB',
  budget: atMost(4),
});

const at = (values: readonly number[]): string => `${median(values).toFixed(1)}/${quantile(values, 0.99).toFixed(1)}`;
