/**
 * `npm run chain -- --outlets 1000 --tills 3`: plays a lunch hour of a chain in a short time. Every outlet has its shift, its tills are connected to the
 * hub of 2 to 4 servers on one PostgreSQL, and bills are opened and paid at a fixed rate, each in another outlet, while dashboards are read. `--rate`
 * bills a second, `--seconds` how long, `--servers` how many processes, `--settle` and `--rest`
 * seconds before.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findPrograms, startPostgres } from '../../apps/server/src/platform/store/testing/postgres.ts';
import { say, stop } from '../../tools/scripts/folder.mjs';
import { installMissing, programs } from '../../tools/scripts/programs.mjs';
import { atMost, type Figure, median, quantile } from '../figure.ts';
import { cpuOf, endAll, memoryOf, startWorker, type Worker, wait } from '../process.ts';
import { type RunningServer, startServer } from '../server.ts';
import { createDatabase } from '../store.ts';
import { sectionTable } from '../table.ts';
import { chainPlaces, fillChain, largestTables, resetBus } from './fill.ts';
import type { LunchMeasured } from './worker.ts';

interface Options {
  readonly outlets: number;
  readonly tills: number;
  readonly servers: number;
  readonly rate: number;
  readonly seconds: number;
  /** Before the rest, so that what follows from opening is done: ends of histories are signed each minute. */
  readonly settle: number;
  readonly rest: number;
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      outlets: { type: 'string', default: '1000' },
      tills: { type: 'string', default: '3' },
      servers: { type: 'string', default: '2' },
      rate: { type: 'string', default: '10' },
      seconds: { type: 'string', default: '30' },
      settle: { type: 'string', default: '70' },
      rest: { type: 'string', default: '60' },
    },
  });
  const numberOf = (name: keyof typeof values, min: number, max: number): number => {
    const number = Number(values[name]);
    return Number.isInteger(number) && number >= min && number <= max
      ? number
      : stop(`--${name} is a whole number from ${min} to ${max}.`);
  };
  return {
    outlets: numberOf('outlets', 2, 20_000),
    tills: numberOf('tills', 2, 20),
    servers: numberOf('servers', 2, 4),
    rate: numberOf('rate', 1, 1000),
    seconds: numberOf('seconds', 1, 600),
    settle: numberOf('settle', 1, 600),
    rest: numberOf('rest', 1, 600),
  };
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** Starts the servers, each with a data folder of its own and the same key of the history. */
async function startServers(folder: string, url: string, count: number): Promise<readonly RunningServer[]> {
  const servers: RunningServer[] = [];
  for (let number = 0; number < count; number += 1) {
    const dataDir = join(folder, `data${number}`);
    if (number > 0) {
      mkdirSync(dataDir, { mode: 0o700 });
      writeFileSync(join(dataDir, 'history.key'), readFileSync(join(folder, 'data0/history.key')), { mode: 0o600 });
    }
    servers.push(await startServer({ DATA_DIR: dataDir, DATABASE_URL: url }));
  }
  return servers;
}

interface Chain {
  readonly options: Options;
  readonly url: string;
  readonly servers: readonly RunningServer[];
  readonly workers: readonly Worker[];
}

const section = 'chain';

const cpuOfAll = ({ servers }: Chain): number => sum(servers.map(({ pid }) => cpuOf(pid)));
const memoryOfAll = ({ servers }: Chain): number => sum(servers.map(({ pid }) => memoryOf(pid)));
const askAll = <T>({ workers }: Chain, question: object): Promise<T[]> =>
  Promise.all(workers.map((worker) => worker.ask<T>(question)));

/** Processor time of all servers in 10 s, above which more than the connections is at work. */
const quietMs = 400;

/** Waits, at most five minutes, until the servers have done what follows from a start and from opening. */
async function caughtUp(chain: Chain): Promise<void> {
  for (let look = 0; look < 30; look += 1) {
    const cpu = cpuOfAll(chain);
    await wait(10_000);
    if (cpuOfAll(chain) - cpu < quietMs) return;
  }
}

/** Opens the outlets and connects the tills; returns what a connection needs, and the work at rest. */
async function measureRest(chain: Chain, outletIds: readonly number[]): Promise<Figure[]> {
  const { options, servers, workers } = chain;
  const ports = servers.map(({ port }) => port);
  const places = chainPlaces(outletIds);
  const shares = workers.map((_, at) => places.filter((__, index) => index % workers.length === at));
  await Promise.all(workers.map((worker, at) => worker.ask({ do: 'open', ports, places: shares[at] })));
  const before = memoryOfAll(chain);
  const connections = sum(await askAll<number>(chain, { do: 'connect', ports, tills: options.tills }));
  await wait(options.settle * 1000);
  await caughtUp(chain);
  const [memory, cpu, startedAt] = [memoryOfAll(chain), cpuOfAll(chain), performance.now()];
  await wait(options.rest * 1000);
  const rest = ((cpuOfAll(chain) - cpu) / (performance.now() - startedAt)) * 100;
  const note = `${connections} connections in ${outletIds.length} outlets, ${servers.length} processes together`;
  return [
    { section, name: 'processor at rest, of a core', value: rest, unit: '%', budget: atMost(2), note },
    {
      section,
      name: 'memory of a connection',
      value: ((memory - before) * 1024) / connections,
      unit: 'kB',
      note: `${Math.round(memory)} MB all servers`,
    },
  ];
}

