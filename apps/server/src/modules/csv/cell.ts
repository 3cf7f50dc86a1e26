/** Conversion of a record's values to the cells of a CSV and back. Source: R9.12. */

import type { FieldDefinition } from '@atoll/domain/form/field';
import type { Sentence } from '@atoll/domain/refusal/sentence';
import { isMany } from '@atoll/domain/resources/column';
import type { Values } from '../../resource/row.ts';

/** Separators of the entries of one cell, and of the parts of an entry. */
const between = '; ';
const within = ' | ';

/** Returns a value as the text of a cell: money in rufiyaa, 'Yes' and 'No', names for references, semicolons between entries of a list. */
export function toCell(field: FieldDefinition, value: unknown, names: ReadonlyMap<number, string>): string {
  if (value === null || value === undefined || value === '') return '';
  if (field.kind === 'list')
    return (value as Values[]).map((row) => rowText(field.fields ?? [], row, names)).join(between);
  const one = (part: unknown): string => {
    if (field.kind === 'reference' || field.kind === 'references') return names.get(part as number) ?? '';
    if (field.kind === 'money') return `${(part as number) < 0 ? '-' : ''}${moneyText(Math.abs(part as number))}`;
    return field.kind === 'boolean' ? (part ? 'Yes' : 'No') : String(part);
  };
  return isMany(field) ? (value as unknown[]).map(one).join(between) : one(value);
}

const moneyText = (laari: number): string => `${Math.floor(laari / 100)}.${String(laari % 100).padStart(2, '0')}`;

const rowText = (fields: readonly FieldDefinition[], row: Values, names: ReadonlyMap<number, string>): string =>
  fields
    .map((field) => toCell(field, row[field.key], names))
    .join(within)
    .replace(/[ |]+$/, '');

/** Finds a reference: returns the id of an active record with that name, or undefined. */
export type FindId = (entity: string, name: string) => number | undefined;

/** The problem of a cell that cannot be read. */
export class CellProblem extends Error {
  declare readonly message: Sentence;
  constructor(message: Sentence) {
    super(message);
  }
}

const yes = ['yes', 'true', '1', 'x'];
const no = ['no', 'false', '0', ''];

/** Returns the value of a cell. Throws a `CellProblem` with a sentence. Removes the apostrophe that an export puts before a formula. */
export function fromCell(field: FieldDefinition, cell: string, findId: FindId): unknown {
  const text = cell.trim().replace(/^'(?=[=+\-@\t\r])/, '');
  const parts = text === '' ? [] : text.split(';').map((part) => part.trim());
  if (field.kind === 'list') return parts.map((part) => rowOf(field.fields ?? [], part, findId));
  const one = (part: string): unknown => {
    if (field.kind === 'reference' || field.kind === 'references') {
      if (part === '') return 0;
      const id = findId(field.entity ?? '', part);
      if (id === undefined) throw new CellProblem(`${field.label} '${part}' was not found`);
      return id;
    }
    if (field.kind === 'boolean') return boolean(field, part);
    if (field.kind === 'choice')
      return field.options?.find((option) => option.toLowerCase() === part.toLowerCase()) ?? part;
    return ['money', 'integer', 'percent', 'quantity'].includes(field.kind) ? number(field, part) : part;
  };
  return isMany(field) ? parts.map(one) : one(text);
}

function boolean(field: FieldDefinition, part: string): boolean {
  if (yes.includes(part.toLowerCase())) return true;
  if (no.includes(part.toLowerCase())) return false;
  throw new CellProblem(`${field.label} must be Yes or No`);
}

function number(field: FieldDefinition, part: string): number | null {
  if (part === '') return null;
  const plain = part.replaceAll(',', '');
  if (!/^-?\d{1,12}(\.\d+)?$/.test(plain)) throw new CellProblem(`${field.label} must be a number`);
  if (field.kind !== 'money') return Number(plain);
  if (!/^-?\d+(\.\d{1,2}0*)?$/.test(plain)) throw new CellProblem(`${field.label} must have at most 2 decimals`);
  return Math.round(Number(plain) * 100);
}

function rowOf(fields: readonly FieldDefinition[], part: string, findId: FindId): Values {
  const cells = part.split('|');
  return Object.fromEntries(fields.map((field, index) => [field.key, fromCell(field, cells[index] ?? '', findId)]));
}
