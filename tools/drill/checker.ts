/** Compares what the tills acknowledged with what the store has. */

/** A row of the table `payment`. */
export interface StoredPayment {
  readonly key: string;
  readonly billId: number;
  /** laari */
  readonly amount: number;
}

/** An item of a bill in the store. */
export interface StoredItem {
  readonly key: string;
  readonly billId: number;
}

export interface Stored {
  readonly payments: readonly StoredPayment[];
  readonly items: readonly StoredItem[];
}

/** A payment that a till took: the person was told that it is done. */
export interface TakenPayment {
  readonly key: string;
  /** laari */
  readonly amount: number;
  /** Keys of the items that it paid. */
  readonly itemKeys: readonly string[];
}

export interface Comparison {
  /** Keys of payments that are neither in the store nor in an outbox, or not whole. */
  readonly lost: readonly string[];
  /** Keys of payments that the store has more than once, and of those that no till took. */
  readonly doubled: readonly string[];
}

const countOf = (keys: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
};

/**
 * Compares every payment that was taken with the store. `waiting`: keys of payments that are still in an outbox; they
 * are not lost.
 */
export function compare(
  taken: readonly TakenPayment[],
  { payments, items }: Stored,
  waiting: ReadonlySet<string> = new Set(),
): Comparison {
  const stored = Map.groupBy(payments, ({ key }) => key);
  const itemCounts = countOf(items.map(({ key }) => key));
  const known = new Set(taken.map(({ key }) => key));
  const isWhole = ({ key, amount, itemKeys }: TakenPayment): boolean =>
    (stored.get(key) ?? []).some((row) => row.amount === amount) && itemKeys.every((item) => itemCounts.has(item));
  const isDoubled = ({ key, itemKeys }: TakenPayment): boolean =>
    (stored.get(key)?.length ?? 0) > 1 || itemKeys.some((item) => (itemCounts.get(item) ?? 0) > 1);
  return {
    lost: taken.filter((payment) => !waiting.has(payment.key) && !isWhole(payment)).map(({ key }) => key),
    doubled: [...taken.filter(isDoubled).map(({ key }) => key), ...[...stored.keys()].filter((key) => !known.has(key))],
  };
}

/** Returns the longest time without an event between two instants, ms. */
export function longestGap(instants: readonly number[], from: number, to: number): number {
  const all = [from, ...instants.filter((at) => at > from && at < to).toSorted((a, b) => a - b), to];
  return Math.max(...all.slice(1).map((at, index) => at - (all[index] ?? at)));
}
