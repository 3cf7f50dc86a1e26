/**
 * Prepares a restore: a thread copies the backup beside the store. The caller then restarts the server, which replaces the store by the copy.
 * Source: docs/rules.md#backups.
 */
import { basename, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Sentence } from '@atoll/domain/refusal/sentence';
import { refused } from '../../platform/errors/refused.ts';
import type { BackupProblem } from '../../platform/store/sqlite/backup-file.ts';
import { backupFolder, listBackups } from '../../platform/store/sqlite/backup-list.ts';
import type { RestoreNote } from './restore-note.ts';
import type { Uploads } from './uploads.ts';

/** The backup to restore: an uploaded file by its key, otherwise a file of the backup folder by its name. */
interface BackupChoice {
  readonly key?: string | undefined;
  readonly file?: string | undefined;
  readonly passphrase?: string | undefined;
}

interface RestoreContext {
  readonly dataDir: string;
  readonly uploads: Uploads;
  readonly note: RestoreNote;
  readonly now: number;
}

type ThreadResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: BackupProblem; readonly details: Sentence };

/** Returns the path of the backup. Refused: 'notFound'; 'invalid' when the request names no file. */
function pathOf({ key, file }: BackupChoice, { dataDir, uploads }: RestoreContext): string {
  if (key !== undefined) return uploads.pathOf(key);
  if (file === undefined) throw refused('invalid', { errors: { file: 'Choose a file' } });
  const known = listBackups(dataDir).find((backup) => backup.file === basename(file));
  if (known === undefined) throw refused('notFound');
  return join(backupFolder(dataDir), known.file);
}

/**
 * Prepares the copy beside the store, which stays in use; then removes an uploaded file. Refused: 'notFound', 'invalid', or the `BackupProblem`
 * of the file.
 */
export async function prepareFrom(choice: BackupChoice, context: RestoreContext): Promise<void> {
  const { dataDir, note, now, uploads } = context;
  const path = pathOf(choice, context);
  const { passphrase } = choice;
  const data = {
    folder: dataDir,
    path,
    now,
    note: JSON.stringify(note),
    ...(passphrase !== undefined && { passphrase }),
  };
  const result = await new Promise<ThreadResult>((resolve, reject) => {
    const url = new URL('../../platform/store/sqlite/restore-thread.ts', import.meta.url);
    const thread = new Worker(url, { workerData: data });
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('The restore was cut off')));
  });
  if (!result.ok) throw refused(result.reason, { details: result.details });
  if (choice.key !== undefined) uploads.remove(choice.key);
}
