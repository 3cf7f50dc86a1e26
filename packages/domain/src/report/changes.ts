/** Compares the two states of a history entry. Source: docs/rules.md#history, docs/rules.md#audit. */

export type Leaf = string | number | boolean | null;

/** One value that changed; `path` lists the field names that lead to it. */
export interface Change {
  readonly path: readonly string[];
  readonly was: Leaf;
  readonly is: Leaf;
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isRows = (value: unknown): value is readonly Fields[] =>
  Array.isArray(value) && value.length > 0 && value.every(isFields);

const leafOf = (value: unknown): Leaf => {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.join(', ') || null;
  return JSON.stringify(value);
};

/** Fields that name a row of a list, the first that it has. */
const rowNames = ['name', 'value', 'method', 'type', 'day', 'label', 'permission', 'currency', 'from'] as const;

/** Returns the field that names all rows of a list, or undefined. */
const rowName = (rows: readonly Fields[]): string | undefined =>
  rowNames.find((name) => rows.every((row) => typeof row[name] === 'string' && row[name] !== ''));

/** Returns rows as fields, under their name (numbered when it is repeated) or position, so that they can be compared. */
function fieldsByName(rows: unknown): Fields {
  if (!isRows(rows)) return {};
  const naming = rowName(rows);
  const names = rows.map((row, index) => (naming ? String(row[naming]) : String(index + 1)));
  const uniqueName = (index: number): string => {
    const name = names[index] ?? '';
    return names.indexOf(name) === names.lastIndexOf(name)
      ? name
      : `${name} ${names.slice(0, index + 1).filter((one) => one === name).length}`;
  };
  const rest = (row: Fields): Fields =>
    Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'key' && name !== naming));
  return Object.fromEntries(rows.map((row, index) => [uniqueName(index), rest(row)]));
}

/** Returns each value that was changed, added or removed, in the order of the fields. null means empty; unchanged values are left out. */
export function changesOf(before: unknown, after: unknown, path: readonly string[] = []): Change[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (isRows(before) || isRows(after)) return changesOf(fieldsByName(before), fieldsByName(after), path);
  if (isFields(before) || isFields(after)) {
    const [was, is] = [isFields(before) ? before : {}, isFields(after) ? after : {}];
    return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((name) =>
      changesOf(was[name], is[name], [...path, name]),
    );
  }
  const change = { path, was: leafOf(before), is: leafOf(after) };
  return change.was === change.is || path.length === 0 ? [] : [change];
}
