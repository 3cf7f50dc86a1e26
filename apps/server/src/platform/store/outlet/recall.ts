/**
 * Puts a bill that a command is about back from the archive, with its refunds, so that the command finds it as any other. It goes to the archive again with
 * the next month. An embedded store has no archive: its old bills stay in their tables. Source: R34.16.
 */
import { sql } from 'kysely';
import type { OutletTx } from '../store.ts';

/** Tables of bills, with the column that has the bill's id; a table comes after those that it refers to. */
export const tablesOfBills = {
  bill: 'id',
  bill_alias: 'bill_id',
  payment: 'bill_id',
  sold_item: 'bill_id',
  refund: 'refund_id',
  refund_item: 'bill_id',
  payment_exchange: 'bill_id',
  paid_less: 'bill_id',
  tax_invoice: 'bill_id',
  early_tax_invoice: 'bill_id',
} as const;

type BillRef = { readonly id: number } | { readonly key: string } | { readonly customerId: number };

/** Puts archived bills back; returns whether there were any. */
export async function recallBills(tx: OutletTx, ref: BillRef): Promise<boolean> {
  if (tx.engine === 'sqlite') return false;
  const outletId = tx.head.outletId;
  const which =
    'id' in ref
      ? sql`id = ${ref.id}`
      : 'key' in ref
        ? sql`(key = ${ref.key} or id in (select bill_id from archived_bill_alias where outlet_id = ${outletId} and key = ${ref.key}))`
        : sql`customer_id = ${ref.customerId} and customer_id > 0`;
  const found = await sql<{
    id: number;
  }>`with asked as (select id from archived_bill where outlet_id = ${outletId} and ${which}),
      paid as (select id from asked union select bill_id from archived_refund join asked on refund_id = id where outlet_id = ${outletId})
    select id from paid union select refund_id from archived_refund join paid on bill_id = id where outlet_id = ${outletId}`.execute(
    tx.db,
  );
  if (found.rows.length === 0) return false;
  const ids = sql`any(${found.rows.map(({ id }) => id)}::bigint[])`;
  for (const [table, owner] of Object.entries(tablesOfBills)) {
    const columns = sql.join((await columnsOf(tx, table)).map((name) => sql.ref(name)));
    await sql`insert into ${sql.table(table)} (${columns}) select ${columns} from ${sql.table(`archived_${table}`)}
      where outlet_id = ${outletId} and ${sql.ref(owner)} = ${ids}`.execute(tx.db);
  }
  for (const [table, owner] of Object.entries(tablesOfBills).toReversed())
    await sql`delete from ${sql.table(`archived_${table}`)} where outlet_id = ${outletId} and ${sql.ref(owner)} = ${ids}`.execute(
      tx.db,
    );
  return true;
}

async function columnsOf(tx: OutletTx, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select attname::text as name from pg_attribute
    where attrelid = ${`public.${table}`}::regclass and attnum > 0 and not attisdropped order by attnum`.execute(tx.db);
  return rows.map(({ name }) => name);
}

/** A little less than the shortest month: no younger bill is in the archive. */
const youngestMs = 27 * 86_400_000;

/** Returns whether a record of this key may be in the archive: one made by a device has the time of its making in it, which for most is of now. */
export function mayBeArchived(key: string, now: number): boolean {
  if (!/^[0-9a-f]{8}-[0-9a-f]{4}-7/i.test(key)) return true;
  return Number.parseInt(key.replace('-', '').slice(0, 12), 16) < now - youngestMs;
}

/** Reads with the archive in a command, for sums of past days. */
export async function withArchive<T>(tx: OutletTx, read: () => Promise<T>): Promise<T> {
  if (tx.engine === 'sqlite') return read();
  const { rows } = await sql<{ path: string }>`select current_setting('search_path') as path`.execute(tx.db);
  const path = rows[0]?.path ?? 'public';
  const part = /^atoll_p(\d+)/.exec(path)?.[1];
  const set = (value: string) => sql`select set_config('search_path', ${value}, true)`.execute(tx.db);
  await set(part === undefined ? `atoll_whole, ${path}` : `atoll_w${part}, ${path}`);
  try {
    return await read();
  } finally {
    await set(path);
  }
}
