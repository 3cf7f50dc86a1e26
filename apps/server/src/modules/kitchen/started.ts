/** What the kitchen has started to make. It was sent, whatever the till says of it. Source: docs/rules.md#kitchen-tickets. */
import type { BillItem } from '@atoll/domain/bill/bill';
import { deepPieceKeys } from '@atoll/domain/bill/split/pieces';
import { itemKeys, type KitchenTicket } from '@atoll/domain/kitchen/kitchen-ticket';
import type { OutletTx } from '../../platform/store/store.ts';
import { maxOpenMs } from './find.ts';
import { movableTickets } from './queries.ts';

/** A cook moved it; a ticket that was closed with its bill was moved by nobody. */
const isStarted = ({ kind, state, closedBy }: KitchenTicket): boolean =>
  kind !== 'Cancel' && closedBy === undefined && state !== 'New' && state !== 'Void';

/** Returns the keys of those of these items that the kitchen has started to make, or made. */
export async function startedAmong(
  tx: OutletTx,
  items: readonly Pick<BillItem, 'key' | 'name' | 'createdAt'>[],
): Promise<ReadonlySet<string>> {
  if (items.length === 0) return new Set();
  const servedSince = Math.min(...items.map(({ createdAt }) => Date.parse(createdAt))) - 1;
  const times = { since: Math.min(servedSince, tx.now - maxOpenMs), servedSince };
  const rows = await tx.load(movableTickets, { outletId: tx.head.outletId, ...times });
  const lines = rows
    .filter(({ doc }) => isStarted(doc))
    .flatMap(({ doc }) => doc.lines.filter(({ isVoid }) => !isVoid));
  const started = new Set(lines.flatMap(itemKeys));
  const others = new Set(items.filter(({ key }) => !started.has(key)).map(({ name }) => name));
  for (const line of lines.filter(({ name }) => others.has(name)))
    for (const key of itemKeys(line).flatMap(deepPieceKeys)) started.add(key);
  return new Set(items.map(({ key }) => key).filter((key) => started.has(key)));
}
