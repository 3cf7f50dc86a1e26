/** Reads what belongs to a business day: its bills page by page, corrections of payments, and the stored sums. */
import type { Bill } from '@atoll/domain/bill/bill';
import { type DiscountKind, discountKinds } from '@atoll/domain/report/price-reports';
import { type Kysely, sql } from 'kysely';
import { addedUp } from '../../apps/server/src/platform/store/outlet/collected-sums.ts';
import type { Database } from '../../apps/server/src/platform/store/schema/schema.ts';
import { billPages } from './bill-pages.ts';
import { add, addDiscount, addGift, addPerson, addRule, itemName, rateName, salesLabels } from './day-sums.ts';
import { noteColumns, noteOf } from './notes.ts';

type Db = Kysely<Database>;

const sumTables = [
  'sale_hour',
  'sale_method',
  'sale_item',
  'sale_tax',
  'sale_person',
  'sale_gift',
  'sale_rule',
] as const;
const tables = [...sumTables, 'payment_exchange', 'bill'] as const;

/** Returns the next business day with sales or sums, or undefined. */
export async function nextDay(db: Db, outletId: number, after: string): Promise<string | undefined> {
  const days: string[] = [];
  for (const table of tables) {
    const row = await db
      .selectFrom(table)
      .select('business_date')
      .where('outlet_id', '=', outletId)
      .where('business_date', '>', after)
      .orderBy('business_date')
      .limit(1)
      .executeTakeFirst();
    if (row?.business_date) days.push(row.business_date);
  }
  return days.toSorted()[0];
}

/** Reads the completed bills of a day. */
export async function* salesOfDay(db: Db, outletId: number, date: string): AsyncGenerator<Bill> {
  for await (const { status, doc } of billPages(db, outletId, ['business_date', date]))
    if (status === 'Complete') yield doc;
}

/** Returns the corrections of payments that were made on a day. */
export const exchangesOfDay = (db: Db, outletId: number, date: string) =>
  db
    .selectFrom('payment_exchange as e')
    .innerJoin('bill as b', (join) => join.onRef('b.outlet_id', '=', 'e.outlet_id').onRef('b.id', '=', 'e.bill_id'))
    .select(['e.key', 'e.reversed', 'e.captured', 'b.type'])
    .where('e.outlet_id', '=', outletId)
    .where('e.business_date', '=', date)
    .execute();

/** Returns the stored sums of a day by the same labels as the computed ones. */
export async function storedSums(db: Db, outletId: number, date: string) {
  const of = <T extends (typeof sumTables)[number]>(table: T) =>
    sql<Database[T]>`select * from ${sql.table(table)} where outlet_id = ${outletId} and business_date = ${date}`
      .execute(db)
      .then(({ rows }) => addedUp(table, rows));
  const itemRows = await of('sale_item');
  const hours = await of('sale_hour');
  const rules = Object.groupBy(await of('sale_rule'), ({ kind }) => (isDiscount(kind) ? 'reasons' : 'rules'));
  return {
    sales: salesSums(hours),
    hours,
    methods: methodSums(await of('sale_method')),
    items: itemSums(itemRows),
    names: new Map(itemRows.map((row) => [itemName(row.menu_item_id, row.size), row.name])),
    taxes: taxSums(await of('sale_tax')),
    people: peopleSums(await of('sale_person')),
    gifts: giftSums(await of('sale_gift')),
    rules: rulesOf(rules.rules ?? []),
    reasons: reasonsOf(rules.reasons ?? []),
  };
}

const isDiscount = (kind: string): boolean => discountKinds.some((one: DiscountKind) => one === kind);

/** Sums of a day that earlier releases did not have. */
export type Detail = 'taxes' | 'people' | 'gifts' | 'reasons';

/** Returns the detail of which the outlet has no row on any day, because the server has not computed it since an earlier release. */
export async function detailWithoutRows(db: Db, outletId: number): Promise<ReadonlySet<Detail>> {
  const none = new Set<Detail>();
  for (const [name, table] of [
    ['taxes', 'sale_tax'],
    ['people', 'sale_person'],
    ['gifts', 'sale_gift'],
  ] as const) {
    const row = await db.selectFrom(table).select('outlet_id').where('outlet_id', '=', outletId).limit(1).execute();
    if (row.length === 0) none.add(name);
  }
  const reasons = await db
    .selectFrom('sale_rule')
    .select('outlet_id')
    .where('outlet_id', '=', outletId)
    .where('kind', 'in', discountKinds)
    .limit(1)
    .execute();
  if (reasons.length === 0) none.add('reasons');
  if (none.size > 0 && (await isOfThisRelease(db, outletId)))
    for (const name of ['taxes', 'people'] as const) none.delete(name);
  return none;
}

/** Returns whether the last sale of an outlet was recorded by a release that writes the rows of every sum by tax and person. */
async function isOfThisRelease(db: Db, outletId: number): Promise<boolean> {
  // A refund writes two entries: of the refund with its rows, and of the bill without.
  const last = await db
    .selectFrom('history')
    .select(noteColumns)
    .where('outlet_id', '=', outletId)
    .where('subject', '=', 'Bill')
    .where('action', 'in', ['Paid', 'Refunded'])
    .orderBy('seq', 'desc')
    .limit(2)
    .execute();
  return last.some((row) => Object.keys(noteOf(row).written).length > 0);
}

function salesSums(rows: readonly Database['sale_hour'][]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const row of rows) {
    const { type, bills, covers, discount, gst, total, rounding, tip } = row;
    const values = { bills, covers, discount, gst, total, rounding, tip };
    const all = { ...values, subTotal: row.sub_total, serviceCharge: row.service_charge };
    for (const [name, amount] of Object.entries(all))
      add(sums, salesLabels[name as keyof typeof salesLabels](type), amount);
  }
  return sums;
}

function methodSums(rows: readonly Database['sale_method'][]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { method, payments, amount } of rows) {
    add(sums, `payments by ${method}`, amount);
    add(sums, `number of payments by ${method}`, payments);
  }
  return sums;
}

function itemSums(rows: readonly Database['sale_item'][]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { menu_item_id, size, qty, amount } of rows) {
    add(sums, `quantity of ${itemName(menu_item_id, size)} in thousandths`, qty);
    add(sums, `sales of ${itemName(menu_item_id, size)}`, amount);
  }
  return sums;
}

function taxSums(rows: readonly Database['sale_tax'][]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { gst_mode, gst_bp, base, gst } of rows) {
    add(sums, `value with GST ${rateName(gst_mode, gst_bp)}`, base);
    add(sums, `GST ${rateName(gst_mode, gst_bp)}`, gst);
  }
  return sums;
}

function peopleSums(rows: readonly Database['sale_person'][]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const row of rows) addPerson(sums, row);
  return sums;
}

function giftSums(rows: readonly Database['sale_gift'][]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const row of rows) addGift(sums, row);
  return sums;
}

function rulesOf(rows: readonly Database['sale_rule'][]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const row of rows) addRule(sums, row);
  return sums;
}

function reasonsOf(rows: readonly Database['sale_rule'][]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const row of rows) addDiscount(sums, row);
  return sums;
}
