/** A form's texts as what its fields hold: multipart knows nothing but texts and files. Source: R10.5, R18.2. */
import type { FieldDefinition } from './field.ts';

const numbers: readonly FieldDefinition['kind'][] = ['integer', 'quantity', 'money', 'percent', 'reference'];

/** Answers the value of a field; a text that is none of its kind stays, so that the field says what is wrong with it. */
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

/** Answers a body with the values of its fields; what is no field stays as it is. */
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
