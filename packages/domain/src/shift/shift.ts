/** Shifts: their states, their cash and their figures. Money in laari. Source: docs/rules.md#shifts. */
import type { Bill } from '../bill/bill.ts';
import { depositsOf } from '../bill/card/sold-card.ts';
import { billTotals, grossAmount } from '../bill/totals.ts';
import { voidedItems } from '../bill/voided.ts';
import { type ExchangedPayments, exchangeRounding } from '../payment/exchange.ts';
import type { Payment } from '../payment/payment.ts';
import { type UnsetRate, unsetRatesOf } from '../payment/unset-rate.ts';
import { ok, type Result, refuse } from '../refusal/refusal.ts';

export const shiftStatuses = ['Open', 'Counting', 'Closed'] as const;
export type ShiftStatus = (typeof shiftStatuses)[number];
export const shiftCommands = ['open', 'count', 'resume', 'close'] as const;
export type ShiftCommand = (typeof shiftCommands)[number];

/** Where each command leads from each state; None is an outlet without an open shift. */
export const shiftTransitions: Readonly<
  Record<'None' | ShiftStatus, Readonly<Partial<Record<ShiftCommand, ShiftStatus>>>>
> = {
  None: { open: 'Open' },
  Open: { count: 'Counting', close: 'Closed' },
  Counting: { resume: 'Open', close: 'Closed' },
  Closed: {},
};

/** Returns the state that a command leads to. Refuses with shiftOpen, shiftClosed or noShiftActive. */
export function transitShift(status: ShiftStatus | null, command: ShiftCommand): Result<ShiftStatus> {
  const to = shiftTransitions[status ?? 'None'][command];
  if (to) return ok(to);
  if (status === 'Closed') return refuse('shiftClosed');
  return refuse(status === null ? 'noShiftActive' : 'shiftOpen');
}

/** Cash put into or taken out of the drawer. `amount` is positive. */
export interface CashEvent {
  readonly kind: 'In' | 'Out';
  readonly amount: number;
}

interface CountAndAmount {
  readonly count: number;
  readonly amount: number;
}

/** Payments that were corrected from one method to another, laari. */
interface PaymentCorrection {
  readonly from: string;
  readonly to: string;
  readonly count: number;
  readonly amount: number;
  /** What of the amount is cash rounding, which the payments before did not have. Absent while it is 0. */
  readonly rounding?: number | undefined;
}

/** Figures of a shift for the X and Z reports, laari. `gross` is before bill discounts and does not include voids and comps. */
export interface ShiftTotals {
  readonly bills: number;
  readonly covers: number;
  readonly gross: number;
  readonly discount: number;
  readonly serviceCharge: number;
  readonly gst: number;
  readonly rounding: number;
  readonly tip: number;
  readonly total: number;
  /** Gift cards sold: paid beside the total, and no revenue. Absent while there are none. */
  readonly cardsSold?: number | undefined;
  /** Refundable deposits taken, beside the total too. Absent while there are none. */
  readonly deposits?: number | undefined;
  readonly voids: CountAndAmount;
  readonly comps: CountAndAmount;
  /** Refunds of paid bills; already subtracted from the other figures. */
  readonly refunds: CountAndAmount;
  readonly byMethod: { readonly method: string; readonly count: number; readonly amount: number }[];
  readonly byType: { readonly type: string; readonly bills: number; readonly total: number }[];
  /** Foreign cash: `units` in hundredths of the currency, `amount` its value in laari; part of the cash. Absent while there is none. */
  readonly byCurrency?: { readonly currency: string; readonly units: number; readonly amount: number }[] | undefined;
  /**
   * Corrections of payment methods that were made in the shift, also of bills of earlier shifts; already in the other figures. Foreign cash is
   * 'Cash USD'. Absent while there are none.
   */
  readonly corrections?: PaymentCorrection[] | undefined;
  /** Cash that refunds paid out, positive; already subtracted from the cash. Absent while there is none. */
  readonly cashRefunds?: number | undefined;
  /** Foreign cash at rates that the outlet had not set, by invoice. Absent while there is none. */
  readonly unsetRates?: UnsetRate[] | undefined;
  readonly gstByRate: {
    readonly gstMode: string;
    readonly gstPct: number;
    readonly base: number;
    readonly gst: number;
  }[];
  readonly cashIn: number;
  readonly cashOut: number;
  readonly expectedCash: number;
  readonly firstInvoice: string | null;
  readonly lastInvoice: string | null;
}

