/** Picks one of two values so that both sides of a merge pick the same. Source: docs/rules.md#merge-function. */

/** Returns JSON with sorted field names, so that equal values give equal text. Also used to order values. */
export function stableStringify(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    one !== null && typeof one === 'object' && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
}

/**
 * Returns the value that ranks higher; the first rank that differs decides. For the merge to be associative, a rank may read only the fields
 * that the merge takes from the winner, and the last rank must differ whenever these fields differ.
 */
export function pickWinner<T>(a: T, b: T, ...ranks: readonly ((one: T) => string | number | boolean)[]): T {
  if (a === b) return a;
  for (const rank of ranks) {
    const [x, y] = [rank(a), rank(b)];
    if (x !== y) return x > y ? a : b;
  }
  return a;
}

/** Returns an object with only these fields of `from`, to take fields that belong together from one side. */
export function pick<T extends object, K extends keyof T>(from: T, fields: readonly K[]): Pick<T, K> {
  return Object.fromEntries(fields.map((field) => [field, from[field]])) as Pick<T, K>;
}
