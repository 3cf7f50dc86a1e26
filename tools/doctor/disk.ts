/** How much space the disk of the data folder has, and how long it takes to keep a write. */
import { existsSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type DiskSpace, gigabytes, isSpaceLow } from '../../apps/server/src/platform/disk/space.ts';
import { bad, type Finding, good, off, watch } from './finding.ts';

const gigabyte = 1024 ** 3;
const watchBytes = 5 * gigabyte;
const watchShare = 0.15;

/** Returns the finding about free space. */
export function checkSpace(space: DiskSpace): Finding {
  const text = `${gigabytes(space.freeBytes)} of ${gigabytes(space.totalBytes)} is free.`;
  const remedy = 'Delete files that you do not need, or move the data folder to a larger disk.';
  if (isSpaceLow(space)) return bad('Free space', text, remedy);
  const isWatched = space.freeBytes < watchBytes || space.freeBytes < space.totalBytes * watchShare;
  return isWatched ? watch('Free space', text, remedy) : good('Free space', text);
}

const writes = 200;
const pageBytes = 4096;
/** A very slow disk is measured for this long only. */
const maxMeasureMs = 3000;
const maxSyncMs = 100;

/** How long the writes took, in ms, each until the disk confirmed it; the reason when one failed; null without a folder. */
export type SyncFacts = { readonly ms: readonly number[] } | { readonly failed: string } | null;

/**
 * Measures how long the disk of a folder takes to keep 4 KiB, 200 times. This needs a file: it lies beside the store, has a name of its own, and is
 * removed.
 */
export async function measureSync(folder: string): Promise<SyncFacts> {
  if (!existsSync(folder)) return null;
  const path = join(folder, `doctor-${process.pid}.tmp`);
  const page = Buffer.alloc(pageBytes, 0x5a);
  const ms: number[] = [];
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      const until = performance.now() + maxMeasureMs;
      while (ms.length < writes && performance.now() < until) {
        const started = performance.now();
        await file.write(page, 0, pageBytes, ms.length * pageBytes);
        await file.sync();
        ms.push(performance.now() - started);
      }
    } finally {
      await file.close();
      await rm(path, { force: true });
    }
    return { ms };
  } catch (error) {
    return { failed: (error as Error).message };
  }
}

/** Returns the finding about the speed of the disk: each payment waits for such a write. */
export function checkSync(facts: SyncFacts): Finding {
  const name = 'Disk writes';
  if (facts === null) return off(name, 'There is no data folder to measure in.');
  if ('failed' in facts)
    return bad(
      name,
      `A test file could not be written: ${facts.failed}.`,
      'Run doctor as the user of the server, and make sure that the disk is writable and not full.',
    );
  const sorted = facts.ms.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
  const text = `${sorted.length} writes of 4 KiB: half took at most ${at(0.5).toFixed(1)} ms, 99 of 100 at most ${at(0.99).toFixed(1)} ms.`;
  if (at(0.99) <= maxSyncMs) return good(name, text);
  return watch(name, text, 'Move the data folder to an SSD of this machine, because each payment waits for the disk.');
}
