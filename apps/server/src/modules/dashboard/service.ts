/** The figures of a range of business days, from the sums that each completed bill keeps up to date. */
import type { dashboard } from '@atoll/domain/contract/platform/app';
import type { AnswerOf, QueryOf } from '@atoll/domain/contract/platform/endpoint';
import { businessDate, wallClock } from '@atoll/domain/date/business-day';
import { type DateRange, dateRange, type OutletClock, rangeNames } from '@atoll/domain/date/ranges';
import type { Kysely } from 'kysely';
import { refused } from '../../platform/errors/refused.ts';
import type { Database } from '../../platform/store/schema/schema.ts';
import type { Store } from '../../platform/store/store.ts';
import { lateSlots, lowStock, placeInDay, soldItems, voidedBills, weekBefore } from './figures.ts';

export type Dashboard = AnswerOf<typeof dashboard>;
export type DashboardQuery = QueryOf<typeof dashboard>;

const topCount = 10;
const slowCount = 5;

function rangeOf(query: DashboardQuery, clock: OutletClock, now: number): DateRange {
  const name = query.range || (query.start ? 'Custom' : 'Today');
  const range = rangeNames.find((known) => known === name);
  const start = Date.parse(query.start ?? '');
  if (range === undefined || (range === 'Custom' && Number.isNaN(start))) {
    throw refused('malformed', { details: 'Unknown period', errors: { range: 'Unknown period' } });
  }
  if (range !== 'Custom') return dateRange(range, now, clock);
  const dayOf = (at: number): string => businessDate(at, clock.timezone, clock.businessDayCutoff);
  const end = Date.parse(query.end ?? '');
  return dateRange(range, now, clock, { from: dayOf(start), to: dayOf(Number.isNaN(end) || end < start ? now : end) });
}

function hourFigures(db: Kysely<Database>, outletId: number, { from, to }: DateRange) {
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

function grouped<K>(rows: readonly HourRow[], keyOf: (row: HourRow) => K): { key: K; sales: number; bills: number }[] {
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

const sumOf = (
  rows: readonly HourRow[],
  column: 'bills' | 'covers' | 'discount' | 'service_charge' | 'gst' | 'total',
) => rows.reduce((sum, row) => sum + Number(row[column]), 0);

/** Returns the figures of the requested range. Refused: 'malformed', 'reportTooLong'. */
export async function findDashboard(
  store: Store,
  outletId: number,
  query: DashboardQuery,
  now: number,
): Promise<Dashboard> {
  const outlet = await store.readOrg((db) =>
    db
      .selectFrom('outlet')
      .select(['timezone', 'business_day_cutoff'])
      .where('id', '=', outletId)
      .executeTakeFirstOrThrow(),
  );
  const clock = { timezone: outlet.timezone, businessDayCutoff: outlet.business_day_cutoff };
  const range = rangeOf(query, clock, now);
  return store.readFigures(outletId, async (db) => {
    const hours = await hourFigures(db, outletId, range);
    const methods = await db
      .selectFrom('sale_method')
      .select((eb) => ['method', eb.fn.sum<number>('amount').as('amount')])
      .where('outlet_id', '=', outletId)
      .where('business_date', '>=', range.from)
      .where('business_date', '<=', range.to)
      .groupBy('method')
      .orderBy('amount', 'desc')
      .execute();
    const items = await soldItems(db, outletId, range);
    const earlier = { from: weekBefore(range, range.from), to: weekBefore(range, range.to) };
    const isToday = range.from === range.to && range.to === businessDate(now, clock.timezone, clock.businessDayCutoff);
    const untilHour = isToday ? placeInDay(wallClock(now, clock.timezone).hour, clock) : 23;
    const before = (await hourFigures(db, outletId, earlier)).filter((row) => placeInDay(row.hour, clock) <= untilHour);
    const open = await db
      .selectFrom('bill')
      .select((eb) => [eb.fn.countAll<number>().as('bills'), eb.fn.sum<number | null>('total').as('total')])
      .where('outlet_id', '=', outletId)
      .where('is_open', '=', true)
      .executeTakeFirstOrThrow();
    return {
      ...range,
      bills: sumOf(hours, 'bills'),
      covers: sumOf(hours, 'covers'),
      sales: sumOf(hours, 'total'),
      discount: sumOf(hours, 'discount'),
      gst: sumOf(hours, 'gst'),
      serviceCharge: sumOf(hours, 'service_charge'),
      openBills: Number(open.bills),
      openTotal: Number(open.total ?? 0),
      byHour: grouped(hours, (row) => row.hour)
        .map(({ key, sales, bills }) => ({ hour: key, sales, bills }))
        .sort((a, b) => a.hour - b.hour),
      byMethod: methods.map((row) => ({ method: row.method, amount: Number(row.amount) })),
      byType: grouped(hours, (row) => row.type)
        .map(({ key, sales, bills }) => ({ type: key, sales, bills }))
        .sort((a, b) => b.sales - a.sales),
      topItems: items.slice(0, topCount),
      slowItems: items.slice(topCount).slice(-slowCount).reverse(),
      before: {
        ...earlier,
        bills: sumOf(before, 'bills'),
        covers: sumOf(before, 'covers'),
        sales: sumOf(before, 'total'),
        discount: sumOf(before, 'discount'),
      },
      voids: await voidedBills(db, outletId, range),
      lateSlots: await lateSlots(db, outletId, now),
      lowStock: await lowStock(db, outletId),
    };
  });
}
