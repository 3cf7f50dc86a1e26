/** Converts a record between its columns and the values of the API. */
import { type FieldDefinition, isMany } from '@atoll/domain/form/field';
import { columnOf, isText } from '@atoll/domain/resources/column';
import type { ResourceDefinition } from '@atoll/domain/resources/define-resource';
import type { Kysely } from 'kysely';
import type { Database } from '../platform/store/schema/schema.ts';

/** The columns that the tables of all entities share, and their own. */
export interface ResourceRow {
  readonly outlet_id: number;
  readonly id: number;
  readonly key: string;
  readonly is_active: boolean;
  readonly version: number;
  readonly created_at: number;
  readonly created_by: number | null;
  readonly modified_at: number;
  readonly modified_by: number | null;
  readonly [column: string]: unknown;
}

/** Values of a record by field key, as the API has them. */
export type Values = Readonly<Record<string, unknown>>;

export type ResourceDb = Kysely<Record<string, ResourceRow>>;

/** Returns the query builder for tables that only their definition describes. */
export function resourceDb(db: Kysely<Database>): ResourceDb {
  return db as unknown as ResourceDb;
}

const factors: Readonly<Partial<Record<FieldDefinition['kind'], number>>> = { percent: 100, quantity: 1000 };

/** Returns a value as its column stores it. */
export function toColumn(field: FieldDefinition, value: unknown): unknown {
  if (isMany(field)) return JSON.stringify(value ?? []);
  if (value === null || value === undefined) return null;
  const factor = factors[field.kind];
  if (factor !== undefined) return Math.round((value as number) * factor);
  return field.kind === 'dateTime' ? Date.parse(value as string) : value;
}

/** Returns a stored value as the API has it. */
export function fromColumn(field: FieldDefinition, stored: unknown): unknown {
  if (stored === null || stored === undefined) return isMany(field) ? [] : null;
  const factor = factors[field.kind];
  if (factor !== undefined) return (stored as number) / factor;
  return field.kind === 'dateTime' ? new Date(stored as number).toISOString() : stored;
}

type Plan = readonly { readonly field: FieldDefinition; readonly column: string }[];

const plans = new WeakMap<ResourceDefinition, Plan>();

/** Returns the fields with their columns; computed once, because a list needs them for each row. */
function planOf(definition: ResourceDefinition): Plan {
  const known = plans.get(definition);
  if (known) return known;
  const plan = definition.fields.map((field) => ({ field, column: columnOf(field) }));
  plans.set(definition, plan);
  return plan;
}

/** Returns the values of a row by field key, added to those that exist already. */
export function valuesOf(
  definition: ResourceDefinition,
  row: ResourceRow,
  values: Record<string, unknown> = {},
): Record<string, unknown> {
  for (const { field, column } of planOf(definition)) values[field.key] = fromColumn(field, row[column]);
  return values;
}

/** Returns the columns of values by column name. */
export function columnsOf(fields: readonly FieldDefinition[], values: Values): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [columnOf(field), toColumn(field, values[field.key])]));
}

/** Returns what was sent for a field as it is stored: trimmed, with the one value for nothing that its kind has. */
export function cleanValue(field: FieldDefinition, value: unknown): unknown {
  if (field.kind === 'list') {
    const rows = Array.isArray(value) ? (value as Values[]) : [];
    return rows.map((row) => cleanValues(field.fields ?? [], row));
  }
  if (isMany(field)) return [...new Set(Array.isArray(value) ? value : [])];
  if (isText(field)) return typeof value === 'string' ? value.trim() : '';
  if (field.kind === 'reference') return value ?? 0;
  if (field.kind === 'boolean') return value === true;
  return value === '' || value === undefined ? null : value;
}

/** Returns all fields, cleaned. */
export function cleanValues(fields: readonly FieldDefinition[], sent: Values): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field.key, cleanValue(field, sent[field.key])]));
}
