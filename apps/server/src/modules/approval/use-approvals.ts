/** The approvals of a command that needs several permissions. Source: docs/rules.md#approvals. */
import { permissionEffect } from '@atoll/domain/access/can';
import { offlineApprovalOf } from '@atoll/domain/access/offline-approval';
import type { ActionPermission } from '@atoll/domain/access/permission';
import type { OutletTx } from '../../platform/store/store.ts';
import { findApprovers } from './approver.ts';
import type { Approved, ApprovedActor, Need } from './need.ts';
import { isOfTotal, useApproval } from './use-approval.ts';

/** Its approver saw how far the bill falls, whatever does it: it covers what else the command does to the same bill, as far as the approver may do that. */
const covering: ActionPermission = 'bill.lower.printed';

/** The approvals that a command used: the key of the covering one, else of the first, and the approver of each permission. */
export interface UsedApprovals {
  readonly key: string | null;
  readonly approvers: ReadonlyMap<ActionPermission, number>;
}

/**
 * Checks that the actor may do all of this. Returns the approvals that allow it, with null as key when none is needed. Each permission uses up its own
 * approval, and asks for one while it has none. Refused: 'forbidden', 'approvalNeeded', 'approvalInvalid'.
 */
export async function useApprovals(tx: OutletTx, actor: ApprovedActor, needs: readonly Need[]): Promise<UsedApprovals> {
  const effectOf = ({ permission, amount }: Need) => permissionEffect(actor, permission, amount);
  const denied = needs.find((need) => effectOf(need) === 'deny');
  if (denied) await useApproval(tx, actor, denied);
  const asked = needs.filter((need) => effectOf(need) === 'approval');
  asked.sort((a, b) => Number(b.permission === covering) - Number(a.permission === covering));
  const [first, ...others] = asked;
  const approvers = new Map<ActionPermission, number>();
  if (first === undefined) return { key: null, approvers };
  const keyOf = await keysByNeed(tx, actor, asked);
  const use = (need: Need) => useApproval(tx, { ...actor, approvalKey: keyOf(need) }, need);
  const used = await use(first);
  if (used !== null) approvers.set(first.permission, used.approverId);
  for (const need of others) {
    const own = (await isCovered(tx, first, used, need)) ? used : await use(need);
    if (own !== null) approvers.set(need.permission, own.approverId);
  }
  return { key: used?.key ?? null, approvers };
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
  if (first.permission !== covering || !first.isWhole || used === null) return false;
  if (used.about !== undefined && !isOfTotal(used.about, need)) return false;
  const approvers = await findApprovers(tx.db, tx.head.outletId, need);
  return approvers.some(({ id }) => id === used.approverId);
}
