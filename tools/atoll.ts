/** The program of an archive: `atoll COMMAND`. Settings are those of the service that setup made, unless the shell has others. Source: R31.28. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadEnvFile } from 'node:process';
import { root, say, stop } from './scripts/folder.mjs';
import { installation, readRelease } from './scripts/release.ts';
import { restoredSettings, settingsFolder } from './setup/settings-file.ts';

/** The commands: the program that each one runs, and what it does. */
const commands: Readonly<Record<string, readonly [string, string]>> = {
  setup: ['./setup.ts', 'makes a server, or a till with printers, of this machine'],
  doctor: ['./doctor.ts', 'tests the server and this machine'],
  start: ['../apps/server/src/main.ts', 'runs the server in this terminal'],
  'start-print': ['../apps/print-server/src/main.ts', 'runs the print server of a till in this terminal'],
  health: ['./health.ts', 'tells whether the server is ready'],
  update: ['./update.ts', 'ARCHIVE: replaces this release by a newer one, or leaves it running'],
  backup: ['./backup.ts', 'makes a checked copy of the data'],
  restore: ['./restore.ts', 'FILE: restores the data from a copy'],
  verify: ['./verify.ts', 'checks the history of each outlet'],
  migrate: ['./migrate.ts', 'brings the tables of a database up to date'],
  'decrypt-backup': ['./decrypt-backup.ts', 'FILE TARGET: opens a downloaded copy'],
};

const [command = '', ...args] = process.argv.slice(2);
const release = readRelease(root);
const known = Object.entries(commands).filter(([, [file]]) => existsSync(join(import.meta.dirname, file)));
const chosen = command === 'start' && release?.kind === 'print' ? 'start-print' : command;
const program = known.find(([name]) => name === chosen)?.[1][0];
if (program === undefined) {
  const lines = known.map(([name, [, does]]) => `  ${name.padEnd(15)} ${does}`);
  stop([`atoll ${release?.version ?? ''} (${release?.kind ?? 'sources'}). Use: atoll COMMAND`, ...lines].join('\n'));
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
// Settings of a former server, of which a restore left a file. Only the server itself takes them: the file is its user's, other commands may have more rights.
const restored = join(process.env['DATA_DIR'] ?? '', restoredSettings);
if (chosen === 'start' && existsSync(restored)) loadEnvFile(restored);
process.argv = [process.argv[0] ?? '', join(import.meta.dirname, program), ...args];
await import(program);
