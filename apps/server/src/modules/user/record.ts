/** What is written besides the row of a user: outlets, history, search index. */
import type { HistoryAction } from '@atoll/domain/report/history-actions';
import type { Actor } from '../../platform/http/actor.ts';
import type { OutletTx } from '../../platform/store/store.ts';
import { indexRecord, removeRecord } from '../../search/search-index.ts';
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

/** Writes the user to the search index of the actor's outlet, or removes an inactive one. */
export async function indexUser(tx: OutletTx, row: UserRow): Promise<void> {
  const ref = { entity: 'User', id: row.id };
  if (!row.is_active) return removeRecord(tx, ref);
  await indexRecord(tx, { ...ref, name: row.name, words: [row.email, row.phone, row.job_title], permission: 'Users' });
}
