/** Sources of sales reports by day, hour, type, slot and person. They read the sums that completed bills update, and columns of bills. */

import { availabilityDays } from '@atoll/domain/menu/availability';
import { type RawBuilder, sql } from 'kysely';
import { isPaid } from '../../../platform/store/open-bills.ts';
import { peopleNames } from '../../../platform/store/outlet/people.ts';
import {
  average,
  inRange,
  num,
  type ReportSource,
  rowsOf,
  type SourceQuery,
  type SqlRow,
  share,
  when,
} from '../source.ts';
import { type SentSales, sentSales } from './sent-by.ts';

const sums = sql`sum(bills) as "bills", sum(covers) as "covers", sum(sub_total) as "subTotal", sum(discount) as "discount",
  sum(service_charge) as "serviceCharge", sum(gst) as "gst", sum(total) as "total", sum(rounding) as "rounding", sum(tip) as "tip"`;

// A correction of a payment may write the cash rounding alone, in an hour without sales.
const hasSales = sql`(bills <> 0 or total <> 0)`;

const figures = (row: SqlRow) => ({
  bills: num(row['bills']),
  covers: num(row['covers']),
  subTotal: num(row['subTotal']),
  discount: num(row['discount']),
  serviceCharge: num(row['serviceCharge']),
  gst: num(row['gst']),
  total: num(row['total']),
});

const totalOf = (rows: readonly SqlRow[]): number => rows.reduce((sum, row) => sum + num(row['total']), 0);

const sales: ReportSource = async (query) => {
  const rows = await rowsOf(
    query,
    sql`select business_date as "date", ${sums} from sale_hour where ${inRange(query)}
      and ${when(query.filters.type, (type) => sql`type = ${type}`)} group by business_date order by business_date`,
  );
  return rows.map((row) => ({
    date: String(row['date']),
    ...figures(row),
    rounding: num(row['rounding']),
    tip: num(row['tip']),
    average: average(num(row['total']), num(row['bills'])),
  }));
};

const byHour: ReportSource = async (query) => {
  const rows = await rowsOf(
    query,
    sql`select hour as "hour", ${sums} from sale_hour where ${inRange(query)} and ${hasSales}
      and ${when(query.filters.type, (type) => sql`type = ${type}`)} group by hour order by hour`,
  );
  const whole = totalOf(rows);
  return rows.map((row) => ({
    hour: `${String(row['hour']).padStart(2, '0')}:00`,
    ...figures(row),
    share: share(num(row['total']), whole),
  }));
};

const [, ...weekdays] = availabilityDays;

const byWeekday: ReportSource = async (query) => {
  const rows = await rowsOf(
    query,
    sql`select business_date as "date", hour as "hour", sum(bills) as "bills", sum(total) as "total" from sale_hour
      where ${inRange(query)} and ${hasSales} and ${when(query.filters.type, (type) => sql`type = ${type}`)} group by business_date, hour`,
  );
  const sums = new Map<string, { day: number; hour: number; bills: number; total: number }>();
  for (const row of rows) {
    const day = new Date(`${row['date']}T00:00:00Z`).getUTCDay();
    const hour = num(row['hour']);
    const sum = sums.get(`${day} ${hour}`) ?? { day, hour, bills: 0, total: 0 };
    sums.set(`${day} ${hour}`, { ...sum, bills: sum.bills + num(row['bills']), total: sum.total + num(row['total']) });
  }
  return [...sums.values()]
    .toSorted((a, b) => a.day - b.day || a.hour - b.hour)
    .map(({ day, hour, bills, total }) => ({
      weekday: weekdays[day] ?? '',
      hour: `${String(hour).padStart(2, '0')}:00`,
      bills,
      total,
      average: average(total, bills),
    }));
};

const byType: ReportSource = async (query) => {
  const rows = await rowsOf(
    query,
    sql`select type as "type", ${sums} from sale_hour where ${inRange(query)} and ${hasSales} group by type order by sum(total) desc, type`,
  );
  const whole = totalOf(rows);
  return rows.map((row) => ({
    type: String(row['type']),
    ...figures(row),
    average: average(num(row['total']), num(row['bills'])),
    share: share(num(row['total']), whole),
  }));
};

