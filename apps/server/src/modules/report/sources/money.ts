/** Sources of reports on payments, shifts, cash, tax, customers and accounts. */
import { isReversal } from '@atoll/domain/account/reversal';
import { daysBetween } from '@atoll/domain/date/business-day';
import { formatAmount, formatMoney, laari } from '@atoll/domain/money/money';
import { ageing } from '@atoll/domain/report/ageing';
import type { ReportRow } from '@atoll/domain/report/report';
import { untaxedServiceCharge } from '@atoll/domain/report/report-word';
import { countedMethod } from '@atoll/domain/shift/shift';
import { sql } from 'kysely';
import { isPaid } from '../../../platform/store/open-bills.ts';
import { peopleNames } from '../../../platform/store/outlet/people.ts';
import {
  average,
  inRange,
  instantOf,
  maxRows,
  num,
  type ReportSource,
  rowsOf,
  type SourceQuery,
  share,
  when,
} from '../source.ts';
import { isVisit } from './sales.ts';

const payments: ReportSource = async (query) => {
  const rows = await rowsOf(
    query,
    sql`select method as "method", sum(payments) as "payments", sum(amount) as "amount" from sale_method where ${inRange(query)}
      and ${when(query.filters.method, (method) => sql`method = ${method}`)} group by method order by sum(amount) desc, method`,
  );
  const whole = rows.reduce((sum, row) => sum + num(row['amount']), 0);
  return rows.map((row) => ({
    method: String(row['method']),
    payments: num(row['payments']),
    amount: num(row['amount']),
    share: share(num(row['amount']), whole),
  }));
};

const paymentsByDay: ReportSource = async (query) => {
  const rows = await rowsOf(
    query,
    sql`select business_date as "date", method as "method", sum(payments) as "payments", sum(amount) as "amount" from sale_method
      where ${inRange(query)} and ${when(query.filters.method, (method) => sql`method = ${method}`)}
      group by business_date, method order by business_date, method limit ${maxRows}`,
  );
  return rows.map((row) => ({
    date: String(row['date']),
    method: String(row['method']),
    payments: num(row['payments']),
    amount: num(row['amount']),
  }));
};

/** Corrections of payment methods. Both payments of each are in the sums by method of the day of the correction. */
const corrections: ReportSource = async ({ db, outletId, range }) => {
  const names = await peopleNames(db);
  const rows = await db
    .selectFrom('payment_exchange as e')
    .innerJoin('bill as b', (join) => join.onRef('b.outlet_id', '=', 'e.outlet_id').onRef('b.id', '=', 'e.bill_id'))
    .leftJoin('approval as a', (join) =>
      join.onRef('a.outlet_id', '=', 'e.outlet_id').onRef('a.key', '=', 'e.approval_key'),
    )
    .select(['e.at', 'e.reversed', 'e.captured', 'e.reason', 'e.made_by_name', 'b.invoice_number', 'a.approver_id'])
    .where('e.outlet_id', '=', outletId)
    .where('e.business_date', '>=', range.from)
    .where('e.business_date', '<=', range.to)
    .orderBy('e.at', 'desc')
    .limit(maxRows)
    .execute();
  return rows.map(({ at, reversed, captured, reason, made_by_name, invoice_number, approver_id }) => ({
    at: instantOf(at),
    bill: invoice_number ?? '',
    method: countedMethod(reversed),
    to: countedMethod(captured),
    amount: captured.amount,
    person: made_by_name,
    approved: names.get(approver_id ?? 0) ?? '',
    reason,
  }));
};

/** Returns the sales of an open shift so far. A closed shift has its own stored figures. */
async function salesSoFar(query: SourceQuery, shiftId: number): Promise<{ bills: number; total: number }> {
  const [sum] = await rowsOf(
    query,
    sql`select sum(case when ${isVisit(query)} then 1 else 0 end) as "bills", sum(total) as "total" from bill
      where outlet_id = ${query.outletId} and shift_id = ${shiftId} and not is_open and ${isPaid}`,
  );
  return { bills: num(sum?.['bills']), total: num(sum?.['total']) };
}

interface ForeignCount {
  readonly method: string;
  /** Laari. */
  readonly amount: number;
  /** Hundredths of the currency; absent when an earlier release counted it. */
  readonly units?: number | undefined;
}

