/** The program of an archive: `atoll COMMAND`. Settings are those of the service that setup made, unless the shell has others. Source: R31.28. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadEnvFile } from 'node:process';
import { root, say, stop } from './scripts/folder.mjs';
import { installation, readRelease } from './scripts/release.ts';
import { settingsFolder } from './setup/settings-file.ts';

/** The commands, by the program that each one runs. */
const commands: Readonly<Record<string, string>> = {
  setup: './setup.ts',
  doctor: './doctor.ts',
  start: '../apps/server/src/main.ts',
  'start-print': '../apps/print-server/src/main.ts',
  health: './health.ts',
  update: './update.ts',
  backup: './backup.ts',
  restore: './restore.ts',
  verify: './verify.ts',
  migrate: './migrate.ts',
  'decrypt-backup': './decrypt-backup.ts',
};

const [command = '', ...args] = process.argv.slice(2);
const release = readRelease(root);
const known = Object.entries(commands).filter(([, file]) => existsSync(join(import.meta.dirname, file)));
const chosen = command === 'start' && release?.kind === 'print' ? 'start-print' : command;
const program = known.find(([name]) => name === chosen)?.[1];
if (program === undefined) {
  const names = known.map(([name]) => name);
  stop(`atoll ${release?.version ?? ''} (${release?.kind ?? 'sources'}). Use: atoll ${names.join('|')}`);
}

/** Adds the settings of a service to the environment, which has the last word. */
function loadSettings(service: 'server' | 'print-server'): void {
  const folder = settingsFolder[process.platform as keyof typeof settingsFolder];
  const file = `${folder}/${service}.env`;
  try {
    if (existsSync(file)) loadEnvFile(file);
  } catch (error) {
    say(`The settings of ${file} are not used: ${error instanceof Error ? error.message : String(error)}`);
  }
}

if (chosen !== 'setup') loadSettings(chosen === 'start-print' ? 'print-server' : 'server');
const folder = installation();
if (folder !== undefined) process.env['DATA_DIR'] ??= join(folder, 'data');
process.argv = [process.argv[0] ?? '', join(import.meta.dirname, program), ...args];
await import(program);
