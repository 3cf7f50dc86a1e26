/** Names rows that belong to no completed bill, shift or account: no command writes any. Source: R36.21. */
import { sql } from 'kysely';
import type { Store } from '../../apps/server/src/platform/store/store.ts';
import type { Findings } from './findings.ts';

/** Tables with the column that names their bill. */
const ofBills = {
  payment: 'bill_id',
  payment_exchange: 'bill_id',
  sold_item: 'bill_id',
  refund_item: 'bill_id',
  refund: 'refund_id',
  paid_less: 'bill_id',
  tax_invoice: 'bill_id',
} as const;

/** Rows of these columns belong to a record of a table. */
const ofRecords = {
  cash_event: ['shift_id', 'shift'],
  drawer_opening: ['shift_id', 'shift'],
  z_report: ['shift_id', 'shift'],
  account_entry: ['account_id', 'account'],
  wallet_entry: ['wallet_id', 'wallet'],
  order_advance: ['order_id', 'advance_order'],
  point_entry: ['customer_id', 'customer'],
} as const;

/** So many rows of a table are named. */
const most = 100;

/** Names the rows of an outlet. */
export async function findStrays(
  store: Pick<Store, 'readOutlet'>,
  outletId: number,
  findings: Findings,
): Promise<void> {
  for (const [table, column] of Object.entries(ofBills)) {
    const id = sql.ref(`row.${column}`);
    const { rows } = await store.readOutlet(outletId, (db) =>
      sql<{ id: number }>`select ${id} as id from ${sql.table(table)} as "row"
        left join bill on bill.outlet_id = ${outletId} and bill.id = ${id} and bill.status = 'Complete'
        where "row".outlet_id = ${outletId} and bill.id is null limit ${most}`.execute(db),
    );
    for (const row of rows) findings.differs(`${wordsOf(table)} of bill id ${row.id}: there is no such paid bill`);
  }
  for (const [table, [column, owner]] of Object.entries(ofRecords)) {
    const id = sql.ref(`row.${column}`);
    const { rows } = await store.readOutlet(outletId, (db) =>
      sql<{ id: number }>`select ${id} as id from ${sql.table(table)} as "row"
        left join ${sql.table(owner)} as owner on owner.outlet_id = ${outletId} and owner.id = ${id}
        where "row".outlet_id = ${outletId} and owner.id is null limit ${most}`.execute(db),
    );
    for (const row of rows) findings.differs(`${wordsOf(table)} of ${owner} id ${row.id}: there is no such ${owner}`);
  }
}

const wordsOf = (table: string): string => table.replaceAll('_', ' ');
