/**
 * The store while the machine gets a new release: a copy is migrated and tried by the new release, and takes the store's place at that release's first
 * start. Until then the store is not touched, so going back needs nothing, and a kill at any moment leaves one of the two. Source: R31.32.
 */
import {
  appendFileSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { backUpSqlite, sync } from '../backup.ts';
import { openDataFolder, ownDataFolder } from '../data-folder.ts';
import { SqliteDatabase } from '../database.ts';

/** From which release to which. */
export interface Versions {
  readonly from: string;
  readonly to: string;
}

const storeFiles = ['atoll.db', 'atoll.db-wal', 'atoll.db-shm'];
const trialName = 'trial';
/** The tried copy: the first start of its release puts it into the store's place, and any other release removes it. */
const tried = 'updated.db';
const triedNote = 'updated.json';
const aside = 'before_update_';

/** What became of an update. The program that updates cannot write into the store: a server reads it at its start. */
export interface Outcome extends Versions {
  readonly at: number;
  readonly outcome: 'Done' | 'RolledBack' | 'Refused';
  readonly detail: string;
}

const outcomes = 'update-outcomes.jsonl';

/** Keeps what became of an update for the next start of a server. */
export const addOutcome = (dataDir: string, outcome: Outcome): void =>
  appendFileSync(join(dataDir, outcomes), `${JSON.stringify(outcome)}\n`, { mode: 0o600 });

/** Returns what became of updates, and the function that forgets it once the store has it. */
export function readOutcomes(dataDir: string): { list: Outcome[]; forget: () => void } {
  const path = join(dataDir, outcomes);
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : [];
  return { list: lines.map((line) => JSON.parse(line) as Outcome), forget: () => rmSync(path, { force: true }) };
}

/** The folder in which a new release tries a copy of the store. */
export const trialFolder = (dataDir: string): string => join(dataDir, trialName);

/** Removes what an update left that did not come to its end. */
export function dropTrial(dataDir: string): void {
  for (const name of [trialName, tried, triedNote]) rmSync(join(dataDir, name), { recursive: true, force: true });
}

/** Makes a backup, also while a server uses the folder. Returns its file. */
export function backUpForUpdate(dataDir: string, now: number): string {
  const folder = openDataFolder(dataDir);
  // The store of before the last update: that release has worked since.
  for (const name of readdirSync(folder))
    if (name.startsWith(aside)) rmSync(join(folder, name), { recursive: true, force: true });
  return backUpSqlite(folder, 'migration', now).file;
}

/** Makes the copy for the trial. Throws while a server uses the folder. */
export function prepareTrial(dataDir: string): void {
  const folder = openDataFolder(dataDir);
  const release = ownDataFolder(folder);
  try {
    dropTrial(folder);
    const store = new SqliteDatabase(join(folder, 'atoll.db'));
    try {
      // Moves everything from the log into the file, which alone is copied.
      store.exec('pragma wal_checkpoint(truncate)');
    } finally {
      store.close();
    }
    mkdirSync(trialFolder(folder), { mode: 0o700 });
    // A file system that can shares the pages of both.
    copyFileSync(join(folder, 'atoll.db'), join(trialFolder(folder), 'atoll.db'), constants.COPYFILE_FICLONE);
  } finally {
    release();
  }
}

/** Keeps the copy that passed its trial for the first start of the new release. */
export function keepTried(dataDir: string, versions: Versions): void {
  const copy = join(trialFolder(dataDir), 'atoll.db');
  if (existsSync(`${copy}-wal`)) throw new Error('The trial did not close the store');
  sync(copy);
  writeFileSync(join(dataDir, triedNote), JSON.stringify(versions), { mode: 0o600, flush: true });
  renameSync(copy, join(dataDir, tried));
  rmSync(trialFolder(dataDir), { recursive: true, force: true });
}

/**
 * Puts a tried copy into the store's place when this release tried it, for the process that owns the folder; another release removes it. Repeating it
 * after a kill finishes it.
 */
export function finishUpdate(folder: string, version: string): void {
  const note = join(folder, triedNote);
  if (existsSync(note)) {
    const versions = JSON.parse(readFileSync(note, 'utf8')) as Versions;
    if (versions.to === version) takeTried(folder, versions, Math.round(statSync(note).mtimeMs));
  }
  dropTrial(folder);
}

function takeTried(folder: string, versions: Versions, at: number): void {
  const before = join(folder, `${aside}${versions.to}`);
  if (existsSync(join(folder, tried))) {
    mkdirSync(before, { recursive: true, mode: 0o700 });
    for (const name of storeFiles)
      if (existsSync(join(folder, name))) renameSync(join(folder, name), join(before, name));
    renameSync(join(folder, tried), join(folder, 'atoll.db'));
  }
  // Without it the note was written, and the copy had not got its name yet.
  if (existsSync(before)) addOutcome(folder, { ...versions, at, outcome: 'Done', detail: '' });
}

/** Puts the store of before an update back, when the new release took the copy and did not become ready. Does nothing otherwise. */
export function undoUpdate(dataDir: string, to: string): void {
  const folder = openDataFolder(dataDir);
  const before = join(folder, `${aside}${to}`);
  if (!existsSync(join(before, 'atoll.db'))) {
    dropTrial(folder);
    return;
  }
  const release = ownDataFolder(folder);
  try {
    for (const name of storeFiles) rmSync(join(folder, name), { force: true });
    // The file last: until then a start would find the folder without a store, and end.
    for (const name of storeFiles.toReversed())
      if (existsSync(join(before, name))) renameSync(join(before, name), join(folder, name));
    dropTrial(folder);
  } finally {
    release();
  }
}
