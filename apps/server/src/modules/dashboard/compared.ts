/** The figures of the days that the dashboard compares a range with. Source: R35.56, docs/rules.md#like-with-like. */
import { addDays } from '@atoll/domain/date/business-day';
import type { LikeRange } from '@atoll/domain/report/like-with-like';
import { type Kysely, sql } from 'kysely';
import { isPaid } from '../../platform/store/open-bills.ts';
import type { Database } from '../../platform/store/schema/schema.ts';
import { grouped, hourFigures, sumOf } from './hours.ts';

const noFigures = { bills: 0, covers: 0, sales: 0, discount: 0 };

/** Returns the figures of the bills of a business day that were completed before an instant. A refund is no bill and has no guests. */
async function figuresBefore(db: Kysely<Database>, outletId: number, day: string, untilMs: number) {
  const isSale = sql`doc ->> 'refundOfId' is null`;
  const found = await sql<Record<keyof typeof noFigures, number | string | null>>`
    select sum(case when ${isSale} then 1 else 0 end) as "bills", sum(total) as "sales",
      sum(case when ${isSale} then cast(doc ->> 'covers' as integer) else 0 end) as "covers",
      sum(cast(doc ->> 'discount' as integer)) as "discount" from bill
    where outlet_id = ${outletId} and business_date = ${day} and ${isPaid} and completed_at < ${untilMs}`.execute(db);
  const row = found.rows[0] ?? noFigures;
  return {
    bills: Number(row.bills ?? 0),
    covers: Number(row.covers ?? 0),
    sales: Number(row.sales ?? 0),
    discount: Number(row.discount ?? 0),
  };
}

/** Returns the figures of the compared days up to the same minute, and their sales by hour of the whole days. */
export async function comparedFigures(db: Kysely<Database>, outletId: number, { from, to, untilMs }: LikeRange) {
  const byHour = await hourFigures(db, outletId, { from, to });
  const wholeDays =
    untilMs === null ? byHour : from < to ? await hourFigures(db, outletId, { from, to: addDays(to, -1) }) : [];
  const last = untilMs === null ? noFigures : await figuresBefore(db, outletId, to, untilMs);
  return {
    from,
    to,
    until: untilMs === null ? null : new Date(untilMs).toISOString(),
    bills: sumOf(wholeDays, 'bills') + last.bills,
    covers: sumOf(wholeDays, 'covers') + last.covers,
    sales: sumOf(wholeDays, 'total') + last.sales,
    discount: sumOf(wholeDays, 'discount') + last.discount,
    byHour: grouped(byHour, (row) => row.hour)
      .map(({ key, sales }) => ({ hour: key, sales }))
      .sort((a, b) => a.hour - b.hour),
  };
}
