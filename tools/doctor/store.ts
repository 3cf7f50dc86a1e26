/** What doctor reads in the store: its settings and tables, its newest record, and when devices were heard. Nothing is written. */
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Config } from '../../apps/server/src/platform/config/config.ts';
import { version } from '../../apps/server/src/platform/config/version.ts';
import {
  type AppliedMigration,
  headsRole,
  pendingMigrations,
  readMigrations,
} from '../../apps/server/src/platform/store/migration.ts';
import { SqliteDatabase } from '../../apps/server/src/platform/store/sqlite/database.ts';
import { within } from './ask.ts';
import { bad, type Finding, good, watch } from './finding.ts';

const recentMs = 86_400_000;
const databaseMs = 4000;

export interface OffsiteFacts {
  readonly isOn: boolean;
  /** The folder that copies go to; null for another machine. */
  readonly folder: string | null;
  /** The newest copy did not arrive. */
  readonly isLate: boolean;
  /** Somebody typed the passphrase right since it was set. */
  readonly isConfirmed: boolean;
  /** When the newest copy arrived, and when a restore was tested, in ms; 0: never. */
  readonly newestAt: number;
  readonly provenAt: number;
  /** The last test of a restore failed. */
  readonly hasFailed: boolean;
}

export interface StoreFacts {
  readonly engine: 'sqlite' | 'postgres';
  /** `missing`: no store was created yet. `unclean`: its server was killed; it must be started before others can read the store. */
  readonly state: 'read' | 'missing' | 'unclean' | 'failed';
  /** Why it could not be read, or what is wrong with its settings or tables; null when nothing is. */
  readonly problem: string | null;
  /** How many changes of tables of this release did not run yet. */
  readonly pending: number;
  readonly name: string | null;
  /** When the tables were created, and when the newest record was written, in ms; 0 when unknown. */
  readonly createdAt: number;
  readonly newestAt: number;
  /** Devices that were ever heard, and in the last 24 hours; null when unknown. */
  readonly devices: { readonly known: number; readonly recent: number; readonly lastAt: number } | null;
  /** How the copies away from the server are; null when unknown, or where there are none. */
  readonly offsite: OffsiteFacts | null;
  /** By how much the database's clock is ahead, in ms. */
  readonly offsetMs: number;
}

type Rows = readonly Record<string, unknown>[];
type Query = (sql: string) => Promise<Rows>;

const unread: Omit<StoreFacts, 'engine' | 'state'> = {
  problem: null,
  pending: 0,
  name: null,
  createdAt: 0,
  newestAt: 0,
  devices: null,
  offsite: null,
  offsetMs: 0,
};

const newestText = `select max(history.at) as at from outlet_cursor join history on history.outlet_id = outlet_cursor.outlet_id
  and history.seq = outlet_cursor.history_seq`;

const devicesText = (since: number): string => `select count(*) as known, max(last) as last,
  coalesce(sum(case when last > ${since} then 1 else 0 end), 0) as recent
  from (select device_id, max(heard_at) as last from device_contact group by device_id) heard`;

/** Reads the tables that belong to no outlet. Throws when this release cannot work with them. */
async function readTables(query: Query): Promise<Pick<StoreFacts, 'pending' | 'name' | 'createdAt'>> {
  const applied = await query('select number, sha256, needs, applied_at from migration order by number');
  const pending = pendingMigrations(readMigrations(), applied as unknown as AppliedMigration[]).length;
  const [name] = await query("select value from secret where name = 'store-name'");
  const created = Math.min(...applied.map((row) => Number(row['applied_at'])));
  return { pending, name: (name?.['value'] as string | undefined) ?? null, createdAt: created };
}

/** Reads the tables of outlets, of all outlets at once. */
async function readOutlets(query: Query, now: number): Promise<Pick<StoreFacts, 'newestAt' | 'devices'>> {
  const [newest] = await query(newestText);
  const [heard] = await query(devicesText(now - recentMs));
  const number = (value: unknown): number => Number(value ?? 0);
  const devices = {
    known: number(heard?.['known']),
    recent: number(heard?.['recent']),
    lastAt: number(heard?.['last']),
  };
  return { newestAt: number(newest?.['at']), devices };
}

interface KeptTarget {
  readonly address: { readonly kind: string; readonly path?: string } | null;
}
interface KeptRecovery {
  readonly confirmedAt: number | null;
}

/** Reads how the off-site copies are; null in a store from before there were any. */
async function readOffsite(query: Query): Promise<OffsiteFacts | null> {
  const tables = await query(
    "select name from sqlite_master where name in ('server_setting', 'offsite_copy', 'drill')",
  );
  if (tables.length < 3) return null;
  const [target] = await query("select value from server_setting where key = 'offsite.target'");
  const [copy] = await query("select max(at) as at from offsite_copy where state in ('Sent', 'Pruned')");
  const [last] = await query("select state from offsite_copy where state <> 'Pruned' order by at desc limit 1");
  const [drill] = await query('select at, is_ok from drill order by at desc limit 1');
  const [recovery] = await query("select value from server_setting where key = 'offsite.recovery'");
  const kept = target ? (JSON.parse(String(target['value'])) as KeptTarget) : null;
  const passphrase = recovery ? (JSON.parse(String(recovery['value'])) as KeptRecovery) : null;
  return {
    isOn: Boolean(kept?.address && passphrase),
    folder: kept?.address?.kind === 'Folder' ? (kept.address.path ?? null) : null,
    isLate: last?.['state'] === 'Failed',
    isConfirmed: passphrase !== null && passphrase.confirmedAt !== null,
    newestAt: Number(copy?.['at'] ?? 0),
    provenAt: Number(drill?.['at'] ?? 0),
    hasFailed: drill !== undefined && !drill['is_ok'],
  };
}

