/** Opens a store on PostgreSQL: checks how it is reached and its settings, and migrates its tables. */
import type pg from 'pg';
import { StoreMeter } from '../meter.ts';
import { appRole, headsRole, type Migration } from '../migration.ts';
import type { DatabaseLocation, StoreLog } from '../open-store.ts';
import type { Store } from '../store.ts';
import { checkServer } from './check.ts';
import { createClient } from './client.ts';
import { checkPooling } from './hosts/check-pooling.ts';
import { DatabaseHosts } from './hosts/hosts.ts';
import { Replicas } from './hosts/replicas.ts';
import { requireSync, SyncWatch } from './hosts/sync.ts';
import { inTurn, migratePostgres } from './migrate.ts';
import { PostgresPool } from './pool.ts';
import { requireWrites, startFault } from './start-fault.ts';
import { PostgresStore } from './store.ts';

const poolSize = 12;
/** Additional connections for reports. */
const reportPoolSize = 2;
/** Additional connections for lists, searches and exports. */
const listPoolSize = 4;

interface OpenOptions {
  readonly location: DatabaseLocation;
  readonly log: StoreLog;
  readonly now: () => number;
  readonly reportMs: number;
  /** How old what a replica returns may be, in ms. */
  readonly replicaMs: number;
}

/** Opens the store of a database; its queries run as the role that owns nothing. */
export async function openPostgres(options: OpenOptions): Promise<Store> {
  const { location, log } = options;
  const hosts = new DatabaseHosts(location.databaseUrl, log);
  const direct = new DatabaseHosts(location.directUrl ?? location.databaseUrl, log);
  try {
    await checkPooling(await hosts.url(), await direct.url(), location);
    const { takesRole, readsHeads } = await prepareDatabase(await direct.url(), options);
    const meter = new StoreMeter();
    const { prepares = true } = location;
    const manner = { takesRole, prepares, onFailure: (kind: string) => meter.failed(kind) };
    const pool = new PostgresPool(hosts, poolSize, manner);
    const reports = new PostgresPool(hosts, reportPoolSize, { ...manner, limitMs: options.reportMs });
    const lists = new PostgresPool(hosts, listPoolSize, { ...manner, limitMs: options.reportMs });
    const { readUrl } = location;
    const replicas = readUrl ? await Replicas.open(readUrl, { ...options, hosts, manner, meter }) : null;
    const sync = new SyncWatch({
      ask: (sql) => pool.lend(async ({ connection }) => (await connection.send<Record<string, unknown>>(sql)).rows),
      isRequired: location.requiresSync === true,
      log,
      meter,
    });
    await sync.start();
    return new PostgresStore({ hosts, pool, reports, lists, replicas, sync }, meter, { ...options, readsHeads });
  } catch (error) {
    hosts.close();
    throw startFault('DATABASE_URL', error);
  } finally {
    direct.close();
  }
}

/** Migrates the tables of a database; returns the migrations that ran. */
export function migrateDatabase(location: DatabaseLocation, log: StoreLog, now: number): Promise<readonly Migration[]> {
  return withDirect(location, log, (client) => migratePostgres(client, now, undefined, location.partitions));
}

/** Lends a connection of the tables' owner while nobody else changes tables. */
export function withOwner<T>(
  location: DatabaseLocation,
  log: StoreLog,
  use: (client: pg.Client) => Promise<T>,
): Promise<T> {
  return withDirect(location, log, (client) => inTurn(client, () => use(client)));
}

async function withDirect<T>(
  location: DatabaseLocation,
  log: StoreLog,
  use: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const direct = new DatabaseHosts(location.directUrl ?? location.databaseUrl, log);
  try {
    const url = await direct.url();
    await checkPooling(url, url, { databaseUrl: url });
    return await withChecked(url, use);
  } finally {
    direct.close();
  }
}

type Ask = (sql: string) => Promise<Record<string, unknown>[]>;

/** Lends a connection to a database whose settings were checked. */
async function withChecked<T>(url: string, use: (client: pg.Client, ask: Ask) => Promise<T>): Promise<T> {
  const client = createClient(url, false);
  await client.connect();
  try {
    const ask: Ask = async (sql) => (await client.query<Record<string, unknown>>(sql)).rows;
    await checkServer(ask);
    return await use(client, ask);
  } finally {
    await client.end();
  }
}

interface Roles {
  readonly takesRole: boolean;
  readonly readsHeads: boolean;
}

/** Checks the database's settings and migrates its tables; returns which roles the login may take. */
function prepareDatabase(url: string, { location, log, now }: OpenOptions): Promise<Roles> {
  return withChecked(url, async (client, ask) => {
    await requireWrites(ask);
    if (location.requiresSync) await requireSync(ask);
    await migratePostgres(client, now(), undefined, location.partitions);
    const missing: string[] = [];
    for (const role of [appRole, headsRole]) {
      const asked = `select pg_has_role(current_user, $1, 'member') as may`;
      const { rows } = await client.query<{ may: boolean }>(asked, [role]);
      if (!rows[0]?.may) missing.push(role);
    }
    if (missing.length > 0)
      log.warn(
        { roles: missing },
        `The database login may not take the roles ${missing.join(', ')}; grant them, so that rows stay unchangeable`,
      );
    return { takesRole: !missing.includes(appRole), readsHeads: !missing.includes(headsRole) };
  });
}
