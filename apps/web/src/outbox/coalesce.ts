/** Consecutive work of one bill that the server has not seen becomes one call. */
import { isUntouched, type NewEntry, type OutboxEntry } from './entry.ts';

interface Keyed {
  readonly key: string;
}

/** Later items stand instead of earlier ones of the same key; the rest stay in order. */
function mergeItems(earlier: readonly Keyed[], later: readonly Keyed[]): Keyed[] {
  const known = new Map(earlier.map((item) => [item.key, item]));
  for (const item of later) known.set(item.key, item);
  return [...known.values()];
}

const list = <T>(value: unknown): readonly T[] => (Array.isArray(value) ? (value as T[]) : []);

/**
 * The body of both as one, or null when they must go apart: only an update joins, to an update or the check-in of the same
 * bill in the same outlet by the same person, and nothing may stand between.
 */
export function coalesceBodies(
  last: OutboxEntry | undefined,
  next: NewEntry,
): Readonly<Record<string, unknown>> | null {
  if (!last || !isUntouched(last) || next.kind !== 'update') return null;
  if (last.kind !== 'update' && last.kind !== 'create') return null;
  if (last.billKey !== next.billKey || last.userId !== next.userId || last.outletId !== next.outletId) return null;
  // A print stands for the bill as it was then: it goes on its own, behind the lines that are on the paper.
  if (last.body['status'] === 'BillPrinted' || next.body['status'] === 'BillPrinted') return null;
  const changed = new Set([...list<string>(last.body['changed']), ...list<string>(next.body['changed'])]);
  const joined: Record<string, unknown> = {
    ...last.body,
    ...next.body,
    // The version and time of making belong to the older: what it did not know it still does not know.
    version: last.body['version'],
    createdAt: last.body['createdAt'] ?? next.body['createdAt'],
    items: mergeItems(list<Keyed>(last.body['items']), list<Keyed>(next.body['items'])),
  };
  if (last.kind === 'create') delete joined['changed'];
  else joined['changed'] = [...changed];
  if (joined['version'] === undefined) delete joined['version'];
  return joined;
}
