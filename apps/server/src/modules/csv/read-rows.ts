/** Reads the records of a file piece by piece. */
import { createCsvReader } from '@atoll/domain/grid/csv-reader';
import type { FindId } from '@atoll/domain/resources/csv/cell';
import { unclosedQuote } from '@atoll/domain/resources/csv/check-table';
import { type CsvColumn, findColumns, missingColumn } from '@atoll/domain/resources/csv/column';
import { type FileRow, gatherRows, readRow } from '@atoll/domain/resources/csv/file-row';
import type { ResourceDefinition } from '@atoll/domain/resources/define-resource';
import { findResource } from '@atoll/domain/resources/registry';
import { refused } from '../../platform/errors/refused.ts';
import type { Store } from '../../platform/store/store.ts';
import { resourceDb } from '../../resource/row.ts';

/** Rows that share a transaction: a till never waits for more than these. */
export const chunkSize = 25;

/** The text of a file in pieces. It is read twice. */
export type TextSource = () => AsyncIterable<string> | Iterable<string>;

interface Reading {
  readonly source: TextSource;
  readonly definition: ResourceDefinition;
  readonly columns: readonly string[] | undefined;
  readonly permissions: ReadonlySet<string>;
  readonly makesMissing: boolean;
  readonly findId: FindId;
}

/** Reads the ids of everything that rows may reference, by entity and name. */
export async function readFindId(store: Store, outletId: number, definition: ResourceDefinition): Promise<FindId> {
  const entities = new Set(
    definition.fields.flatMap((field) => [field, ...(field.fields ?? [])].flatMap(({ entity }) => entity ?? [])),
  );
  const ids = new Map<string, number>();
  await store.readForLists(outletId, async (plain) => {
    for (const entity of entities) {
      const other = findResource(entity);
      if (!other) continue;
      const rows = await resourceDb(plain)
        .selectFrom(entity)
        .select(['id', other.label])
        .where('outlet_id', '=', outletId)
        .where('is_active', '=', true)
        .execute();
      for (const row of rows) ids.set(`${entity} ${String(row[other.label]).trim().toLowerCase()}`, Number(row['id']));
    }
  });
  return (entity, name) => ids.get(`${entity} ${name.trim().toLowerCase()}`);
}

/** Returns what the columns of a heading hold. Refused: 'invalid' when a required column is missing or none matches. */
export function columnsOf(heading: readonly string[], reading: Omit<Reading, 'source' | 'findId'>) {
  const { definition, columns: chosen, permissions, makesMissing } = reading;
  const { columns, missing } = findColumns(definition, heading, { chosen, permissions, makesMissing });
  if (!missing) return columns;
  const message = missingColumn(missing);
  throw refused('invalid', { details: message, errors: { csv: message } });
}

/** Yields the rows of a file that have text, each as a record; throws the refusal of its heading. */
async function* readRows(reading: Reading): AsyncGenerator<FileRow> {
  const reader = createCsvReader();
  let columns: readonly (CsvColumn | undefined)[] | undefined;
  let last: FileRow | undefined;
  let number = 0;
  const take = function* (lines: string[][]): Generator<FileRow> {
    for (const cells of lines) {
      number += 1;
      if (cells.every((cell) => cell.trim() === '')) continue;
      if (!columns) {
        columns = columnsOf(cells, reading);
        continue;
      }
      if (last) yield last;
      last = readRow(columns, cells, number, reading.findId);
    }
  };
  for await (const piece of reading.source()) yield* take(reader.push(piece));
  yield* take(reader.end());
  if (!columns) columnsOf([], reading);
  if (last) yield reader.isUnclosed() ? { ...last, errors: { ...last.errors, row: unclosedQuote } } : last;
}

/** Yields the records of a file in chunks. Rows that each hold one entry of a list are gathered first. */
export async function* readChunks(reading: Reading): AsyncGenerator<FileRow[]> {
  let chunk: FileRow[] = [];
  const entries: FileRow[] = [];
  for await (const row of readRows(reading)) {
    if (row.list) {
      entries.push(row);
      continue;
    }
    chunk.push(row);
    if (chunk.length < chunkSize) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
  const records = gatherRows(reading.definition, entries);
  for (let at = 0; at < records.length; at += chunkSize) yield records.slice(at, at + chunkSize);
}
