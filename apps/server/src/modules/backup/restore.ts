/** Replaces the store by a backup: prepares the copy on its own thread; the process then starts again with it. Source: docs/rules.md#backups. */
import { basename, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { refused } from '../../platform/errors/refused.ts';
import { backupFolder, listBackups } from '../../platform/store/sqlite/backup.ts';
import type { BackupProblem } from '../../platform/store/sqlite/backup-file.ts';
import type { RestoreNote } from './restore-note.ts';
import type { Uploads } from './uploads.ts';

interface Wanted {
  readonly key?: string | undefined;
  readonly file?: string | undefined;
  readonly passphrase?: string | undefined;
}

interface Place {
  readonly dataDir: string;
  readonly uploads: Uploads;
  readonly note: RestoreNote;
  readonly now: number;
}

type Prepared = { readonly ok: true } | { readonly ok: false; readonly reason: BackupProblem };

/** Returns the file of a request. Refused: 'notFound', 'invalid' without one. */
function pathOf({ key, file }: Wanted, { dataDir, uploads }: Place): string {
  if (key !== undefined) return uploads.pathOf(key);
  if (file === undefined) throw refused('invalid', { errors: { file: 'Choose a file' } });
  const known = listBackups(dataDir).find((backup) => backup.file === basename(file));
  if (known === undefined) throw refused('notFound');
  return join(backupFolder(dataDir), known.file);
}

/** Prepares the copy beside the store, which stays in use. Refused: 'notFound', 'invalid', and what is wrong with the file. */
export async function prepareFrom(wanted: Wanted, place: Place): Promise<void> {
  const { dataDir, note, now, uploads } = place;
  const path = pathOf(wanted, place);
  const { passphrase } = wanted;
  const data = {
    folder: dataDir,
    path,
    now,
    note: JSON.stringify(note),
    ...(passphrase !== undefined && { passphrase }),
  };
  const done = await new Promise<Prepared>((resolve, reject) => {
    const url = new URL('../../platform/store/sqlite/restore-thread.ts', import.meta.url);
    const thread = new Worker(url, { workerData: data });
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('The restore was cut off')));
  });
  if (!done.ok) throw refused(done.reason);
  if (wanted.key !== undefined) uploads.remove(wanted.key);
}
