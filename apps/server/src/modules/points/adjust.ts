/** Corrects the points of a customer. Source: docs/rules.md#points. */
import type * as contract from '@atoll/domain/contract/people/points';
import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import { refused } from '../../platform/errors/refused.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { todayOf } from '../../platform/store/outlet/today.ts';
import type { Store } from '../../platform/store/store.ts';
import { entryOf, holderOf, writePoints } from './entry.ts';

/** Adds points to a customer, or takes some, once for each key. Refused: 'notFound', 'keyReused'. */
export function adjustPoints(
  store: Store,
  actor: Pick<Actor, 'userId' | 'name' | 'outletId' | 'deviceId'>,
  { customerId, points, reason, ...input }: BodyOf<typeof contract.adjustPoints>,
): Promise<void> {
  const key = input.key.toLowerCase();
  return store.writeOutlet(actor.outletId, async (tx) => {
    const holder = await holderOf(tx, customerId);
    if (!holder) throw refused('notFound');
    const known = await entryOf(tx, key);
    if (known) {
      if (known.customer_id !== holder.id || known.points !== points || known.type !== 'Adjust')
        throw refused('keyReused');
      return;
    }
    writePoints(tx, holder, {
      id: await tx.nextId('point_entry'),
      key,
      type: 'Adjust',
      points,
      at: tx.now,
      businessDate: await todayOf(tx.db, tx.head.outletId, tx.now),
      note: reason.trim(),
      author: actor,
    });
  });
}