/** Returns the figures of a shift without bills; `opening` is its opening balance (laari). */
export function emptyTotals(opening: number): ShiftTotals {
  return {
    bills: 0,
    covers: 0,
    gross: 0,
    discount: 0,
    serviceCharge: 0,
    gst: 0,
    rounding: 0,
    tip: 0,
    total: 0,
    voids: { count: 0, amount: 0 },
    comps: { count: 0, amount: 0 },
    refunds: { count: 0, amount: 0 },
    byMethod: [],
    byType: [],
    gstByRate: [],
    cashIn: 0,
    cashOut: 0,
    expectedCash: opening,
    firstInvoice: null,
    lastInvoice: null,
  };
}

/**
 * Returns the figures with one more bill. A complete bill counts with its sales, captured payments, void and complimentary items; a refund is
 * subtracted; a void bill counts only its items as voids; an open bill counts nothing. The order of bills does not matter.
 */
export function addBill(totals: ShiftTotals, bill: Bill): ShiftTotals {
  const lines = voidedItems(bill);
  const isRefund = bill.refundOfId !== null;
  const withVoids = { ...totals, voids: countAll(totals.voids, lines) };
  if (bill.isVoid) return withVoids;
  if (bill.status !== 'Complete') return totals;
  const captured = bill.payments.filter((payment) => payment.status === 'Captured');
  const cash = captured.reduce((sum, one) => sum + (one.method === 'Cash' ? one.amount : 0), 0);
  const { invoiceNumber } = bill;
  return {
    ...withVoids,
    bills: totals.bills + (isRefund ? 0 : 1),
    refunds: isRefund
      ? { count: totals.refunds.count + 1, amount: totals.refunds.amount - bill.total }
      : totals.refunds,
    covers: totals.covers + bill.covers,
    gross: totals.gross + bill.subTotal - (bill.advanceNet ?? 0),
    discount: totals.discount + bill.discount,
    serviceCharge: totals.serviceCharge + bill.serviceCharge,
    gst: totals.gst + bill.gst,
    rounding: totals.rounding + bill.roundingAmount,
    tip: totals.tip + bill.tip,
    total: totals.total + bill.total,
    ...soldBeside(totals, bill),
    comps: countAll(
      totals.comps,
      bill.items.filter((item) => item.isComp && !item.isVoid),
    ),
    byMethod: captured.reduce((list, one) => addMethod(list, one, 1), totals.byMethod),
    byType: upsert(
      totals.byType,
      { type: bill.type, bills: isRefund ? 0 : 1, total: bill.total },
      ['type'],
      (a, b) => ({
        type: a.type,
        bills: a.bills + b.bills,
        total: a.total + b.total,
      }),
    ),
    gstByRate: billTotals(bill).gstByRate.reduce<ShiftTotals['gstByRate']>(
      (list, rate) =>
        upsert(list, { ...rate }, ['gstMode', 'gstPct'], (a, b) => ({
          ...a,
          base: a.base + b.base,
          gst: a.gst + b.gst,
        })),
      totals.gstByRate,
    ),
    expectedCash: totals.expectedCash + cash,
    ...(isRefund && cash !== 0 ? { cashRefunds: (totals.cashRefunds ?? 0) - cash } : {}),
    ...foreignOf(totals, captured),
    ...withUnsetRates(totals, bill),
    firstInvoice: pickInvoice(totals.firstInvoice, invoiceNumber, -1),
    lastInvoice: pickInvoice(totals.lastInvoice, invoiceNumber, 1),
  };
}

/** Returns what was sold beside the total: gift cards, and deposits that were taken. */
function soldBeside(totals: ShiftTotals, bill: Bill): Pick<ShiftTotals, 'cardsSold' | 'deposits'> {
  const deposits = depositsOf(bill);
  const cards = (bill.cardsSold ?? 0) - deposits;
  return {
    ...(cards && { cardsSold: (totals.cardsSold ?? 0) + cards }),
    ...(deposits && { deposits: (totals.deposits ?? 0) + deposits }),
  };
}

