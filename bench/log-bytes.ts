/** Counts what a server writes into the write-ahead log of its embedded store, from outside: the number of pages stands in the index of the log. */
import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from './server.ts';

const lookMs = 20;
/** A page and its head. */
const frameBytes = 4096 + 24;
/** Where the index has the number of pages in the log. https://www.sqlite.org/walformat.html */
const countAt = 16;

/** Begins to count; `stop` returns the bytes, NaN for PostgreSQL. */
export function watchLog(place: Place): { stop(): number } {
  if ('DATABASE_URL' in place) return { stop: () => Number.NaN };
  const index = openSync(join(place.DATA_DIR, 'atoll.db-shm'), 'r');
  const word = Buffer.alloc(4);
  const count = (): number => (readSync(index, word, 0, 4, countAt) === 4 ? word.readUInt32LE(0) : 0);
  let last = count();
  let pages = 0;
  const look = (): void => {
    const now = count();
    // The log begins again after its pages were copied into the database.
    pages += now < last ? now : now - last;
    last = now;
  };
  const timer = setInterval(look, lookMs);
  return {
    stop: () => {
      clearInterval(timer);
      look();
      closeSync(index);
      return pages * frameBytes;
    },
  };
}
