/** The rows of a CSV file as records of an entity. Source: R35.52, R35.54, docs/rules.md#csv. */
import { fieldMessage } from '../../form/validate.ts';
import { undefuse } from '../../grid/csv.ts';
import { plainSize } from '../../menu/size.ts';
import type { FieldErrors } from '../../refusal/refusal.ts';
import type { Sentence } from '../../refusal/sentence.ts';
import { initialOf } from '../column.ts';
import type { ResourceDefinition, ResourceField } from '../define-resource.ts';
import { CellProblem, type FindId, fromCell } from './cell.ts';
import { type CsvColumn, makesMissing } from './column.ts';

type Values = Readonly<Record<string, unknown>>;
export type RowErrors = Readonly<FieldErrors>;

/** One entry of a list that has its own row in the file. */
export interface FileEntry {
  readonly row: number;
  readonly values: Values;
}

/** A record as the file has it. Rows are counted as spreadsheets do: the heading is 1, a cell with line breaks is in one row. */
export interface FileRow {
  /** Its first row. */
  readonly row: number;
  /** The key or id that names an existing record; '' for none. */
  readonly id: string;
  /** The cells by field, without the escape of formulas. */
  readonly texts: Readonly<Record<string, string>>;
  /** What the cells with text mean. */
  readonly values: Values;
  /** What cannot be read, by field. */
  readonly errors: RowErrors;
  readonly list: ResourceField | undefined;
  /** The entries of `list`; empty when the file has no columns for their parts. */
  readonly entries: readonly FileEntry[];
  /** What is wrong with one of the rows that hold an entry. */
  readonly entryErrors: ReadonlyMap<number, RowErrors>;
}

/** A row with mistakes, as an import reports it. */
export interface BadRow {
  readonly row: number;
  readonly errors: RowErrors;
}

/** The category of an item when the file names none. */
export const defaultCategory = 'Menu';

/** Returns the record that a row of cells holds. `width` is the number of columns that the heading names. */
export function readRow(
  columns: readonly (CsvColumn | undefined)[],
  cells: readonly string[],
  row: number,
  findId: FindId,
): FileRow {
  const texts: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  const entry: Record<string, unknown> = {};
  const errors: Record<string, Sentence> = {};
  let list: ResourceField | undefined;
  for (const [index, column] of columns.entries()) {
    const text = undefuse(cells[index] ?? '').trim();
    if (!column || column.key === 'id') continue;
    const { field, part } = column;
    if (part) list = field;
    else texts[column.key] = text;
    // An empty cell keeps the initial value of a new record.
    if (text === '' || !field) continue;
    try {
      if (part) entry[part.key] = fromCell(part, text, findId);
      else values[column.key] = fromCell(field, text, findId);
    } catch (error) {
      if (!(error instanceof CellProblem)) throw error;
      errors[column.key] = error.message;
    }
  }
  const id = undefuse(cells[columns.findIndex((one) => one?.key === 'id')] ?? '').trim();
  if (cells.slice(columns.length).some((cell) => cell.trim() !== ''))
    errors['row'] = `This row has ${cells.length} cells, the first row has ${columns.length}`;
  return {
    row,
    id,
    texts,
    values,
    errors: list ? {} : errors,
    list,
    entries: list ? [{ row, values: entry }] : [],
    entryErrors: new Map(list && Object.keys(errors).length > 0 ? [[row, errors]] : []),
  };
}

/** Returns what rows of one record have in common, or undefined when a row names no record. */
function recordName({ label }: ResourceDefinition, { id, texts }: FileRow): string | undefined {
  if (id) return `id ${id}`;
  if (texts['code']) return `code ${texts['code'].toLowerCase()}`;
  const name = texts[label]?.toLowerCase();
  return name ? `name ${name} ${(texts['categoryIds'] ?? '').toLowerCase()}` : undefined;
}

function joined(first: FileRow, next: FileRow): FileRow {
  const filled = Object.entries(next.texts).filter(([key, text]) => text !== '' && !first.texts[key]);
  const missing = Object.entries(next.values).filter(([key]) => first.values[key] === undefined);
  return {
    ...first,
    texts: { ...first.texts, ...Object.fromEntries(filled) },
    values: { ...first.values, ...Object.fromEntries(missing) },
    entries: [...first.entries, ...next.entries],
    entryErrors: new Map([...first.entryErrors, ...next.entryErrors]),
  };
}

/** Returns the records of rows that each hold one entry of a list, such as one size of an item: rows of one record become one, in the order of the first. */
export function gatherRows(definition: ResourceDefinition, rows: readonly FileRow[]): FileRow[] {
  const found = new Map<string, FileRow>();
  for (const row of rows) {
    const name = recordName(definition, row) ?? `row ${row.row}`;
    const first = found.get(name);
    found.set(name, first ? joined(first, row) : row);
  }
  return [...found.values()];
}

/** Returns a text as names are compared. */
const plain = (value: unknown): string => (typeof value === 'string' ? value.trim().toLowerCase() : '');

/** Returns the entries of a list with the names that the file leaves out. */
function namedEntries({ list, entries }: FileRow): FileEntry[] {
  const [name] = list?.fields ?? [];
  if (list?.key !== 'sizes' || !name) return [...entries];
  return entries.map(({ row, values }) => ({
    row,
    values: { ...values, [name.key]: values[name.key] ?? plainSize },
  }));
}

