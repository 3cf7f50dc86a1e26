/**
 * The life of a stock count, and what a count finds. What was expected is what lay there at the moment the line was counted: what lies there
 * now less everything that moved since, so that selling goes on while people count. Source: docs/rules.md#stock-counts.
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

/** Answers the states that a count may go to. */
export function nextCountStates(status: CountState): readonly CountState[] {
  return countSteps.filter(({ from }) => from === status).map(({ to }) => to);
}

/** Answers the new state. Refused: 'stateForbids'; 'nothingCounted' when a review is asked for and no line was counted. */
export function stepCount(
  count: { readonly status: CountState; readonly lines: readonly { readonly counted: number | null }[] },
  to: CountState,
): Result<CountState> {
  const next = nextCountStates(count.status);
  if (!next.includes(to)) return refuse('stateForbids', { extra: { status: count.status, next } });
  if (to === 'Review' && count.lines.every(({ counted }) => counted === null)) return refuse('nothingCounted');
  return ok(to);
}

/** Answers what lay there when the line was counted: thousandths. `movedSince` is the sum of what moved after that moment. */
export function expectedAt(onHandNow: number, movedSince: number): number {
  return onHandNow - movedSince;
}

/** Answers what the count found beyond what was expected; null for a line that nobody counted. */
export function varianceOf(counted: number | null, expected: number): number | null {
  return counted === null ? null : counted - expected;
}
