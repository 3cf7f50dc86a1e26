/** Requests for approval and their decision: by passcode on the requester's till, or on the approver's own device. Source: docs/rules.md#approvals. */

import { randomUUID } from 'node:crypto';
import { freeApproverTries } from '@atoll/domain/access/approver-wait';
import { permissionEffect } from '@atoll/domain/access/can';
import { personPermissions } from '@atoll/domain/access/permission';
import {
  type Approval,
  approvalSeconds,
  type approve as approveContract,
  type decideApproval as decideContract,
  sendingSubject,
} from '@atoll/domain/contract/bill/approval';
import type { BodyOf } from '@atoll/domain/contract/platform/endpoint';
import type { HistoryAction } from '@atoll/domain/report/history-actions';
import type { Selectable } from 'kysely';
import { refused } from '../../platform/errors/refused.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { notPermitted } from '../../platform/http/require-permission.ts';
import type { Services } from '../../platform/http/services.ts';
import { withArchive } from '../../platform/store/outlet/recall.ts';
import type { ApprovalTable, UserTable } from '../../platform/store/schema/schema-people.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';
import { isPasscode, personAtOutlet } from '../auth/service.ts';
import { notify, notifyOnceADay } from '../notification/service.ts';
import { describeApproval } from './about.ts';
import { storedAmount } from './amount.ts';
import { findApprovers, forgetApproverTry, takeApproverTry } from './approver.ts';
import { endEarlier, endNow } from './end-request.ts';
import { presentApproval } from './find.ts';
import { subjectTypeOf } from './need.ts';
import { bindEntries, readEntries } from './send.ts';
import { approvalWritten } from './written.ts';

/** So many refused requests of a person in an hour are notified. */
const notedDenials = 3;

export type Asked = BodyOf<typeof approveContract>;

function recordHistory(tx: OutletTx, actor: Actor, row: Selectable<ApprovalTable>, action: HistoryAction): void {
  tx.history({
    subject: 'Approval',
    subjectKey: row.key,
    action,
    userId: actor.userId,
    deviceId: actor.deviceId,
    approvalKey: row.key,
    after: {
      permission: row.permission,
      subject: row.subject_key,
      subjectType: row.subject_type,
      ...row.about,
      amount: row.amount,
      reason: row.reason,
      requestedBy: row.requested_by,
      approver: row.approver_id,
      method: row.method,
    },
    written: approvalWritten(row),
  });
}

/** Has the devices of the outlet read the requests that wait for their person. */
const tellDevices = (tx: OutletTx, action: 'Created' | 'Updated'): void =>
  tx.change({ entity: 'Approval', id: null, version: 1, action });

/** Checks the approver's passcode. The fifth wrong one is written to the history and notified. Source: R36.6. */
async function checkPasscode(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  actor: Actor,
  asked: Asked,
  approver: Selectable<UserTable>,
): Promise<void> {
  const { key, tries } = await takeApproverTry(store, approver.id, clock());
  const forget = () => forgetApproverTry(store, approver.id, key);
  if (await isPasscode(approver.passcode_hash, asked.passcode ?? '', forget)) return forget();
  if (tries === freeApproverTries) await reportGuessing(store, actor, asked, approver);
  throw refused(tries >= freeApproverTries ? 'approverLocked' : 'approverPasscodeWrong');
}

/**
 * Writes to the history that somebody tried five wrong passcodes of an approver, and notifies the approver and those who manage settings: of practice
 * in the outlet itself, because nobody reads it there.
 */
async function reportGuessing(
  store: Store,
  actor: Actor,
  asked: Asked,
  approver: Selectable<UserTable>,
): Promise<void> {
  const { outletId = actor.outletId } = (await personAtOutlet(store, approver.id, actor.outletId)) ?? {};
  await store.writeOutlet(outletId, async (tx) => {
    tx.history({
      subject: 'Approval',
      subjectKey: asked.subjectKey,
      action: 'Guessed',
      userId: actor.userId,
      deviceId: actor.deviceId,
      after: {
        permission: asked.permission,
        subject: asked.subjectKey,
        subjectType: asked.subjectType,
        requestedBy: actor.userId,
        approver: approver.id,
        tries: freeApproverTries,
      },
    });
    const news = {
      severity: 'Warning',
      title: `Wrong passcodes for ${approver.name}`,
      body: `${actor.name} typed ${freeApproverTries} wrong passcodes to get an approval from ${approver.name}. Ask both what happened.`,
    } as const;
    await notify(tx, { ...news, permission: 'settings.manage' });
    if (!personPermissions(approver.role, approver.permission_overrides).includes('settings.manage'))
      await notify(tx, { ...news, userId: approver.id });
  });
}

/**
 * Returns the approval: granted with the approver's passcode, pending without one. Refused: 'forbidden' when the action cannot be approved for
 * the requester, 'malformed' for another kind of record than the action changes, 'approverUnfit', 'approverPasscodeWrong', 'approverLocked', 'entriesMissing'.
 */
