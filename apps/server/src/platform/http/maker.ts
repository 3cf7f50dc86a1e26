/**
 * What a till could not send at once is sent by whoever is signed in next: the entry names its maker in `X-Made-By`. It is done in the
 * maker's name, with what the sender may do, and the history records both. Source: decisions A7.
 */
import type { ContractKey } from '@atoll/domain/contract/contract';
import type { Store } from '../store/store.ts';
import type { Actor } from './actor.ts';

/** What a till keeps in its outbox; of no other call anybody can be said to be the maker. */
const outboxCalls: ReadonlySet<string> = new Set<ContractKey>([
  'bill.create',
  'bill.update',
  'bill.pay',
  'bill.void',
  'shift.create',
  'shift.cash',
  'customer.create',
]);

/** Answers who did it: the maker, when there is another and they are of the outlet; else the caller. */
export async function makerOf(store: Store, endpoint: string, actor: Actor): Promise<Actor> {
  const { madeBy, outletId } = actor;
  if (madeBy === undefined || !outboxCalls.has(endpoint)) return actor;
  const maker = await store.readOrg((db) =>
    db
      .selectFrom('app_user')
      .innerJoin('user_outlet', 'user_outlet.user_id', 'app_user.id')
      .select(['app_user.id', 'app_user.name'])
      .where('app_user.id', '=', madeBy)
      .where('user_outlet.outlet_id', '=', outletId)
      .executeTakeFirst(),
  );
  return maker ? { ...actor, userId: maker.id, name: maker.name, sentBy: actor.userId } : actor;
}
