/** The person and device that act on a bill or a shift, as the services need them. */
import type { Actor } from '../../../platform/http/actor.ts';
import type { OutletTx } from '../../../platform/store/store.ts';
import { type Need, type UsedApprovals, useApprovals } from '../../approval/service.ts';

export type BillActor = Pick<Actor, 'userId' | 'name' | 'outletId' | 'permissions' | 'deviceId' | 'connectionId'> &
  Partial<
    Pick<
      Actor,
      'approvable' | 'limits' | 'approvalKey' | 'sentBy' | 'sessionDevice' | 'isRevoked' | 'sendApproval' | 'sendEntry'
    >
  >;

/**
 * Checks that the actor may do all of this. Returns the key of the approval that allows it, which is used up, or null when no approval is needed.
 * Refused: 'forbidden', 'approvalNeeded', 'approvalInvalid'. Source: docs/rules.md#approvals.
 */
export async function allow(tx: OutletTx, actor: BillActor, needs: readonly Need[]): Promise<string | null> {
  return (await allowedBy(tx, actor, needs)).key;
}

/** Does the same as `allow`, and returns who approved each permission as well. */
export function allowedBy(tx: OutletTx, actor: BillActor, needs: readonly Need[]): Promise<UsedApprovals> {
  return useApprovals(tx, actor, [...greatestNeeds(needs)]);
}

/** Returns one need per permission and record: the one with the greatest amount, and the items of all. An approval allows a change of its own record only. */
function greatestNeeds(needs: readonly Need[]): Iterable<Need> {
  const all = new Map<string, Need>();
  for (const need of needs) {
    const name = `${need.permission} ${need.subjectKey}`;
    const known = all.get(name);
    const greatest = known === undefined || (need.amount ?? 0) > (known.amount ?? 0) ? need : known;
    all.set(name, {
      ...greatest,
      itemKeys: [...(known?.itemKeys ?? []), ...(need.itemKeys ?? [])],
      newItems: [...(known?.newItems ?? []), ...(need.newItems ?? [])],
    });
  }
  return all.values();
}