export async function approve(
  services: Pick<Services, 'store' | 'clock'>,
  actor: Actor,
  asked: Asked,
): Promise<Selectable<ApprovalTable>> {
  const { store } = services;
  const { permission, amount, approverId } = asked;
  const { outletId } = actor;
  // Anybody at a till may ask for approval to send its unsent work. Such an approval allows nothing else.
  if (asked.subjectType !== sendingSubject) {
    if (permissionEffect(actor, permission, amount) === 'deny') throw notPermitted(permission);
    if (asked.subjectType !== subjectTypeOf(asked)) throw refused('malformed');
  }
  const approvers = await store.readOutlet(outletId, (db) => findApprovers(db, outletId, { permission, amount }));
  const approver = approvers.find(({ id }) => id === approverId);
  const entries = asked.subjectType === sendingSubject ? readEntries(asked.entries) : [];
  const isGranted = asked.passcode !== undefined;
  // With their passcode people may answer for what others made on the till, not for their own work.
  const isOfOthers = entries.length > 0 && entries.every(({ authorId }) => (authorId ?? actor.userId) !== actor.userId);
  if (!approver || (approverId === actor.userId && !(isOfOthers && isGranted))) throw refused('approverUnfit');
  if (isGranted) await checkPasscode(services, actor, asked, approver);

  return store.writeOutlet(outletId, async (tx) => {
    const reading = { outletId, askerId: actor.userId, viewer: null };
    const doing = permission === 'bill.lower.printed' ? asked.doing : undefined;
    // Its bill may be in the archive.
    const described = await withArchive(tx, () => describeApproval(tx.db, { ...asked, entries }, reading));
    const about = { ...described, ...(doing && { doing }) };
    const row: Selectable<ApprovalTable> = {
      outlet_id: outletId,
      key: randomUUID(),
      permission,
      subject_type: asked.subjectType,
      subject_key: asked.subjectKey,
      amount: amount === undefined ? null : storedAmount(permission, amount),
      reason: asked.reason,
      requested_by: actor.userId,
      approver_id: approverId,
      method: isGranted ? 'Passcode' : 'Remote',
      status: isGranted ? 'Granted' : 'Pending',
      created_at: tx.now,
      expires_at: tx.clockNow + approvalSeconds * 1000,
      about,
    };
    endEarlier(tx, actor, row);
    tx.write(tx.db.insertInto('approval').values({ ...row, about: JSON.stringify(about) }));
    bindEntries(tx, row.key, actor.userId, entries);
    recordHistory(tx, actor, row, isGranted ? 'Granted' : 'Asked');
    if (!isGranted) tellDevices(tx, 'Created');
    return row;
  });
}

/** Ends a request of the caller that nobody has answered. Does nothing when there is none. Source: docs/rules.md#approval-end. */
export function cancelApproval(store: Store, actor: Actor, key: string): Promise<void> {
  return store.writeOutlet(actor.outletId, async (tx) => {
    const row = await tx.db
      .selectFrom('approval')
      .selectAll()
      .where('outlet_id', '=', actor.outletId)
      .where('key', '=', key.toLowerCase())
      .where('requested_by', '=', actor.userId)
      .where('status', '=', 'Pending')
      .where('expires_at', '>', tx.clockNow)
      .executeTakeFirst();
    if (!row) return;
    endNow(tx, actor, row.key);
    recordHistory(tx, actor, row, 'Withdrawn');
    tellDevices(tx, 'Updated');
  });
}

/** Notifies those who manage settings when a person's requests were refused several times within an hour. */
async function reportDenials(
  tx: OutletTx,
  { key, requested_by: requestedBy }: Selectable<ApprovalTable>,
): Promise<void> {
  const { before } = await tx.db
    .selectFrom('approval')
    .select((eb) => eb.fn.countAll<number>().as('before'))
    .where('outlet_id', '=', tx.head.outletId)
    .where('requested_by', '=', requestedBy)
    .where('status', '=', 'Denied')
    .where('key', '!=', key)
    .where('created_at', '>', tx.now - 3_600_000)
    .executeTakeFirstOrThrow();
  if (Number(before) + 1 < notedDenials) return;
  const person = await tx.db.selectFrom('app_user').select('name').where('id', '=', requestedBy).executeTakeFirst();
  await notifyOnceADay(tx, {
    severity: 'Warning',
    title: `${person?.name ?? ''} was refused ${notedDenials} approvals`,
    body: 'Within an hour. Look at the history, and ask what happened.',
  });
}

/** Writes the approver's decision from their own device and returns the approval; a granted one is valid for 120 s from now. Refused: 'notFound', 'approvalEnded'. */
export function decideApproval(store: Store, actor: Actor, decision: BodyOf<typeof decideContract>): Promise<Approval> {
  return store.writeOutlet(actor.outletId, async (tx) => {
    const row = await tx.db
      .selectFrom('approval')
      .selectAll()
      .where('outlet_id', '=', actor.outletId)
      .where('key', '=', decision.key.toLowerCase())
      .where('approver_id', '=', actor.userId)
      .executeTakeFirst();
    if (!row) throw refused('notFound');
    const status = decision.granted ? 'Granted' : 'Denied';
    if (row.status === status) return presentApproval(tx.db, row, tx.clockNow);
    if (row.status !== 'Pending' || row.expires_at <= tx.clockNow) throw refused('approvalEnded');
    const decided = { ...row, status, expires_at: tx.clockNow + approvalSeconds * 1000 } as const;
    tx.write(
      tx.db
        .updateTable('approval')
        .set({ status, expires_at: decided.expires_at })
        .where('outlet_id', '=', actor.outletId)
        .where('key', '=', row.key),
    );
    recordHistory(tx, actor, decided, status);
    if (status === 'Denied') await reportDenials(tx, row);
    return presentApproval(tx.db, decided, tx.clockNow);
  });
}
