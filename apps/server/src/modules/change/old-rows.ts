/** What an outlet keeps for a time only, and the statements that remove it in steps. Source: R34.17. */
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { changeRetentionMs, expireChanges } from '../../platform/store/outlet/head.ts';
import type { Database } from '../../platform/store/schema/schema.ts';
import type { OutletTx } from '../../platform/store/store.ts';

const dayMs = 86_400_000;
const rowsAtOnce = 500;

/** For how long a kind of row is needed. */
const keptMs = {
  change: changeRetentionMs,
  /** A kitchen looks at tickets of the last days alone, and a till that was offline finds its own by their keys. */
  ticket: 90 * dayMs,
  /** A counter of a day is used while a ticket of that day can still be written. */
  counter: 40 * dayMs,
  /** A report that was run is opened again by its address. */
  reportRun: 400 * dayMs,
  importJob: 30 * dayMs,
  handedJob: dayMs,
} as const;

type OutletId = number | RawBuilder<number>;

/** The conditions under which an outlet has old rows; each reads an index, or one of the small tables of jobs. */
function conditions(outlet: OutletId, now: number): RawBuilder<SqlBool>[] {
  const before = (kind: keyof typeof keptMs) => now - keptMs[kind];
  return [
    sql`(select at from change_log where outlet_id = ${outlet} order by seq limit 1) < ${before('change')}`,
    sql`exists (select 1 from kitchen_ticket where outlet_id = ${outlet} and not is_open and changed_at < ${before('ticket')})`,
    sql`exists (select 1 from kitchen_ticket where outlet_id = ${outlet} and is_open and created_at < ${before('ticket')})`,
    sql`(select created_at from report_run where outlet_id = ${outlet} order by id limit 1) < ${before('reportRun')}`,
    sql`exists (select 1 from import_job where outlet_id = ${outlet} and created_at < ${before('importJob')})`,
    sql`exists (select 1 from handed_job where outlet_id = ${outlet} and created_at < ${before('handedJob')})`,
  ];
}

const any = (all: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> => sql`(${sql.join(all, sql` or `)})`;

/** Returns the outlets that have old rows, by one query. */
export const outletsWithOldRows = (db: Kysely<Database>, now: number) =>
  db
    .selectFrom('outlet_cursor')
    .select('outlet_id')
    .where(any(conditions(sql.ref('outlet_cursor.outlet_id'), now)))
    .orderBy('outlet_id')
    .execute();

/** Returns whether an outlet has old rows. */
export async function hasOldRows(db: Kysely<Database>, outletId: number, now: number): Promise<boolean> {
  const { rows } = await sql`select 1 where ${any(conditions(outletId, now))}`.execute(db);
  return rows.length > 0;
}

/** Writes the removal of some old rows of an outlet. */
export function removeOldRows(tx: OutletTx, now: number): void {
  const { outletId } = tx.head;
  const before = (kind: keyof typeof keptMs) => now - keptMs[kind];
  tx.write(expireChanges, { outletId, before: before('change') });
  for (const [state, at] of [
    ['not is_open', 'changed_at'],
    ['is_open', 'created_at'],
  ] as const) {
    const old = tx.db
      .selectFrom('kitchen_ticket')
      .select('key')
      .where('outlet_id', '=', outletId)
      .where(sql<boolean>`${sql.raw(state)}`)
      .where(at, '<', before('ticket'))
      .orderBy(at)
      .limit(rowsAtOnce);
    tx.write(tx.db.deleteFrom('kitchen_ticket').where('outlet_id', '=', outletId).where('key', 'in', old));
  }
  const firstDay = new Date(before('counter')).toISOString().slice(0, 10);
  tx.write(tx.db.deleteFrom('ticket_number').where('outlet_id', '=', outletId).where('business_date', '<', firstDay));
  const runs = tx.db.selectFrom('report_run').select('id').where('outlet_id', '=', outletId);
  tx.write(
    tx.db
      .deleteFrom('report_run')
      .where('outlet_id', '=', outletId)
      .where('id', 'in', runs.orderBy('id').limit(rowsAtOnce))
      .where('created_at', '<', before('reportRun')),
  );
  for (const [table, kind] of [
    ['import_job', 'importJob'],
    ['handed_job', 'handedJob'],
  ] as const)
    tx.write(tx.db.deleteFrom(table).where('outlet_id', '=', outletId).where('created_at', '<', before(kind)));
}
