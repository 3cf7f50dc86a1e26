/** What is written besides the row of a user: outlets and history. */
import type { HistoryAction } from '@atoll/domain/report/history-actions';
import type { Actor } from '../../platform/http/actor.ts';
import type { OutletTx } from '../../platform/store/store.ts';
import type { UserRow } from './find.ts';

/** Writes the outlets of a user in their order; the first is chosen at sign-in. */
export function setOutlets(tx: OutletTx, userId: number, outletIds: readonly number[]): void {
  tx.write(tx.db.deleteFrom('user_outlet').where('user_id', '=', userId));
  const rows = [...new Set(outletIds)].map((outlet_id, sort) => ({ user_id: userId, outlet_id, sort }));
  tx.write(tx.db.insertInto('user_outlet').values(rows));
}

/** Writes a change of a user to the history of the actor's outlet: the names of the changed fields, and the old and new permissions. */
export function noteUser(
  tx: OutletTx,
  actor: Actor,
  row: UserRow,
  action: HistoryAction,
  after: Readonly<Record<string, unknown>>,
  before?: Readonly<Record<string, unknown>>,
): void {
  tx.history({
    subject: 'User',
    subjectKey: row.key,
    action,
    userId: actor.userId,
    deviceId: actor.deviceId,
    before,
    after: { id: row.id, ...after },
  });
}
