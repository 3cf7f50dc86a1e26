/** The use of an approval: once, by the command that it was given for, in that command's transaction. Source: docs/rules.md#approvals. */
import { permissionEffect } from '@atoll/domain/access/can';
import { offlineApprovalOf } from '@atoll/domain/access/offline-approval';
import type { ApprovalAbout, ItemAbout } from '@atoll/domain/contract/bill/approval-about';
import { refused } from '../../platform/errors/refused.ts';
import { notPermitted } from '../../platform/http/require-permission.ts';
import type { OutletTx } from '../../platform/store/store.ts';
import { storedAmount } from './amount.ts';
import { forgedApproval, unknownApproval } from './forged.ts';
import { type Approved, type ApprovedActor, type Need, type NewItem, subjectTypeOf } from './need.ts';
import { useOfflineApproval } from './offline.ts';

/**
 * Checks that the actor may do an action. Returns null when no approval is needed, otherwise the approval of the `X-Approval` header, which is used
 * up by this: call once per command, before the first write. Refused: 'approvalNeeded', 'approvalInvalid', 'forbidden'.
 */
export async function useApproval(tx: OutletTx, actor: ApprovedActor, need: Need): Promise<Approved | null> {
  const { permission, subjectKey, amount } = need;
  const may = permissionEffect(actor, permission, amount);
  if (may === 'allow') return null;
  const about = { subjectKey, ...(amount === undefined ? {} : { amount }) };
  if (may === 'deny') throw notPermitted(permission, about);
  const extra = { permission, ...about };
  if (!actor.approvalKey) throw refused('approvalNeeded', { extra });
  const offline = offlineApprovalOf(actor.approvalKey);
  if (offline) return useOfflineApproval(tx, actor, need, offline);

  const found = tx.db
    .selectFrom('approval')
    .selectAll()
    .where('outlet_id', '=', tx.head.outletId)
    .where('key', '=', actor.approvalKey);
  const row = await found.executeTakeFirst();
  if (!row) throw await unknownApproval(tx, actor, actor.approvalKey, extra);
  if (row.requested_by !== actor.userId) throw forgedApproval(tx, actor, row.key, extra);
  const isRight =
    row.status === 'Granted' &&
    row.requested_by === actor.userId &&
    row.permission === permission &&
    row.subject_type === subjectTypeOf(need) &&
    row.subject_key === subjectKey &&
    row.expires_at > tx.clockNow &&
    isAboutItems(row.about, need) &&
    isOfTotal(row.about, need) &&
    (need.toUserId === undefined || row.about.to?.id === need.toUserId) &&
    (amount === undefined || (row.amount ?? 0) >= storedAmount(permission, amount));
  if (!isRight) throw refused('approvalInvalid', { extra });
  tx.write(
    tx.db
      .updateTable('approval')
      .set({ status: 'Used' })
      .where('outlet_id', '=', tx.head.outletId)
      .where('key', '=', row.key),
  );
  return { key: row.key, approverId: row.approver_id, about: row.about };
}

/**
 * Returns whether an approval names all items that an action changes. One that names items allows a change of the whole bill only up to an
 * amount, which its approver saw. Source: R36.17.
 */
function isAboutItems({ items = [] }: Partial<ApprovalAbout>, { itemKeys = [], newItems = [], amount }: Need): boolean {
  if (itemKeys.length === 0) return items.length === 0 || amount !== undefined;
  const named = new Map(items.map((item) => [item.key, item]));
  const isNamed = itemKeys.every((key) => named.has(key));
  return isNamed && newItems.every((item) => isSame(named.get(item.key), item));
}

/** Returns whether an approver saw this item. An approval of the release before does not say which of the menu it is. */
const isSame = (seen: ItemAbout | undefined, { menuItemId, qty, amount }: NewItem): boolean =>
  seen?.qty === qty && seen.amount === amount && (seen.menuItemId ?? menuItemId) === menuItemId;

/** Returns whether the bill is at most as large as its approver saw it, where all of it goes: items may come until the approval is used. */
export const isOfTotal = ({ bill }: Partial<ApprovalAbout>, { total }: Need): boolean =>
  total === undefined || (bill?.total ?? 0) >= total;
