/** Work beside the thread that serves tills gives way to it. Source: R34.27. */
import { setPriority } from 'node:os';
import { setImmediate } from 'node:timers/promises';

/** How far reading threads and backups give way. With 10 a backup does not end while the machine is busy. */
export const niceness = 5;

/**
 * Has the calling thread give way to the others when there are fewer processors than work. Only Linux has a priority for each thread: elsewhere it would
 * be that of the whole process.
 */
export function giveWay(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, niceness);
  } catch {
    // Where it is not allowed, the work runs as before.
  }
}

/** Entries after which other calls run. */
export const partSize = 25;

/** Maps a long list some entries at a time; calls of tills run in between. */
export async function mapInParts<T, R>(list: readonly T[], map: (one: T) => R): Promise<R[]> {
  const mapped: R[] = [];
  for (let from = 0; from < list.length; from += partSize) {
    if (from > 0) await setImmediate();
    for (const one of list.slice(from, from + partSize)) mapped.push(map(one));
  }
  return mapped;
}
