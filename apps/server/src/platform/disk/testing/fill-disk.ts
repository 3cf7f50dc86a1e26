import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Fills a small file system with the file 'filler', to the last byte. */
export function fillDisk(folder: string): void {
  const file = openSync(join(folder, 'filler'), 'w');
  try {
    for (const bytes of [1 << 16, 4096, 1]) writeAll(file, Buffer.alloc(bytes));
  } finally {
    closeSync(file);
  }
}

/** Writes until the disk is full. */
function writeAll(file: number, bytes: Buffer): void {
  try {
    while (writeSync(file, bytes) === bytes.length);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}
