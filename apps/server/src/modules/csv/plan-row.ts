/**
 * Decides for each record of a file what an import does with it: create, change, nothing, or name its mistakes. Every record is checked as if a person
 * had typed it. Source: R35.52, docs/rules.md#csv.
 */
import { createHash } from 'node:crypto';
import type { ImportChange } from '@atoll/domain/contract/platform/import-shape';
import { isMany } from '@atoll/domain/form/field';
import type { Sentence } from '@atoll/domain/refusal/sentence';
import { isText } from '@atoll/domain/resources/column';
import { toCell } from '@atoll/domain/resources/csv/cell';
import { type UnmadeCategories, unmadeNames } from '@atoll/domain/resources/csv/check-table';
import {
  type BadRow,
  badRows,
  changedEntries,
  type FileRow,
  newValues,
  repeatedValues,
} from '@atoll/domain/resources/csv/file-row';
import { fieldOf, type ResourceDefinition, type ResourceField } from '@atoll/domain/resources/define-resource';
import { sql } from 'kysely';
import { Refused } from '../../platform/errors/refused.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { OutletTx } from '../../platform/store/store.ts';
import type { Errors } from '../../resource/check.ts';
import type { Resource } from '../../resource/hooks.ts';
import { referenceNames } from '../../resource/present.ts';
import { findRow } from '../../resource/read.ts';
import { type ResourceRow, resourceDb, type Values, valuesOf } from '../../resource/row.ts';
import { type NewRecord, planUpdate, type RecordChange, tryCreate } from '../../resource/write.ts';
import { changedFields } from './changed-fields.ts';

/** What an import does with a record of the file. */
export type RowPlan =
  | { readonly kind: 'new'; readonly row: number; readonly body: NewRecord; readonly categories: readonly string[] }
  | {
      readonly kind: 'change';
      readonly row: number;
      readonly body: RecordChange;
      /** The values that the change replaces. */
      readonly before: Values;
      readonly change: ImportChange;
      readonly categories: readonly string[];
    }
  | { readonly kind: 'same'; readonly row: number }
  | { readonly kind: 'bad'; readonly row: number; readonly bad: readonly BadRow[] };

/** What the plans of all rows of a file share. */
export interface Planning {
  readonly actor: Actor;
  readonly resource: Resource;
  readonly categories: UnmadeCategories;
  readonly makesMissing: boolean;
  /** Values and records that earlier rows have, with their row. */
  readonly seen: Map<string, number>;
}

