/** The steps of a restore: the file is sent in parts, the server replaces its store and starts again. */
import { contract } from '@atoll/domain/contract/contract';
import { restoreWord, uploadPartBytes } from '@atoll/domain/contract/platform/backup';
import { apiUrl, call, request } from '../../../api/api.ts';
import { storeOf } from '../../../api/not-server.ts';
import { uuidv7 } from '../../../session/id.ts';

/** A backup that is kept on the server, or a file of this device. */
export type RestoreSource = { readonly file: string } | { readonly upload: File };

export interface RestoreStep {
  readonly name: 'upload' | 'check' | 'restart' | 'late';
  readonly percent: number;
}

const pollMs = 400;
/** After this time without the restored store the person is told that it takes long. */
const defaultLateMs = 60_000;

/** Sends a file in parts and returns its key. A part that failed is not repeated: the person starts again. */
async function upload(file: File, onStep: (step: RestoreStep) => void): Promise<string> {
  const key = uuidv7();
  for (let offset = 0; offset < file.size; offset += uploadPartBytes) {
    onStep({ name: 'upload', percent: Math.floor((offset / file.size) * 100) });
    const { method, path } = contract['backup.upload'];
    const body = { key, offset, file: new File([file.slice(offset, offset + uploadPartBytes)], 'part') };
    await request(method, path, { body, multipart: true, inPlace: true });
  }
  return key;
}

/** Returns the name of the store that answers now, or null while none does. */
async function storeNow(): Promise<string | null> {
  const response = await fetch(apiUrl('/app/info'), { cache: 'no-store' }).catch(() => null);
  return response && storeOf(response.headers);
}

/**
 * Restores a backup and resolves when the server answers with the restored store, however late. Rejects with `CallError` when it is refused, and
 * before anything is replaced when the server does not answer.
 */
export async function restoreFrom(
  source: RestoreSource,
  secrets: { readonly passphrase: string; readonly password: string },
  onStep: (step: RestoreStep) => void,
  lateMs = defaultLateMs,
): Promise<void> {
  const before = await storeNow();
  if (before === null) throw new TypeError('the server does not answer');
  const from = 'upload' in source ? { key: await upload(source.upload, onStep) } : { file: source.file };
  onStep({ name: 'check', percent: 0 });
  const { passphrase, password } = secrets;
  await call('backup.restore', { body: { ...from, passphrase, password, confirm: restoreWord }, inPlace: true });
  onStep({ name: 'restart', percent: 0 });
  let isLate = false;
  for (const since = performance.now(); ; ) {
    const now = await storeNow();
    if (now !== null && now !== before) return;
    if (!isLate && performance.now() - since >= lateMs) {
      isLate = true;
      onStep({ name: 'late', percent: 0 });
    }
    await new Promise((next) => setTimeout(next, pollMs));
  }
}
