/** Conversion of a record's values to the cells of a CSV and back. Source: R9.12, R35.52, docs/rules.md#csv. */
import { type FieldDefinition, isMany } from '../../form/field.ts';
import { parseMoney } from '../../money/money.ts';
import type { Sentence } from '../../refusal/sentence.ts';

type Values = Readonly<Record<string, unknown>>;

/** Separators of the entries of one cell, and of the parts of an entry. Inside a text they have a backslash in front. */
const between = '; ';
const within = ' | ';
const protect = (text: string): string => text.replace(/[;|]/g, '\\$&');
const unprotect = (text: string): string => text.replace(/\\([;|])/g, '$1');

/** Returns the parts of a cell between separators that have no backslash in front. */
const splitAt = (text: string, separator: ';' | '|'): string[] =>
  text.split(separator === ';' ? /(?<!\\);/ : /(?<!\\)\|/).map((part) => part.trim());

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
  return isMany(field) ? (value as unknown[]).map((part) => protect(one(part))).join(between) : one(value);
}

const moneyText = (laari: number): string => `${Math.floor(laari / 100)}.${String(laari % 100).padStart(2, '0')}`;

function rowText(fields: readonly FieldDefinition[], row: Values, names: ReadonlyMap<number, string>): string {
  const cells = fields.map((field) => protect(toCell(field, row[field.key], names)));
  return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1).join(within);
}

/** Finds a reference: returns the id of an active record with that name, or undefined. */
export type FindId = (entity: string, name: string) => number | undefined;

/** The problem of a cell that cannot be read. */
export class CellProblem extends Error {
  declare readonly message: Sentence;
  constructor(message: Sentence) {
    super(message);
  }
}

const yes = ['yes', 'y', 'true', '1', 'x'];
const no = ['no', 'n', 'false', '0', ''];
const numberKinds: readonly FieldDefinition['kind'][] = ['money', 'integer', 'percent', 'quantity'];

/** Returns the value of a cell. Throws a `CellProblem` with a sentence. */
export function fromCell(field: FieldDefinition, cell: string, findId: FindId): unknown {
  const text = cell.trim();
  const parts = text === '' ? [] : splitAt(text, ';');
  if (field.kind === 'list') return parts.map((part) => rowOf(field.fields ?? [], part, findId));
  const one = (part: string): unknown => {
    if (field.kind === 'reference') return referenceOf(field, part, findId);
    if (field.kind === 'boolean') return boolean(field, part);
    if (field.kind === 'choice')
      return field.options?.find((option) => option.toLowerCase() === part.toLowerCase()) ?? part;
    return numberKinds.includes(field.kind) ? number(field, part) : part;
  };
  if (field.kind === 'references') {
    // A name may hold a semicolon that nobody protected.
    const whole = parts.length > 1 ? findId(field.entity ?? '', unprotect(text)) : undefined;
    return whole === undefined ? parts.map((part) => referenceOf(field, unprotect(part), findId)) : [whole];
  }
  return isMany(field) ? parts.map((part) => one(unprotect(part))) : one(text);
}

function referenceOf(field: FieldDefinition, name: string, findId: FindId): number {
  if (name === '') return 0;
  const id = findId(field.entity ?? '', name);
  if (id === undefined) throw new CellProblem(`${field.label}: '${name}' was not found`);
  return id;
}

function boolean(field: FieldDefinition, part: string): boolean {
  if (yes.includes(part.toLowerCase())) return true;
  if (no.includes(part.toLowerCase())) return false;
  throw new CellProblem(`${field.label} must be Yes or No`);
}

function number(field: FieldDefinition, part: string): number | null {
  if (part === '') return null;
  const plain = field.kind === 'money' ? part.replace(/^(-?)\s*Rf\.?\s*/i, '$1') : part.replace(/\s*%$/, '');
  if (field.kind !== 'money') {
    // A comma only separates thousands: '1,5' is no number, because it would be read as fifteen.
    if (!/^-?(\d{1,12}|\d{1,3}(,\d{3})+)(\.\d+)?$/.test(plain))
      throw new CellProblem(`${field.label} must be a number`);
    return Number(plain.replaceAll(',', ''));
  }
  const amount = parseMoney(plain.replace(/(\.\d\d)0+$/, '$1'));
  if (amount !== null) return amount;
  if (/\.\d{3,}$/.test(plain) && parseMoney(plain.replace(/(\.\d\d)\d+$/, '$1')) !== null)
    throw new CellProblem(`${field.label} must have at most 2 decimals`);
  throw new CellProblem(`${field.label} must be a number`);
}

function rowOf(fields: readonly FieldDefinition[], part: string, findId: FindId): Values {
  const cells = splitAt(part, '|');
  return Object.fromEntries(
    fields.map((field, index) => [field.key, fromCell(field, unprotect(cells[index] ?? ''), findId)]),
  );
}