/** Returns the payments by method with one more; `count` is −1 for one that is reversed. A method without payments and amount is left out. */
function addMethod(
  list: ShiftTotals['byMethod'],
  { method, amount }: Pick<Payment, 'method' | 'amount'>,
  count: 1 | -1,
): ShiftTotals['byMethod'] {
  return upsert(list, { method, count, amount }, ['method'], (a, b) => ({
    method,
    count: a.count + b.count,
    amount: a.amount + b.amount,
  })).filter((row) => row.count !== 0 || row.amount !== 0);
}

/**
 * Returns the figures with a payment that was corrected in the shift: the reversed one is taken back and the other one counts. Sales and their sum
 * stay as they are. Source: docs/rules.md#payment-exchanges.
 */
export function addExchange(totals: ShiftTotals, { reversed, captured }: ExchangedPayments): ShiftTotals {
  const cashOf = (one: Payment): number => (one.method === 'Cash' ? one.amount : 0);
  const rounding = exchangeRounding({ reversed, captured });
  const row = {
    from: countedMethod(reversed),
    to: countedMethod(captured),
    count: 1,
    amount: captured.amount,
    ...withRounding(rounding),
  };
  return {
    ...totals,
    rounding: totals.rounding + rounding,
    byMethod: addMethod(addMethod(totals.byMethod, reversed, -1), captured, 1),
    ...foreignOf(totals, [reversed, captured]),
    corrections: upsert<PaymentCorrection>(totals.corrections ?? [], row, ['from', 'to'], (a, b) => ({
      from: a.from,
      to: a.to,
      count: a.count + b.count,
      amount: a.amount + b.amount,
      ...withRounding((a.rounding ?? 0) + (b.rounding ?? 0)),
    })),
    expectedCash: totals.expectedCash + cashOf(reversed) + cashOf(captured),
  };
}

const withRounding = (rounding: number): Pick<PaymentCorrection, 'rounding'> => (rounding === 0 ? {} : { rounding });

/** Returns the cash that corrections of a shift put into its drawer, less what they took out of it, laari. */
export function correctedCash({ corrections = [] }: Pick<ShiftTotals, 'corrections'>): number {
  const isCash = (method: string): boolean => method.split(' ')[0] === 'Cash';
  return corrections.reduce(
    (sum, { from, to, amount, rounding = 0 }) =>
      sum + (isCash(to) ? amount : 0) - (isCash(from) ? amount - rounding : 0),
    0,
  );
}

/** Returns the foreign currencies of a shift, each with the laari that one unit was taken for on average. */
export function currencyRates({ byCurrency }: Pick<ShiftTotals, 'byCurrency'>): { currency: string; rate: number }[] {
  return (byCurrency ?? []).map(({ currency, units, amount }) => ({
    currency,
    rate: units === 0 ? 0 : amount / units,
  }));
}

/** Returns the foreign cash after adding that of a bill's payments. */
function foreignOf(totals: ShiftTotals, payments: Bill['payments']): Pick<ShiftTotals, 'byCurrency'> {
  const foreign = payments.flatMap(({ currency, tendered }) => (currency ? [{ ...currency, tendered }] : []));
  if (foreign.length === 0) return {};
  const byCurrency = foreign.reduce(
    (list, { code, units, tendered }) =>
      upsert(list, { currency: code, units, amount: tendered }, ['currency'], (a, b) => ({
        currency: a.currency,
        units: a.units + b.units,
        amount: a.amount + b.amount,
      })),
    totals.byCurrency ?? [],
  );
  return { byCurrency: byCurrency.filter(({ units, amount }) => units !== 0 || amount !== 0) };
}

/** Returns the payments with rates that were not set, after adding those of a bill. */
function withUnsetRates({ unsetRates = [] }: ShiftTotals, bill: Bill): Pick<ShiftTotals, 'unsetRates'> {
  const more = unsetRatesOf(bill);
  if (more.length === 0) return {};
  return { unsetRates: more.reduce((list, one) => upsert(list, one, ['invoice', 'key'], (_, b) => b), unsetRates) };
}