const joined = (parts: readonly LunchMeasured[], of: (part: LunchMeasured) => readonly number[]): number[] =>
  parts.flatMap((part) => [...of(part)]);

/** Sells at the rate, then again while the bus is reset. */
async function measureLunch(chain: Chain): Promise<Figure[]> {
  const { options, workers, url } = chain;
  const task = { do: 'lunch', rate: options.rate / workers.length, reportEvery: 10 };
  const [cpu, startedAt] = [cpuOfAll(chain), performance.now()];
  const parts = await askAll<LunchMeasured>(chain, { ...task, ms: options.seconds * 1000 });
  const seconds = (performance.now() - startedAt) / 1000;
  const cpuMs = cpuOfAll(chain) - cpu;
  const [bills, calls, late] = [
    (part: LunchMeasured) => part.bills,
    (part: LunchMeasured) => part.calls,
    (part: LunchMeasured) => part.late,
  ].map((of) => sum(parts.map(of))) as [number, number, number];
  const resets = askAll<LunchMeasured>(chain, { ...task, ms: 6000 });
  for (let time = 0; time < 3; time += 1) {
    await wait(1500);
    await resetBus(url);
  }
  const reset = await resets;
  const times = (name: string, values: readonly number[]): Figure[] => [
    { section, name: `${name}, p50`, value: median(values), unit: 'ms' },
    { section, name: `${name}, p99`, value: quantile(values, 0.99), unit: 'ms' },
  ];
  const hints = joined(parts, (part) => part.hintMs);
  return [
    {
      section,
      name: 'bills',
      value: bills / seconds,
      unit: '/s',
      note: `${calls} calls${late > 0 ? `, ${late} bills late` : ''}`,
    },
    ...times(
      'open a bill with three items',
      joined(parts, (part) => part.createMs),
    ),
    ...times(
      'pay',
      joined(parts, (part) => part.payMs),
    ),
    ...times(
      'dashboard',
      joined(parts, (part) => part.reportMs),
    ),
    {
      section,
      name: 'hint on another till, p50',
      value: median(hints),
      unit: 'ms',
      note: 'from the start of the call, so with the commit',
    },
    { section, name: 'hint on another till, p99', value: quantile(hints, 0.99), unit: 'ms', budget: atMost(150) },
    { section, name: 'processor of a call', value: cpuMs / calls, unit: 'ms', note: 'servers, without the database' },
    {
      section,
      name: 'slowest payment, bus reset 3 times',
      value: Math.max(...joined(reset, (part) => part.payMs)),
      unit: 'ms',
      budget: atMost(150),
    },
  ];
}

async function play(options: Options, folder: string): Promise<void> {
  const cluster = await startPostgres(['shared_buffers=256MB', 'max_wal_size=4GB']);
  try {
    await cluster.ready;
    const url = await createDatabase(cluster.socketUrl);
    const startedAt = performance.now();
    const outletIds = await fillChain(url, options.outlets);
    say(`${outletIds.length} outlets in ${Math.round((performance.now() - startedAt) / 1000)} s`);
    const servers = await startServers(folder, url, options.servers);
    const chain = { options, url, servers, workers: servers.map(() => startWorker('chain/worker.ts')) };
    const figures = [...(await measureRest(chain, outletIds)), ...(await measureLunch(chain))];
    const tables = await largestTables(url, 6);
    say(`\n${sectionTable(`[R34.25] ${section}`, figures)}`);
    say(`  largest tables: ${tables.map(({ name, megabytes }) => `${name} ${megabytes.toFixed(1)} MB`).join(', ')}`);
    say(`  ${cpus().length} processors, load ${loadavg()[0]?.toFixed(1)}`);
  } finally {
    await endAll();
    await cluster.stop();
  }
}

const options = readOptions();
installMissing(
  programs.filter(({ name }) => name === 'PostgreSQL'),
  'what the chain runs on',
);
if (findPrograms() === undefined) stop('PostgreSQL was not found. On Debian: apt-get install postgresql.');
const folder = mkdtempSync(join(tmpdir(), 'atoll-chain-'));
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void endAll().finally(() => process.exit(130)));
try {
  await play(options, folder);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
