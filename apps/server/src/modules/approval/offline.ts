/** Uses an approval that a till signed while the server was away. Source: R36.5, docs/rules.md#offline-approvals. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  maxOfflineApprovals,
  type OfflineApproval,
  offlineApprovalKey,
  offlineApprovalMs,
  offlineApprovalText,
} from '@atoll/domain/access/offline-approval';
import type { Selectable } from 'kysely';
import { refused } from '../../platform/errors/refused.ts';
import type { ApprovalCodeTable, ApprovalTable, UserTable } from '../../platform/store/schema/schema-people.ts';
import type { OutletTx } from '../../platform/store/store.ts';
import { notify } from '../notification/service.ts';
import { describeApproval } from './about.ts';
import { storedAmount } from './amount.ts';
import { findApprovers } from './approver.ts';
import { forgedApproval } from './forged.ts';
import type { ApprovedActor, Need } from './need.ts';
import { approvalWritten } from './written.ts';

/** How far the clock of a till may be ahead, ms. */
const maxAheadMs = 5 * 60_000;

const isEqual = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

/** Returns whether the till that has the code signed this approval of this action. */
function isSigned(code: Selectable<ApprovalCodeTable>, actor: ApprovedActor, need: Need, given: OfflineApproval) {
  const { permission, subjectKey, itemKeys } = need;
  const action = { outletId: actor.outletId, permission, subjectKey, itemKeys, requestedBy: actor.userId };
  const mac = createHmac('sha256', Buffer.from(code.secret, 'base64url')).update(offlineApprovalText(action, given));
  return isEqual(mac.digest(), Buffer.from(given.mac, 'base64url'));
}

/** Returns the person whose code it is, when they may approve the action now; undefined otherwise. */
async function approverOf(tx: OutletTx, { userId }: ApprovedActor, need: Need, approverId: number) {
  if (approverId === userId) return undefined;
  const people = await findApprovers(tx.db, tx.head.outletId, need);
  return people.find(({ id }) => id === approverId);
}

/** Returns how many approvals the person gave without the server in the open shift; without one, in the time in which they may arrive. */
async function usedInShift(tx: OutletTx, approverId: number): Promise<number> {
  const { outletId } = tx.head;
  const shift = await tx.db
    .selectFrom('shift')
    .select('created_at')
    .where('outlet_id', '=', outletId)
    .where('is_open', '=', true)
    .orderBy('created_at')
    .executeTakeFirst();
  const { used } = await tx.db
    .selectFrom('approval')
    .select((eb) => eb.fn.countAll<number>().as('used'))
    .where('outlet_id', '=', outletId)
    .where('approver_id', '=', approverId)
    .where('key', 'like', 'offline-%')
    .where('created_at', '>=', shift?.created_at ?? tx.now - offlineApprovalMs)
    .executeTakeFirstOrThrow();
  return Number(used);
}

/** Writes the used approval and its entry in the history, and tells the approver. */
async function record(
  tx: OutletTx,
  actor: ApprovedActor,
  need: Need,
  given: OfflineApproval,
  approver: Selectable<UserTable>,
) {
  const { outletId } = tx.head;
  const { permission, subjectKey, itemKeys } = need;
  const subject = { permission, amount: need.amount, subjectType: 'Bill', subjectKey, itemKeys, entries: [] };
  const about = await describeApproval(tx.db, subject, { outletId, askerId: actor.userId, viewer: null });
  const key = offlineApprovalKey(given);
  const amount = given.amount === null ? null : storedAmount(permission, given.amount);
  const reason = 'Approved without the server';
  const row: Selectable<ApprovalTable> = {
    outlet_id: outletId,
    key,
    permission,
    subject_type: 'Bill',
    subject_key: subjectKey,
    amount,
    reason,
    requested_by: actor.userId,
    approver_id: approver.id,
    method: 'Passcode',
    status: 'Used',
    created_at: tx.now,
    expires_at: tx.now,
    about,
  };
  tx.write(tx.db.insertInto('approval').values({ ...row, about: JSON.stringify(about) }));
  const asked = { permission, subject: subjectKey, subjectType: row.subject_type, ...about, amount, reason };
  const after = { ...asked, requestedBy: actor.userId, approver: approver.id };
  tx.history({
    subject: 'Approval',
    subjectKey: key,
    action: 'Granted',
    userId: approver.id,
    deviceId: actor.deviceId ?? '',
    approvalKey: key,
    after: { ...after, method: 'Code', madeAt: new Date(given.madeAt).toISOString() },
    written: approvalWritten(row),
  });
  const bill = await tx.db
    .selectFrom('bill')
    .select('id')
    .where('outlet_id', '=', outletId)
    .where('key', '=', subjectKey)
    .executeTakeFirst();
  await notify(tx, {
    severity: 'Info',
    title: 'Your approval code was used without the server',
    body: 'Look at the bill. If it was not you, end your approval code in your profile on that till.',
    userId: approver.id,
    ...(bill && { entity: 'Bill', entityId: bill.id }),
  });
}

/** Uses such an approval; it is used up. Refused: 'approvalInvalid'. */
export async function useOfflineApproval(tx: OutletTx, actor: ApprovedActor, need: Need, given: OfflineApproval) {
  const { permission, subjectKey, amount } = need;
  const extra = { permission, subjectKey, ...(amount === undefined ? {} : { amount }) };
  const code = await tx.db.selectFrom('approval_code').selectAll().where('id', '=', given.codeId).executeTakeFirst();
  const isTimely = given.madeAt <= tx.clockNow + maxAheadMs && given.madeAt > tx.clockNow - offlineApprovalMs;
  const key = offlineApprovalKey(given);
  // What was signed with a code that ended in the meantime arrives too late: nobody tried anything.
  if (code && code.ended_at !== null) throw refused('approvalInvalid', { extra });
  if (!code || !isSigned(code, actor, need, given)) throw forgedApproval(tx, actor, key, extra);
  if (!isTimely) throw refused('approvalInvalid', { extra });
  const isEnough =
    amount === undefined || storedAmount(permission, given.amount ?? 0) >= storedAmount(permission, amount);
  const approver = await approverOf(tx, actor, need, code.user_id);
  const known = await tx.db
    .selectFrom('approval')
    .select('key')
    .where('outlet_id', '=', tx.head.outletId)
    .where('key', '=', key)
    .executeTakeFirst();
  if (!isEnough || !approver || known) throw refused('approvalInvalid', { extra });
  if ((await usedInShift(tx, approver.id)) >= maxOfflineApprovals)
    throw refused('approvalInvalid', {
      extra,
      details: `${approver.name} approved ${maxOfflineApprovals} times in this shift without the server. Ask for an approval now`,
    });
  await record(tx, actor, need, given, approver);
  return { key, approverId: approver.id };
}
