/** Export of all matches of a list as CSV, read and sent in chunks: memory use does not grow with the file. Source: R9.12. */
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { businessDate } from '@atoll/domain/date/business-day';
import { csvFileName, csvRow } from '@atoll/domain/grid/csv';
import { columnOf, sortKeysOf } from '@atoll/domain/resources/column';
import { toCell } from '@atoll/domain/resources/csv/cell';
import { idColumn } from '@atoll/domain/resources/csv/column';
import {
  fieldOf,
  isReadable,
  type ResourceDefinition,
  type ResourceField,
} from '@atoll/domain/resources/define-resource';
import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import { refused } from '../../platform/errors/refused.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { readList } from '../../platform/http/list.ts';
import type { Services } from '../../platform/http/services.ts';
import type { Store } from '../../platform/store/store.ts';
import { referenceNames } from '../../resource/present.ts';
import { type Condition, conditionsOf, matches, type QueryText } from '../../resource/read.ts';
import { fromColumn, resourceDb, type Values } from '../../resource/row.ts';

/** Rows of a chunk: few enough that calls of tills wait only briefly for it. */
const chunkSize = 250;
const byteOrderMark = '\uFEFF';

/** Yields the CSV in chunks, each read in a separate snapshot, so that a slow download locks nothing. */
async function* csvChunks(
  store: Store,
  outletId: number,
  definition: ResourceDefinition,
  fields: readonly ResourceField[],
  conditions: readonly Condition[],
): AsyncGenerator<string> {
  const columns = fields.map((field) => ({ field, column: columnOf(field) }));
  const none: ReadonlyMap<number, string> = new Map();
  yield byteOrderMark + csvRow([...fields.map((field) => field.label), idColumn]);
  for (let after: number | undefined = 0; after !== undefined; ) {
    const from: number = after;
    // Between two chunks other calls run, and the garbage of the last chunk is collected.
    await setImmediate();
    const chunk = await store.readOlder(outletId, async (plain) => {
      const db = resourceDb(plain);
      const rows = await matches(db, definition, outletId, conditions)
        .select(['id', 'key', ...new Set(columns.map(({ column }) => column))])
        .where('id', '>', from)
        .orderBy('id')
        .limit(chunkSize)
        .execute();
      const records = rows.map((row) =>
        Object.fromEntries(columns.map(({ field, column }) => [field.key, fromColumn(field, row[column])])),
      );
      const keys = rows.map((row) => String(row['key']));
      const names = await referenceNames(db, outletId, definition, records);
      const cells = (record: Values, index: number) =>
        csvRow([...fields.map((field) => toCell(field, record[field.key], names.get(field.key) ?? none)), keys[index]]);
      const isLast = rows.length < chunkSize;
      return { lines: records.map(cells).join(''), next: isLast ? undefined : Number(rows.at(-1)?.['id']) };
    });
    if (chunk.lines !== '') yield chunk.lines;
    after = chunk.next;
  }
}

/** Returns the condition that leaves only the records of these ids, separated by commas. */
function idsCondition(ids: string | undefined): Condition[] {
  if (ids === undefined) return [];
  if (!/^\d{1,15}(,\d{1,15}){0,999}$/.test(ids))
    throw refused('malformed', {
      details: 'ids is not a valid filter value',
      errors: { ids: 'You cannot filter by this' },
    });
  return [sql`id in (${sql.join(ids.split(',').map(Number))})`];
}

/** Sends the CSV of all matches of a list's query, oldest first. Throws 'malformed' for the queries that the list refuses (R35.66). */
export async function sendCsv(
  { store }: Services,
  actor: Actor,
  definition: ResourceDefinition,
  query: QueryText,
  reply: FastifyReply,
  now: number,
): Promise<FastifyReply> {
  // Checked before the first byte is sent: after that a refusal can no longer be sent.
  const conditions = [
    ...conditionsOf(definition, query, readList(query, sortKeysOf(definition)).search),
    ...idsCondition(query['ids']),
  ];
  const outlet = await store.readOrg((db) =>
    db.selectFrom('outlet').select('timezone').where('id', '=', actor.outletId).executeTakeFirst(),
  );
  const date = businessDate(now, outlet?.timezone ?? 'UTC', '00:00');
  const fields = definition.views.csv
    .map((key) => fieldOf(definition, key))
    .filter((field) => isReadable(field, actor.permissions));
  const name = csvFileName(definition.title, date);
  return reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store')
    .send(Readable.from(csvChunks(store, actor.outletId, definition, fields, conditions)));
}
