/** Approvals as the requester and the approver read them. */
import type { Approval } from '@atoll/domain/contract/bill/approval';
import { aboutNothing } from '@atoll/domain/contract/bill/approval-about';
import type { Kysely, Selectable } from 'kysely';
import { refused } from '../../platform/errors/refused.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { Database } from '../../platform/store/schema/schema.ts';
import type { ApprovalTable } from '../../platform/store/schema/schema-people.ts';
import type { Store } from '../../platform/store/store.ts';
import { apiAmount } from './amount.ts';

/** Returns an approval with its status at an instant (epoch ms). */
export async function presentApproval(
  db: Kysely<Database>,
  row: Selectable<ApprovalTable>,
  now: number,
): Promise<Approval> {
  const asker = await db.selectFrom('app_user').select('name').where('id', '=', row.requested_by).executeTakeFirst();
  const isOver = (row.status === 'Pending' || row.status === 'Granted') && row.expires_at <= now;
  return {
    key: row.key,
    permission: row.permission,
    subjectType: row.subject_type,
    subjectKey: row.subject_key,
    amount: apiAmount(row.permission, row.amount),
    reason: row.reason,
    requestedBy: row.requested_by,
    requestedByName: asker?.name ?? '',
    about: { ...aboutNothing, ...row.about },
    approverId: row.approver_id,
    status: isOver ? 'Expired' : row.status,
    expiresAt: new Date(row.expires_at).toISOString(),
  };
}

/** Returns the approvals that wait for the caller's decision. */
export function waitingApprovals(store: Store, actor: Actor, now: number): Promise<Approval[]> {
  return store.readOutlet(actor.outletId, async (db) => {
    const rows = await db
      .selectFrom('approval')
      .selectAll()
      .where('outlet_id', '=', actor.outletId)
      .where('approver_id', '=', actor.userId)
      .where('status', '=', 'Pending')
      .where('expires_at', '>', now)
      .orderBy('created_at')
      .execute();
    return Promise.all(rows.map((row) => presentApproval(db, row, now)));
  });
}

/** Returns an approval that the caller asked for. Refused: 'notFound'. */
export function findApproval(store: Store, actor: Actor, key: string, now: number): Promise<Approval> {
  return store.readOutlet(actor.outletId, async (db) => {
    const row = await db
      .selectFrom('approval')
      .selectAll()
      .where('outlet_id', '=', actor.outletId)
      .where('key', '=', key.toLowerCase())
      .where('requested_by', '=', actor.userId)
      .executeTakeFirst();
    if (!row) throw refused('notFound');
    // The asker learns nothing about bills that they may not see.
    return { ...(await presentApproval(db, row, now)), about: aboutNothing };
  });
}
