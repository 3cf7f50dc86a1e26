/** Finds what is wrong with a record: every rule of its definition, its references, and values that must be unique. */

import { type FieldDefinition, isMany } from '@atoll/domain/form/field';
import { fieldMessage, isEmpty } from '@atoll/domain/form/validate';
import type { FieldErrors } from '@atoll/domain/refusal/refusal';
import type { Sentence } from '@atoll/domain/refusal/sentence';
import { columnOf } from '@atoll/domain/resources/column';
import type { ResourceDefinition, ResourceField } from '@atoll/domain/resources/define-resource';
import { findResource } from '@atoll/domain/resources/registry';
import { sql } from 'kysely';
import { type Refused, refused } from '../platform/errors/refused.ts';
import type { ResourceDb, Values } from './row.ts';

export type Errors = FieldErrors;

/** Returns the refusal of fields: `errors` by field, and the first of them as a sentence. */
export function invalid(errors: Readonly<Errors>): Refused {
  return refused('invalid', { details: Object.values(errors)[0] ?? '', errors });
}

const isDate = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);

/** Returns what breaks the rules of a field's kind that no screen can break. */
function kindMessage(field: FieldDefinition, value: unknown, outletId: number): Sentence | null {
  if (isEmpty(field, value)) return null;
  if (field.kind === 'date') return isDate(String(value)) ? null : `${field.label} must be a date, like 2026-01-31`;
  if (field.kind === 'dateTime')
    return Number.isNaN(Date.parse(String(value))) ? `${field.label} must be a date and time` : null;
  if (field.kind === 'image')
    return String(value).startsWith(`/files/${outletId}/`) ? null : 'File not found. Choose it again';
  if (!Array.isArray(value)) return null;
  if (field.max !== undefined && value.length > field.max)
    return `${field.label} may have at most ${field.max} entries`;
  if (field.min !== undefined && value.length < field.min) return `${field.label} are required`;
  const isChoice = field.kind === 'choice' && field.options;
  return isChoice && value.some((one) => !field.options?.includes(one as string))
    ? `${field.label} must be among the choices`
    : null;
}

/** Returns what is wrong with values, by field; in lists under `sizes[1].sellingPrice`. */
export function valueErrors(fields: readonly FieldDefinition[], values: Values, outletId: number, within = ''): Errors {
  const errors: Errors = {};
  for (const field of fields) {
    const value = values[field.key];
    const message = fieldMessage(field, value) ?? kindMessage(field, value, outletId);
    if (message !== null) errors[`${within}${field.key}`] = message;
    if (field.kind !== 'list') continue;
    for (const [index, row] of (value as Values[]).entries())
      Object.assign(errors, valueErrors(field.fields ?? [], row, outletId, `${within}${field.key}[${index}].`));
  }
  return errors;
}

interface Named {
  readonly path: string;
  readonly label: string;
  readonly isSeveral: boolean;
  readonly entity: string;
  readonly id: number;
}

/** Returns every record that values refer to. */
function namedIn(fields: readonly FieldDefinition[], values: Values, within = ''): Named[] {
  return fields.flatMap((field) => {
    const path = `${within}${field.key}`;
    const { label, entity = '' } = field;
    const value = values[field.key];
    if (field.kind === 'list')
      return (value as Values[]).flatMap((row, index) => namedIn(field.fields ?? [], row, `${path}[${index}].`));
    if (field.kind !== 'reference' && field.kind !== 'references') return [];
    const isSeveral = isMany(field);
    return [value].flat().flatMap((id) => (id === 0 ? [] : [{ path, label, isSeveral, entity, id: id as number }]));
  });
}

/** Returns the references that name no active record of the outlet. What the record referred to before stays valid. */
export async function referenceErrors(
  db: ResourceDb,
  outletId: number,
  fields: readonly FieldDefinition[],
  values: Values,
  before: Values | null,
): Promise<Errors> {
  const known = new Set(before ? namedIn(fields, before).map(({ entity, id }) => `${entity} ${id}`) : []);
  const wanted = namedIn(fields, values).filter(({ entity, id }) => !known.has(`${entity} ${id}`));
  const errors: Errors = {};
  for (const [entity, named] of Map.groupBy(wanted, (one) => one.entity)) {
    // No other number can be the id of a record, and the store cannot compare it.
    const ids = named.map(({ id }) => id).filter((id) => Number.isSafeInteger(id));
    const rows =
      ids.length > 0 && findResource(entity)
        ? await db
            .selectFrom(entity)
            .select('id')
            .where('outlet_id', '=', outletId)
            .where('is_active', '=', true)
            .where('id', 'in', ids)
            .execute()
        : [];
    const there = new Set(rows.map(({ id }) => id));
    for (const { path, label, isSeveral, id } of named)
      if (!there.has(id))
        errors[path] = isSeveral ? `${label} must be among the choices` : `${label} is not one of the choices`;
  }
  return errors;
}

/** Returns the values that another record has already: an active one, or any record for the code. Case does not count. */
export async function duplicateErrors(
  db: ResourceDb,
  outletId: number,
  definition: ResourceDefinition,
  fields: readonly ResourceField[],
  values: Values,
  id: number,
): Promise<Errors> {
  const errors: Errors = {};
  for (const field of fields.filter((one) => one.unique)) {
    const value = values[field.key];
    if (typeof value !== 'string' || value === '') continue;
    let others = db
      .selectFrom(definition.table)
      .select([definition.label, 'id'])
      .where('outlet_id', '=', outletId)
      .where(sql<string>`lower(${sql.ref(columnOf(field))})`, '=', sql<string>`lower(${value})`)
      .where('id', '<>', id);
    if (definition.code?.field !== field.key) others = others.where('is_active', '=', true);
    const other = await others.limit(1).executeTakeFirst();
    if (other) errors[field.key] = `${field.label} is already used by '${String(other[definition.label])}'`;
  }
  return errors;
}

/** Returns what uses a record, such as `Menu Item 'Lagoon Burger'`, or undefined. */
export async function userOf(
  db: ResourceDb,
  outletId: number,
  definitions: readonly ResourceDefinition[],
  table: string,
  id: number,
): Promise<string | undefined> {
  for (const user of definitions) {
    for (const field of user.fields) {
      if (field.entity !== table || (field.kind !== 'reference' && field.kind !== 'references')) continue;
      const column = sql.ref(columnOf(field));
      const names =
        field.kind === 'reference'
          ? sql<boolean>`${column} = ${id}`
          : sql<boolean>`replace(replace(cast(${column} as text), '[', ','), ']', ',') like ${`%,${id},%`}`;
      const row = await db
        .selectFrom(user.table)
        .select(['id', user.label])
        .where('outlet_id', '=', outletId)
        .where('is_active', '=', true)
        .where(names)
        .limit(1)
        .executeTakeFirst();
      if (row) return `${user.name} '${String(row[user.label])}'`;
    }
  }
  return undefined;
}
