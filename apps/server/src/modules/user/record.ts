/** What stands beside a user's row: outlets, history, search. */
import type { HistoryAction } from '@atoll/domain/report/history-actions';
import type { Actor } from '../../platform/http/actor.ts';
import type { OutletTx } from '../../platform/store/store.ts';
import { indexRecord, removeRecord } from '../../search/search-index.ts';
import type { UserRow } from './find.ts';

/** Writes the outlets of a user in their order; the first is where they start. */
export function setOutlets(tx: OutletTx, userId: number, outletIds: readonly number[]): void {
  tx.write(tx.db.deleteFrom('user_outlet').where('user_id', '=', userId));
  const rows = [...new Set(outletIds)].map((outlet_id, sort) => ({ user_id: userId, outlet_id, sort }));
  tx.write(tx.db.insertInto('user_outlet').values(rows));
}

/** Appends to the history of the outlet where it was done. It says which fields were changed, and of permissions how. */
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

/** Makes the user found in the outlet where they were written. */
export async function indexUser(tx: OutletTx, row: UserRow): Promise<void> {
  const ref = { entity: 'User', id: row.id };
  if (!row.is_active) return removeRecord(tx, ref);
  await indexRecord(tx, { ...ref, name: row.name, words: [row.email, row.phone, row.job_title], permission: 'Users' });
}
