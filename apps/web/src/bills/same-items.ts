/** Keeps what did not change the same object, so that a bill of the server renders only the lines that changed. Source: R34.6. */
import type { Bill } from '@atoll/domain/bill/bill';

/** Returns whether two values are the same as JSON; fields without a value count as absent. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  for (const name of names)
    if (!isSame((a as Record<string, unknown>)[name], (b as Record<string, unknown>)[name])) return false;
  return true;
}

/** Returns the bill with the items of the known one where they are the same. */
export function withSameItems(bill: Bill, known: Bill | undefined): Bill {
  if (!known || known.items.length === 0) return bill;
  const items = new Map(known.items.map((item) => [item.key, item]));
  return {
    ...bill,
    items: bill.items.map((item) => {
      const same = items.get(item.key);
      return same && isSame(same, item) ? same : item;
    }),
  };
}
