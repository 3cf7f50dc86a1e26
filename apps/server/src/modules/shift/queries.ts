/** Reads and writes the rows of shifts. */
import {
  addBill,
  addRest,
  emptyTotals,
  type ShiftStatus,
  type ShiftTotals,
  shiftTotals,
} from '@atoll/domain/shift/shift';
import type { Kysely, Selectable } from 'kysely';
import { sql } from 'kysely';
import { partSize } from '../../platform/give-way.ts';
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

/** The closed bills of a shift that were added up already. They are final: whoever adds up the rest continues from here. */
export interface AddedUp {
  readonly ids: ReadonlySet<number>;
  readonly totals: ShiftTotals;
}

type Shift = Pick<ShiftRow, 'id' | 'opening_balance'>;

/** Returns the current figures of a shift from its bills, cash and corrections of payments; bills of `before` are not read again. */
export async function figuresOf(
  db: Kysely<Database>,
  outletId: number,
  shift: Shift,
  before?: AddedUp,
): Promise<ShiftTotals> {
  const { totals } = await addUpBills(db, outletId, shift, before);
  const cash = await cashOf(db, outletId, [shift.id]);
  return addRest(totals, cash, await exchangesInShift(db, outletId, shift.id));
}

/** Adds up the bills that were completed or voided in a shift, some at a time: calls of tills run in between. */
export async function addUpBills(
  db: Kysely<Database>,
  outletId: number,
  { id, opening_balance }: Shift,
  before?: AddedUp,
): Promise<AddedUp> {
  const closed = await db
    .selectFrom('bill')
    .select('id')
    .where('outlet_id', '=', outletId)
    .where('shift_id', '=', id)
    .where(sql<boolean>`not is_open`)
    .orderBy('id')
    .execute();
  const ids = new Set(closed.map((row) => row.id));
  // A database that took over may lack the last bills.
  const known = before?.ids.isSubsetOf(ids) ? before : { ids: new Set(), totals: emptyTotals(opening_balance) };
  const others = [...ids.difference(known.ids)];
  let { totals } = known;
  for (let at = 0; at < others.length; at += partSize) {
    const rows = await db
      .selectFrom('bill')
      .select('doc')
      .where('outlet_id', '=', outletId)
      .where('id', 'in', others.slice(at, at + partSize))
      .execute();
    for (const { doc } of rows) totals = addBill(totals, doc);
  }
  return { ids, totals };
}

/** Returns the cash that the drawer of a shift should have, laari, from the rows of its payments: no bill is read. */
export async function drawerCash(
  db: Kysely<Database>,
  outletId: number,
  { id, opening_balance }: Shift,
): Promise<number> {
  const closed = db
    .selectFrom('bill')
    .select('id')
    .where('outlet_id', '=', outletId)
    .where('shift_id', '=', id)
    .where(sql<boolean>`not is_open`);
  // A correction may be of a bill of an earlier shift.
  const corrected = db
    .selectFrom('payment_exchange')
    .select('bill_id as id')
    .where('outlet_id', '=', outletId)
    .where('shift_id', '=', id);
  const paid = await db
    .selectFrom('payment')
    .select((eb) => eb.fn.sum<number | null>('amount').as('cash'))
    .where('outlet_id', '=', outletId)
    .where('bill_id', 'in', closed.union(corrected))
    .where('shift_id', '=', id)
    .where('method', '=', 'Cash')
    .executeTakeFirst();
  const { expectedCash } = shiftTotals([], await cashOf(db, outletId, [id]), opening_balance);
  return expectedCash + Number(paid?.cash ?? 0);
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
