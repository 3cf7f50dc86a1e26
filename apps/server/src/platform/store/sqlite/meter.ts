/** What an embedded store counts for a monitor. */
import { statSync } from 'node:fs';
import { StoreMeter } from '../meter.ts';
import { sqliteCode } from './failure.ts';

/** Returns the meter of a store file. The size of its write-ahead log is asked of the file system. */
export function createMeter(path: string): StoreMeter {
  const meter = new StoreMeter();
  meter.walBytes = () => statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  return meter;
}

/** Counts a failure of SQLite by its result code; ignores every other error. */
export function countFailure(meter: StoreMeter, error: unknown): void {
  const code = sqliteCode(error);
  if (code !== undefined) meter.failed(`sqlite-${code}`);
}
