/** The figures of a shift by the books. */
import type { Books, Sale, ShiftBook } from './books.ts';
import { grossOf, type Item, sum } from './law.ts';

const isRefund = ({ of }: Sale): boolean => of !== undefined;
const aheadOf = ({ totals }: Sale): number => sum(totals.lines, ({ ahead }) => ahead);
const text = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const counted = (items: readonly Item[]) => ({ count: items.length, amount: sum(items, grossOf) });

function byMethod({ corrections }: Books, { id }: ShiftBook, sales: readonly Sale[]) {
  const rows = new Map<string, { method: string; count: number; amount: number }>();
  const add = (method: string, times: number, amount: number): void => {
    const row = rows.get(method) ?? { method, count: 0, amount: 0 };
    rows.set(method, { method, count: row.count + times, amount: row.amount + amount });
  };
  for (const { method, amount } of sales.flatMap(({ payments }) => payments)) add(method, 1, amount);
  for (const { reversed, captured } of corrections.filter(({ shift }) => shift === id)) {
    add(reversed.method, -1, -reversed.amount);
    add(captured.method, 1, captured.amount);
  }
  return [...rows.values()]
    .filter((row) => row.count !== 0 || row.amount !== 0)
    .sort((a, b) => text(a.method, b.method));
}

function correctionsOf({ corrections }: Books, { id }: ShiftBook) {
  const own = corrections.filter(({ shift }) => shift === id);
  const rows = [...Map.groupBy(own, ({ reversed, captured }) => `${reversed.method}|${captured.method}`)].map(
    ([way, some]) => {
      const [from = '', to = ''] = way.split('|');
      const rounding = sum(some, ({ reversed, captured }) => captured.amount - reversed.amount);
      return {
        from,
        to,
        count: some.length,
        amount: sum(some, ({ captured }) => captured.amount),
        ...(rounding !== 0 && { rounding }),
      };
    },
  );
  return rows.sort((a, b) => text(a.from, b.from) || text(a.to, b.to));
}

function ratesOf(sales: readonly Sale[]) {
  const groups = Map.groupBy(
    sales.flatMap(({ totals }) => totals.rates),
    ({ mode, rate }) => `${mode}|${rate}`,
  );
  return [...groups.values()]
    .map((own) => ({
      gstMode: own[0]?.mode ?? '',
      gstPct: (own[0]?.rate ?? 0) / 100,
      base: sum(own, ({ base }) => base),
      gst: sum(own, ({ gst }) => gst),
    }))
    .sort((a, b) => text(a.gstMode, b.gstMode) || a.gstPct - b.gstPct);
}

const optional = (name: string, value: number): object => (value === 0 ? {} : { [name]: value });

/** Returns what the Z of a shift says. */
export function expectedShift(books: Books, shift: ShiftBook): object {
  const sales = books.sales.filter((sale) => sale.shift === shift.id);
  const of = (name: 'subTotal' | 'discount' | 'service' | 'gst' | 'total'): number =>
    sum(sales, ({ totals }) => totals[name]);
  const moved = (kind: 'In' | 'Out'): number =>
    sum(books.cash, (one) => (one.shift === shift.id && one.kind === kind ? one.amount : 0));
  const refunds = sales.filter(isRefund);
  const methods = byMethod(books, shift, sales);
  const deposits = sum(sales, ({ deposit = 0 }) => deposit);
  const rows = correctionsOf(books, shift);
  const rounded = sum(rows, (row) => ('rounding' in row ? Number(row.rounding) : 0));
  const invoices = sales.map(({ invoice }) => invoice).sort((a, b) => a.length - b.length || text(a, b));
  const cashBack = -sum(
    refunds.flatMap(({ payments }) => payments),
    ({ method, amount }) => (method === 'Cash' ? amount : 0),
  );
  const types = [...Map.groupBy(sales, ({ type }) => type)].map(([type, own]) => ({
    type,
    bills: own.filter((one) => !isRefund(one)).length,
    total: sum(own, ({ totals }) => totals.total),
  }));
  return {
    bills: sales.length - refunds.length,
    covers: sum(sales, ({ covers }) => covers),
    gross: of('subTotal') - sum(sales, aheadOf),
    discount: of('discount'),
    serviceCharge: of('service'),
    gst: of('gst'),
    rounding: sum(sales, ({ rounding }) => rounding) + rounded,
    tip: sum(sales, ({ tip }) => tip),
    total: of('total'),
    ...optional('cardsSold', sum(sales, ({ totals }) => totals.cards) - deposits),
    ...optional('deposits', deposits),
    voids: counted(books.voids.filter((one) => one.shift === shift.id).map(({ item }) => item)),
    comps: counted(sales.flatMap(({ items }) => items.filter(({ isComp, isVoid }) => isComp && !isVoid))),
    refunds: { count: refunds.length, amount: 0 - sum(refunds, ({ totals }) => totals.total) },
    byMethod: methods,
    byType: types.sort((a, b) => text(a.type, b.type)),
    gstByRate: ratesOf(sales),
    cashIn: moved('In'),
    cashOut: moved('Out'),
    expectedCash:
      shift.opening + (methods.find(({ method }) => method === 'Cash')?.amount ?? 0) + moved('In') - moved('Out'),
    ...(rows.length > 0 && { corrections: rows }),
    ...optional('cashRefunds', cashBack),
    firstInvoice: invoices[0] ?? null,
    lastInvoice: invoices.at(-1) ?? null,
  };
}
