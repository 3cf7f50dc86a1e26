import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createReadStream, existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { decryptBackup, encryptedBackup, isEncrypted } from './backup-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'atoll-backup-file-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const passphrase = 'coconut palm under stars';
const [plain, file, target] = [join(folder, 'plain.db'), join(folder, 'made.atollbackup'), join(folder, 'target.db')];
// Random bytes stay as many when they are compressed.
const content = randomBytes(300_000);
/** The least that a file may ask for: most tests are not about guesses. */
const minCost = { logN: 10, r: 8, p: 1 };
beforeAll(async () => {
  writeFileSync(plain, content);
  await writeFile(file, await encryptedBackup(() => createReadStream(plain), passphrase, minCost));
});

/** Returns the reason why a changed copy of the file is refused. */
async function reasonOf(change: (bytes: Buffer) => Buffer | void, words = passphrase): Promise<string> {
  const bytes = readFileSync(file);
  const other = join(folder, 'other');
  writeFileSync(other, change(bytes) ?? bytes);
  return decryptBackup(other, target, words).then(
    () => 'accepted',
    (error: { reason?: string; message: string }) => error.reason ?? error.message,
  );
}
const flip = (at: number) => (bytes: Buffer) => {
  const index = at < 0 ? bytes.length + at : at;
  bytes[index] = (bytes[index] ?? 0) ^ 1;
};

it('[R35.64] encrypts a backup with a passphrase, differently each time, and decrypts it to the same bytes', async () => {
  await decryptBackup(file, target, passphrase);
  expect(readFileSync(target).equals(content)).toBe(true);
  expect(isEncrypted(file)).toBe(true);
  expect(isEncrypted(plain)).toBe(false);
  const again = join(folder, 'again');
  await writeFile(again, await encryptedBackup(() => createReadStream(plain), passphrase));
  expect([...readFileSync(again).subarray(9, 12)]).toEqual([17, 8, 1]);
  await decryptBackup(again, target, passphrase);
  expect(readFileSync(target).equals(content)).toBe(true);
  expect(readFileSync(again).subarray(12, 56).equals(readFileSync(file).subarray(12, 56))).toBe(false);
});

it('[R35.64] refuses a wrong passphrase, and tells it from a damaged, foreign, cut or newer file', async () => {
  const tried: [string, Promise<string>][] = [
    ['backupPassphrase', reasonOf(() => undefined, 'coconut palm under star')],
    ['backupPassphrase', reasonOf(() => undefined, '')],
    ['backupForeign', reasonOf(flip(0))],
    ['backupForeign', reasonOf(() => Buffer.from('Dear guests'))],
    ['backupForeign', reasonOf(() => Buffer.alloc(0))],
  ];
  for (const [reason, tries] of tried) expect(await tries).toBe(reason);
  expect(await reasonOf((bytes) => void bytes.writeUInt8(2, 8))).toBe('backupNewer');
  // Any other changed byte: in the head, the content, or the tag; or bytes that are missing or added.
  for (const at of [30, 56, 5000, -20, -1]) expect([at, await reasonOf(flip(at))]).toEqual([at, 'backupDamaged']);
  expect(await reasonOf((bytes) => bytes.subarray(0, 60))).toBe('backupDamaged');
  expect(await reasonOf((bytes) => bytes.subarray(0, -1))).toBe('backupDamaged');
  expect(await reasonOf((bytes) => Buffer.concat([bytes, Buffer.from('x')]))).toBe('backupDamaged');
  // A file must not make the server compute for hours.
  expect(await reasonOf((bytes) => void bytes.writeUInt8(30, 9))).toBe('backupDamaged');
}, 180_000);

it('[R35.64] decrypts a file with a command, and writes nothing with a wrong passphrase', async () => {
  const tool = join(import.meta.dirname, '../../../../../../tools/decrypt-backup.ts');
  const out = join(folder, 'out.db');
  const run = (words: string) =>
    promisify(execFile)(process.execPath, [tool, file, out], { env: { ...process.env, BACKUP_PASSPHRASE: words } });
  await expect(run('something else')).rejects.toMatchObject({ stderr: expect.stringContaining('wrong passphrase') });
  expect(existsSync(out)).toBe(false);
  await run(passphrase);
  expect(readFileSync(out).equals(content)).toBe(true);
  truncateSync(out, 0);
  await expect(run(passphrase)).rejects.toMatchObject({ stderr: expect.stringContaining('exists already') });
}, 180_000);
