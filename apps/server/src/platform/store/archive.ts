/**
 * Puts a store aside, whole and readable, and makes an empty one in its place. Nothing is deleted and no wall is opened: what was
 * append-only stays so, in a store that the server no longer uses. Outlets of the new store get numbers that no outlet of the old one
 * had, so that what devices still keep of the old ones belongs to nobody.
 */
import type { FirstSecret } from './archive-name.ts';
import type { StoreLocation } from './open-store.ts';
import { putPostgresAside } from './postgres/archive.ts';
import { putSqliteAside } from './sqlite/archive.ts';

/** Puts the closed store of a location aside; answers where it is now. */
export function putAside(location: StoreLocation, first: FirstSecret, now: number): Promise<string> {
  return 'databaseUrl' in location
    ? putPostgresAside(location.databaseUrl, first, now)
    : putSqliteAside(location.dataDir, first, now);
}
