/** Files that survive a power cut: whole or absent, never empty. */
import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes a file beside its place and syncs it; returns its path. */
function writeBeside(path: string, content: string): string {
  const beside = `${path}.${randomUUID()}.new`;
  const file = openSync(beside, 'wx', 0o600);
  try {
    writeFileSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return beside;
}

/** Syncs the names of a folder. Windows neither needs nor allows it. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Creates a file, readable by its owner alone; returns when it is on the disk. A file that is there stays as it is. */
export function createDurably(path: string, content: string): void {
  const beside = writeBeside(path, content);
  try {
    linkSync(beside, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(beside);
  }
  syncFolder(dirname(path));
}

/** Replaces a file, readable by its owner alone; returns when it is on the disk. At any time the old or the new content is there. */
export function replaceDurably(path: string, content: string): void {
  renameSync(writeBeside(path, content), path);
  syncFolder(dirname(path));
}
