/** The amounts that a till offers for cash. Source: docs/rules.md#payments. */
import { notes } from '../money/denominations.ts';

/**
 * Returns the amounts that a guest is likely to hand over for `due`: the exact one and the next round ones, ascending, at most `count`. `own` are
 * the outlet's amounts, used instead of the round ones; those that do not cover `due` are left out. Laari.
 */
export function quickCash(due: number, count = 5, own: readonly number[] = []): readonly number[] {
  if (due <= 0) return [];
  const round = own.length > 0 ? own.filter((sum) => sum > due) : notes.map((note) => Math.ceil(due / note) * note);
  const sums = new Set([due, ...round]);
  return [...sums].sort((a, b) => a - b).slice(0, count);
}
