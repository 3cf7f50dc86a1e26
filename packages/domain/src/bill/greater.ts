/** Choosing one of two so that either side of a merge chooses the same. Source: docs/rules.md#merge-function. */

/** Answers a text by which values of one kind are ordered, whatever the order of their fields was. */
export function textOf(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    one !== null && typeof one === 'object' && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
}

/**
 * Answers the one that ranks higher, asked rank by rank. For the merge to be associative a rank may only look at what the
 * chosen one brings with it, and the last must tell all different values apart.
 */
export function greater<T>(a: T, b: T, ...ranks: readonly ((one: T) => string | number | boolean)[]): T {
  if (a === b) return a;
  for (const rank of ranks) {
    const [x, y] = [rank(a), rank(b)];
    if (x !== y) return x > y ? a : b;
  }
  return a;
}

/** Answers the values of some fields, to be taken from one side together. */
export function pick<T extends object, K extends keyof T>(from: T, fields: readonly K[]): Pick<T, K> {
  return Object.fromEntries(fields.map((field) => [field, from[field]])) as Pick<T, K>;
}