/** Returns the condition that a completed bill is a visit. A refund is not a visit, but lowers the total of its slot. */
export const isVisit = ({ outletId }: SourceQuery): RawBuilder<unknown> =>
  sql`(total > 0 or (total = 0 and not exists
    (select 1 from refund where refund.outlet_id = ${outletId} and refund.refund_id = bill.id)))`;

const visits = (
  query: SourceQuery,
): RawBuilder<unknown> => sql`sum(case when ${isVisit(query)} then 1 else 0 end) as "bills",
  sum(total) as "total", avg(case when ${isVisit(query)} then completed_at - created_at end) as "openMs"`;

const bySlot: ReportSource = async (query) => {
  const rows = await rowsOf(
    query,
    sql`select type as "type", slot as "slot", ${visits(query)} from bill where ${inRange(query)} and ${isPaid}
      and ${when(query.filters.type, (type) => sql`type = ${type}`)} group by type, slot order by sum(total) desc, type, slot`,
  );
  return rows.map((row) => ({
    slot: `${row['type']} ${row['slot']}`,
    bills: num(row['bills']),
    minutes: Math.round(num(row['openMs']) / 60_000),
    total: num(row['total']),
    average: average(num(row['total']), num(row['bills'])),
  }));
};

const byServer: ReportSource = async (query) => {
  const rows = await rowsOf(
    query,
    sql`select user_id as "person", sum(bills) as "bills", sum(total) as "total" from sale_person where ${inRange(query)}
      group by user_id having sum(bills) <> 0 or sum(total) <> 0 order by sum(total) desc, user_id`,
  );
  const names = await peopleNames(query.db);
  const sent = await sentSales(query);
  const rowOf = (userId: number, sender: number, { bills, total }: Pick<SentSales, 'bills' | 'total'>) => ({
    userId,
    person: names.get(userId) ?? '',
    sentBy: names.get(sender) ?? '',
    bills,
    total,
    average: average(total, bills),
  });
  return rows.flatMap((row) => {
    const userId = num(row['person']);
    const others = sent.filter((one) => one.userId === userId);
    const sumOf = (field: 'bills' | 'total') => others.reduce((sum, one) => sum + one[field], 0);
    const own = { bills: num(row['bills']) - sumOf('bills'), total: num(row['total']) - sumOf('total') };
    const isOwn = others.length === 0 || own.bills !== 0 || own.total !== 0;
    return [...(isOwn ? [rowOf(userId, 0, own)] : []), ...others.map((one) => rowOf(userId, one.sender, one))];
  });
};

const tips: ReportSource = async (query) => {
  const rows = await rowsOf(
    query,
    sql`select business_date as "date", sum(bills) as "bills", sum(tip) as "tip" from sale_hour where ${inRange(query)}
      group by business_date having sum(tip) <> 0 order by business_date`,
  );
  return rows.map((row) => ({ date: String(row['date']), bills: num(row['bills']), tip: num(row['tip']) }));
};

const serviceCharge: ReportSource = async (query) => {
  const rows = await rowsOf(
    query,
    sql`select business_date as "date", type as "type", sum(service_charge) as "charge" from sale_hour where ${inRange(query)}
      group by business_date, type having sum(service_charge) <> 0 order by business_date, type`,
  );
  return rows.map((row) => ({
    date: String(row['date']),
    type: String(row['type']),
    serviceCharge: num(row['charge']),
  }));
};

const delivery: ReportSource = async (query) => {
  const rows = await rowsOf(
    query,
    sql`select type as "type", coalesce(delivery_status, 'Pending') as "status", ${visits(query)} from bill where ${inRange(query)}
      and ${isPaid} and type in ('Delivery', 'Takeaway') group by type, coalesce(delivery_status, 'Pending')
      order by 1, 2`,
  );
  return rows.map((row) => ({
    type: String(row['type']),
    status: String(row['status']),
    bills: num(row['bills']),
    minutes: Math.round(num(row['openMs']) / 60_000),
    total: num(row['total']),
  }));
};

export const salesSources: Readonly<Record<string, ReportSource>> = {
  sales,
  'sales-by-hour': byHour,
  'sales-by-weekday': byWeekday,
  'sales-by-type': byType,
  slots: bySlot,
  'sales-by-server': byServer,
  tips,
  'service-charge': serviceCharge,
  delivery,
};
