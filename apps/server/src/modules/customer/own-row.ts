/** Rows that commands on whole customers read and write. */
import type { HistoryAction } from '@atoll/domain/report/history-actions';
import { customer } from '@atoll/domain/resources/customer';
import { refused } from '../../platform/errors/refused.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { OutletTx } from '../../platform/store/store.ts';
import { findRow } from '../../resource/read.ts';
import { columnsOf, type ResourceDb, type ResourceRow, resourceDb, type Values } from '../../resource/row.ts';

/** Returns a customer's row. Refused: 'notFound'. */
export async function ownRow(db: ResourceDb, outletId: number, id: number): Promise<ResourceRow> {
  const row = await findRow(db, outletId, customer, id);
  if (!row) throw refused('notFound');
  return row;
}

/** Returns the rows that were merged into a customer, directly or through others. */
export async function mergedRows(db: ResourceDb, outletId: number, id: number): Promise<ResourceRow[]> {
  const found: ResourceRow[] = [];
  for (let ids = [id]; ids.length > 0; ) {
    const rows = (await db
      .selectFrom('customer')
      .selectAll()
      .where('outlet_id', '=', outletId)
      .where('merged_into', 'in', ids)
      .execute()) as ResourceRow[];
    const fresh = rows.filter((row) => row.id !== id && found.every((known) => known.id !== row.id));
    found.push(...fresh);
    ids = fresh.map((row) => row.id);
  }
  return found;
}

/** Writes the values of a customer, and further columns. */
export function writeRow(tx: OutletTx, actor: Actor, row: ResourceRow, values: Values, more: Values = {}): void {
  const stamp = { version: row.version + 1, modified_at: tx.now, modified_by: actor.userId };
  tx.write(
    resourceDb(tx.db)
      .updateTable('customer')
      .set({ ...columnsOf(customer.fields, values), ...stamp, ...more })
      .where('outlet_id', '=', row.outlet_id)
      .where('id', '=', row.id),
  );
}

/** Writes a command to the history, without any personal data. */
export const recordNote = (tx: OutletTx, actor: Actor, row: ResourceRow, action: HistoryAction, after: Values): void =>
  tx.history({
    subject: customer.name,
    subjectKey: row.key,
    action,
    userId: actor.userId,
    deviceId: actor.deviceId,
    after: { id: row.id, ...after },
  });
