/**
 * States of a stock count, and its variances. The expected quantity of a line is the stock at the moment when the line was counted: the stock
 * now less all movements since then, so that sales can continue during the count. Source: docs/rules.md#stock-counts.
 */
import { ok, type Result, refuse } from '../refusal/refusal.ts';

export const countScopes = ['Full', 'Category', 'Items', 'Exception'] as const;
export type CountScope = (typeof countScopes)[number];

export const countStates = ['Draft', 'Counting', 'Review', 'Posted', 'Cancelled'] as const;
export type CountState = (typeof countStates)[number];

export const countSteps: readonly { readonly from: CountState; readonly to: CountState }[] = [
  { from: 'Draft', to: 'Counting' },
  { from: 'Draft', to: 'Cancelled' },
  { from: 'Counting', to: 'Review' },
  { from: 'Counting', to: 'Cancelled' },
  { from: 'Review', to: 'Counting' },
  { from: 'Review', to: 'Posted' },
  { from: 'Review', to: 'Cancelled' },
];

/** Returns the states that a count may change to. */
export function nextCountStates(status: CountState): readonly CountState[] {
  return countSteps.filter(({ from }) => from === status).map(({ to }) => to);
}

/** Returns the new state. Refuses with stateForbids, and with nothingCounted for a review when no line was counted. */
export function stepCount(
  count: { readonly status: CountState; readonly lines: readonly { readonly counted: number | null }[] },
  to: CountState,
): Result<CountState> {
  const next = nextCountStates(count.status);
  if (!next.includes(to)) return refuse('stateForbids', { extra: { status: count.status, next } });
  if (to === 'Review' && count.lines.every(({ counted }) => counted === null)) return refuse('nothingCounted');
  return ok(to);
}

/** Returns the stock when the line was counted, in thousandths. `movedSince` is the sum of the movements after that moment. */
export function expectedAt(onHandNow: number, movedSince: number): number {
  return onHandNow - movedSince;
}

/** Returns counted less expected, in thousandths; null for a line that was not counted. */
export function varianceOf(counted: number | null, expected: number): number | null {
  return counted === null ? null : counted - expected;
}
