/** Runs the same tests on both engines. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, inject } from 'vitest';
import type { Engine } from '../engine.ts';
import { openStore, type StoreLocation, type StoreOptions } from '../open-store.ts';
import { createClient } from '../postgres/client.ts';
import { SqliteDatabase } from '../sqlite/database.ts';
import type { Store } from '../store.ts';
import { templateDatabase } from './postgres.ts';
import { silentLog } from './silent-log.ts';
import { copyFilled, copyTables } from './tables.ts';

export interface TestEngine {
  readonly engine: Engine;
  /** Returns a place for a new store: a temporary folder, or a new database. */
  place(): Promise<StoreLocation>;
  /** Returns a place for a new store whose tables exist already: creating them takes four times as long as copying them. */
  placeWithTables(): Promise<StoreLocation>;
  /** Returns a place for a new store with the rows that `fill` writes; they are written once per run, and copied then. */
  placeFilled(name: string, fill: (store: Store) => Promise<unknown>, dataDir?: string): Promise<StoreLocation>;
  /** Opens a store, in a new place when none is given; it is closed after the tests. */
  open(options?: Partial<StoreOptions> & { at?: StoreLocation }): Promise<Store>;
  /** Runs SQL outside of the store, as somebody who has the files or owns the database. */
  tamper(place: StoreLocation, sql: string): Promise<void>;
  /** Opens a connection for many such statements; whoever opens it closes it. */
  ownerOf(place: StoreLocation): Promise<Owner>;
}

/** A connection of somebody who has the files or owns the database. */
export interface Owner {
  run(sql: string): Promise<void>;
  close(): Promise<void>;
}

/** Declares a suite twice: on SQLite and on PostgreSQL. */
export function eachEngine(title: string, suite: (on: TestEngine) => void): void {
  for (const engine of ['sqlite', 'postgres'] as const)
    describe.skipIf(!isHere(engine))(`${title} on ${engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'}`, () => {
      suite(testEngine(engine));
    });
}

const isHere = (engine: Engine): boolean => engine === 'sqlite' || inject('postgresUrl') !== '';

function testEngine(engine: Engine): TestEngine {
  const opened: Store[] = [];
  const folders: string[] = [];
  const temporaryFolder = (): string => {
    const folder = mkdtempSync(join(tmpdir(), 'atoll-store-'));
    folders.push(folder);
    return folder;
  };
  const place = async (): Promise<StoreLocation> => {
    if (engine === 'postgres') return { databaseUrl: await createDatabase(inject('postgresUrl')), partitions: 2 };
    return { dataDir: temporaryFolder() };
  };
  const placeWithTables = async (): Promise<StoreLocation> =>
    engine === 'postgres'
      ? { databaseUrl: await createDatabase(inject('postgresUrl'), templateDatabase) }
      : placeIn(temporaryFolder());
  const fillAt = async (at: StoreLocation, fill: (store: Store) => Promise<unknown>): Promise<void> => {
    const store = await openStore(at, { log: silentLog });
    await fill(store);
    await store.close();
  };
  const placeFilled: TestEngine['placeFilled'] = async (name, fill, dataDir = temporaryFolder()) => {
    if (engine === 'postgres')
      return { databaseUrl: await createFilled(inject('postgresUrl'), `filled_${name}`, (at) => fillAt(at, fill)) };
    await copyFilled(inject('sqliteTables'), name, dataDir, (draft) => fillAt({ dataDir: draft }, fill));
    return { dataDir };
  };
  afterAll(async () => {
    await Promise.all(opened.map((store) => store.close()));
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });
  return {
    engine,
    place,
    placeWithTables,
    placeFilled,
    async open({ at, ...options } = {}) {
      const store = await openStore(at ?? (await placeWithTables()), { log: silentLog, ...options });
      opened.push(store);
      return store;
    },
    tamper,
    ownerOf,
  };
}

/** Copies the tables of an embedded store into a folder that has none, and returns the place. */
export function placeIn(dataDir: string): StoreLocation {
  copyTables(inject('sqliteTables'), dataDir);
  return { dataDir };
}

async function tamper(at: StoreLocation, sql: string): Promise<void> {
  const owner = await ownerOf(at);
  await owner.run(sql);
  await owner.close();
}

async function ownerOf(at: StoreLocation): Promise<Owner> {
  if ('dataDir' in at) {
    const database = new SqliteDatabase(join(at.dataDir, 'atoll.db'));
    return { run: async (sql) => database.exec(sql), close: async () => database.close() };
  }
  const client = createClient(at.databaseUrl, false);
  await client.connect();
  return { run: async (sql) => void (await client.query(sql)), close: () => client.end() };
}

/** Creates a database in a cluster, empty or as a copy of another, once the cluster is ready; returns its URL. */
export async function createDatabase(clusterUrl: string, template = 'template0'): Promise<string> {
  const name = `t${randomUUID().replaceAll('-', '')}`;
  const deadline = Date.now() + 45_000;
  for (;;) {
    const client = createClient(clusterUrl, false);
    try {
      await client.connect();
      // Copying the files takes less than writing every page to the log.
      await client.query(`create database ${name} template ${template} strategy file_copy`);
      return clusterUrl.replace(/\/[^/]*$/, `/${name}`);
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

/** The filled databases that this process has seen. */
const filled = new Set<string>();

/** Creates a database as a copy of a filled one, which the first test that needs it makes; returns its URL. */
async function createFilled(
  clusterUrl: string,
  template: string,
  fill: (at: StoreLocation) => Promise<void>,
): Promise<string> {
  const known = `${clusterUrl} ${template}`;
  if (!filled.has(known) && !(await hasDatabase(clusterUrl, template))) {
    const databaseUrl = await createDatabase(clusterUrl, templateDatabase);
    await fill({ databaseUrl });
    const client = createClient(clusterUrl, false);
    await client.connect();
    const draft = databaseUrl.replace(/^.*\//, '');
    // Another test may have been faster: its database is used then.
    await client.query(`alter database ${draft} rename to ${template}`).catch(() => undefined);
    await client.end();
  }
  filled.add(known);
  return createDatabase(clusterUrl, template);
}

async function hasDatabase(clusterUrl: string, name: string): Promise<boolean> {
  const client = createClient(clusterUrl, false);
  try {
    await client.connect();
    const { rows } = await client.query('select 1 from pg_database where datname = $1', [name]);
    return rows.length > 0;
  } catch {
    // The cluster does not accept connections yet.
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
