import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** What Linux reports as the type of a folder that is kept in memory (tmpfs). */
const memoryType = 0x01021994;
/** The folder and the machine need this much free memory; tests fill a part of it. In bytes. */
const neededBytes = 6 * 1024 ** 3;

/** @param {string} base @returns {boolean} whether it is a folder in memory with enough room */
function hasRoom(base) {
  if (!existsSync(base)) return false;
  const { type, bavail, bsize } = statfsSync(base);
  return type === memoryType && bavail * bsize > neededBytes && process.availableMemory() > neededBytes;
}

/**
 * Creates a folder for temporary files in memory, where the machine has room: what is written there survives the end of a process as on a
 * disk, and nothing waits for a disk. It is deleted when this process ends.
 * @param {string} [base] @returns {string | undefined} its path; undefined where temporary files stay on the disk
 */
export function memoryFolder(base = '/dev/shm') {
  if (!hasRoom(base)) return undefined;
  const folder = mkdtempSync(join(base, 'atoll-test-'));
  // Database servers run as other users and must reach their folders in it.
  chmodSync(folder, 0o755);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
