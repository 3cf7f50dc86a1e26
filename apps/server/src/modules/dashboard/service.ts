/** The figures of a range of business days, from the sums that each completed bill keeps up to date. */
import type { dashboard } from '@atoll/domain/contract/platform/app';
import type { AnswerOf, QueryOf } from '@atoll/domain/contract/platform/endpoint';
import { businessDate } from '@atoll/domain/date/business-day';
import { type DateRange, dateRange, type OutletClock, type RangeName, rangeNames } from '@atoll/domain/date/ranges';
import { likeWithLike } from '@atoll/domain/report/like-with-like';
import { type Kysely, sql } from 'kysely';
import { refused } from '../../platform/errors/refused.ts';
import type { Actor } from '../../platform/http/actor.ts';
import { billTotal, isOpenRow } from '../../platform/store/open-bills.ts';
import type { Database } from '../../platform/store/schema/schema.ts';
import type { Store } from '../../platform/store/store.ts';
import { comparedFigures } from './compared.ts';
import { lateSlots, lowStock, soldItems, voidedSales } from './figures.ts';
import { grouped, hourFigures, sumOf } from './hours.ts';
import { lastClose, openShift } from './shift.ts';

export type Dashboard = AnswerOf<typeof dashboard>;
export type DashboardQuery = QueryOf<typeof dashboard>;

const topCount = 10;
const slowCount = 5;

interface NamedRange extends DateRange {
  readonly name: RangeName;
}

function rangeOf(query: DashboardQuery, clock: OutletClock, now: number): NamedRange {
  const name = query.range || (query.start ? 'Custom' : 'Today');
  const range = rangeNames.find((known) => known === name);
  const start = Date.parse(query.start ?? '');
  if (range === undefined || (range === 'Custom' && Number.isNaN(start))) {
    throw refused('malformed', { details: 'Unknown period', errors: { range: 'Unknown period' } });
  }
  if (range !== 'Custom') return { name: range, ...dateRange(range, now, clock) };
  const dayOf = (at: number): string => businessDate(at, clock.timezone, clock.businessDayCutoff);
  const end = Date.parse(query.end ?? '');
  const custom = { from: dayOf(start), to: dayOf(Number.isNaN(end) || end < start ? now : end) };
  return { name: range, ...dateRange(range, now, clock, custom) };
}

/** Returns the amounts of each payment method, the largest first. */
async function methodFigures(db: Kysely<Database>, outletId: number, { from, to }: DateRange) {
  const rows = await db
    .selectFrom('sale_method')
    .select((eb) => ['method', eb.fn.sum<number>('amount').as('amount')])
    .where('outlet_id', '=', outletId)
    .where('business_date', '>=', from)
    .where('business_date', '<=', to)
    .groupBy('method')
    .orderBy('amount', 'desc')
    .execute();
  return rows.map((row) => ({ method: row.method, amount: Number(row.amount) }));
}

/** Returns the number of open bills and their total. */
async function openBills(db: Kysely<Database>, outletId: number) {
  const open = await db
    .selectFrom('bill')
    .select((eb) => [eb.fn.countAll<number>().as('bills'), sql<number | null>`sum(${billTotal})`.as('total')])
    .where('outlet_id', '=', outletId)
    .where(isOpenRow)
    .executeTakeFirstOrThrow();
  return { openBills: Number(open.bills), openTotal: Number(open.total ?? 0) };
}

/** Returns the figures of the requested range. Refused: 'malformed', 'reportTooLong'. */
export async function findDashboard(
  store: Store,
  actor: Pick<Actor, 'outletId' | 'permissions'>,
  query: DashboardQuery,
  now: number,
): Promise<Dashboard> {
  const { outletId } = actor;
  const outlet = await store.readOrg((db) =>
    db
      .selectFrom('outlet')
      .select(['timezone', 'business_day_cutoff'])
      .where('id', '=', outletId)
      .executeTakeFirstOrThrow(),
  );
  const clock = { timezone: outlet.timezone, businessDayCutoff: outlet.business_day_cutoff };
  const { name, ...range } = rangeOf(query, clock, now);
  return store.readForReports(outletId, async (db) => {
    const hours = await hourFigures(db, outletId, range);
    const items = await soldItems(db, outletId, range);
    return {
      ...range,
      bills: sumOf(hours, 'bills'),
      covers: sumOf(hours, 'covers'),
      sales: sumOf(hours, 'total'),
      discount: sumOf(hours, 'discount'),
      gst: sumOf(hours, 'gst'),
      serviceCharge: sumOf(hours, 'service_charge'),
      ...(await openBills(db, outletId)),
      byHour: grouped(hours, (row) => row.hour)
        .map(({ key, sales, bills }) => ({ hour: key, sales, bills }))
        .sort((a, b) => a.hour - b.hour),
      byMethod: await methodFigures(db, outletId, range),
      byType: grouped(hours, (row) => row.type)
        .map(({ key, sales, bills }) => ({ type: key, sales, bills }))
        .sort((a, b) => b.sales - a.sales),
      topItems: items.slice(0, topCount),
      slowItems: items.slice(topCount).slice(-slowCount).reverse(),
      before: await comparedFigures(db, outletId, likeWithLike(name, range, now, clock)),
      voids: await voidedSales(db, outletId, range),
      lateSlots: await lateSlots(db, outletId, now),
      lowStock: await lowStock(db, outletId),
      shift: await openShift(db, actor),
      lastClose: await lastClose(db, outletId),
    };
  });
}
