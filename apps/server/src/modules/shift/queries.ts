/** Reads and writes the rows of shifts. */
import type { Bill } from '@atoll/domain/bill/bill';
import { type ShiftStatus, type ShiftTotals, shiftTotals } from '@atoll/domain/shift/shift';
import type { Kysely, Selectable } from 'kysely';
import { sql } from 'kysely';
import { prepared } from '../../platform/store/prepared.ts';
import type { CashEventTable, Database, ShiftRow } from '../../platform/store/schema/schema.ts';
import { exchangesInShift } from '../bill/service.ts';

export type CashRow = Selectable<CashEventTable>;

/** The fields of a drawer opening in the list of cash events: no cash moved. */
const noSale = { kind: 'Out', amount: 0, type: 'NoSale', payee: '' } as const;

/** Returns the shift with an id or key. */
export function findShiftRow(
  db: Kysely<Database>,
  outletId: number,
  ref: number | string,
): Promise<ShiftRow | undefined> {
  const query = db.selectFrom('shift').selectAll().where('outlet_id', '=', outletId);
  const isId = typeof ref === 'number' || /^\d+$/.test(ref);
  return (isId ? query.where('id', '=', Number(ref)) : query.where('key', '=', ref.toLowerCase())).executeTakeFirst();
}

/** Returns the cash events and drawer openings of shifts, ordered by time. */
export async function cashOf(db: Kysely<Database>, outletId: number, shiftIds: readonly number[]): Promise<CashRow[]> {
  if (shiftIds.length === 0) return [];
  const moved = await db
    .selectFrom('cash_event')
    .selectAll()
    .where('outlet_id', '=', outletId)
    .where('shift_id', 'in', shiftIds)
    .execute();
  const opened = await db
    .selectFrom('drawer_opening')
    .selectAll()
    .where('outlet_id', '=', outletId)
    .where('shift_id', 'in', shiftIds)
    .execute();
  return [...moved, ...opened.map((row) => ({ ...row, ...noSale }))].sort(
    (a, b) => a.at - b.at || (a.key < b.key ? -1 : 1),
  );
}

/** Returns the current figures of a shift from its bills, cash and corrections of payments. */
export async function figuresOf(
  db: Kysely<Database>,
  outletId: number,
  { id, opening_balance }: Pick<ShiftRow, 'id' | 'opening_balance'>,
): Promise<ShiftTotals> {
  const bills = await closedBillsOf(db, outletId, id);
  const cash = await cashOf(db, outletId, [id]);
  return shiftTotals(bills, cash, opening_balance, await exchangesInShift(db, outletId, id));
}

/** Bills of a shift that are read at once: other calls run between two readings. */
const billsAtOnce = 100;

/** Returns the bills that were completed or voided in a shift. */
async function closedBillsOf(db: Kysely<Database>, outletId: number, shiftId: number): Promise<Bill[]> {
  const bills: Bill[] = [];
  for (let after: number | undefined = 0; after !== undefined; ) {
    const rows: { id: number; doc: Bill }[] = await db
      .selectFrom('bill')
      .select(['id', 'doc'])
      .where('outlet_id', '=', outletId)
      .where('shift_id', '=', shiftId)
      .where('id', '>', after)
      .where(sql<boolean>`not is_open`)
      .orderBy('id')
      .limit(billsAtOnce)
      .execute();
    bills.push(...rows.map(({ doc }) => doc));
    after = rows.length < billsAtOnce ? undefined : rows.at(-1)?.id;
  }
  return bills;
}

/** Inserts an open shift. */
export const insertShift = prepared<{
  outlet_id: number;
  id: number;
  key: string;
  number: number;
  business_date: string;
  status: ShiftStatus;
  opening_balance: number;
  device_id: string;
  created_at: number;
  created_by: number;
  created_by_name: string;
}>()((db, p) =>
  db.insertInto('shift').values({
    outlet_id: p('outlet_id'),
    id: p('id'),
    key: p('key'),
    number: p('number'),
    business_date: p('business_date'),
    status: p('status'),
    is_open: true,
    opening_balance: p('opening_balance'),
    device_id: p('device_id'),
    created_at: p('created_at'),
    created_by: p('created_by'),
    created_by_name: p('created_by_name'),
    closed_at: null,
    closed_by: null,
    closed_by_name: null,
    closing: null,
    totals: null,
    version: 1,
  }),
);