const walVersion = 2;
const writeVersionAt = 18;

/** Returns whether a file of SQLite has a write-ahead log, as its head says. */
function hasLog(path: string): boolean {
  const file = openSync(path, 'r');
  const head = Buffer.alloc(100);
  readSync(file, head, 0, head.length, 0);
  closeSync(file);
  return head[writeVersionAt] === walVersion;
}

/** Reads the embedded store. While no server has the folder the file is read alone, because a log beside it would be created. */
export async function readSqlite(dataDir: string, isUsed: boolean, now: number): Promise<StoreFacts> {
  const engine = 'sqlite';
  const path = join(dataDir, 'atoll.db');
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
  if (!existsSync(path)) return { ...unread, engine, state: 'missing' };
  if (!isUsed && log && log.size > 0) return { ...unread, engine, state: 'unclean' };
  let database: SqliteDatabase | undefined;
  try {
    if (!hasLog(path)) throw new Error('journal_mode is not wal');
    database = new SqliteDatabase(isUsed ? path : `${pathToFileURL(path).href}?immutable=1`, { readOnly: true });
    const opened = database;
    const query: Query = async (sql) => opened.run(sql).rows;
    return {
      ...unread,
      engine,
      state: 'read',
      ...(await readTables(query)),
      ...(await readOutlets(query, now)),
      offsite: await readOffsite(query),
    };
  } catch (error) {
    return { ...unread, engine, state: 'failed', problem: (error as Error).message };
  } finally {
    database?.close();
  }
}

type Databases = Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'requiresSync'>;

/** Reads a database of PostgreSQL. */
export async function readPostgres(databases: Databases): Promise<StoreFacts> {
  const engine = 'postgres';
  try {
    return { ...unread, engine, state: 'read', ...(await within(readDatabase(databases), databaseMs)) };
  } catch (error) {
    return { ...unread, engine, state: 'failed', problem: (error as Error).message };
  }
}

/** Reads it in a transaction that refuses writes. Throws when its settings are not safe, and when it cannot be read. */
async function readDatabase({
  databaseUrl = '',
  databaseDirectUrl,
  requiresSync,
}: Databases): Promise<Partial<StoreFacts>> {
  const { createClient } = await import('../../apps/server/src/platform/store/postgres/client.ts');
  const { checkServer } = await import('../../apps/server/src/platform/store/postgres/check.ts');
  const { DatabaseHosts } = await import('../../apps/server/src/platform/store/postgres/hosts/hosts.ts');
  const { requireSync } = await import('../../apps/server/src/platform/store/postgres/hosts/sync.ts');
  const hosts = new DatabaseHosts(databaseDirectUrl ?? databaseUrl, { warn: () => undefined });
  try {
    const client = createClient(await hosts.url(), false, { connectMs: databaseMs, queryMs: databaseMs });
    try {
      await client.connect();
      const query: Query = async (sql) => (await client.query<Record<string, unknown>>(sql)).rows;
      const ask = async (sql: string) => [...(await query(sql))];
      await query('begin read only');
      await checkServer(ask);
      if (requiresSync) await requireSync(ask);
      const [clock] = await query('select (extract(epoch from clock_timestamp()) * 1000)::bigint::text as at');
      const now = Date.now();
      const tables = await readTables(query);
      await query(`set local role ${headsRole}`);
      const outlets = await readOutlets(query, now);
      await query('rollback');
      return { ...tables, ...outlets, offsetMs: Number(clock?.['at']) - now };
    } finally {
      // The reason why it failed is already known.
      await client.end().catch(() => undefined);
    }
  } finally {
    hosts.close();
  }
}

/** Returns the finding about the settings and tables of the database. */
export function checkStore({ engine, state, problem, pending }: StoreFacts): Finding {
  const name = 'Database';
  const title = engine === 'sqlite' ? 'The built-in store' : 'PostgreSQL';
  if (state === 'missing')
    return bad(name, 'There is no store in the data folder.', 'Start the server to create it, or correct DATA_DIR.');
  if (state === 'unclean')
    return watch(
      name,
      'The server ended without closing the store, so it cannot be read without changing it.',
      'Start the server, which completes what was written, and run doctor again.',
    );
  if (state === 'failed')
    return bad(
      name,
      `${title} cannot be used: ${problem}.`,
      engine === 'sqlite'
        ? 'Start the server, whose message names the newest good backup if the store is damaged.'
        : 'Correct this on the database server or in DATABASE_URL, then start Atoll again.',
    );
  if (pending > 0)
    return watch(
      name,
      `${title} misses ${pending} changes of tables of release ${version}.`,
      'Restart the server of this release, or run npm run migrate.',
    );
  return good(name, `${title} has safe settings and the tables of this release.`);
}
