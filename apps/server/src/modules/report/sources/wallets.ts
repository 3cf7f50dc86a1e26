/** Sources of reports on wallets and points: sums of their entries, which are the only way a balance changes. */
import { addDays } from '@atoll/domain/date/business-day';
import { methodLabel } from '@atoll/domain/payment/methods';
import type { PointEntryType } from '@atoll/domain/points/points';
import { pointMovementWords, walletMovementWords } from '@atoll/domain/report/wallet-reports';
import type { WalletEntryType } from '@atoll/domain/wallet/wallet';
import { sql } from 'kysely';
import { maxRows, num, type ReportSource, rowsOf, type SourceQuery } from '../source.ts';

const inRange = ({ outletId, range }: SourceQuery) =>
  sql`e.outlet_id = ${outletId} and e.business_date >= ${range.from} and e.business_date <= ${range.to}`;
const walletOfEntry = sql`wallet_entry e join wallet w on w.outlet_id = e.outlet_id and w.id = e.wallet_id`;

/** Balances at the end of the period; the age is that of the first entry. */
const liability: ReportSource = async (query) => {
  const { outletId, range } = query;
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
      from (select w.kind as kind, w.id as id, sum(e.amount) as balance, min(e.business_date) as first_day from ${walletOfEntry}
        where e.outlet_id = ${outletId} and e.business_date <= ${range.to} group by w.kind, w.id) balances
      where balance <> 0 group by kind order by kind`,
  );
  return rows.map((row) => ({
    kind: methodLabel(String(row['kind'])),
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
