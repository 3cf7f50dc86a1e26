/** Expected rows of reports on payments, shifts, cash, tax, customers, accounts and the audit log. */
import { permissionWord } from '@atoll/domain/access/permission-word';
import { billTotals } from '@atoll/domain/bill/totals';
import { formatInstant } from '@atoll/domain/date/format';
import { historyLines } from '@atoll/domain/resources/history-lines';
import { add, grouped, iso, isWithin, mean, percentOf, person, soldIn, visits } from './compute.ts';
import type { RawData } from './raw-data.ts';
import type { Expected, ReportQuery } from './report-query.ts';

interface Moved {
  readonly date: string;
  readonly method: string;
  readonly amount: number;
  /** −1 for a payment that was taken back by a correction. */
  readonly count: 1 | -1;
}

/** Returns the payments of the range, with both payments of each correction on its own day. */
function movedIn(raw: RawData, ask: ReportQuery): Moved[] {
  const taken = soldIn(raw, ask).flatMap((bill) =>
    bill.payments.map(({ method, amount }) => ({ date: bill.businessDate ?? '', method, amount, count: 1 as const })),
  );
  const corrected = correctedIn(raw, ask).flatMap(({ business_date: date, reversed, captured }) => [
    { date, method: reversed.method, amount: reversed.amount, count: -1 as const },
    { date, method: captured.method, amount: captured.amount, count: 1 as const },
  ]);
  return [...taken, ...corrected].filter(({ method }) => !ask.filters.method || method === ask.filters.method);
}

const correctedIn = (raw: RawData, ask: ReportQuery) => raw.exchanges.filter((one) => isWithin(one.business_date, ask));

const payments: Expected = (raw, ask) => {
  const all = movedIn(raw, ask);
  const whole = add(all, ({ amount }) => amount);
  return grouped(all, ({ method }) => method).map(([method, some]) => {
    const amount = add(some, (one) => one.amount);
    return { method, payments: add(some, ({ count }) => count), amount, share: percentOf(amount, whole) };
  });
};

const paymentsByDay: Expected = (raw, ask) =>
  grouped(movedIn(raw, ask), ({ date, method }) => `${date}|${method}`).map(([place, some]) => ({
    date: place.split('|')[0] ?? '',
    method: place.split('|')[1] ?? '',
    payments: add(some, ({ count }) => count),
    amount: add(some, ({ amount }) => amount),
  }));

const corrections: Expected = (raw, ask) =>
  correctedIn(raw, ask).map((one) => ({
    at: iso(one.at),
    bill: raw.bills.find(({ id }) => id === one.bill_id)?.invoiceNumber ?? '',
    method: one.reversed.method,
    to: one.captured.method,
    amount: one.captured.amount,
    person: one.made_by_name,
    approved: '',
    reason: one.reason,
  }));

const shifts: Expected = (raw, ask) =>
  raw.shifts
    .filter((shift) => isWithin(shift.business_date, ask))
    .map((shift) => {
      const bills = raw.bills.filter((bill) => bill.status === 'Complete' && bill.shiftId === shift.id);
      const exchanged = raw.exchanges.filter((one) => one.shift_id === shift.id);
      const drawer = [
        ...bills.flatMap((bill) => bill.payments),
        ...exchanged.flatMap(({ reversed, captured }) => [reversed, captured]),
      ].filter(({ method }) => method === 'Cash');
      const moved = raw.cash.filter((event) => event.shift_id === shift.id);
      const expected =
        shift.opening_balance +
        add(drawer, ({ amount }) => amount) +
        add(moved, ({ kind, amount }) => (kind === 'In' ? amount : -amount));
      const counted = shift.closing?.counted.find(({ method }) => method === 'Cash')?.amount ?? null;
      return {
        shiftId: shift.id,
        number: String(shift.number),
        date: shift.business_date,
        openedBy: shift.created_by_name,
        closedBy: shift.closed_by_name ?? '',
        z: String(raw.zs.find((z) => z.shift_id === shift.id)?.number ?? ''),
        bills: visits(bills),
        total: add(bills, (bill) => bill.total),
        expected: shift.closing === null ? null : expected,
        counted,
        // The sold days have no foreign cash.
        expectedForeign: '',
        countedForeign: '',
        difference: counted === null ? 0 : counted - expected,
      };
    });

