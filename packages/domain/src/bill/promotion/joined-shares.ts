/** Shares of promotions that count as one. */
import type { LineShare } from './off.ts';

/** Returns shares with those of one name as one: the first of them, with the amount of all. */
export function joinedShares(shares: readonly LineShare[], nameOf: (share: LineShare) => unknown): LineShare[] {
  const byName = Map.groupBy(shares, nameOf);
  return [...byName.values()].flatMap(([first, ...rest]) =>
    first ? [{ ...first, amount: rest.reduce((sum, { amount }) => sum + amount, first.amount) }] : [],
  );
}