/** Returns the errors of entries that have the name of an earlier one, by row. */
function repeatedEntries(row: FileRow): Map<number, RowErrors> {
  const [name] = row.list?.fields ?? [];
  const seen = new Map<string, number>();
  const errors = new Map<number, RowErrors>();
  for (const { row: at, values } of name ? namedEntries(row) : []) {
    const text = plain(values[name?.key ?? '']);
    const first = seen.get(text);
    if (first === undefined) seen.set(text, at);
    else errors.set(at, { [name?.key ?? '']: `${name?.label ?? ''} is already used in row ${first}` });
  }
  return errors;
}

/** Returns the values of a new record. With `findId`, an item without a category belongs to the default one. */
export function newValues(definition: ResourceDefinition, row: FileRow, findId: FindId | null): Values {
  const values: Record<string, unknown> = { ...row.values };
  if (row.list && row.entries.length > 0) values[row.list.key] = namedEntries(row).map((entry) => entry.values);
  const category = definition.fields.find(makesMissing);
  const id =
    category && values[category.key] === undefined && !row.texts[category.key]
      ? findId?.('category', defaultCategory)
      : undefined;
  if (category && id !== undefined) values[category.key] = [id];
  return values;
}

/** Returns the entries of an existing record's list with those of the file: entries of the same name are changed, others added, none removed. */
export function changedEntries(row: FileRow, stored: readonly Values[]): Values[] {
  const name = row.list?.fields?.[0]?.key ?? '';
  const [only] = stored;
  const result = stored.map((one) => ({ ...one }));
  for (const { values } of row.entries) {
    const usual = stored.length === 1 ? only : stored.find(({ isDefault }) => isDefault === true);
    const wanted = values[name] ?? usual?.[name] ?? plainSize;
    const at = result.findIndex((one) => plain(one[name]) === plain(wanted));
    if (at < 0) result.push({ ...values, [name]: wanted });
    else result[at] = { ...result[at], ...values, [name]: result[at]?.[name] };
  }
  return result;
}

/** Returns what breaks the rules of the fields of a new record, by field; of entries under `sizes[1].sellingPrice`. */
export function newValueErrors(definition: ResourceDefinition, values: Values): RowErrors {
  const errors: Record<string, Sentence> = {};
  for (const field of definition.fields) {
    if (field.isReadOnly) continue;
    const value = values[field.key] === undefined ? initialOf(field) : values[field.key];
    const message = fieldMessage(field, value);
    if (message !== null) errors[field.key] = message;
    for (const [index, entry] of field.kind === 'list' ? (value as Values[]).entries() : [])
      for (const part of field.fields ?? []) {
        const wrong = fieldMessage(part, entry[part.key] ?? initialOf(part));
        if (wrong !== null) errors[`${field.key}[${index}].${part.key}`] = wrong;
      }
  }
  return errors;
}

/** Returns what is wrong with a record, by row of the file; each row of a record with a mistake is named, because all of them are left out. */
export function badRows(row: FileRow, errors: RowErrors): BadRow[] {
  const byRow = new Map<number, RowErrors>();
  const add = (at: number, more: RowErrors) => byRow.set(at, { ...byRow.get(at), ...more });
  for (const [key, message] of Object.entries(errors)) {
    const index = row.list && key.startsWith(`${row.list.key}[`) ? Number(/\[(\d+)\]/.exec(key)?.[1]) : 0;
    const entry = row.entries.find((_, at) => at === index)?.row ?? row.row;
    // A cell that cannot be read says it better than the rule that its missing value breaks.
    const part = key.slice(key.lastIndexOf('.') + 1);
    const unread = row.entryErrors.get(entry)?.[`${row.list?.key}.${part}`];
    if (!unread) add(entry, { [key]: message });
  }
  for (const [at, more] of [...row.entryErrors, ...repeatedEntries(row)]) add(at, more);
  if (byRow.size === 0) return [];
  const first = Math.min(...byRow.keys());
  const rows = row.entries.length > 0 ? row.entries.map((entry) => entry.row) : [row.row];
  return rows.map((at) => ({
    row: at,
    errors: byRow.get(at) ?? { row: `This row belongs to row ${first}, which has a mistake` },
  }));
}

/** Returns the values of a record that are to be unique, with the path of their field. */
function* uniqueTexts(definition: ResourceDefinition, { texts, values, list, entries }: FileRow) {
  for (const field of definition.fields) {
    const { key, label } = field;
    if (field.unique) yield { key, label, path: key, text: plain(texts[key]) };
    const rows = list?.key === key ? entries.map((entry) => entry.values) : ((values[key] ?? []) as readonly Values[]);
    for (const part of field.fields?.filter(({ isUniquePart }) => isUniquePart) ?? [])
      for (const [index, row] of rows.entries())
        yield { key: part.key, label: part.label, path: `${key}[${index}].${part.key}`, text: plain(row[part.key]) };
  }
}

/** Returns errors for unique values that an earlier record of the file has too. `seen` holds those of the records before. */
export function repeatedValues(definition: ResourceDefinition, seen: Map<string, number>, record: FileRow): RowErrors {
  const { row } = record;
  const errors: Record<string, Sentence> = {};
  for (const { key, label, path, text } of uniqueTexts(definition, record)) {
    if (text === '') continue;
    const place = `${key} ${text}`;
    const first = seen.get(place) ?? row;
    seen.set(place, first);
    if (first !== row) errors[path] = `${label} is already used in row ${first}`;
  }
  return errors;
}
