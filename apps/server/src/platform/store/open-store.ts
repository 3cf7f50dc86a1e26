/** Opens the store that the configuration names. */
import { openPostgres } from './postgres/store.ts';
import { openSqlite } from './sqlite/store.ts';
import type { Store } from './store.ts';

/** What the store needs of a log; pino's fits. */
export interface StoreLog {
  info(details: unknown, message?: string): void;
  warn(details: unknown, message?: string): void;
  error(details: unknown, message?: string): void;
}

/** Where the data is: a folder of this machine, or a PostgreSQL database. */
export type StoreLocation = { readonly dataDir: string } | { readonly databaseUrl: string };

export interface StoreOptions {
  readonly log: StoreLog;
  /** Epoch ms; the machine's clock when absent. */
  readonly now?: () => number;
}

/** Opens the store, brings its tables up to date and refuses settings under which an acknowledged write could be lost. */
export function openStore(location: StoreLocation, options: StoreOptions): Promise<Store> {
  const now = options.now ?? Date.now;
  return 'databaseUrl' in location
    ? openPostgres({ url: location.databaseUrl, log: options.log, now })
    : openSqlite({ dataDir: location.dataDir, log: options.log, now });
}
