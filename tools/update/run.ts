/** An update: what is refused, a backup, the trial of the new release, and the switch to it or back. Source: R31.31 to R31.33. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ownDataFolder } from '../../apps/server/src/platform/store/sqlite/data-folder.ts';
import { type Outcome, trialFolder } from '../../apps/server/src/platform/store/sqlite/update/update.ts';
import { currentName, type ReleaseNote } from '../scripts/release.ts';
import { type Asked, checkArchive, Refusal } from './check.ts';
import { nodeIn, runToEnd } from './program.ts';
import type { Service } from './service.ts';

/** What an update has reached; a test ends it there. */
export const steps = [
  'checked',
  'unpacked',
  'backedUp',
  'stopped',
  'prepared',
  'tried',
  'kept',
  'switched',
  'started',
] as const;
export type Step = (typeof steps)[number];

export interface Update {
  /** The folder with the releases and the link. */
  readonly base: string;
  readonly current: ReleaseNote;
  /** The Node of the release that runs, and its program for what is done with the store. */
  readonly node: string;
  readonly dataTool: string;
  /** Of a server; null for a till with printers only, which has no store. */
  readonly dataDir: string | null;
  /** Null where setup made none: then nothing runs, or the update is refused. */
  readonly service: Service | null;
  readonly waitMs: number;
  readonly say: (line: string) => void;
  readonly reached?: (step: Step) => void;
}

/** Ends an update as a kill does: nothing is taken back. */
export class Killed extends Error {}

const readyStepMs = 250;

/** Points the link to a release; at any time it leads to the one or the other. */
function pointTo(base: string, version: string): void {
  const [link, fresh] = [join(base, currentName), join(base, `${currentName}.new`)];
  rmSync(fresh, { force: true, recursive: true });
  if (process.platform === 'win32') {
    // A junction is not replaced in one step; the one that is missing for a moment is made again by the next update.
    rmSync(link, { force: true, recursive: true });
    symlinkSync(join(base, 'releases', version), link, 'junction');
    return;
  }
  symlinkSync(join('releases', version), fresh);
  renameSync(fresh, link);
}

/** Unpacks an archive beside the other releases: there is a whole release or none. */
function unpack(base: string, archive: string, version: string): string {
  const [folder, fresh] = [join(base, 'releases', version), join(base, 'releases', '.new')];
  for (const path of [folder, fresh]) rmSync(path, { recursive: true, force: true });
  mkdirSync(fresh);
  execFileSync('tar', ['-xzf', archive, '-C', fresh, '--no-same-owner']);
  renameSync(join(fresh, 'atoll/releases', version), folder);
  for (const name of ['atoll', 'atoll.cmd']) {
    const [given, own] = [join(fresh, 'atoll', name), join(base, name)];
    if (!existsSync(given)) continue;
    cpSync(given, `${own}.new`);
    renameSync(`${own}.new`, own);
  }
  rmSync(fresh, { recursive: true, force: true });
  return folder;
}

/** Does something with the store as the user of the data. */
async function withData({ node, dataTool, dataDir, say }: Update, what: string, values: object = {}): Promise<void> {
  if (dataDir === null) return;
  const args = [dataTool, what, dataDir, JSON.stringify(values)];
  await runToEnd({ node, args, dataDir, say });
}

async function waitReady({ service, waitMs }: Update, version: string): Promise<void> {
  if (service === null) return;
  const until = performance.now() + waitMs;
  while (!(await service.isReady())) {
    if (performance.now() > until) throw new Error(`release ${version} did not become ready in ${waitMs / 1000} s`);
    await wait(readyStepMs);
  }
}

async function goBack(update: Update, to: string): Promise<void> {
  const { base, current, service, say } = update;
  say(`Going back to release ${current.version}.`);
  await service?.stop().catch(() => {});
  pointTo(base, current.version);
  await withData(update, 'undo', { to });
  await service?.start();
  await waitReady(update, current.version);
}

/** Tries the new release on a copy of the store, and switches to it. */
async function switchTo(update: Update, release: string, versions: { from: string; to: string }): Promise<void> {
  const { base, dataDir, service, waitMs, say, reached = () => {} } = update;
  const stoppedAt = performance.now();
  await service?.stop();
  reached('stopped');
  if (dataDir !== null) {
    await withData(update, 'prepare');
    reached('prepared');
    const folder = trialFolder(dataDir);
    say(`Trying release ${versions.to} on a copy of the store.`);
    await runToEnd({
      node: nodeIn(release),
      args: [join(release, 'tools/trial.ts'), folder],
      dataDir,
      say,
      life: { folder, waitMs },
    });
    reached('tried');
    await withData(update, 'keep', versions);
    reached('kept');
  }
  pointTo(base, versions.to);
  reached('switched');
  await service?.start();
  reached('started');
  await waitReady(update, versions.to);
  if (service !== null && dataDir !== null)
    say(`Tills had no server for ${Math.ceil((performance.now() - stoppedAt) / 1000)} s.`);
}

/** Removes releases other than these two. */
function removeOld(base: string, kept: readonly string[]): void {
  for (const name of readdirSync(join(base, 'releases')))
    if (!kept.includes(name)) rmSync(join(base, 'releases', name), { recursive: true, force: true });
}

async function runLocked(update: Update, asked: Asked): Promise<void> {
  const { base, current, say, reached = () => {} } = update;
  const note = (outcome: Outcome['outcome'], to: string, detail: string): Promise<void> =>
    withData(update, 'note', { from: current.version, to, at: Date.now(), outcome, detail });
  const content = await checkArchive(asked, update).catch(async (error: Error) => {
    if (error instanceof Refusal) await note('Refused', basename(asked.archive), error.message);
    throw error;
  });
  reached('checked');
  const { version: to } = content.note;
  const release = unpack(base, asked.archive, to);
  reached('unpacked');
  await withData(update, 'backup').catch(async (error: Error) => {
    await note('Refused', to, error.message);
    rmSync(release, { recursive: true, force: true });
    throw new Refusal(`No backup could be made, so nothing was changed: ${error.message}`);
  });
  reached('backedUp');
  try {
    await switchTo(update, release, { from: current.version, to });
  } catch (error) {
    if (error instanceof Killed) throw error;
    const why = error instanceof Error ? error.message : String(error);
    await goBack(update, to);
    await note('RolledBack', to, why);
    rmSync(release, { recursive: true, force: true });
    throw new Error(
      `Release ${to} was not taken: ${why}. Release ${current.version} runs again, with the store as it was`,
    );
  }
  removeOld(base, [current.version, to]);
  say(`Release ${to} runs.`);
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Lets nobody end an update half way by closing the terminal: the server would stay stopped. Returns the function that allows it again. */
function holdSignals(say: Update['say']): () => void {
  const hold = (): void => say('The update comes to its end first: to the new release, or back.');
  for (const signal of signals) process.on(signal, hold);
  return () => {
    for (const signal of signals) process.off(signal, hold);
  };
}

/** Updates an installation. Throws, in words: a Refusal before anything stopped, another error when it went back. */
export async function runUpdate(update: Update, asked: Asked): Promise<void> {
  let release: () => void;
  try {
    release = ownDataFolder(update.base);
  } catch {
    throw new Refusal('An update is under way');
  }
  const letGo = holdSignals(update.say);
  try {
    await runLocked(update, asked);
  } finally {
    letGo();
    release();
  }
}
