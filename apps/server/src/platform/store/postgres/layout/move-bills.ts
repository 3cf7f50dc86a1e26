/**
 * Moves closed bills of long ago to the archive, some hundred at a time, each time under the lock of their outlet. A paid bill and its refunds move
 * together, when all of them are old enough. Source: R34.16.
 */
import type pg from 'pg';
import { tablesOfBills } from '../../outlet/recall.ts';
import { type ArchivedTable, archivedNames } from './archived.ts';
import { addMonth } from './months.ts';

/** Bills that move under one lock: tills wait for about 50 ms. */
const billsAtOnce = 200;

/** Returns the business day before which closed bills move: the first one of a month. `now` is epoch ms. */
export function archivedBefore(now: number, months: number): string {
  const day = new Date(now);
  return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() - months, 1)).toISOString().slice(0, 10);
}

const isOld = (bill: string): string => `(not ${bill}.is_open and ${bill}.business_date < $2)`;
const familiesSql = `with paid as (
    select bill.id from bill where bill.outlet_id = $1 and ${isOld('bill')}
      and not exists (select 1 from refund where refund.outlet_id = $1 and refund.refund_id = bill.id)
      and not exists (select 1 from refund join bill later on later.outlet_id = $1 and later.id = refund.refund_id
        where refund.outlet_id = $1 and refund.bill_id = bill.id and not coalesce(${isOld('later')}, false))
    order by bill.id limit ${billsAtOnce}),
  family as (select id from paid union select refund.refund_id from refund join paid on refund.bill_id = paid.id where refund.outlet_id = $1)
  select bill.id, left(bill.business_date, 7) as month from family join bill on bill.outlet_id = $1 and bill.id = family.id`;

interface Moving {
  readonly id: number;
  readonly month: string;
}

/** Moves the old bills of an outlet; returns their number. The client is that of the owner of the tables. */
export async function moveOldBills(client: pg.Client, outletId: number, before: string): Promise<number> {
  let moved = 0;
  for (;;) {
    const next = await inOutlet(client, outletId, () => familiesOf(client, outletId, before));
    if (next.length === 0) return moved;
    for (const month of new Set(next.map(({ month: each }) => each))) await addMonth(client, month);
    moved += await inOutlet(client, outletId, async () => {
      await client.query('select 1 from outlet_cursor where outlet_id = $1 for update', [outletId]);
      // What changed in the meantime is looked at again under the lock.
      const months = new Set(next.map(({ month }) => month));
      const bills = (await familiesOf(client, outletId, before)).filter(({ month }) => months.has(month));
      const isWhole = bills.length === next.length;
      if (isWhole) await moveBills(client, outletId, bills);
      return isWhole ? bills.length : 0;
    });
  }
}

async function familiesOf(client: pg.Client, outletId: number, before: string): Promise<Moving[]> {
  return (await client.query<Moving>(familiesSql, [outletId, before])).rows;
}

async function moveBills(client: pg.Client, outletId: number, bills: readonly Moving[]): Promise<void> {
  const [ids, months] = [bills.map(({ id }) => id), bills.map(({ month }) => month)];
  for (const table of archivedNames) {
    const columns = await columnsOf(client, table);
    await client.query(
      `insert into archived_${table} (${columns}, archived_month) select ${columns}, moving.month from ${table}
        join unnest($2::bigint[], $3::text[]) moving (moving_id, month) on ${tablesOfBills[table]} = moving_id where outlet_id = $1`,
      [outletId, ids, months],
    );
  }
  for (const table of archivedNames.toReversed())
    await client.query(`delete from ${table} where outlet_id = $1 and ${tablesOfBills[table]} = any($2)`, [
      outletId,
      ids,
    ]);
}

async function columnsOf(client: pg.Client, table: ArchivedTable): Promise<string> {
  const { rows } = await client.query<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [`public.${table}`],
  );
  return rows[0]?.columns ?? '';
}

/** Runs statements on the rows of an outlet, in a transaction. */
export async function inOutlet<T>(client: pg.Client, outletId: number, run: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    await client.query(`select set_config('app.outlet_id', $1, true)`, [String(outletId)]);
    const value = await run();
    await client.query('commit');
    return value;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