const cash: Expected = (raw, ask) =>
  raw.cash
    .filter(({ at }) => isWithin(new Date(at + 3_600_000).toISOString().slice(0, 10), ask))
    .map((event) => ({
      at: iso(event.at),
      shift: String(raw.shifts.find(({ id }) => id === event.shift_id)?.number),
      type: event.type,
      reason: event.reason,
      person: event.made_by_name,
      in: event.kind === 'In' ? event.amount : null,
      out: event.kind === 'Out' ? event.amount : null,
    }));

const gstOutput: Expected = (raw, ask) => {
  const bills = soldIn(raw, ask);
  const rows = grouped(
    bills.flatMap((bill) => billTotals(bill).gstByRate),
    ({ gstMode, gstPct }) => `${gstMode}|${gstPct}`,
  ).map(([place, rates]) => {
    const base = add(rates, (rate) => rate.base);
    const gst = add(rates, (rate) => rate.gst);
    return { mode: place.split('|')[0] ?? '', rate: Number(place.split('|')[1]), base, gst, total: base + gst };
  });
  const charge = add(bills, (bill) => (bill.gstOnServiceCharge ? 0 : bill.serviceCharge));
  const untaxed = { mode: 'Service charge without GST', rate: 0, base: charge, gst: 0, total: charge };
  return charge === 0 ? rows : [...rows, untaxed];
};

const taxInvoices: Expected = (raw, ask) =>
  soldIn(raw, ask).flatMap((bill) => {
    const issued = raw.taxInvoices.find(({ bill_id }) => bill_id === bill.id);
    if (issued === undefined) return [];
    return {
      invoice: bill.invoiceNumber,
      date: bill.businessDate,
      customer: issued.buyer_name,
      tin: issued.buyer_tin,
      base: bill.total - bill.gst,
      gst: bill.gst,
      total: bill.total,
    };
  });

const customers: Expected = (raw, ask) =>
  grouped(
    soldIn(raw, ask).filter((bill) => bill.customerId > 0),
    (bill) => String(bill.customerId),
  ).map(([id, bills]) => {
    const customer = raw.customers.find((one) => one.id === Number(id));
    const total = add(bills, (bill) => bill.total);
    return {
      customerId: Number(id),
      customer: customer?.name ?? '',
      phone: customer?.phone ?? '',
      bills: visits(bills),
      total,
      average: mean(total, visits(bills)),
      last:
        bills
          .map((bill) => bill.businessDate ?? '')
          .toSorted()
          .at(-1) ?? null,
    };
  });

/** Charges of bills on house accounts, oldest first. Refunds settle the oldest charges. */
const accounts: Expected = (raw, ask) =>
  raw.accounts
    .filter(({ kind }) => kind === 'House')
    .map((account) => {
      const mine = new Set(raw.customers.filter((one) => one.account_id === account.id).map(({ id }) => id));
      const own = raw.bills.filter((bill) => bill.status === 'Complete' && mine.has(bill.customerId));
      const ids = new Set(own.map(({ id }) => id));
      const entries = [
        ...own.flatMap((bill) => bill.payments.map((payment) => ({ ...payment, date: bill.businessDate ?? '' }))),
        ...raw.exchanges
          .filter((one) => ids.has(one.bill_id))
          .flatMap(({ business_date: date, reversed, captured }) => [
            { ...reversed, date },
            { ...captured, date },
          ]),
      ].filter(({ method, date }) => method === 'HouseAccount' && date <= ask.to);
      const inside = entries.filter(({ date }) => date >= ask.from);
      let credit = -add(entries, ({ amount }) => Math.min(0, amount));
      const bands = [0, 0, 0, 0];
      for (const { amount, date } of entries
        .filter((entry) => entry.amount > 0)
        .toSorted((a, b) => a.date.localeCompare(b.date))) {
        const age = Math.round((Date.parse(ask.to) - Date.parse(date)) / 86_400_000);
        const band = age <= 30 ? 0 : age <= 60 ? 1 : age <= 90 ? 2 : 3;
        bands[band] = (bands[band] ?? 0) + Math.max(0, amount - credit);
        credit = Math.max(0, credit - amount);
      }
      return {
        account: account.name,
        charged: add(inside, ({ amount }) => Math.max(0, amount)),
        paid: -add(inside, ({ amount }) => Math.min(0, amount)) + 0,
        balance: add(entries, ({ amount }) => amount),
        to30: (bands[0] ?? 0) - credit,
        to60: bands[1] ?? 0,
        to90: bands[2] ?? 0,
        older: bands[3] ?? 0,
      };
    });