/** Returns foreign cash that was expected or counted, as 'USD 12.50'; undefined for another method. */
function foreignText({ method, amount, units }: ForeignCount): string | undefined {
  const [name, currency] = method.split(' ');
  if (name !== 'Cash' || currency === undefined) return undefined;
  return units === undefined
    ? `${currency} = ${formatMoney(laari(amount))}`
    : `${currency} ${formatAmount(laari(units))}`;
}

const shifts: ReportSource = async (query) => {
  const { db, outletId, range } = query;
  const rows = await db
    .selectFrom('shift')
    .leftJoin('z_report', (join) =>
      join.onRef('z_report.outlet_id', '=', 'shift.outlet_id').onRef('z_report.shift_id', '=', 'shift.id'),
    )
    .select([
      'shift.id',
      'shift.number',
      'shift.business_date',
      'shift.created_by_name',
      'shift.closed_by_name',
      'shift.closing',
      'shift.totals',
      'z_report.number as z',
    ])
    .where('shift.outlet_id', '=', outletId)
    .where('shift.business_date', '>=', range.from)
    .where('shift.business_date', '<=', range.to)
    .orderBy('shift.id', 'desc')
    .limit(maxRows)
    .execute();
  const cash = (amounts: readonly { method: string; amount: number }[] | undefined): number | null =>
    amounts?.find(({ method }) => method === 'Cash')?.amount ?? null;
  const foreign = (amounts: readonly ForeignCount[] = []): string =>
    amounts.flatMap((one) => foreignText(one) ?? []).join(', ');
  const open = rows.find(({ totals }) => totals === null);
  const now = open && (await salesSoFar(query, open.id));
  return rows.map(({ closing, totals, ...row }) => ({
    shiftId: row.id,
    number: String(row.number),
    date: row.business_date,
    openedBy: row.created_by_name,
    closedBy: row.closed_by_name ?? '',
    z: row.z === null ? '' : String(row.z),
    bills: (totals ?? now)?.bills ?? 0,
    total: (totals ?? now)?.total ?? 0,
    expected: cash(closing?.expected),
    counted: cash(closing?.counted),
    expectedForeign: foreign(closing?.expected),
    countedForeign: foreign(closing?.counted),
    difference: closing?.difference ?? 0,
  }));
};

const cash: ReportSource = async (query) => {
  const rows = await rowsOf(
    query,
    sql`select e.at as "at", s.number as "shift", e.kind as "kind", e.type as "type", e.reason as "reason",
      e.made_by_name as "person", e.amount as "amount" from cash_event e
      join shift s on s.outlet_id = e.outlet_id and s.id = e.shift_id
      where e.outlet_id = ${query.outletId} and e.at >= ${query.startMs} and e.at < ${query.endMs} order by e.at desc limit ${maxRows}`,
  );
  return rows.map((row) => ({
    at: instantOf(row['at']),
    shift: String(row['shift']),
    type: String(row['type'] || (row['kind'] === 'In' ? 'PayIn' : 'PayOut')),
    reason: String(row['reason']),
    person: String(row['person']),
    in: row['kind'] === 'In' ? num(row['amount']) : null,
    out: row['kind'] === 'Out' ? num(row['amount']) : null,
  }));
};

const gstOutput: ReportSource = async (query) => {
  const rows = await rowsOf(
    query,
    sql`select gst_mode as "mode", gst_bp as "rate", sum(base) as "base", sum(gst) as "gst" from sale_tax where ${inRange(query)}
      group by gst_mode, gst_bp order by gst_mode, gst_bp`,
  );
  const taxed = rows.map((row) => ({
    mode: String(row['mode']),
    rate: num(row['rate']) / 100,
    base: num(row['base']),
    gst: num(row['gst']),
    total: num(row['base']) + num(row['gst']),
  }));
  const [sold] = await rowsOf(
    query,
    sql`select sum(total) as "total", sum(gst) as "gst" from sale_hour where ${inRange(query)}`,
  );
  const sumOf = (key: 'total' | 'gst'): number => taxed.reduce((sum, row) => sum + row[key], 0);
  // A service charge without GST is the difference between sales and tax sums. Without tax sums for all days it is unknown.
  const rest = num(sold?.['total']) - sumOf('total');
  if (rest === 0 || num(sold?.['gst']) !== sumOf('gst')) return taxed;
  return [...taxed, { mode: untaxedServiceCharge, rate: 0, base: rest, gst: 0, total: rest }];
};

