/** Collects what a check of the store found, and describes each difference as soon as it is found. */
import { formatMoney } from '@atoll/domain/money/money';

/** A value of the store and what it must be. */
export interface Pair<T> {
  readonly stored: T;
  readonly expected: T;
}

type Value = string | number | null | undefined;

const historySays = 'the history says';

const money = (value: Value): string => (typeof value === 'number' ? formatMoney(value) : 'nothing');
const plain = (value: Value): string =>
  value === null || value === undefined || value === '' ? 'nothing' : `${value}`;

export class Findings {
  readonly #name: (words: string) => void;
  readonly #checked = new Map<string, number>();
  readonly #skipped = new Map<string, number>();
  differences = 0;

  /** `name` is called with each difference. */
  constructor(name: (words: string) => void) {
    this.#name = name;
  }

  /** Names a difference. */
  differs(words: string): void {
    this.differences += 1;
    this.#name(words);
  }

  /** Names the amounts (laari) unless they are the same. */
  amount(what: string, { stored, expected }: Pair<number | null | undefined>, source = historySays): void {
    if (stored !== expected) this.differs(`${what} is ${money(stored)}, ${source} ${money(expected)}`);
  }

  /** Names the values unless they are the same. */
  value(what: string, { stored, expected }: Pair<Value>, source = historySays): void {
    if ((stored ?? null) !== (expected ?? null))
      this.differs(`${what} is ${plain(stored)}, ${source} ${plain(expected)}`);
  }

  /** Counts what was compared, by the word for it. */
  checked(kind: string): void {
    this.#checked.set(kind, (this.#checked.get(kind) ?? 0) + 1);
  }

  /** Counts what an earlier release recorded with too little to compare. */
  notComparable(kind: string): void {
    this.#skipped.set(kind, (this.#skipped.get(kind) ?? 0) + 1);
  }

  /** Returns '2 bills, 1 shift', or '' for nothing. */
  checkedWords(): string {
    return wordsOf(this.#checked);
  }

  /** Returns what was not comparable, or ''. */
  skippedWords(): string {
    return wordsOf(this.#skipped);
  }
}

/** Does some work on a record, and names the record when a value of it is of no kind that the work can read. */
export async function attempt<T>(findings: Findings, name: string, work: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof TypeError)) throw error;
    findings.differs(`${name}: cannot be read (${error.message})`);
    return undefined;
  }
}

const pluralOf = (kind: string): string => (/[^aeiou]y$/.test(kind) ? `${kind.slice(0, -1)}ies` : `${kind}s`);

const wordsOf = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([kind, count]) => `${count} ${count === 1 ? kind : pluralOf(kind)}`).join(', ');
