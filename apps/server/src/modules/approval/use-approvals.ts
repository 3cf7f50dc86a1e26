/** The approvals of a command that needs several permissions. Source: docs/rules.md#approvals. */
import { permissionEffect } from '@atoll/domain/access/can';
import { offlineApprovalOf } from '@atoll/domain/access/offline-approval';
import type { ActionPermission } from '@atoll/domain/access/permission';
import type { OutletTx } from '../../platform/store/store.ts';
import { findApprovers } from './approver.ts';
import type { Approved, ApprovedActor, Need } from './need.ts';
import { useApproval } from './use-approval.ts';

/** Its approver saw how far the bill falls, whatever does it: it covers what else the command does, as far as the approver may do that. */
const covering: ActionPermission = 'bill.lower.printed';

/**
 * Checks that the actor may do all of this. Returns the key of the approval that allows it, of several that of the covering one, or null when none is
 * needed. Each permission uses up its own approval, and asks for one while it has none. Refused: 'forbidden', 'approvalNeeded', 'approvalInvalid'.
 */
export async function useApprovals(tx: OutletTx, actor: ApprovedActor, needs: readonly Need[]): Promise<string | null> {
  const effectOf = ({ permission, amount }: Need) => permissionEffect(actor, permission, amount);
  const denied = needs.find((need) => effectOf(need) === 'deny');
  if (denied) await useApproval(tx, actor, denied);
  const asked = needs.filter((need) => effectOf(need) === 'approval');
  asked.sort((a, b) => Number(b.permission === covering) - Number(a.permission === covering));
  const [first, ...others] = asked;
  if (first === undefined) return null;
  const keyOf = await keysByNeed(tx, actor, asked);
  const use = (need: Need) => useApproval(tx, { ...actor, approvalKey: keyOf(need) }, need);
  const used = await use(first);
  for (const need of others) if (!(await isCovered(tx, first, used, need))) await use(need);
  return used?.key ?? null;
}

/** Returns a function that finds the key of the approval for a need, among those that the caller sent. */
async function keysByNeed(
  tx: OutletTx,
  { approvalKey }: ApprovedActor,
  asked: readonly Need[],
): Promise<(need: Need) => string | undefined> {
  const keys = approvalKey?.split(',') ?? [];
  if (keys.length <= 1 && asked.length === 1) return () => approvalKey;
  const rows = await tx.db
    .selectFrom('approval')
    .select(['key', 'permission', 'subject_key'])
    .where('outlet_id', '=', tx.head.outletId)
    .where('key', 'in', keys.length > 0 ? keys : [''])
    .execute();
  const offline = keys.find((key) => offlineApprovalOf(key) !== null);
  return (need) => {
    const row = rows.find(
      ({ permission, subject_key }) => permission === need.permission && subject_key === need.subjectKey,
    );
    return row?.key ?? (need === asked[0] ? offline : undefined);
  };
}

async function isCovered(tx: OutletTx, first: Need, used: Approved | null, need: Need): Promise<boolean> {
  if (first.permission !== covering || used === null) return false;
  const approvers = await findApprovers(tx.db, tx.head.outletId, need);
  return approvers.some(({ id }) => id === used.approverId);
}
