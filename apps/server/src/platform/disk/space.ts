/** How much space the disk of a folder has, and when that is too little. Source: requirement R35.14. */
import { existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';

export interface DiskSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

const gigabyte = 1024 ** 3;
const minFreeBytes = gigabyte;
const minFreeShare = 0.05;

/** Returns the space of the disk that holds a folder; `freeBytes` is what this program may still use. */
export function readSpace(folder: string): DiskSpace {
  // With a database server the folder is created when the first file is stored in it.
  if (!existsSync(folder)) return readSpace(dirname(folder));
  const { bavail, blocks, bsize } = statfsSync(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

/** Returns whether less than 1 GB or less than 5 % is free. */
export function isSpaceLow({ freeBytes, totalBytes }: DiskSpace): boolean {
  return freeBytes < minFreeBytes || freeBytes < totalBytes * minFreeShare;
}

/** Returns an amount as text: '0.8 GB'. */
export const gigabytes = (bytes: number): string => `${(bytes / gigabyte).toFixed(1)} GB`;
