/**
 * The mark of a migration: whether releases that do not know it can work on a store that has it. Source: R34.15,
 * docs/rules.md#migrations.
 */

/** Migrations after this one begin with a mark. */
const lastWithoutMark = 38;

const expand = /^-- expand: \S/;
const contract = /^-- contract after (\d{4}): \S/;

interface Marked {
  readonly number: number;
  readonly text: string;
}

/**
 * Returns the number that a release must know at least to work on a store that has a migration: 0 when it only adds,
 * that of the migration that made it possible when it removes, its own without a mark.
 */
export function neededBy({ number, text }: Marked): number {
  if (expand.test(text)) return 0;
  const [, after] = contract.exec(text) ?? [];
  return after === undefined ? number : Number(after);
}

/** A table of the same name and the same columns takes the place of another one: its rows are stored in another order. */
const storedAnew = /^drop table (\w+);\nalter table \1_\w+ rename to \1;$/gm;

/** What an expand must not do: releases that do not know it write without it. */
const removing: readonly (readonly [RegExp, string])[] = [
  [/\bdrop (table|column|constraint)\b/i, 'drops something'],
  [/\brename (to|column)\b/i, 'renames something'],
  [
    /\badd column \w+ [^,;]*not null(?![^,;]*default)[^,;]*[,;]/i,
    'adds a column that needs a value and has no default',
  ],
  [/\balter column \w+ (type|set not null)\b/i, 'changes a column'],
];

/** Returns what is wrong with the mark of a migration, or null. */
export function markProblem({ number, text }: Marked): string | null {
  if (number > lastWithoutMark && !expand.test(text) && !contract.test(text))
    return "Begin with '-- expand: reason', or with '-- contract after 0036: reason' when it removes what only releases before migration 36 use.";
  if (!expand.test(text)) return null;
  const statements = text.replaceAll(/^--.*$/gm, '').replaceAll(storedAnew, '');
  const done = removing.find(([pattern]) => pattern.test(statements))?.[1];
  return done === undefined ? null : `An expand only adds, and this one ${done}.`;
}