/** Returns a key derived from values, in the form of a UUID: what is imported twice is created once. */
export function keyOf(table: string, outletId: number, values: unknown): string {
  const hex = createHash('sha256')
    .update(JSON.stringify([table, outletId, values]))
    .digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** A record of the file with the one in the store that it names. */
interface Found {
  readonly fileRow: FileRow;
  readonly stored: ResourceRow | undefined;
  readonly errors: Readonly<Errors>;
}

/** Finds the record that a row names by its id, or without an id by its code. The id of another outlet names none here. */
async function findStored(tx: OutletTx, definition: ResourceDefinition, fileRow: FileRow): Promise<Found> {
  const { id, texts } = fileRow;
  const db = resourceDb(tx.db);
  const { outletId } = tx.head;
  const none = { fileRow, stored: undefined, errors: {} };
  if (id !== '') {
    const stored = /^[\w-]{1,60}$/.test(id) ? await findRow(db, outletId, definition, id) : undefined;
    if (stored || !/^\d+$/.test(id)) return { ...none, stored };
    return { ...none, errors: { id: `Id: '${id}' was not found` } };
  }
  const code = definition.fields.find((field) => field.key === 'code' && field.unique);
  const text = code ? (texts[code.key] ?? '') : '';
  if (text === '') return none;
  let rows = db
    .selectFrom(definition.table)
    .selectAll()
    .where('outlet_id', '=', outletId)
    .where(sql<string>`lower(code)`, '=', sql<string>`lower(${text})`);
  if (!definition.code) rows = rows.where('is_active', '=', true);
  const stored = await rows.orderBy('is_active', 'desc').limit(1).executeTakeFirst();
  return { ...none, stored: stored as ResourceRow | undefined };
}

/** Returns the errors of a record that an earlier row of the file has too. */
function repeated({ seen, resource }: Planning, fileRow: FileRow, name: string): Errors {
  const errors: Errors = { ...repeatedValues(resource.definition, seen, fileRow) };
  const first = seen.get(name);
  if (first === undefined) seen.set(name, fileRow.row);
  else errors['row'] = `The same as row ${first}`;
  return errors;
}

const empty = (field: ResourceField): unknown => {
  if (isMany(field)) return [];
  if (isText(field)) return '';
  return field.kind === 'reference' ? 0 : null;
};

const sameText = (one: string, other: string): boolean =>
  one.replace(/\r\n?/g, '\n').trim() === other.replace(/\r\n?/g, '\n').trim();

/** Returns the fields in which the file differs from a stored record, and what is wrong with them. Equal cells are not read, so that an unchanged file changes nothing. */
async function difference(
  tx: OutletTx,
  definition: ResourceDefinition,
  fileRow: FileRow,
  before: Values,
): Promise<{ values: Record<string, unknown>; errors: Errors }> {
  const names = await referenceNames(resourceDb(tx.db), tx.head.outletId, definition, [before]);
  const values: Record<string, unknown> = {};
  const errors: Errors = { ...(fileRow.errors['row'] && { row: fileRow.errors['row'] }) };
  for (const [key, text] of Object.entries(fileRow.texts)) {
    const field = fieldOf(definition, key);
    // The code by which the record was found; its case does not count.
    if (key === 'code' && fileRow.id === '' && text !== '') continue;
    if (sameText(text, toCell(field, before[key], names.get(key) ?? new Map()))) continue;
    const error = fileRow.errors[key];
    if (error) errors[key] = error;
    // Nothing is no answer to a question, and the server numbers records without a code.
    else if (text === '' && (field.kind === 'boolean' || definition.code?.field === key)) continue;
    else values[key] = text === '' ? empty(field) : fileRow.values[key];
  }
  const { list, entries } = fileRow;
  if (list && entries.length > 0) values[list.key] = changedEntries(fileRow, before[list.key] as Values[]);
  return { values, errors };
}

/** Returns the refusal's errors by field. Throws what is no refusal. */
function errorsOf(error: unknown): Errors {
  if (!(error instanceof Refused)) throw error;
  const { errors, details, message } = error.refusal;
  return { ...(errors ?? { row: (details || message) as Sentence }) };
}

async function planNewRow(
  tx: OutletTx,
  { actor, resource, categories }: Planning,
  { fileRow, errors: unfound }: Found,
  body: NewRecord,
  more: Errors,
): Promise<RowPlan> {
  const { row } = fileRow;
  const unmade = unmadeNames(body, categories.nameOf);
  let errors: Errors = { ...fileRow.errors, ...unfound };
  if (Object.keys(errors).length === 0)
    try {
      errors = more;
      await tryCreate(tx, actor, resource, body, unmade.length > 0 ? ['categoryIds'] : []);
    } catch (error) {
      errors = { ...more, ...errorsOf(error) };
    }
  const bad = badRows(fileRow, errors);
  return bad.length > 0 ? { kind: 'bad', row, bad } : { kind: 'new', row, body, categories: unmade };
}

/** Returns the errors of values that the file has twice, without those that the record had before: an older shop may have them. */
const repeatedNow = (errors: Errors, changed: readonly string[]): Errors =>
  Object.fromEntries(
    Object.entries(errors).filter(([path]) => path === 'row' || changed.includes(path.split(/[.[]/)[0] ?? '')),
  );

async function planStoredRow(
  tx: OutletTx,
  planning: Planning,
  fileRow: FileRow,
  stored: ResourceRow,
  more: Errors,
): Promise<RowPlan> {
  const { resource, actor, categories } = planning;
  const { definition } = resource;
  const { row } = fileRow;
  const before = valuesOf(definition, stored);
  const { values, errors } = await difference(tx, definition, fileRow, before);
  const isRestored = !stored.is_active;
  const body = { ...values, id: stored.id, version: stored.version, ...(isRestored && { isActive: true }) };
  const unmade = unmadeNames(body, categories.nameOf);
  const { categoryIds: _unmade, ...known } = body as Record<string, unknown> & typeof body;
  let write: Awaited<ReturnType<typeof planUpdate>>['write'] = null;
  if (Object.keys(errors).length === 0)
    try {
      ({ write } = await planUpdate(tx, actor, resource, unmade.length > 0 ? known : body));
    } catch (error) {
      Object.assign(errors, errorsOf(error));
    }
  const bad = badRows(fileRow, { ...repeatedNow(more, write?.changed ?? []), ...errors });
  if (bad.length > 0) return { kind: 'bad', row, bad };
  if (!write && unmade.length === 0) return { kind: 'same', row };
  const changed = [...(write?.changed ?? []), ...(unmade.length > 0 ? ['categoryIds'] : [])];
  const after = {
    ...(write?.after ?? before),
    ...(unmade.length > 0 && { categoryIds: body['categoryIds' as never] }),
  };
  const fields = await changedFields(tx, definition, { before, after, changed, isRestored }, categories.nameOf);
  const change = { row, name: (before[definition.label] as string | null) ?? '', fields };
  return { kind: 'change', row, body, before, change, categories: unmade };
}

/** Returns the records of these keys, which an import of the same rows created before. */
async function findByKeys(
  tx: OutletTx,
  { table }: ResourceDefinition,
  keys: readonly string[],
): Promise<ReadonlyMap<string, ResourceRow>> {
  const rows = await resourceDb(tx.db)
    .selectFrom(table)
    .selectAll()
    .where('outlet_id', '=', tx.head.outletId)
    .where('key', 'in', keys)
    .execute();
  return new Map(rows.map((row) => [String(row.key), row as ResourceRow]));
}

/** Returns the plans of some records of the file, in their order; writes nothing. */
export async function planRows(tx: OutletTx, planning: Planning, fileRows: readonly FileRow[]): Promise<RowPlan[]> {
  const { resource, categories, makesMissing } = planning;
  const { definition } = resource;
  const { outletId } = tx.head;
  if (fileRows.length === 0) return [];
  // All rows at once: over a network, one query after another would cost a round trip each.
  const found = await Promise.all(fileRows.map((fileRow) => findStored(tx, definition, fileRow)));
  const asked = found.map((one) => {
    const values = newValues(definition, one.fileRow, makesMissing ? categories.findId : null);
    const body: NewRecord = { ...values, key: keyOf(definition.table, outletId, values) };
    const name = one.stored ? `id ${one.stored.id}` : `key ${body.key}`;
    return { ...one, body, more: repeated(planning, one.fileRow, name) };
  });
  const keys = asked.map(({ body }) => body.key);
  const imported = await findByKeys(tx, definition, keys);
  return Promise.all(
    asked.map(({ body, more, ...one }) => {
      const { fileRow, stored } = one;
      if (stored) return planStoredRow(tx, planning, fileRow, stored, more);
      const before = Object.keys(one.errors).length > 0 ? undefined : imported.get(body.key);
      if (!before) return planNewRow(tx, planning, one, body, more);
      // What people changed since stays; a deactivated record comes back.
      return planStoredRow(tx, planning, { ...fileRow, texts: {}, entries: [] }, before, more);
    }),
  );
}
