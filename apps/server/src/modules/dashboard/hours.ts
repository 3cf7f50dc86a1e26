/** Sums of sales by hour and slot type of a range, and sums of them. */
import type { DateRange } from '@atoll/domain/date/ranges';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/store/schema/schema.ts';

/** Returns the sums of each hour of the day and slot type over a range. */
export function hourFigures(db: Kysely<Database>, outletId: number, { from, to }: DateRange) {
  return db
    .selectFrom('sale_hour')
    .select((eb) => [
      'hour',
      'type',
      eb.fn.sum<number>('bills').as('bills'),
      eb.fn.sum<number>('covers').as('covers'),
      eb.fn.sum<number>('discount').as('discount'),
      eb.fn.sum<number>('service_charge').as('service_charge'),
      eb.fn.sum<number>('gst').as('gst'),
      eb.fn.sum<number>('total').as('total'),
    ])
    .where('outlet_id', '=', outletId)
    .where('business_date', '>=', from)
    .where('business_date', '<=', to)
    .groupBy(['hour', 'type'])
    .execute();
}

type HourRow = Awaited<ReturnType<typeof hourFigures>>[number];

/** Returns sales and bills for each key of the rows. */
export function grouped<K>(
  rows: readonly HourRow[],
  keyOf: (row: HourRow) => K,
): { key: K; sales: number; bills: number }[] {
  const sums = new Map<K, { key: K; sales: number; bills: number }>();
  for (const row of rows) {
    const key = keyOf(row);
    const sum = sums.get(key) ?? { key, sales: 0, bills: 0 };
    sum.sales += Number(row.total);
    sum.bills += Number(row.bills);
    sums.set(key, sum);
  }
  return [...sums.values()];
}

/** Returns the sum of a column. */
export const sumOf = (
  rows: readonly HourRow[],
  column: 'bills' | 'covers' | 'discount' | 'service_charge' | 'gst' | 'total',
): number => rows.reduce((sum, row) => sum + Number(row[column]), 0);
