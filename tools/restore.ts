/**
 * `npm run restore -- FILE`: restores the embedded store of DATA_DIR from a backup. `npm run restore -- --from offsite --target TARGET` brings a shop
 * back from its off-site copies into an empty DATA_DIR; the passphrase is in RECOVERY_PASSPHRASE, and the password of the target in TARGET_SECRET, or
 * they are asked for. The server must be stopped; the tills send again what is missing.
 */
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { readConfig } from '../apps/server/src/platform/config/config.ts';
import type { TargetLogin } from '../apps/server/src/platform/offsite/target.ts';
import { listBackups } from '../apps/server/src/platform/store/sqlite/backup-list.ts';
import { restoreSqlite } from '../apps/server/src/platform/store/sqlite/restore.ts';
import { readTargetText } from '../packages/domain/src/offsite/target.ts';
import { say, stop } from './scripts/folder.mjs';
import { installation } from './scripts/release.ts';

process.umask(0o077);
const config = readConfig(process.env);
if (config.databaseUrl) stop('DATABASE_URL names a database: restore it with its own tools (docs/operations.md).');

function restoreFile(file: string | undefined): void {
  if (!file) {
    const known = listBackups(config.dataDir).map((backup) => `  ${config.dataDir}/backups/${backup.file}`);
    stop(['Name a backup: npm run restore -- FILE', ...(known.length ? ['There are:', ...known] : [])].join('\n'));
    return;
  }
  const former = restoreSqlite(config.dataDir, file, Date.now());
  say(`The store is as it was in ${file}.${former ? ` The former store is in ${former}.` : ''}`);
  say('Start the server again: each till then sends again what it did since the backup.');
}

/** Returns what a variable has, or what a person types. */
async function given(variable: string, question: string): Promise<string> {
  const value = process.env[variable];
  if (value !== undefined) return value;
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const line = await lines.question(`${question}: `);
  lines.close();
  return line;
}

async function loginOf(target: string): Promise<TargetLogin> {
  const address = readTargetText(target);
  if (!address) return { address: { kind: 'Folder', path: resolve(target) }, secret: '' };
  return { address, secret: await given('TARGET_SECRET', 'Password or secret key of the target') };
}

interface Options {
  readonly target?: string | undefined;
  readonly copy?: string | undefined;
  readonly shop?: string | undefined;
}

async function restoreFromOffsite({ target, copy, shop }: Options): Promise<void> {
  if (!target) return stop('Name the target of the copies: npm run restore -- --from offsite --target TARGET');
  const { restoreOffsite } = await import('../apps/server/src/platform/offsite/restore-copy.ts');
  const { dataDir } = config;
  const login = await loginOf(target);
  const passphrase = await given('RECOVERY_PASSPHRASE', 'Recovery passphrase');
  const order = { dataDir, login, copy, shop, passphrase, now: Date.now(), say };
  const { copy: found, settings } = await restoreOffsite(order);
  say(`${dataDir} has the shop as it was at ${new Date(found.at).toISOString()}.`);
  const folder = installation();
  say(`The settings of the former server are in ${settings}. Start the server with them:`);
  // Setup made the data folder; it takes the settings over, and asks what is another one on this machine.
  if (folder !== undefined) say(`  sudo ${join(folder, 'atoll')} setup --start yes`);
  else say(`  DATA_DIR=${dataDir} node --env-file=${settings} apps/server/src/main.ts`);
  say('Each till then sends again what it did since the copy. Test the target of the copies again under Settings.');
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    from: { type: 'string' },
    target: { type: 'string' },
    copy: { type: 'string' },
    shop: { type: 'string' },
  },
});
try {
  if (values.from === undefined) restoreFile(positionals[0]);
  else if (values.from === 'offsite') await restoreFromOffsite(values);
  else stop('Atoll restores from a file, or with --from offsite');
} catch (error) {
  stop(`Nothing was restored: ${error instanceof Error ? error.message : String(error)}`);
}
