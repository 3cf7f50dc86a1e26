/**
 * Reads the rows of a CSV file as records, and checks each as if a person had typed it. The key of a row is derived from its values, so that importing the same file
 * twice creates nothing twice. Source: docs/rules.md#csv.
 */

import { createHash } from 'node:crypto';
import type { Sentence } from '@atoll/domain/refusal/sentence';
import { fieldOf, type ResourceDefinition, type ResourceField } from '@atoll/domain/resources/define-resource';
import { findResource } from '@atoll/domain/resources/registry';
import { Refused, refused } from '../../platform/errors/refused.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';
import type { Errors } from '../../resource/check.ts';
import type { Resource } from '../../resource/hooks.ts';
import { resourceDb, type Values } from '../../resource/row.ts';
import { type NewRecord, tryCreate } from '../../resource/write.ts';
import { CellProblem, type FindId, fromCell } from './cell.ts';

/** A row of the file: its number (the heading is 1), and its values or what is wrong with them. */
export interface FileRow {
  readonly row: number;
  readonly values: NewRecord;
  readonly errors: Readonly<Errors>;
}

/** Returns a key derived from the values of a row, in the form of a UUID. */
function keyOf(definition: ResourceDefinition, outletId: number, values: Values): string {
  const hex = createHash('sha256')
    .update(JSON.stringify([definition.table, outletId, values]))
    .digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Returns the field of each column of the heading, which has labels (also those of earlier releases) or keys in any order. Refused: 'invalid' when a required column is missing or none matches. */
export function fieldsOfHeading(
  definition: ResourceDefinition,
  heading: readonly string[],
): (ResourceField | undefined)[] {
  const offered = definition.views.csv.map((key) => fieldOf(definition, key)).filter((field) => !field.isReadOnly);
  // Files of earlier releases have columns of fields that no view shows now.
  const known = [...offered, ...definition.fields.filter((field) => field.isStoredOnly)];
  const named = (text: string) =>
    known.find(({ label, formerLabel, key }) =>
      [label, formerLabel, key].some((name) => name?.toLowerCase() === text.trim().toLowerCase()),
    );
  const fields = heading.map(named);
  const missing = offered.find((field) => field.required && field.initial === undefined && !fields.includes(field));
  const found = missing ?? (fields.every((field) => !field) ? offered[0] : undefined);
  if (!found) return fields;
  const message: Sentence = `The first row has no column '${found.label}'`;
  throw refused('invalid', { details: message, errors: { csv: message } });
}

/** Reads the ids of everything that rows may reference, by entity and name. */
export async function readFindId(store: Store, outletId: number, definition: ResourceDefinition): Promise<FindId> {
  const entities = new Set(
    definition.fields.flatMap((field) => [field, ...(field.fields ?? [])].flatMap(({ entity }) => entity ?? [])),
  );
  const ids = new Map<string, number>();
  await store.readOutlet(outletId, async (plain) => {
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

/** Returns the record of a row of cells. */
export function readRow(
  definition: ResourceDefinition,
  outletId: number,
  fields: readonly (ResourceField | undefined)[],
  cells: readonly string[],
  row: number,
  findId: FindId,
): FileRow {
  const values: Record<string, unknown> = {};
  const errors: Errors = {};
  for (const [index, field] of fields.entries()) {
    if (!field) continue;
    const cell = cells[index] ?? '';
    // An empty cell keeps the initial value of a new record.
    if (cell.trim() === '') continue;
    try {
      values[field.key] = fromCell(field, cell, findId);
    } catch (error) {
      if (!(error instanceof CellProblem)) throw error;
      errors[field.key] = error.message;
    }
  }
  return { row, values: { ...values, key: keyOf(definition, outletId, values) }, errors };
}

/** Returns errors for unique values that an earlier row of the file has too. */
export function duplicatesInFile(
  definition: ResourceDefinition,
  seen: Map<string, number>,
  { row, values }: FileRow,
): Errors {
  const errors: Errors = {};
  for (const field of definition.fields.filter((one) => one.unique)) {
    const value = values[field.key];
    if (typeof value !== 'string' || value.trim() === '') continue;
    const place = `${field.key} ${value.trim().toLowerCase()}`;
    const first = seen.get(place);
    if (first === undefined) seen.set(place, row);
    else errors[field.key] = `${field.label} is already used in row ${first}`;
  }
  return errors;
}

/** Returns everything that is wrong with a row; an empty object when it can be imported. */
export async function rowErrors(
  tx: OutletTx,
  actor: Actor,
  resource: Resource,
  fileRow: FileRow,
  seen: Map<string, number>,
): Promise<Errors> {
  const inFile = duplicatesInFile(resource.definition, seen, fileRow);
  if (Object.keys(fileRow.errors).length > 0) return { ...fileRow.errors };
  try {
    await tryCreate(tx, actor, resource, fileRow.values);
    return inFile;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { errors, details, message } = error.refusal;
    return { ...(errors ?? { row: details || message }) };
  }
}
