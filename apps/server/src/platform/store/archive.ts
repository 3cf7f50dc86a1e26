/**
 * Archives a store, complete and readable, and creates an empty one in its place. Nothing is deleted and no safeguard
 * is removed: append-only tables stay so, in a store that the server no longer uses. Outlets of the new store get
 * numbers that no outlet of the old one had, so that data that devices still keep of the old ones belongs to no outlet.
 */
import type { FirstSecret } from './archive-name.ts';
import type { StoreLocation } from './open-store.ts';
import { archivePostgres } from './postgres/archive.ts';
import { archiveSqlite } from './sqlite/archive.ts';

/** Archives the closed store of a location; returns where it is now. */
export function archiveStore(location: StoreLocation, first: FirstSecret, now: number): Promise<string> {
  return 'databaseUrl' in location
    ? archivePostgres(location.directUrl ?? location.databaseUrl, first, now, location.partitions)
    : archiveSqlite(location.dataDir, first, now);
}
