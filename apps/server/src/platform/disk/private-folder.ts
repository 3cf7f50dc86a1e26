/** The data folder and what Atoll keeps in it belong to their owner alone. Source: R36.24. */
import { chmodSync, lstatSync, readdirSync, type Stats } from 'node:fs';
import { join } from 'node:path';

/** Files and folders that Atoll makes in its data folder. */
const own =
  /^(atoll\.|token\.key$|history\.|tls$|origins\.json$|restoring\.db|restored\.db|uploads$|backups$|outbox$|new-store$|before_restore_|demo_left_)/;

/** Makes the folder, and what Atoll keeps in it, readable by its owner alone, also when it existed before. Source: R36.24. */
export function keepPrivate(path: string): void {
  restrict(path, 0o700);
  for (const name of readdirSync(path)) if (own.test(name)) keepEntryPrivate(join(path, name));
}

/** Returns whether a file is of the user that runs the server: a key may be given to it by another one, for instance as a mount. Always on Windows. */
const isOwn = ({ uid }: Stats): boolean => process.geteuid === undefined || uid === process.geteuid();

function keepEntryPrivate(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found || found.isSymbolicLink() || !isOwn(found)) return;
  restrict(path, found.isDirectory() ? 0o700 : 0o600);
  if (found.isDirectory()) for (const name of readdirSync(path)) keepEntryPrivate(join(path, name));
}

/** Removes the permissions that others have. A file that goes away in the meantime needs none. */
function restrict(path: string, mode: number): void {
  try {
    if ((lstatSync(path).mode & 0o777 & ~mode) !== 0) chmodSync(path, mode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
