/** Imports in the background. Any server process reports the progress of a job and can stop it. */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ImportJob } from '@atoll/domain/contract/platform/import';
import { refused } from '../../platform/errors/refused.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Services } from '../../platform/http/services.ts';
import type { ImportJobTable } from '../../platform/store/schema/schema.ts';
import type { Store } from '../../platform/store/store.ts';
import type { Resource } from '../../resource/hooks.ts';
import { runImport } from './run-import.ts';

/** A job without a sign of life for this long has died with its process. Sending the same file again continues it. */
const silentMs = 120_000;

type Change = Partial<Pick<ImportJobTable, 'state' | 'row_count' | 'done_count'>> & { bad?: string };

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

async function work(services: Services, actor: Actor, resource: Resource, job: Readonly<Job>): Promise<void> {
  const { store, log } = services;
  const { key, path, isPreview } = job;
  const report = (change: Change) => recordProgress(store, actor.outletId, key, change);
  try {
    const found = await runImport({
      store,
      actor,
      resource,
      isPreview,
      source: () => createReadStream(path, 'utf8'),
      onProgress: async (checked, written) =>
        (await report({ row_count: checked, done_count: isPreview ? checked : written })) === 'Running',
    });
    if (!found) await report({ state: 'Cancelled', done_count: 0 });
    else await report({ state: found.bad.length > 0 ? 'Failed' : 'Done', bad: JSON.stringify(found.bad) });
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
  readonly isPreview: boolean;
}

/** Stores the file, starts its import and returns the job's key at once. Refused: 'tooLarge'. */
export async function beginImport(
  services: Services,
  actor: Actor,
  resource: Resource,
  file: Readable & { readonly truncated?: boolean },
  isPreview: boolean,
): Promise<string> {
  const { store, log } = services;
  const folder = await mkdtemp(join(tmpdir(), 'atoll-import-'));
  const path = join(folder, 'file.csv');
  const key = crypto.randomUUID();
  await pipeline(file, createWriteStream(path));
  if (file.truncated) {
    await rm(folder, { recursive: true, force: true });
    throw refused('tooLarge');
  }
  await store.writeOutlet(actor.outletId, async (tx) => {
    const stamp = { created_at: tx.now, created_by: actor.userId, modified_at: tx.now };
    const row = { outlet_id: actor.outletId, key, entity: resource.definition.table, row_count: 0, ...stamp };
    tx.write(tx.db.insertInto('import_job').values({ ...row, state: 'Running', done_count: 0, bad: '[]' }));
  });
  void work(services, actor, resource, { key, path, isPreview })
    .catch((error: unknown) => log.error({ err: error, job: key }, 'an import ended badly'))
    .then(() => rm(folder, { recursive: true, force: true }));
  return key;
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
  };
}

/** Stops a job of the caller; a finished job stays as it is. Refused: 'notFound'. */
export async function cancelJob(store: Store, actor: Actor, key: string, now: number): Promise<void> {
  const { state } = await findJob(store, actor, key, now);
  if (state === 'Running') await recordProgress(store, actor.outletId, key, { state: 'Cancelling' });
}
