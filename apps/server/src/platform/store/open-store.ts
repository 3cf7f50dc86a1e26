/** Opens the store that the configuration names. */
import type { Config } from '../config/config.ts';
import type { Store } from './store.ts';

/** What the store needs of a log; a pino logger fits. */
export interface StoreLog {
  info(details: unknown, message?: string): void;
  warn(details: unknown, message?: string): void;
  error(details: unknown, message?: string): void;
}

/** A PostgreSQL database, with one or several hosts. */
export interface DatabaseLocation {
  readonly databaseUrl: string;
  /** PostgreSQL itself, where `databaseUrl` is a pooler: for migrations. */
  readonly directUrl?: string | undefined;
  /** Replicas for reading what may be some seconds old. */
  readonly readUrl?: string | undefined;
  /** True to refuse work without a synchronous standby. */
  readonly requiresSync?: boolean;
  /** False where a pooler loses prepared statements. */
  readonly prepares?: boolean;
  /** Partitions of each large table of a new database; 32 when absent. */
  readonly partitions?: number;
}

/** Where the data is: a folder of this machine, or a PostgreSQL database. */
export type StoreLocation = { readonly dataDir: string } | DatabaseLocation;

/** Returns where the configuration says that the data is. */
export const locationOf = (config: Config): StoreLocation =>
  config.databaseUrl === undefined
    ? { dataDir: config.dataDir }
    : {
        databaseUrl: config.databaseUrl,
        directUrl: config.databaseDirectUrl,
        readUrl: config.databaseReadUrl,
        requiresSync: config.requiresSync,
        prepares: config.prepares,
        partitions: config.partitions,
      };

export interface StoreOptions {
  readonly log: StoreLog;
  /** Returns epoch ms; the machine's clock by default. */
  readonly now?: () => number;
  /** How long reports may read, in ms. */
  readonly reportMs?: number;
  /** How old what a replica returns may be, in ms. */
  readonly replicaMs?: number;
  /** Whether an embedded store is a copy, which needs no backup before it is migrated. */
  readonly isCopy?: boolean;
  /** Called after each migration of an embedded store. */
  readonly onMigrated?: (migration: { readonly number: number; readonly name: string }) => void;
}

/** Longer than any report over a year of a busy outlet takes. */
const defaultReportMs = 30_000;
const defaultReplicaMs = 10_000;

/** Opens the store and migrates its tables. Refuses settings under which an acknowledged write could be lost. */
export async function openStore(location: StoreLocation, options: StoreOptions): Promise<Store> {
  const { now = Date.now, reportMs = defaultReportMs, replicaMs = defaultReplicaMs } = options;
  // Only the engine in use is loaded.
  if ('databaseUrl' in location) {
    const { openPostgres } = await import('./postgres/open.ts');
    return openPostgres({ location, log: options.log, now, reportMs, replicaMs });
  }
  const { openSqlite } = await import('./sqlite/store.ts');
  const { log, isCopy = false, onMigrated } = options;
  return openSqlite({ dataDir: location.dataDir, log, now, reportMs, isCopy, onMigrated });
}
