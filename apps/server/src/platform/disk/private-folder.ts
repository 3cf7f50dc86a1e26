/** The data folder and what Atoll keeps in it belong to their owner alone. Source: R36.24. */
import { chmodSync, lstatSync, readdirSync, type Stats } from 'node:fs';
import { join } from 'node:path';

/** Files and folders that Atoll makes in its data folder. */
const own =
  /^(atoll\.|token\.key$|history\.|tls$|origins\.json$|restoring\.db|restored\.(?:db|env)|uploads$|backups$|outbox$|offsite$|copy\.key$|new-store$|before_restore_|demo_left_)/;

/** Why a file stays as it is: it is gone, of another user, or in a read-only mount. Such a key was given to the server. */
const leaves: ReadonlySet<string | undefined> = new Set(['ENOENT', 'EPERM', 'EROFS']);

type Chmod = (path: string, mode: number) => void;

/** Makes the folder, and what Atoll keeps in it, readable by its owner alone, also when it existed before. Source: R36.24. */
export function keepPrivate(path: string, chmod: Chmod = chmodSync): void {
  if (isOpen(lstatSync(path), 0o700)) chmod(path, 0o700);
  for (const name of readdirSync(path)) if (own.test(name)) keepEntryPrivate(join(path, name), chmod);
}

const isOpen = ({ mode }: Stats, wanted: number): boolean => (mode & 0o777 & ~wanted) !== 0;

function keepEntryPrivate(path: string, chmod: Chmod): void {
  try {
    const found = lstatSync(path);
    if (found.isSymbolicLink()) return;
    const mode = found.isDirectory() ? 0o700 : 0o600;
    if (isOpen(found, mode)) chmod(path, mode);
    if (found.isDirectory()) for (const name of readdirSync(path)) keepEntryPrivate(join(path, name), chmod);
  } catch (error) {
    if (!leaves.has((error as NodeJS.ErrnoException).code)) throw error;
  }
}
