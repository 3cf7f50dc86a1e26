/** Reads a table of new records without a server, as the first visit does before it sends the table. Source: R35.54. */
import { fieldMessage } from '../../form/validate.ts';
import { createCsvReader } from '../../grid/csv-reader.ts';
import type { Sentence } from '../../refusal/sentence.ts';
import { category } from '../category.ts';
import type { ResourceDefinition } from '../define-resource.ts';
import { fieldOf } from '../define-resource.ts';
import { CellProblem, type FindId } from './cell.ts';
import { type CsvColumn, findColumns, missingColumn } from './column.ts';
import {
  type BadRow,
  badRows,
  type FileRow,
  gatherRows,
  newValueErrors,
  newValues,
  readRow,
  repeatedValues,
} from './file-row.ts';

export const unclosedQuote: Sentence = 'This row opens a quotation mark and does not close it';

export interface TableCheck {
  readonly heading: readonly string[];
  readonly columns: readonly (CsvColumn | undefined)[];
  /** The sentence for a column that is missing. */
  readonly problem: Sentence | null;
  /** Number of rows with text below the heading. */
  readonly rows: number;
  /** Names of the records that can be made, in the order of the file. */
  readonly good: readonly string[];
  readonly bad: readonly BadRow[];
  /** Names of the categories that the import makes, in the order of the file. */
  readonly categories: readonly string[];
}

/** Returns what an import of new records would find in a table. `chosen` are the columns chosen by hand. */
export function checkTable(definition: ResourceDefinition, text: string, chosen?: readonly string[]): TableCheck {
  const reader = createCsvReader();
  const lines = [...reader.push(text), ...reader.end()];
  const at = lines.findIndex((cells) => cells.some((cell) => cell.trim() !== ''));
  const heading = lines[at] ?? [];
  const { columns, missing } = findColumns(definition, heading, { chosen, makesMissing: true });
  const { findId, nameOf } = unmadeCategories(() => undefined);
  const cells = lines.map((line, index) => ({ line, row: index + 1 })).slice(at + 1);
  const filled = at < 0 ? [] : cells.filter(({ line }) => line.some((cell) => cell.trim() !== ''));
  const problem = at >= 0 && missing ? missingColumn(missing) : null;
  const read = problem ? [] : filled.map(({ line, row }) => readRow(columns, line, row, findId));
  const records = read.some(({ list }) => list) ? gatherRows(definition, read) : read;
  const open = reader.isUnclosed() ? (filled.at(-1)?.row ?? 0) : 0;
  const found = { good: [] as string[], bad: [] as BadRow[] };
  const categories = new Set<string>();
  const seen = new Map<string, number>();
  for (const record of records) {
    const values = newValues(definition, record, findId);
    const bad = badRows(record, errorsOf(definition, record, values, seen, open));
    if (bad.length > 0) found.bad.push(...bad);
    else {
      found.good.push((values[definition.label] as string | undefined) ?? '');
      for (const name of unmadeNames(values, nameOf)) categories.add(name);
    }
  }
  found.bad.sort((one, other) => one.row - other.row);
  return { heading, columns, problem, rows: filled.length, ...found, categories: [...categories] };
}

function errorsOf(
  definition: ResourceDefinition,
  record: FileRow,
  values: Readonly<Record<string, unknown>>,
  seen: Map<string, number>,
  open: number,
): Readonly<Record<string, Sentence>> {
  return {
    ...newValueErrors(definition, values),
    ...repeatedValues(definition, seen, record),
    ...record.errors,
    ...(record.row === open && { row: unclosedQuote }),
  };
}

/** Finds categories, and gives those that an import would make a negative id each. */
export interface UnmadeCategories {
  readonly findId: FindId;
  /** Returns the name behind a negative id. */
  readonly nameOf: (id: number) => string | undefined;
}

/** Creates the search for categories. `known` finds existing records. A name that no category can have is the problem of its cell. */
export function unmadeCategories(known: FindId): UnmadeCategories {
  const names: string[] = [];
  const ids = new Map<string, number>();
  return {
    findId(entity, name) {
      const id = known(entity, name);
      if (id !== undefined || entity !== 'category') return id;
      const plain = name.trim().toLowerCase();
      const unmade = ids.get(plain);
      if (unmade !== undefined) return unmade;
      const problem = fieldMessage(fieldOf(category, category.label), name.trim());
      if (problem !== null) throw new CellProblem(`${category.name}: ${problem}`);
      names.push(name.trim());
      ids.set(plain, -names.length);
      return -names.length;
    },
    nameOf: (id) => names[-id - 1],
  };
}

/** Returns the names of the categories of a record that do not exist yet. */
export function unmadeNames(values: Readonly<Record<string, unknown>>, nameOf: UnmadeCategories['nameOf']): string[] {
  const ids = values['categoryIds'];
  return Array.isArray(ids) ? ids.flatMap((id: number) => nameOf(id) ?? []) : [];
}
