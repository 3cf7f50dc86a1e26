/**
 * What a till could not send at once is sent by whoever is signed in next: the entry names its maker in `X-Made-By`. It is done in the
 * maker's name, with what the sender may do, and the history records both, and whether the maker may not do it any more. Source: decisions A7.
 */
import { personPermissions } from '@atoll/domain/access/permission';
import { type ContractKey, contract } from '@atoll/domain/contract/contract';
import type { Endpoint } from '@atoll/domain/contract/endpoint';
import type { Store } from '../store/store.ts';
import { isLetIn } from './access.ts';
import type { Actor } from './actor.ts';

/** What a till keeps in its outbox; of no other call anybody can be said to be the maker. */
const outboxCalls: ReadonlyMap<string, Endpoint['access']> = new Map(
  (
    [
      'bill.create',
      'bill.update',
      'bill.pay',
      'bill.void',
      'shift.create',
      'shift.cash',
      'customer.create',
    ] as const satisfies readonly ContractKey[]
  ).map((key) => [key, contract[key].access]),
);

/** Answers who did it: the maker, when there is another and they are of the outlet; else the caller. */
export async function makerOf(store: Store, endpoint: string, actor: Actor): Promise<Actor> {
  const { madeBy, outletId } = actor;
  const access = outboxCalls.get(endpoint);
  if (madeBy === undefined || access === undefined) return actor;
  const maker = await store.readOrg((db) =>
    db
      .selectFrom('app_user')
      .innerJoin('user_outlet', 'user_outlet.user_id', 'app_user.id')
      .select(['app_user.id', 'app_user.name', 'app_user.role', 'app_user.permission_overrides', 'app_user.is_active'])
      .where('app_user.id', '=', madeBy)
      .where('user_outlet.outlet_id', '=', outletId)
      .executeTakeFirst(),
  );
  if (!maker) return actor;
  const now = maker.is_active ? personPermissions(maker.role, maker.permission_overrides) : [];
  const done: Actor = { ...actor, userId: maker.id, name: maker.name, sentBy: actor.userId };
  return isLetIn(access, new Set<string>(now)) ? done : { ...done, isRevoked: true };
}
