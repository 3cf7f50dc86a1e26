/** Corrects the points of a customer. Source: docs/rules.md#points. */
import type * as contract from '@atoll/domain/contract/people/points';
import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import type { Actor } from '../../platform/http/actor.ts';
import type { Store } from '../../platform/store/store.ts';
import { enterPoints } from './entry.ts';

/** Adds points to a customer, or takes some, once for each key. Refused: 'notFound', 'keyReused'. */
export function adjustPoints(
  store: Store,
  actor: Pick<Actor, 'userId' | 'name' | 'outletId' | 'deviceId'>,
  { points, ...entry }: BodyOf<typeof contract.adjustPoints>,
): Promise<void> {
  return store.writeOutlet(actor.outletId, (tx) => enterPoints(tx, actor, entry, { type: 'Adjust', points }));
}
