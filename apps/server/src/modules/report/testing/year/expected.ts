/** What every report says of the year of trade, by the books alone. */
import { type Asked, group, isIn, isRefund, percent, type Rows, salesIn, sizeOf, unitOf } from './asked.ts';
import type { Correction, Sale } from './books.ts';
import { hourOf, weekdayOf } from './calendar.ts';
import { expectedCards } from './expected-cards.ts';
import { expectedPrices } from './expected-prices.ts';
import { grossOf, half, sum } from './law.ts';
import { expectedShift } from './z.ts';

const correctionsIn = (asked: Asked): Correction[] => asked.books.corrections.filter(({ day }) => isIn(day, asked));

const visits = (sales: readonly Sale[]): number => sales.filter((sale) => !isRefund(sale)).length;
const of = (sales: readonly Sale[], name: 'discount' | 'service' | 'gst' | 'total'): number =>
  sum(sales, ({ totals }) => totals[name]);
const average = (sales: readonly Sale[]): number | null =>
  visits(sales) === 0 ? null : Math.round(of(sales, 'total') / visits(sales));
const ahead = ({ totals }: Sale): number => sum(totals.lines, (line) => line.ahead);

const figures = (sales: readonly Sale[]) => ({
  bills: visits(sales),
  covers: sum(sales, ({ covers }) => covers),
  subTotal: sum(sales, (sale) => sale.totals.subTotal - ahead(sale)),
  discount: of(sales, 'discount'),
  serviceCharge: of(sales, 'service'),
  gst: of(sales, 'gst'),
  total: of(sales, 'total'),
});

const sales: Rows = (asked) => {
  const days = new Set([...salesIn(asked), ...correctionsIn(asked)].map(({ day }) => day));
  return [...days].map((date) => {
    const own = salesIn(asked).filter(({ day }) => day === date);
    const corrected = correctionsIn(asked).filter(({ day }) => day === date);
    const rounding =
      sum(own, (sale) => sale.rounding) + sum(corrected, ({ reversed, captured }) => captured.amount - reversed.amount);
    return { date, ...figures(own), rounding, tip: sum(own, ({ tip }) => tip), average: average(own) };
  });
};

const clock = (sale: Sale): string => `${String(hourOf(sale.at)).padStart(2, '0')}:00`;

const byHour: Rows = (asked) => {
  const all = salesIn(asked);
  return group(all, clock).map(([hour, own]) => ({
    hour,
    ...figures(own),
    share: percent(of(own, 'total'), of(all, 'total')),
  }));
};

const byWeekday: Rows = (asked) =>
  group(salesIn(asked), (sale) => `${weekdayOf(sale.day)} ${clock(sale)}`).map(([place, own]) => {
    const [weekday = '', hour = ''] = place.split(' ');
    return { weekday, hour, bills: visits(own), total: of(own, 'total'), average: average(own) };
  });

const byType: Rows = (asked) => {
  const all = salesIn(asked);
  return group(all, ({ type }) => type).map(([type, own]) => ({
    type,
    ...figures(own),
    average: average(own),
    share: percent(of(own, 'total'), of(all, 'total')),
  }));
};

/** Items count with the bill that sells them, also those that were free; not what was paid ahead, cards, and heads of sets. */
function soldIn(asked: Asked) {
  return salesIn(asked)
    .filter(({ isAhead }) => !isAhead)
    .flatMap(({ items, totals }) => [
      ...totals.lines.map(({ item, qty, amount }) => ({ item, qty, amount })),
      ...items
        .filter(({ isComp, isVoid, isCard, set }) => isComp && !isVoid && !isCard && !set)
        .map((item) => ({ item, qty: item.qty, amount: 0 })),
    ]);
}

const byItem: Rows = (asked) => {
  const all = soldIn(asked);
  const whole = sum(all, ({ amount }) => amount);
  return group(all, ({ item }) => `${item.name}|${item.size}`).map(([place, own]) => {
    const [name = '', size = ''] = place.split('|');
    const amount = sum(own, (one) => one.amount);
    return {
      item: name,
      size: sizeOf(asked.shop, name, size),
      qty: sum(own, ({ qty }) => qty) / 1000,
      unit: unitOf(asked.shop, name),
      amount,
      share: percent(amount, whole),
    };
  });
};

