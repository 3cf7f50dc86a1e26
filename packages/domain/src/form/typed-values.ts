/** Converts the texts of a multipart form to the types of its fields. Source: R10.5, R18.2. */
import type { FieldDefinition } from './field.ts';

const numbers: readonly FieldDefinition['kind'][] = ['integer', 'quantity', 'money', 'percent', 'reference'];

/** Returns the value of a field in its type. Text that cannot be converted is unchanged, so that validation reports it. */
export function typedValue(field: FieldDefinition, value: unknown): unknown {
  if (Array.isArray(value)) {
    if (field.kind === 'list') return value.map((row: unknown) => typedValues(field.fields ?? [], row));
    return field.kind === 'references' ? value.map(Number) : value;
  }
  if (typeof value !== 'string') return value;
  if (field.kind === 'boolean') return value === 'true' ? true : value === 'false' ? false : value;
  if (!numbers.includes(field.kind)) return value;
  if (value.trim() === '') return null;
  return Number.isNaN(Number(value)) ? value : Number(value);
}

/** Returns a body with the values of its fields converted; other values are unchanged. */
export function typedValues(fields: readonly FieldDefinition[], body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const byKey = new Map(fields.map((field) => [field.key, field]));
  return Object.fromEntries(
    Object.entries(body).map(([key, value]: [string, unknown]) => {
      const field = byKey.get(key);
      return [key, field ? typedValue(field, value) : value];
    }),
  );
}
