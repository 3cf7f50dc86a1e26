/** Who does something to a bill or a shift, as the services need to know. */
import type { Actor } from '../../platform/http/actor.ts';
import type { OutletTx } from '../../platform/store/store.ts';
import { type Need, useApproval } from '../approval/service.ts';

export type BillActor = Pick<Actor, 'userId' | 'name' | 'outletId' | 'permissions' | 'deviceId' | 'connectionId'> &
  Partial<Pick<Actor, 'approvable' | 'limits' | 'approvalKey' | 'sentBy' | 'isRevoked' | 'sendApproval'>>;

/**
 * Answers the key of the approval that lets the actor do all of this, which is used up with it, or null when they may by themselves.
 * Refused: 'forbidden', 'approvalNeeded', 'approvalInvalid'. Source: docs/rules.md#approvals.
 */
export async function allow(tx: OutletTx, actor: BillActor, needs: readonly Need[]): Promise<string | null> {
  let key: string | null = null;
  for (const need of greatest(needs)) key = (await useApproval(tx, actor, need))?.key ?? key;
  return key;
}

/** One need of each permission: the one with the greatest amount. */
function greatest(needs: readonly Need[]): Iterable<Need> {
  const all = new Map<string, Need>();
  for (const need of needs) {
    const known = all.get(need.permission);
    if (known === undefined || (need.amount ?? 0) > (known.amount ?? 0)) all.set(need.permission, need);
  }
  return all.values();
}