const byCategory: Rows = (asked) => {
  const all = soldIn(asked);
  const whole = sum(all, ({ amount }) => amount);
  return group(all, ({ item }) => asked.shop.dishes[item.name]?.category ?? '').map(([category, own]) => {
    const amount = sum(own, (one) => one.amount);
    const qtyOf = (isWeighed: boolean): number | null => {
      const some = own.filter(({ item }) => item.isWeighed === isWeighed);
      return some.length === 0 ? null : sum(some, ({ qty }) => qty) / 1000;
    };
    return { category, qty: qtyOf(false), weight: qtyOf(true), amount, share: percent(amount, whole) };
  });
};

/** One person gave everything. */
const discounts: Rows = (asked) => {
  const given = salesIn(asked).map((sale) => {
    const free = sale.items.filter(({ isComp, isVoid }) => isComp && !isVoid);
    const line = sum(sale.totals.lines, ({ own }) => own);
    const isGiven = free.length > 0 || sale.totals.lines.some(({ own, discount }) => own !== 0 || discount !== 0);
    return { sale, free, line, isGiven, bill: sale.totals.discount };
  });
  const some = given.filter(({ isGiven }) => isGiven);
  if (some.length === 0) return [];
  const ownOff = (gross: number, off: { readonly percent?: number; readonly amount?: number } | null): number =>
    off === null ? 0 : off.percent === undefined ? Math.min(off.amount ?? 0, gross) : half(gross, off.percent, 10_000);
  const free = some.flatMap((one) => one.free);
  return [
    {
      person: asked.shop.person,
      approved: '',
      bills: some.filter(({ sale }) => !isRefund(sale)).length,
      lineDiscount: sum(some, ({ line }) => line),
      billDiscount: sum(some, ({ bill }) => bill),
      compLines: free.length,
      comps: sum(free, (item) => grossOf(item) - ownOff(grossOf(item), item.off)),
    },
  ];
};

/** One person gave everything: those of items for one reason, those of bills for none. */
const discountReasons: Rows = (asked) => {
  const none = { person: asked.shop.person, items: 0, lineDiscount: 0, bills: 0, billDiscount: 0 };
  const of = (amountOf: (sale: Sale) => readonly number[]) => {
    const given = salesIn(asked).map((sale) => ({ sale, amounts: amountOf(sale).filter((amount) => amount !== 0) }));
    const some = given.filter(({ amounts }) => amounts.length > 0);
    const sold = some.filter(({ sale }) => !isRefund(sale));
    const amount = sum(some, ({ amounts }) => sum(amounts, (one) => one));
    return { isGiven: some.length > 0, items: sum(sold, ({ amounts }) => amounts.length), bills: sold.length, amount };
  };
  const lines = of((sale) => sale.totals.lines.map(({ own }) => own));
  const bills = of((sale) => sale.totals.lines.map(({ discount }) => discount));
  const item = { reason: 'By chance', ...none, items: lines.items, lineDiscount: lines.amount, amount: lines.amount };
  const bill = { reason: 'No reason', ...none, bills: bills.bills, billDiscount: bills.amount, amount: bills.amount };
  return [...(lines.isGiven ? [item] : []), ...(bills.isGiven ? [bill] : [])];
};

const serviceCharge: Rows = (asked) =>
  group(salesIn(asked), ({ day, type }) => `${day}|${type}`)
    .map(([place, own]) => ({
      date: place.split('|')[0] ?? '',
      type: place.split('|')[1] ?? '',
      serviceCharge: of(own, 'service'),
    }))
    .filter((row) => row.serviceCharge !== 0);

const tips: Rows = (asked) =>
  group(salesIn(asked), ({ day }) => day)
    .map(([date, own]) => ({ date, bills: visits(own), tip: sum(own, ({ tip }) => tip) }))
    .filter(({ tip }) => tip !== 0);

const refunds: Rows = (asked) =>
  salesIn(asked)
    .filter(isRefund)
    .map(({ day, invoice, of: paid, totals, reason }) => ({
      date: day,
      bill: invoice,
      of: paid?.invoice ?? '',
      total: totals.total,
      person: asked.shop.person,
      reason: reason ?? '',
    }));

const iso = (at: number): string => new Date(at).toISOString();

const voids: Rows = (asked) =>
  asked.books.voids
    .filter(({ day }) => isIn(day, asked))
    .map(({ at, bill, kind, item, reason }) => ({
      at: iso(at),
      bill,
      kind,
      what: item.name,
      qty: item.qty / 1000,
      unit: unitOf(asked.shop, item.name),
      amount: grossOf(item),
      person: asked.shop.person,
      sentBy: '',
      reason,
    }));

interface Moved {
  readonly day: string;
  readonly method: string;
  readonly count: number;
  readonly amount: number;
}

