/** A record that comes as a multipart form: texts become what their fields hold. Source: requirements R10.5, R18.2. */
import type { FieldDefinition } from '@atoll/domain/form/field';
import { nestedBody } from '@atoll/domain/form/multipart';
import { isMany, isText } from '@atoll/domain/resources/column';
import type { ResourceDefinition } from '@atoll/domain/resources/define-resource';
import type { Values } from './row.ts';

const wordless: readonly FieldDefinition['kind'][] = ['choice', 'date', 'dateTime', 'image'];

function fromText(field: FieldDefinition, value: unknown): unknown {
  if (field.kind === 'list')
    return Array.isArray(value) ? value.map((row) => fromTexts(field.fields ?? [], row)) : value;
  if (isMany(field) && Array.isArray(value))
    return value.map((one) => (field.kind === 'references' ? Number(one) : (one as unknown)));
  if (typeof value !== 'string') return value;
  if (field.kind === 'boolean') return value === 'true' ? true : value === 'false' ? false : value;
  if (isText(field)) return value;
  if (value === '') return null;
  return wordless.includes(field.kind) || Number.isNaN(Number(value)) ? value : Number(value);
}

const fromTexts = (fields: readonly FieldDefinition[], row: unknown): unknown =>
  typeof row === 'object' && row !== null
    ? Object.fromEntries(fields.map((field) => [field.key, fromText(field, (row as Values)[field.key])]))
    : row;

/** Answers the body of a form as JSON would have it. */
export function recordOfForm(definition: ResourceDefinition, form: Values): Values {
  const body = nestedBody(Object.entries(form));
  const own: FieldDefinition[] = [
    { key: 'id', label: 'Id', kind: 'integer' },
    { key: 'version', label: 'Version', kind: 'integer' },
    { key: 'isActive', label: 'Active', kind: 'boolean' },
  ];
  const fields = new Map([...own, ...definition.fields].map((field) => [field.key, field]));
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => {
      const field = fields.get(key);
      return [key, field ? fromText(field, value) : value];
    }),
  );
}