/** A bill of an earlier release has no row of its own: it was headed so when that was asked for and the outlet has a TIN (docs/rules.md#tax-invoice). */
const taxInvoices: ReportSource = async (query) => {
  const rows = await rowsOf(
    query,
    sql`select b.invoice_number as "invoice", b.business_date as "date", t.name as "customer", t.tin as "tin",
      b.doc ->> 'gst' as "gst", b.total as "total" from
      (select bill_id, buyer_name as name, buyer_tin as tin from tax_invoice where ${inRange(query)}
        union all
        select id, coalesce(doc -> 'customer' ->> 'name', ''), coalesce(doc -> 'customer' ->> 'tin', '') from bill
        where outlet_id = ${query.outletId} and id in (select bill_id from early_tax_invoice where ${inRange(query)})
          and doc ->> 'refundOfId' is null
          and exists (select 1 from outlet where id = ${query.outletId} and tin <> '')
          and not exists (select 1 from tax_invoice i where i.outlet_id = bill.outlet_id and i.bill_id = bill.id)) t
      join bill b on b.outlet_id = ${query.outletId} and b.id = t.bill_id order by b.id desc limit ${maxRows}`,
  );
  return rows.map(
    (row): ReportRow => ({
      ...row,
      base: num(row['total']) - num(row['gst']),
      gst: num(row['gst']),
      total: num(row['total']),
    }),
  );
};

/** The unary plus keeps the query on the index of the range. The index of customers would read all bills. */
const customers: ReportSource = async (query) => {
  const rows = await rowsOf(
    query,
    sql`select b.customer_id as "id", max(c.name) as "customer", max(c.phone) as "phone", max(b.last) as "last",
      sum(b.bills) as "bills", sum(b.total) as "total" from
      (select customer_id, max(business_date) as last, sum(total) as total, sum(case when ${isVisit(query)} then 1 else 0 end) as bills
        from bill where ${inRange(query)} and +customer_id > 0 and ${isPaid}
        group by customer_id order by sum(total) desc, customer_id limit ${maxRows}) b
      left join customer c on c.outlet_id = ${query.outletId} and c.id = b.customer_id
      group by b.customer_id order by sum(b.total) desc, b.customer_id`,
  );
  return rows.map((row) => ({
    customerId: num(row['id']),
    customer: row['customer'] ?? '',
    phone: row['phone'] ?? '',
    bills: num(row['bills']),
    total: num(row['total']),
    average: average(num(row['total']), num(row['bills'])),
    last: row['last'] ?? null,
  }));
};

const sumOf = (entries: readonly { readonly amount: number }[]): number =>
  entries.reduce((sum, { amount }) => sum + amount, 0);

const accounts: ReportSource = async ({ db, outletId, range, filters }) => {
  let found = db
    .selectFrom('account')
    .select(['id', 'name'])
    .where('outlet_id', '=', outletId)
    .where('kind', '=', 'House');
  if (filters.accountId) found = found.where('id', '=', Number(filters.accountId));
  const houseAccounts = await found.orderBy('name').execute();
  const entries = await db
    .selectFrom('account_entry')
    .select(['account_id', 'business_date', 'type', 'amount'])
    .where('outlet_id', '=', outletId)
    .where('business_date', '<=', range.to)
    .orderBy('id')
    .execute();
  return houseAccounts.map(({ id, name }): ReportRow => {
    const own = entries.filter((entry) => entry.account_id === id);
    const debts = own.filter((entry) => entry.amount > 0 && !isReversal(entry));
    // The reversal of a payment is no charge: it makes an old debt old again.
    const payments = own.filter((entry) => entry.amount < 0 || isReversal(entry));
    const within = (entries: typeof own) => sumOf(entries.filter((entry) => entry.business_date >= range.from));
    const bands = ageing([
      ...debts.map((entry) => ({ amount: entry.amount, ageDays: daysBetween(entry.business_date, range.to) })),
      { amount: sumOf(payments), ageDays: 0 },
    ]);
    return {
      account: name,
      charged: within(debts),
      paid: 0 - within(payments),
      balance: sumOf(own),
      to30: bands[0] ?? 0,
      to60: bands[1] ?? 0,
      to90: bands[2] ?? 0,
      older: bands[3] ?? 0,
    };
  });
};

export const moneySources: Readonly<Record<string, ReportSource>> = {
  payments,
  'payments-by-day': paymentsByDay,
  'payment-corrections': corrections,
  shifts,
  cash,
  'gst-output': gstOutput,
  'tax-invoices': taxInvoices,
  customers,
  'account-ageing': accounts,
};
