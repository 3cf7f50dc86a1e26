/** Values of a form, and their conversion to what the API expects. Source: R10.5, R18.2. */
import type { FieldDefinition } from '@atoll/domain/form/field';
import { plainValues } from '@atoll/domain/form/plain-values';
import { findFieldFault } from '@atoll/domain/form/validate';
import { initialOf, isText, nameKeyOf } from '@atoll/domain/resources/column';
import { t } from '../locale/locale.ts';

/** A chosen record of another entity. */
export interface Chosen {
  readonly id: number;
  readonly name: string;
}
export type FormValues = Readonly<Record<string, unknown>>;

/**
 * Returns the values of a form at the start: those of a record, or the defaults of a new one. References carry the
 * names from the record.
 */
export function valuesOf(fields: readonly FieldDefinition[], record?: FormValues): Record<string, unknown> {
  return Object.fromEntries(
    fields.map((field) => {
      const value = record?.[field.key] ?? initialOf(field);
      const names = record?.[nameKeyOf(field)];
      if (field.kind === 'reference')
        return [field.key, value ? { id: value, name: typeof names === 'string' ? names : '' } : null];
      if (field.kind === 'references') {
        const known = Array.isArray(names) ? (names as string[]) : [];
        return [field.key, (value as number[]).map((id, index) => ({ id, name: known[index] ?? String(id) }))];
      }
      if (field.kind === 'list') {
        const rows = value as readonly FormValues[];
        return [field.key, rows.map((row) => valuesOf(field.fields ?? [], row))];
      }
      return [field.key, value];
    }),
  );
}

/** Returns the fields of a form with their values, mapped as in R18.2. Lists become groups; texts are trimmed. */
function formOf(fields: readonly FieldDefinition[], values: FormValues): Record<string, unknown> {
  return Object.fromEntries(
    fields.map((field): [string, unknown] => {
      const value = values[field.key];
      if (field.kind === 'list')
        return [field.key, (value as readonly FormValues[]).map((row) => formOf(field.fields ?? [], row))];
      return [field.key, { ...field, value: isText(field) && typeof value === 'string' ? value.trim() : value }];
    }),
  );
}

/** Returns the fields of a form as the API expects them: foreign keys as ids with 0 for none, lists row by row. */
export function bodyOf(fields: readonly FieldDefinition[], values: FormValues): Record<string, unknown> {
  return plainValues(formOf(fields, values)) as Record<string, unknown>;
}

/** Returns the keys whose values differ as the API sees them. */
export function changedKeys(fields: readonly FieldDefinition[], before: FormValues, now: FormValues): string[] {
  const text = (field: FieldDefinition, values: FormValues) => JSON.stringify(bodyOf([field], values));
  return fields.filter((field) => text(field, before) !== text(field, now)).map(({ key }) => key);
}

/** Returns the problem of a value in the language of the screen, or null. */
function faultMessage(field: FieldDefinition, value: unknown): string | null {
  const found = findFieldFault(field, value);
  return found && t(`fault.${found.fault}`, { label: field.label, n: found.n });
}

/** Returns the problem of a form's field, or null; '' for a list whose rows have problems. */
export function formMessage(field: FieldDefinition, value: unknown): string | null {
  const own = faultMessage(field, field.kind === 'reference' ? ((value as Chosen | null)?.id ?? 0) : value);
  if (own !== null || field.kind !== 'list') return own;
  const rows = value as readonly FormValues[];
  if (field.min !== undefined && rows.length < field.min) return t('fault.minItems', { n: field.min });
  const isWrong = rows.some((row) => (field.fields ?? []).some((part) => formMessage(part, row[part.key]) !== null));
  return isWrong ? '' : null;
}

/** Returns the paths of the values with a problem: `name`, or `sizes[1].value` in a row of a list. */
export function faultPaths(fields: readonly FieldDefinition[], values: FormValues, within = ''): string[] {
  return fields.flatMap((field) => {
    const path = within + field.key;
    const message = formMessage(field, values[field.key]);
    if (message === null) return [];
    if (message !== '') return [path];
    const rows = values[field.key] as readonly FormValues[];
    return rows.flatMap((row, index) => faultPaths(field.fields ?? [], row, `${path}[${index}].`));
  });
}
