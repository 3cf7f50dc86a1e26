/** The import of a file: all rows are checked first, then all are written. If writing fails, none of them stays. */
import type { ImportResult } from '@atoll/domain/contract/platform/resource';
import { createCsvReader } from '@atoll/domain/grid/csv-reader';
import type { Actor } from '../../platform/http/actor.ts';
import type { Store } from '../../platform/store/store.ts';
import type { Errors } from '../../resource/check.ts';
import type { Resource } from '../../resource/hooks.ts';
import { resourceDb } from '../../resource/row.ts';
import { createIn } from '../../resource/write.ts';
import { removeRecord } from '../../search/search-index.ts';
import { type FileRow, fieldsOfHeading, readFindId, readRow, rowErrors } from './file-row.ts';

/** Rows that share a transaction: a till never waits for more than these. */
const chunkSize = 25;
/** Bad rows that are reported, at most; the others are only counted. */
const maxReported = 1000;

export interface ImportTask {
  readonly store: Store;
  readonly actor: Actor;
  readonly resource: Resource;
  /** The text of the file in pieces. It is read twice. */
  readonly source: () => AsyncIterable<string> | Iterable<string>;
  readonly isPreview: boolean;
  /** Called after each chunk with the numbers of checked and written rows; returning false stops the import. */
  readonly onProgress?: (checked: number, written: number) => Promise<boolean>;
}

/** Reads rows in chunks and skips empty ones. */
async function* chunksOf({ store, actor, resource, source }: ImportTask): AsyncGenerator<FileRow[]> {
  const { definition } = resource;
  const { outletId } = actor;
  const findId = await readFindId(store, outletId, definition);
  const reader = createCsvReader();
  let fields: ReturnType<typeof fieldsOfHeading> | undefined;
  let chunk: FileRow[] = [];
  let number = 0;
  const take = function* (lines: string[][]): Generator<FileRow[]> {
    for (const cells of lines) {
      number += 1;
      if (cells.every((cell) => cell.trim() === '')) continue;
      if (!fields) {
        fields = fieldsOfHeading(definition, cells);
        continue;
      }
      chunk.push(readRow(definition, outletId, fields, cells, number, findId));
      if (chunk.length < chunkSize) continue;
      yield chunk;
      chunk = [];
    }
  };
  for await (const piece of source()) yield* take(reader.push(piece));
  yield* take(reader.end());
  if (!fields) fieldsOfHeading(definition, []);
  if (chunk.length > 0) yield chunk;
}

async function checkAll(task: ImportTask): Promise<ImportResult | null> {
  const { store, actor, resource } = task;
  const seen = new Map<string, number>();
  const bad: { row: number; errors: Errors }[] = [];
  let rows = 0;
  let good = 0;
  for await (const chunk of chunksOf(task)) {
    // All rows at once: over a network, one query after another would cost a round trip each.
    const problems = await store.writeOutlet(actor.outletId, (tx) =>
      Promise.all(chunk.map((line) => rowErrors(tx, actor, resource, line, seen))),
    );
    for (const [index, errors] of problems.entries()) {
      if (Object.keys(errors).length === 0) good += 1;
      else if (bad.length < maxReported) bad.push({ row: chunk[index]?.row ?? 0, errors });
    }
    rows += chunk.length;
    if (task.onProgress && !(await task.onProgress(rows, 0))) return null;
  }
  return { rows, good, bad };
}

/** Writes all rows. Returns false when it was stopped, after removing what it had written. */
async function writeAll(task: ImportTask, rows: number): Promise<boolean> {
  const { store, actor, resource } = task;
  const made: number[] = [];
  let written = 0;
  try {
    for await (const chunk of chunksOf(task)) {
      const ids = await store.writeOutlet(actor.outletId, async (tx) => {
        const now = new Date(tx.now).toISOString();
        const records = await Promise.all(chunk.map(({ values }) => createIn(tx, actor, resource, values)));
        return records.filter(({ createdAt, version }) => version === 1 && createdAt === now).map(({ id }) => id);
      });
      made.push(...ids);
      written += chunk.length;
      if (task.onProgress && !(await task.onProgress(rows, written))) {
        await takeBack(task, made);
        return false;
      }
    }
  } catch (error) {
    await takeBack(task, made);
    throw error;
  }
  return true;
}

/** Removes the records that this import created and nobody changed since. */
async function takeBack({ store, actor, resource }: ImportTask, made: readonly number[]): Promise<void> {
  const { definition } = resource;
  for (let at = 0; at < made.length; at += chunkSize) {
    const ids = made.slice(at, at + chunkSize);
    await store.writeOutlet(actor.outletId, async (tx) => {
      const rows = await resourceDb(tx.db)
        .selectFrom(definition.table)
        .select(['id', 'key'])
        .where('outlet_id', '=', actor.outletId)
        .where('id', 'in', ids)
        .where('version', '=', 1)
        .execute();
      for (const row of rows) {
        const id = Number(row['id']);
        await removeRecord(tx, { entity: definition.name, id });
        tx.write(
          resourceDb(tx.db).deleteFrom(definition.table).where('outlet_id', '=', actor.outletId).where('id', '=', id),
        );
        const { userId, deviceId } = actor;
        const subject = { subject: definition.name, subjectKey: String(row['key']) };
        tx.history({ ...subject, action: 'TakenBack', userId, deviceId, before: { id } });
      }
    });
  }
}

/** Imports a file. Returns null when it was stopped. Refused: 'invalid' when its first row names no column of the entity. */
export async function runImport(task: ImportTask): Promise<ImportResult | null> {
  const found = await checkAll(task);
  if (!found || found.good < found.rows || task.isPreview) return found;
  return (await writeAll(task, found.rows)) ? found : null;
}
