/** Compares the columns of a row with what was written of it. Source: docs/rules.md#history-chain. */
import { formatMoney, laari } from '@atoll/domain/money/money';
import { canonicalJson, digestOf } from '../../apps/server/src/platform/store/outlet/digest.ts';
import type { Findings } from './findings.ts';
import type { Fields } from './notes.ts';

const amounts: ReadonlySet<string> = new Set([
  'amount',
  'tendered',
  'change_given',
  'price',
  'discount',
  'tax',
  'printed',
  'total',
  'opening_balance',
]);
/** The latest instant that a date can be. */
const lastMs = 8.64e15;

type Value = string | number | null;

/** Returns the value of a column as a person reads it: money, a time, yes or no. */
function readable(column: string, value: unknown): Value {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'number') return typeof value === 'string' ? value : JSON.stringify(value);
  if (amounts.has(column)) return formatMoney(laari(value));
  const isTime = column === 'at' || column.endsWith('_at');
  return isTime && Math.abs(value) <= lastMs ? new Date(value).toISOString() : value;
}

const wordsOf = (column: string): string => column.replace(/^is_/, '').replaceAll('_', ' ');

/** Names each column whose value is not the expected one. A text stands for a stored document when it is its digest. */
export function compareColumns(name: string, row: object, expected: Fields, findings: Findings, source?: string): void {
  for (const [column, value] of Object.entries(expected)) {
    const stored = (row as Fields)[column];
    const what = `${name}: ${wordsOf(column)}`;
    const isDocument = (one: unknown): boolean => typeof one === 'object' && one !== null;
    if (isDocument(stored) || isDocument(value)) {
      if (!isSameDocument(stored, value)) findings.differs(`${what} is not what was written`);
    } else findings.value(what, { stored: readable(column, stored), expected: readable(column, value) }, source);
  }
}

const isSameDocument = (stored: unknown, expected: unknown): boolean =>
  typeof expected === 'string' ? digestOf(stored) === expected : canonicalJson(stored) === canonicalJson(expected);