const auditTexts = {
  label: permissionWord,
  instant: (at: string) => formatInstant(at, 'Indian/Maldives'),
  yes: 'Yes',
  no: 'No',
};

/** Returns the name of a record by its key: a bill has its invoice number or number, a shift and a purchase invoice their number. */
function recordOf(raw: RawData, key: string): string {
  const bill = raw.bills.find((one) => one.key === key);
  if (bill) return bill.invoiceNumber ?? String(bill.number);
  const numbered = [...raw.shifts, ...raw.invoices, ...raw.counts, ...raw.requests].find((one) => one.key === key);
  if (numbered) return String(numbered.number);
  const named = [...raw.vendors, ...raw.goods, ...raw.recipes, ...raw.storages, ...raw.items, ...raw.categories];
  return [...named, ...raw.customers, ...raw.accounts].find((one) => one.key === key)?.name ?? '';
}

const namesOf = (raw: RawData): Record<string, string> =>
  Object.fromEntries([
    ...raw.bills.flatMap((bill) => [
      [`bill:${bill.id}`, recordOf(raw, bill.key)],
      [`bill:${bill.key}`, recordOf(raw, bill.key)],
    ]),
    ...raw.goods.map(({ id, name }) => [`inventory_item:${id}`, name]),
    ...raw.items.map(({ id, name }) => [`menu_item:${id}`, name]),
    ...raw.storages.map(({ id, name }) => [`storage:${id}`, name]),
    ...raw.vendors.map(({ id, name }) => [`vendor:${id}`, name]),
    ...raw.accounts.map(({ id, name }) => [`account:${id}`, name]),
    ...raw.categories.map(({ id, name }) => [`category:${id}`, name]),
    ...raw.customers.map(({ id, name }) => [`customer:${id}`, name]),
    ...[...raw.people].map(([id, name]) => [`app_user:${id}`, name]),
  ]);

/** The latest entries of the range. A business day starts at 04:00, which is 23:00 UTC of the day before. */
const audit: Expected = (raw, ask) =>
  raw.history
    .filter(({ at }) => isWithin(new Date(at + 3_600_000).toISOString().slice(0, 10), ask))
    .filter(({ user_id }) => !ask.filters.userId || user_id === Number(ask.filters.userId))
    .filter(({ subject }) => !ask.filters.subject || subject === ask.filters.subject)
    .filter(({ device_id }) => !ask.filters.deviceId || device_id === ask.filters.deviceId)
    .toSorted((a, b) => b.seq - a.seq)
    .slice(0, 500)
    .flatMap((row) => {
      const entry = {
        at: iso(row.at),
        person: person(raw, row.user_id),
        subject: row.subject,
        record: recordOf(raw, row.subject_key),
        action: row.action,
        approved: row.approval_key === null ? '' : 'Yes',
        device: row.device_id ?? '',
      };
      const { before, after } = JSON.parse(row.data) as { before?: unknown; after?: unknown };
      const state = { subject: row.subject, key: row.subject_key, before, after };
      const lines = historyLines(state, { ...auditTexts, names: namesOf(raw) });
      return lines.length === 0
        ? [{ ...entry, field: '', was: '', is: '' }]
        : lines.map(({ field, was, is }) => ({ ...entry, field, was: was ?? '', is: is ?? '' }));
    });

/** The random weeks sell no cards: `modules/wallet/wallet-reports.test.ts` compares these reports with bills. */
const noWallets: Expected = () => [];

export const expectedMoney: Readonly<Record<string, Expected>> = {
  payments,
  'payments-by-day': paymentsByDay,
  'payment-corrections': corrections,
  shifts,
  cash,
  'gst-output': gstOutput,
  'tax-invoices': taxInvoices,
  customers,
  'account-ageing': accounts,
  'wallet-liability': noWallets,
  'wallet-movements': noWallets,
  'wallet-breakage': noWallets,
  points: noWallets,
  audit,
};