const movedIn = (asked: Asked): Moved[] => [
  ...salesIn(asked).flatMap(({ day, payments }) =>
    payments.map(({ method, amount }) => ({ day, method, amount, count: 1 })),
  ),
  ...correctionsIn(asked).flatMap(({ day, reversed, captured }) => [
    { day, method: reversed.method, amount: -reversed.amount, count: -1 },
    { day, method: captured.method, amount: captured.amount, count: 1 },
  ]),
];

const payments: Rows = (asked) => {
  const all = movedIn(asked);
  const whole = sum(all, ({ amount }) => amount);
  return group(all, ({ method }) => method).map(([method, own]) => {
    const amount = sum(own, (one) => one.amount);
    return { method, payments: sum(own, ({ count }) => count), amount, share: percent(amount, whole) };
  });
};

const paymentsByDay: Rows = (asked) =>
  group(movedIn(asked), ({ day, method }) => `${day}|${method}`).map(([place, own]) => ({
    date: place.split('|')[0] ?? '',
    method: place.split('|')[1] ?? '',
    payments: sum(own, ({ count }) => count),
    amount: sum(own, ({ amount }) => amount),
  }));

const corrections: Rows = (asked) =>
  correctionsIn(asked).map(({ at, sale, reversed, captured, reason }) => ({
    at: iso(at),
    bill: sale.invoice,
    method: reversed.method,
    to: captured.method,
    amount: captured.amount,
    person: 'Admin',
    approved: '',
    reason,
  }));

const shifts: Rows = (asked) =>
  asked.books.shifts
    .filter(({ day }) => isIn(day, asked))
    .map((shift) => {
      const { bills, total, expectedCash } = expectedShift(asked.books, shift) as Record<string, number>;
      const { counted, zNumber } = shift;
      return {
        shiftId: shift.id,
        number: String(shift.number),
        date: shift.day,
        openedBy: 'Admin',
        closedBy: counted === null ? '' : 'Admin',
        z: zNumber === null ? '' : String(zNumber),
        bills: bills ?? 0,
        total: total ?? 0,
        expected: counted === null ? null : (expectedCash ?? 0),
        counted,
        expectedForeign: '',
        countedForeign: '',
        difference: counted === null ? 0 : counted - (expectedCash ?? 0),
      };
    });

const cash: Rows = (asked) =>
  asked.books.cash
    .filter(({ day }) => isIn(day, asked))
    .map(({ at, shift, kind, amount, reason }) => ({
      at: iso(at),
      shift: String(asked.books.shifts.find(({ id }) => id === shift)?.number),
      type: kind === 'In' ? 'PayIn' : 'PayOut',
      reason,
      person: 'Admin',
      in: kind === 'In' ? amount : null,
      out: kind === 'Out' ? amount : null,
    }));

const gstOutput: Rows = (asked) =>
  group(
    salesIn(asked).flatMap(({ totals }) => totals.rates),
    ({ mode, rate }) => `${mode}|${rate}`,
  ).map(([place, own]) => {
    const [base, gst] = [sum(own, (one) => one.base), sum(own, (one) => one.gst)];
    return { mode: place.split('|')[0] ?? '', rate: Number(place.split('|')[1]) / 100, base, gst, total: base + gst };
  });

const customers: Rows = (asked) =>
  group(
    salesIn(asked).filter(({ customerId }) => customerId > 0),
    ({ customerId }) => String(customerId),
  ).map(([id, own]) => {
    const guest = asked.shop.guests.find((one) => String(one.id) === id);
    const last =
      own
        .map(({ day }) => day)
        .toSorted()
        .at(-1) ?? null;
    return {
      customerId: Number(id),
      customer: guest?.name ?? '',
      phone: guest?.phone ?? '',
      bills: visits(own),
      total: of(own, 'total'),
      average: average(own),
      last,
    };
  });

export const expectedRows: Readonly<Record<string, Rows>> = {
  sales,
  'sales-by-hour': byHour,
  'sales-by-weekday': byWeekday,
  'sales-by-type': byType,
  'sales-by-item': byItem,
  'sales-by-category': byCategory,
  discounts,
  'discount-reasons': discountReasons,
  'service-charge': serviceCharge,
  tips,
  refunds,
  voids,
  payments,
  'payments-by-day': paymentsByDay,
  'payment-corrections': corrections,
  shifts,
  cash,
  'gst-output': gstOutput,
  customers,
  ...expectedPrices,
  ...expectedCards,
};
