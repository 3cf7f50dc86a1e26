/** Sources of reports on wallets and points: sums of their entries, which are the only way a balance changes. */
import { addDays } from '@atoll/domain/date/business-day';
import { methodLabel } from '@atoll/domain/payment/methods';
import type { PointEntryType } from '@atoll/domain/points/points';
import {
  gstStates,
  instalmentsOfOrders,
  pointMovementWords,
  walletMovementWords,
} from '@atoll/domain/report/wallet-reports';
import type { WalletEntryType } from '@atoll/domain/wallet/wallet';
import { sql } from 'kysely';
import { maxRows, num, type ReportSource, rowsOf, type SourceQuery } from '../source.ts';

const inRange = ({ outletId, range }: SourceQuery) =>
  sql`e.outlet_id = ${outletId} and e.business_date >= ${range.from} and e.business_date <= ${range.to}`;
const walletOfEntry = sql`wallet_entry e join wallet w on w.outlet_id = e.outlet_id and w.id = e.wallet_id`;

/** Balances of wallets at the end of the period, with the day of the first entry. */
const walletBalances = ({ outletId, range }: SourceQuery) =>
  sql`select w.kind as kind, w.id as id, sum(e.amount) as balance, min(e.business_date) as first_day from ${walletOfEntry}
    where e.outlet_id = ${outletId} and e.business_date <= ${range.to} group by w.kind, w.id`;

/** What the outlet has of the instalments of orders that were neither collected nor cancelled by the end of the period. */
const instalmentBalances = ({ outletId, range, endMs }: SourceQuery) =>
  sql`select 'Instalments' as kind, o.id as id, min(bill.business_date) as first_day,
    sum(a.amount + coalesce((select sum(back.total) from refund r
      join bill back on back.outlet_id = r.outlet_id and back.id = r.refund_id
      where r.outlet_id = a.outlet_id and r.bill_id = a.bill_id and back.business_date <= ${range.to}), 0)) as balance
    from order_advance a
    join advance_order o on o.outlet_id = a.outlet_id and o.id = a.order_id
    join bill on bill.outlet_id = a.outlet_id and bill.id = a.bill_id
    where a.outlet_id = ${outletId} and o.tax = 'Instalments' and bill.business_date <= ${range.to}
      and not (o.status = 'Cancelled' and o.modified_at < ${endMs})
      and not exists (select 1 from bill made where made.outlet_id = o.outlet_id and made.id = o.bill_id
        and made.invoice_number is not null and made.business_date <= ${range.to})
    group by o.id`;

/** Balances at the end of the period; the age is that of the first entry. GST was paid with instalments, and is due with what the others buy. */
const liability: ReportSource = async (query) => {
  const { range } = query;
  const [day30, day60, day90] = [30, 60, 90].map((days) => addDays(range.to, -days));
  const aged = (condition: ReturnType<typeof sql>) =>
    sql`sum(case when balance > 0 and ${condition} then balance else 0 end)`;
  const rows = await rowsOf(
    query,
    sql`select kind as "kind", count(*) as "cards", sum(balance) as "balance",
      ${aged(sql`first_day >= ${day30}`)} as "to30",
      ${aged(sql`first_day < ${day30} and first_day >= ${day60}`)} as "to60",
      ${aged(sql`first_day < ${day60} and first_day >= ${day90}`)} as "to90",
      ${aged(sql`first_day < ${day90}`)} as "older",
      sum(case when balance < 0 then balance else 0 end) as "overdrawn"
      from (select kind, balance, first_day from (${walletBalances(query)}) wallets
        union all select kind, balance, first_day from (${instalmentBalances(query)}) instalments) balances
      where balance <> 0 group by kind order by kind`,
  );
  return rows.map((row) => ({
    kind: row['kind'] === 'Instalments' ? instalmentsOfOrders : methodLabel(String(row['kind'])),
    gst: row['kind'] === 'Instalments' ? gstStates.paid : gstStates.unpaid,
    cards: num(row['cards']),
    balance: num(row['balance']),
    to30: num(row['to30']),
    to60: num(row['to60']),
    to90: num(row['to90']),
    older: num(row['older']),
    overdrawn: num(row['overdrawn']),
  }));
};

/** The first entry of store credit or a deposit is no sale. */
const typeOfEntry = sql`case when w.kind <> 'GiftCard' and e.type = 'Issue' then 'Load' else e.type end`;

const movements: ReportSource = async (query) => {
  const rows = await rowsOf(
    query,
    sql`select e.business_date as "date", w.kind as "kind", ${typeOfEntry} as "type", count(*) as "entries", sum(e.amount) as "amount"
      from ${walletOfEntry} where ${inRange(query)}
      group by e.business_date, w.kind, ${typeOfEntry} order by e.business_date, w.kind, ${typeOfEntry} limit ${maxRows}`,
  );
  return rows.map((row) => ({
    date: String(row['date']),
    kind: methodLabel(String(row['kind'])),
    movement: walletMovementWords[row['type'] as WalletEntryType],
    entries: num(row['entries']),
    amount: num(row['amount']),
  }));
};

const breakage: ReportSource = async (query) => {
  const rows = await rowsOf(
    query,
    sql`select e.business_date as "date", w.last4 as "card", e.amount as "amount", e.made_by_name as "person", e.note as "reason"
      from ${walletOfEntry} where ${inRange(query)} and e.type = 'Expire' order by e.id desc limit ${maxRows}`,
  );
  return rows.map((row) => ({
    date: String(row['date']),
    card: String(row['card']),
    amount: 0 - num(row['amount']),
    person: String(row['person']),
    reason: String(row['reason']),
  }));
};

const points: ReportSource = async (query) => {
  const rows = await rowsOf(
    query,
    sql`select e.business_date as "date", e.type as "type", count(*) as "entries", sum(e.points) as "points"
      from point_entry e where ${inRange(query)}
      group by e.business_date, e.type order by e.business_date, e.type limit ${maxRows}`,
  );
  return rows.map((row) => ({
    date: String(row['date']),
    movement: pointMovementWords[row['type'] as PointEntryType],
    entries: num(row['entries']),
    points: num(row['points']),
  }));
};

export const walletSources: Readonly<Record<string, ReportSource>> = {
  'wallet-liability': liability,
  'wallet-movements': movements,
  'wallet-breakage': breakage,
  points,
};
