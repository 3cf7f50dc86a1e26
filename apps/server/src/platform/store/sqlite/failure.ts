/** The meaning of a failure of SQLite, by its result code. https://www.sqlite.org/rescode.html */
import { StoreUnavailable, type UnavailableReason } from '../unavailable.ts';

export const sqliteBusy = 5;
const corrupt = 11;
const notDatabase = 26;

/** Busy, locked, no memory, i/o error, protocol, cannot open. */
const away: readonly number[] = [sqliteBusy, 6, 7, 10, 15, 14];

/** Returns the primary result code of an error of SQLite; undefined for every other error. */
export function sqliteCode(error: unknown): number | undefined {
  const code = (error as { errcode?: unknown } | null)?.errcode;
  return typeof code === 'number' ? code % 256 : undefined;
}

/** Returns whether the file is not an intact database. */
export const isDamage = (error: unknown): boolean =>
  [corrupt, notDatabase].some((damage) => damage === sqliteCode(error));

function reasonOf(error: unknown): UnavailableReason | undefined {
  const code = sqliteCode(error);
  if (code === undefined) return undefined;
  if (code === 8) return 'readOnly';
  if (code === 13) return 'full';
  if (isDamage(error)) return 'damaged';
  return away.includes(code) ? 'away' : undefined;
}

/** Returns the error for callers of the store: `StoreUnavailable` when the file and not the statement is the cause. */
export function publicError(error: unknown): unknown {
  const why = reasonOf(error);
  return why === undefined ? error : new StoreUnavailable(why, error);
}