/** Returns the figures with cash put into or taken out of the drawer. */
export function addCash(totals: ShiftTotals, { kind, amount }: CashEvent): ShiftTotals {
  return kind === 'In'
    ? { ...totals, cashIn: totals.cashIn + amount, expectedCash: totals.expectedCash + amount }
    : { ...totals, cashOut: totals.cashOut + amount, expectedCash: totals.expectedCash - amount };
}

/**
 * Returns the figures of a shift from its bills, cash events, opening balance, and the corrections of payments that were made in it. Expected cash is
 * opening + cash taken + in − out, with what corrections moved.
 */
export function shiftTotals(
  bills: Iterable<Bill>,
  cash: Iterable<CashEvent>,
  opening: number,
  exchanges: Iterable<ExchangedPayments> = [],
): ShiftTotals {
  let totals = emptyTotals(opening);
  for (const bill of bills) totals = addBill(totals, bill);
  return addRest(totals, cash, exchanges);
}

/** Returns the figures of the bills of a shift with its cash events and corrections of payments. */
export function addRest(
  bills: ShiftTotals,
  cash: Iterable<CashEvent>,
  exchanges: Iterable<ExchangedPayments>,
): ShiftTotals {
  let totals = bills;
  for (const event of cash) totals = addCash(totals, event);
  for (const exchange of exchanges) totals = addExchange(totals, exchange);
  return totals;
}

/** Returns the method name under which foreign cash is counted separately: 'Cash USD'. */
export const foreignMethod = (currency: string): string => `Cash ${currency}`;

/** Returns the method of a payment as it is counted: foreign cash by its currency. */
export const countedMethod = ({ method, currency }: Payment): string =>
  currency ? foreignMethod(currency.code) : method;

/**
 * Returns the expected amount by method, laari: cash in the drawer, foreign cash at its value with its units in hundredths, the other methods as
 * taken. Cash first, the rest by name.
 */
export function expectedByMethod(
  totals: Pick<ShiftTotals, 'byMethod' | 'byCurrency' | 'expectedCash'>,
): readonly { readonly method: string; readonly amount: number; readonly units?: number }[] {
  const others = totals.byMethod
    .filter((one) => one.method !== 'Cash')
    .map(({ method, amount }) => ({ method, amount }));
  const foreign = (totals.byCurrency ?? []).map(({ currency, amount, units }) => ({
    method: foreignMethod(currency),
    amount,
    units,
  }));
  const own = totals.expectedCash - foreign.reduce((sum, one) => sum + one.amount, 0);
  return [{ method: 'Cash', amount: own }, ...foreign, ...others];
}

/** Returns counted − expected over all methods, laari. A method that was not counted counts as expected, but cash as zero. */
export function countDifference(
  counted: readonly { readonly method: string; readonly amount: number }[],
  totals: ShiftTotals,
): number {
  return expectedByMethod(totals).reduce((sum, { method, amount }) => {
    const count = counted.find((one) => one.method === method)?.amount ?? (method === 'Cash' ? 0 : amount);
    return sum + count - amount;
  }, 0);
}

function countAll(before: CountAndAmount, lines: readonly Bill['items'][number][]): CountAndAmount {
  return {
    count: before.count + lines.length,
    amount: lines.reduce((sum, item) => sum + grossAmount(item), before.amount),
  };
}

/** Returns the sorted list with a row merged into the one with the same values of `names`, or inserted in order. */
function upsert<T>(list: readonly T[], row: T, names: readonly (keyof T)[], add: (a: T, b: T) => T): T[] {
  const order = (one: T): number => {
    for (const name of names) {
      if (one[name] !== row[name]) return one[name] < row[name] ? -1 : 1;
    }
    return 0;
  };
  const index = list.findIndex((one) => order(one) >= 0);
  if (index < 0) return [...list, row];
  const found = list[index] as T;
  const isSame = order(found) === 0;
  return [...list.slice(0, index), isSame ? add(found, row) : row, ...list.slice(isSame ? index + 1 : index)];
}

/** Returns the earlier (−1) or later (1) of two invoice numbers. A longer number is later. */
function pickInvoice(known: string | null, given: string | null, direction: 1 | -1): string | null {
  if (known === null || given === null) return known ?? given;
  const order = known.length - given.length || (known < given ? -1 : 1);
  return order * direction >= 0 ? known : given;
}
