/** All matches of a list as CSV, read and sent in chunks: what is in memory does not grow with the file. Source: requirements R9.12. */
import { Readable } from 'node:stream';
import { businessDate } from '@atoll/domain/date/business-day';
import { csvFileName, csvRow } from '@atoll/domain/grid/csv';
import { fieldOf, type ResourceDefinition } from '@atoll/domain/resources/define-resource';
import type { FastifyReply } from 'fastify';
import type { Actor } from '../../platform/http/actor.ts';
import { readList } from '../../platform/http/list.ts';
import type { Services } from '../../platform/http/services.ts';
import type { Store } from '../../platform/store/store.ts';
import { referenceNames } from '../../resource/present.ts';
import { conditionsOf, matches, type QueryText } from '../../resource/read.ts';
import { type ResourceRow, resourceDb, valuesOf } from '../../resource/row.ts';
import { toCell } from './cell.ts';

const chunkSize = 1000;
const byteOrderMark = '\uFEFF';

/** Reads the rows after an id, each chunk in a snapshot of its own, so that a slow reader holds nothing. */
async function* csvChunks(
  store: Store,
  outletId: number,
  definition: ResourceDefinition,
  query: QueryText,
): AsyncGenerator<string> {
  const fields = definition.views.csv.map((key) => fieldOf(definition, key));
  const conditions = conditionsOf(definition, query, readList(query, []).search);
  yield byteOrderMark + csvRow(fields.map((field) => field.label));
  for (let after = 0; ; ) {
    const { rows, lines } = await store.readOutlet(outletId, async (plain) => {
      const db = resourceDb(plain);
      const found = (await matches(db, definition, outletId, conditions)
        .selectAll()
        .where('id', '>', after)
        .orderBy('id')
        .limit(chunkSize)
        .execute()) as ResourceRow[];
      const records = found.map((row) => valuesOf(definition, row));
      const names = await referenceNames(db, outletId, definition, records);
      const none = new Map<number, string>();
      const cells = records.map((record) =>
        csvRow(fields.map((field) => toCell(field, record[field.key], names.get(field.key) ?? none))),
      );
      return { rows: found, lines: cells.join('') };
    });
    if (lines !== '') yield lines;
    if (rows.length < chunkSize) return;
    after = (rows.at(-1) as ResourceRow).id;
  }
}

/** Sends the CSV of all that a list's query matches, oldest first. */
export async function sendCsv(
  { store }: Services,
  actor: Actor,
  definition: ResourceDefinition,
  query: QueryText,
  reply: FastifyReply,
  now: number,
): Promise<FastifyReply> {
  const outlet = await store.readOrg((db) =>
    db.selectFrom('outlet').select('timezone').where('id', '=', actor.outletId).executeTakeFirst(),
  );
  const date = businessDate(now, outlet?.timezone ?? 'UTC', '00:00');
  const name = csvFileName(definition.title, date);
  return reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store')
    .send(Readable.from(csvChunks(store, actor.outletId, definition, query)));
}
