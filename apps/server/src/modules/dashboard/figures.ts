/** Figures of the dashboard besides the sums by hour. */

import { voidedItems, voidedSum } from '@atoll/domain/bill/voided';
import type { DateRange } from '@atoll/domain/date/ranges';
import { weightUnit } from '@atoll/domain/money/quantity';
import { type Kysely, sql } from 'kysely';
import { billTotal, isOpenRow } from '../../platform/store/open-bills.ts';
import { peopleNames } from '../../platform/store/outlet/people.ts';
import { readSettingOf } from '../../platform/store/read-setting.ts';
import type { Database } from '../../platform/store/schema/schema.ts';
import { billsWithVoids } from '../bill/service.ts';
import { isLowSql } from '../stock/service.ts';

const maxLate = 20;
/** Bills with voids that the dashboard adds up. */
const maxWithVoids = 5000;

/** Returns the items of the menu sold in a range, the most first; a delivery fee is none of them. */
export async function soldItems(db: Kysely<Database>, outletId: number, { from, to }: DateRange) {
  const rows = await db
    .selectFrom('sale_item')
    .select((eb) => [
      'menu_item_id',
      eb.fn.max('name').as('name'),
      eb.fn.sum<number>('qty').as('qty'),
      eb.fn.sum<number>('amount').as('amount'),
    ])
    .where('outlet_id', '=', outletId)
    .where('business_date', '>=', from)
    .where('business_date', '<=', to)
    .where('menu_item_id', '>', 0)
    .groupBy('menu_item_id')
    .orderBy('amount', 'desc')
    .execute();
  const weighed = await db
    .selectFrom('menu_item')
    .select('id')
    .where('outlet_id', '=', outletId)
    .where('is_sold_by_weight', '=', true)
    .execute();
  const byWeight = new Set(weighed.map(({ id }) => id));
  return rows.map((row) => ({
    name: row.name,
    qty: Number(row.qty) / 1000,
    ...(byWeight.has(row.menu_item_id) && { unit: weightUnit }),
    sales: Number(row.amount),
  }));
}

/** Returns number and value of the items that were voided on the days of a range, as X and Z count them (docs/rules.md#voids). */
export async function voidedSales(
  db: Kysely<Database>,
  outletId: number,
  range: DateRange,
): Promise<{ count: number; amount: number }> {
  return voidedSum((await billsWithVoids(db, outletId, range, maxWithVoids)).flatMap(voidedItems));
}

/** Returns bills that have been open for too long, the oldest first. */
export async function lateSlots(db: Kysely<Database>, outletId: number, now: number) {
  const after = await readSettingOf(db, outletId, 'LateTableMinutes');
  const rows = await db
    .selectFrom('bill')
    .select([
      'id',
      'type',
      'slot',
      'created_at',
      sql<number | null>`coalesce(waiter_id, created_by)`.as('waiter'),
      billTotal.as('total'),
    ])
    .where('outlet_id', '=', outletId)
    .where(isOpenRow)
    .where(sql<boolean>`+created_at <= ${now - after * 60_000}`)
    .orderBy(sql`+created_at`)
    .limit(maxLate)
    .execute();
  if (rows.length === 0) return [];
  const names = await peopleNames(
    db,
    rows.map((row) => row.waiter),
  );
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    slot: row.slot,
    minutes: Math.floor((now - row.created_at) / 60_000),
    total: row.total,
    by: names.get(row.waiter ?? 0) ?? '',
  }));
}

/** Returns how many inventory items are below zero, or at or below their reorder level (R35.60). */
export async function lowStock(db: Kysely<Database>, outletId: number): Promise<number> {
  const { count } = await db
    .selectFrom('inventory_item')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('outlet_id', '=', outletId)
    .where('is_active', '=', true)
    .where(isLowSql)
    .executeTakeFirstOrThrow();
  return Number(count);
}
