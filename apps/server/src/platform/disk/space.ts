/** How much room the disk of a folder has, and when that is too little. Source: requirement R35.14. */
import { existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';

export interface DiskSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

const gigabyte = 1024 ** 3;
const minFreeBytes = gigabyte;
const minFreeShare = 0.05;

/** Returns the room of the disk that a folder lies on: free is what this program may still take. */
export function readSpace(folder: string): DiskSpace {
  // With a database server the folder is made when something is kept in it.
  if (!existsSync(folder)) return readSpace(dirname(folder));
  const { bavail, blocks, bsize } = statfsSync(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

/** Returns whether less than 1 GB or less than 5 % is free. */
export function isSpaceLow({ freeBytes, totalBytes }: DiskSpace): boolean {
  return freeBytes < minFreeBytes || freeBytes < totalBytes * minFreeShare;
}

/** Returns an amount in words: '0.8 GB'. */
export const gigabytes = (bytes: number): string => `${(bytes / gigabyte).toFixed(1)} GB`;
