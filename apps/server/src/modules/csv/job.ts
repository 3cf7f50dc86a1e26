/** Imports in the background. Any server process reports the progress of a job and can stop it. */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ImportJob } from '@atoll/domain/contract/platform/import';
import type { ImportResult } from '@atoll/domain/contract/platform/import-shape';
import { createEncodingDetector } from '@atoll/domain/grid/text-encoding';
import { refused } from '../../platform/errors/refused.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/http/services.ts';
import type { ImportJobTable } from '../../platform/store/schema/schema.ts';
import type { Store } from '../../platform/store/store.ts';
import type { Resource } from '../../resource/hooks.ts';
import { type ImportTask, runImport } from './run-import.ts';

/** Maximum size of a file in bytes: some hundred thousand rows (R36.30). */
export const maxFileBytes = 64 * 1024 * 1024;
/** A job without a sign of life for this long has died with its process. Sending the same file again continues it. */
const silentMs = 120_000;
/** An import that is answered at once shows that it is alive each time it has checked or written this many chunks. */
const chunksPerSign = 20;

type Change = Partial<Pick<ImportJobTable, 'state' | 'row_count' | 'done_count'>> & { bad?: string; found?: string };

/** What an import needs besides its file. */
export type ImportWork = Omit<ImportTask, 'source' | 'onProgress' | 'store'>;

/** Writes the progress of a job and returns its state before. */
function recordProgress(
  store: Store,
  outletId: number,
  key: string,
  change: Change,
): Promise<ImportJobTable['state'] | undefined> {
  return store.writeOutlet(outletId, async (tx) => {
    const jobs = tx.db
      .selectFrom('import_job')
      .select('state')
      .where('outlet_id', '=', outletId)
      .where('key', '=', key);
    const row = await jobs.executeTakeFirst();
    tx.write(
      tx.db
        .updateTable('import_job')
        .set({ ...change, modified_at: tx.now })
        .where('outlet_id', '=', outletId)
        .where('key', '=', key),
    );
    return row?.state;
  });
}

/** Registers an import, the only one that runs in the outlet, at any server process. Refused: 'importRunning' (R36.30). */
async function claimImport(store: Store, actor: Actor, { definition }: Resource): Promise<string> {
  const key = crypto.randomUUID();
  const { outletId: outlet_id, userId } = actor;
  await store.writeOutlet(outlet_id, async (tx) => {
    const running = await tx.db
      .selectFrom('import_job')
      .select('key')
      .where('outlet_id', '=', outlet_id)
      .where('state', 'in', ['Running', 'Cancelling'])
      .where('modified_at', '>=', tx.now - silentMs)
      .executeTakeFirst();
    if (running) throw refused('importRunning');
    const stamp = { created_at: tx.now, created_by: userId, modified_at: tx.now };
    const row = { outlet_id, key, entity: definition.table, row_count: 0, done_count: 0, bad: '[]', found: '{}' };
    tx.write(tx.db.insertInto('import_job').values({ ...row, ...stamp, state: 'Running' }));
  });
  return key;
}

/** Imports a text while the caller waits. Refused: 'importRunning' and what `runImport` refuses. */
export async function importText(store: Store, work: ImportWork, csv: string): Promise<ImportResult> {
  const { actor, resource } = work;
  const key = await claimImport(store, actor, resource);
  const report = (change: Change) => recordProgress(store, actor.outletId, key, change);
  let chunks = 0;
  const onProgress = async (checked: number, written: number): Promise<boolean> => {
    chunks += 1;
    if (chunks % chunksPerSign === 0) await report({ row_count: checked, done_count: written });
    return true;
  };
  try {
    const found = await runImport({ ...work, store, source: () => [csv], onProgress });
    return found ?? { rows: 0, good: 0, bad: [] };
  } finally {
    await report({ state: 'Done' });
  }
}

/** Returns the text of a file in pieces, decoded by the encoding that its bytes have. */
async function textOf(path: string): Promise<() => AsyncIterable<string>> {
  const detector = createEncodingDetector();
  for await (const bytes of createReadStream(path)) detector.push(bytes as Buffer);
  const encoding = detector.end();
  return async function* () {
    const decoder = new TextDecoder(encoding);
    for await (const bytes of createReadStream(path)) yield decoder.decode(bytes as Buffer, { stream: true });
    yield decoder.decode();
  };
}

async function runJob(services: Services, task: ImportWork, { key, path }: Readonly<Job>): Promise<void> {
  const { store, log } = services;
  const { actor, isPreview } = task;
  const report = (change: Change) => recordProgress(store, actor.outletId, key, change);
  try {
    const result = await runImport({
      ...task,
      store,
      source: await textOf(path),
      onProgress: async (checked, written) =>
        (await report({ row_count: checked, done_count: isPreview ? checked : written })) === 'Running',
    });
    if (!result) return void (await report({ state: 'Cancelled', done_count: 0 }));
    const { rows: _rows, good: _good, bad, ...found } = result;
    const isDone = found.isStale !== true && (bad.length === 0 || found.leftOut !== undefined);
    await report({ state: isDone ? 'Done' : 'Failed', bad: JSON.stringify(bad), found: JSON.stringify(found) });
  } catch (error) {
    const message =
      'refusal' in (error as object) ? String((error as { refusal: { details?: string } }).refusal.details) : '';
    if (message === '') log.error({ err: error, job: key }, 'an import failed');
    await report({
      state: 'Failed',
      bad: JSON.stringify([{ row: 1, errors: { csv: message || 'The import failed' } }]),
    });
  }
}

interface Job {
  readonly key: string;
  readonly path: string;
}

/** Stores the file, starts its import and returns the job's key at once. Refused: 'tooLarge', 'importRunning'. */
export async function beginImport(
  services: Services,
  task: ImportWork,
  file: Readable & { readonly truncated?: boolean },
): Promise<string> {
  const { store, log } = services;
  const folder = await mkdtemp(join(tmpdir(), 'atoll-import-'));
  const path = join(folder, 'file.csv');
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await pipeline(file, createWriteStream(path));
    if (file.truncated)
      throw refused('tooLarge', { details: `A file can be at most ${maxFileBytes / 1024 / 1024} MB` });
    const key = await claimImport(store, task.actor, task.resource);
    void runJob(services, task, { key, path })
      .catch((error: unknown) => log.error({ err: error, job: key }, 'an import ended badly'))
      .then(remove);
    return key;
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Returns a job of the caller. Refused: 'notFound'. */
export async function findJob(store: Store, actor: Actor, key: string, now: number): Promise<ImportJob> {
  const row = await store.readOutlet(actor.outletId, (db) =>
    db
      .selectFrom('import_job')
      .selectAll()
      .where('outlet_id', '=', actor.outletId)
      .where('key', '=', key)
      .where('created_by', '=', actor.userId)
      .executeTakeFirst(),
  );
  if (!row) throw refused('notFound');
  const isOver = !['Running', 'Cancelling'].includes(row.state);
  const state = !isOver && row.modified_at < now - silentMs ? 'Failed' : row.state;
  return {
    key,
    entity: row.entity,
    state,
    rows: row.row_count,
    done: row.done_count,
    bad: [...row.bad].map((one) => ({ ...one, errors: { ...one.errors } })),
    ...row.found,
  };
}

/** Stops a job of the caller; a finished job stays as it is. Refused: 'notFound'. */
export async function cancelJob(store: Store, actor: Actor, key: string, now: number): Promise<void> {
  const { state } = await findJob(store, actor, key, now);
  if (state === 'Running') await recordProgress(store, actor.outletId, key, { state: 'Cancelling' });
}
