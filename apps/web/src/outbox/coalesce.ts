/** Coalesces consecutive unsent work of one bill into one call. */
import { isUntouched, type NewEntry, type OutboxEntry } from './entry.ts';

interface Keyed {
  readonly key: string;
}

/** Merges items: later ones replace earlier ones of the same key; the order is kept. */
function mergeItems(earlier: readonly Keyed[], later: readonly Keyed[]): Keyed[] {
  const known = new Map(earlier.map((item) => [item.key, item]));
  for (const item of later) known.set(item.key, item);
  return [...known.values()];
}

const list = <T>(value: unknown): readonly T[] => (Array.isArray(value) ? (value as T[]) : []);

/**
 * Returns the combined body, or null when the entries must stay separate. Only an update is combined, with an update or the check-in directly
 * before it, of the same bill, outlet and person.
 */
export function coalesceBodies(
  last: OutboxEntry | undefined,
  next: NewEntry,
): Readonly<Record<string, unknown>> | null {
  if (!last || !isUntouched(last) || next.kind !== 'update') return null;
  if (last.kind !== 'update' && last.kind !== 'create') return null;
  if (last.billKey !== next.billKey || last.userId !== next.userId || last.outletId !== next.outletId) return null;
  // An approval is for one call.
  if (last.approval !== undefined || next.approval !== undefined) return null;
  // A print refers to the bill at that moment: it is sent separately, after the printed items.
  if (last.body['status'] === 'BillPrinted' || next.body['status'] === 'BillPrinted') return null;
  const changed = new Set([...list<string>(last.body['changed']), ...list<string>(next.body['changed'])]);
  const joined: Record<string, unknown> = {
    ...last.body,
    ...next.body,
    // The version and time come from the older entry: what it did not know stays unknown.
    version: last.body['version'],
    createdAt: last.body['createdAt'] ?? next.body['createdAt'],
    items: mergeItems(list<Keyed>(last.body['items']), list<Keyed>(next.body['items'])),
  };
  // Promotions of the earlier items go with them.
  if (last.body['applied'] || next.body['applied'])
    joined['applied'] = mergeItems(list<Keyed>(last.body['applied']), list<Keyed>(next.body['applied']));
  // So do those that were taken off: each removal names only its own.
  if (last.body['declined'] && next.body['declined'])
    joined['declined'] = [...list(last.body['declined']), ...list(next.body['declined'])];
  if (last.kind === 'create') delete joined['changed'];
  else joined['changed'] = [...changed];
  if (joined['version'] === undefined) delete joined['version'];
  return joined;
}
