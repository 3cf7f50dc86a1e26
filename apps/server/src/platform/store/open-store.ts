/** Opens the store that the configuration names. */
import type { Store } from './store.ts';

/** What the store needs of a log; a pino logger fits. */
export interface StoreLog {
  info(details: unknown, message?: string): void;
  warn(details: unknown, message?: string): void;
  error(details: unknown, message?: string): void;
}

/** Where the data is: a folder of this machine, or a PostgreSQL database. */
export type StoreLocation = { readonly dataDir: string } | { readonly databaseUrl: string };

export interface StoreOptions {
  readonly log: StoreLog;
  /** Returns epoch ms; the machine's clock by default. */
  readonly now?: () => number;
  /** How long reports may read, in ms. */
  readonly reportMs?: number;
}

/** Longer than any report over a year of a busy outlet takes. */
const defaultReportMs = 30_000;

/** Opens the store and migrates its tables. Refuses settings under which an acknowledged write could be lost. */
export async function openStore(location: StoreLocation, options: StoreOptions): Promise<Store> {
  const { now = Date.now, reportMs = defaultReportMs } = options;
  // Only the engine in use is loaded.
  if ('databaseUrl' in location) {
    const { openPostgres } = await import('./postgres/store.ts');
    return openPostgres({ url: location.databaseUrl, log: options.log, now, reportMs });
  }
  const { openSqlite } = await import('./sqlite/store.ts');
  return openSqlite({ dataDir: location.dataDir, log: options.log, now, reportMs });
}
