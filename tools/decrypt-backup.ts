/**
 * `npm run decrypt-backup -- FILE TARGET`: turns a downloaded backup into the copy of the store that `npm run restore` takes. The passphrase is in
 * BACKUP_PASSPHRASE, or is the first line of the input.
 */
import { existsSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { decryptBackup } from '../apps/server/src/platform/store/sqlite/backup-file.ts';
import { say, stop } from './scripts/folder.mjs';

process.umask(0o077);
const [file, target] = process.argv.slice(2);
if (!file || !target) stop('Name a backup and the file to write: npm run decrypt-backup -- FILE TARGET');
else if (existsSync(target)) stop(`${target} exists already. Name another file`);
else {
  try {
    await decryptBackup(file, target, await passphrase());
    say(`${target} is the decrypted copy. To use it: npm run restore -- ${target}`);
  } catch (error) {
    rmSync(target, { force: true });
    stop(`Nothing was written: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function passphrase(): Promise<string> {
  const given = process.env['BACKUP_PASSPHRASE'];
  if (given !== undefined) return given;
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const line = await lines.question('Passphrase: ');
  lines.close();
  return line;
}
