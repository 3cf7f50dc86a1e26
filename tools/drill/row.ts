/** The table that the drills print. */

export interface DrillRow {
  readonly name: string;
  /** Payments that tills told their people are done. */
  readonly acknowledged: number;
  readonly lost: number;
  readonly doubled: number;
  /** The longest time in which the server acknowledged no payment of any till, ms. */
  readonly gapMs: number;
  /** Entries in the outboxes 10 s after the fault ended. */
  readonly left: number;
  /** Tills that wait for a person, each with what for. */
  readonly waiting: readonly string[];
  /** What the drill tells besides. */
  readonly notes: readonly string[];
}

/** A drill that could not be played, and why: a missing part, or a fault of the drill itself. */
export interface NotPlayed {
  readonly name: string;
  readonly why: string;
  /** A part is missing: that is no failure. */
  readonly isMissing: boolean;
}

export type Outcome = DrillRow | NotPlayed;

/** Returns each text once, with how often it is there. */
const countedWords = (words: readonly string[]): string[] =>
  [...Map.groupBy(words, (word) => word)].map(([word, all]) =>
    all.length > 1 ? `${word} (${all.length} times)` : word,
  );

/** Returns what is wrong with a drill, as words; an empty list when it was passed. */
export function faultsOf(row: DrillRow): string[] {
  return [
    ...(row.acknowledged === 0 ? ['nothing was sold'] : []),
    ...(row.lost > 0 ? ['LOST'] : []),
    ...(row.doubled > 0 ? ['DOUBLED'] : []),
    ...(row.left > 0 ? ['LEFT in outboxes'] : []),
    ...countedWords(row.waiting),
  ];
}

export const isFailure = (outcome: Outcome): boolean =>
  'why' in outcome ? !outcome.isMissing : faultsOf(outcome).length > 0;

const headings = ['drill', 'acknowledged', 'lost', 'doubled', 'longest gap', 'left after 10 s', 'verdict'] as const;

const cellsOf = (outcome: Outcome): string[] => {
  if ('why' in outcome)
    return [outcome.name, '', '', '', '', '', `${outcome.isMissing ? 'not run' : 'FAILED'}: ${outcome.why}`];
  const faults = faultsOf(outcome);
  const verdict = [faults.length === 0 ? 'good' : `FAILED: ${faults.join(', ')}`, ...outcome.notes].join('; ');
  const { name, acknowledged, lost, doubled, gapMs, left } = outcome;
  return [name, ...[acknowledged, lost, doubled].map(String), `${(gapMs / 1000).toFixed(1)} s`, String(left), verdict];
};

/** Returns the table as lines; numbers are on the right. */
export function tableOf(outcomes: readonly Outcome[]): string[] {
  const rows = [[...headings], ...outcomes.map(cellsOf)];
  const widths = headings.map((_, column) =>
    column === headings.length - 1 ? 0 : Math.max(...rows.map((cells) => cells[column]?.length ?? 0)),
  );
  return rows.map((cells) =>
    cells
      .map((cell, column) =>
        column === 0 || column === headings.length - 1
          ? cell.padEnd(widths[column] ?? 0)
          : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}
