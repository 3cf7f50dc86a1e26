/** Reads the options of a benchmark run, and fills the stores that its sections share, each once. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findPrograms } from '../apps/server/src/platform/store/testing/postgres.ts';
import { type BenchStore, embeddedStore, postgresStore } from './store.ts';

export interface Sizes {
  /** Bills of the usual store. */
  readonly bills: number;
  /** Bills of one outlet that has been used for years. */
  readonly many: number;
  /** Records of a back-office list. */
  readonly records: number;
  /** Repetitions of a measurement. */
  readonly rounds: number;
  /** How long calls are sent to the server. */
  readonly callsMs: number;
  /** How long the engine is measured alone, without the server, for comparison. */
  readonly bareMs: number;
  /**
   * Bills whose rows the engine alone has to write. PostgreSQL writes fewer of them in the same time; to record one takes longer with each before it, because
   * they are one transaction, whose indexes keep all versions of a row.
   */
  readonly bareBills: Readonly<Record<'embedded' | 'PostgreSQL', number>>;
  /** Changes whose way through the hub is timed. */
  readonly changes: number;
  /** Tills connected to the hub at once. */
  readonly connections: number;
  /** Starts of the server. */
  readonly starts: number;
  readonly prints: number;
  /** Items of each measured menu. */
  readonly menuItems: readonly number[];
  /** Loads of a page in the browser. */
  readonly loads: number;
  /** Taps on menu items in the browser. */
  readonly taps: number;
  /** Orders after which the memory is measured. */
  readonly orders: number;
}

const full: Sizes = {
  bills: 120_000,
  many: 1_000_000,
  records: 1_000_000,
  rounds: 3,
  callsMs: 4000,
  bareMs: 1500,
  bareBills: { embedded: 20_000, PostgreSQL: 6000 },
  changes: 200,
  connections: 5000,
  starts: 5,
  prints: 100,
  menuItems: [1000, 10_000],
  loads: 7,
  taps: 60,
  orders: 14_000,
};

const quick: Sizes = {
  bills: 300,
  many: 300,
  records: 2000,
  rounds: 1,
  callsMs: 200,
  bareMs: 100,
  bareBills: { embedded: 400, PostgreSQL: 400 },
  changes: 4,
  connections: 50,
  starts: 1,
  prints: 3,
  menuItems: [100],
  loads: 1,
  taps: 3,
  orders: 20,
};

export const sectionNames = [
  'machine',
  'calls',
  'processes',
  'hub',
  'start',
  'memory',
  'collection',
  'pages',
  'print',
  'menu',
  'prices',
  'wallets',
  'reports',
  'lists',
  'history',
  'growth',
  'web',
  'screen',
  'slowScreen',
  'setup',
  'longBill',
  'floor',
] as const;
export type SectionName = (typeof sectionNames)[number];

export interface Options {
  readonly only: readonly SectionName[];
  readonly sizes: Sizes;
  readonly isQuick: boolean;
  /** The file for the figures as JSON. */
  readonly json: string | undefined;
  /** 'embedded' leaves PostgreSQL out. */
  readonly engine: string | undefined;
  /** Flags of Node for the servers that calls and print measure. */
  readonly flags: readonly string[];
}

export interface Run extends Options {
  readonly hasPostgres: boolean;
  embedded(): Promise<BenchStore>;
  postgres(): Promise<BenchStore>;
  /** Stores with `sizes.many` bills, all of the first outlet. */
  manyEmbedded(): Promise<BenchStore>;
  manyPostgres(): Promise<BenchStore>;
  close(): Promise<void>;
}

/** Returns the options of the command line; throws an Error with a message. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string' },
      bills: { type: 'string' },
      many: { type: 'string' },
      quick: { type: 'boolean', default: false },
      json: { type: 'string' },
      engine: { type: 'string' },
      profile: { type: 'string' },
    },
  });
  const only = values.only?.split(',') ?? sectionNames;
  for (const name of only)
    if (!sectionNames.some((known) => known === name))
      throw new Error(`There is no section ${name}: choose from ${sectionNames.join(', ')}`);
  const sizes = values.quick ? quick : full;
  const bills = wholeNumber('bills', values.bills, sizes.bills);
  const many = wholeNumber('many', values.many, sizes.many);
  return {
    only: only as readonly SectionName[],
    sizes: { ...sizes, bills, many },
    isQuick: values.quick,
    json: values.json,
    engine: values.engine,
    flags: values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${resolve(values.profile)}`],
  };
}

function wholeNumber(name: string, text: string | undefined, defaultNumber: number): number {
  const number = text === undefined ? defaultNumber : Number(text);
  if (!Number.isSafeInteger(number) || number < 4) throw new Error(`--${name} is a whole number, 4 or more`);
  return number;
}

/** Creates the run. A store is filled when a section first asks for it; `say` prints a message before a long step. */
export function createRun(asked: Options, say: (text: string) => void): Run {
  const filled = new Map<string, Promise<BenchStore>>();
  const store = (engine: 'embedded' | 'PostgreSQL', bills: number, outlets?: number): Promise<BenchStore> => {
    const name = `${engine} ${bills} ${outlets}`;
    const known = filled.get(name);
    if (known) return known;
    say(`Filling ${outlets === 1 ? 'one outlet' : 'a store'} with ${bills} bills (${engine})…`);
    const startedAt = performance.now();
    const made = engine === 'embedded' ? embeddedStore(bills, outlets) : postgresStore(bills, outlets);
    filled.set(name, made);
    void made.then(
      () => say(`  filled in ${Math.round((performance.now() - startedAt) / 1000)} s`),
      () => undefined,
    );
    return made;
  };
  return {
    ...asked,
    hasPostgres: asked.engine !== 'embedded' && findPrograms() !== undefined,
    embedded: () => store('embedded', asked.sizes.bills),
    postgres: () => store('PostgreSQL', asked.sizes.bills),
    manyEmbedded: () => store('embedded', asked.sizes.many, 1),
    manyPostgres: () => store('PostgreSQL', asked.sizes.many, 1),
    async close() {
      for (const made of filled.values()) await made.then((one) => one.close()).catch(() => undefined);
    },
  };
}
