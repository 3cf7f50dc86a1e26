/** Sums by the words for them, so that stored and computed ones can be compared. */
import type { ShiftTotals } from '@atoll/domain/shift/shift';
import type { Findings, Pair } from './findings.ts';

/** Sums by label: laari, or a number of things when the label begins with 'number of'. */
export type Sums = ReadonlyMap<string, number | string | null>;

/** Names each sum that differs; one that is absent counts as 0. */
export function compareSums(name: string, { stored, expected }: Pair<Sums>, source: string, findings: Findings): void {
  for (const label of new Set([...stored.keys(), ...expected.keys()])) {
    const pair = { stored: stored.get(label) ?? 0, expected: expected.get(label) ?? 0 };
    const what = `${name}: ${label}`;
    const { stored: was, expected: is } = pair;
    const isAmount = typeof was === 'number' && typeof is === 'number' && !/^(number of|quantity of)/.test(label);
    if (isAmount) findings.amount(what, { stored: was, expected: is }, source);
    else findings.value(what, pair, source);
  }
}

/** Returns the figures of a shift as sums. */
export function sumsOfShift(totals: ShiftTotals): Sums {
  const { voids, comps, refunds, byMethod, byType, gstByRate, byCurrency = [], corrections = [] } = totals;
  return new Map<string, number | string | null>([
    ['number of bills', totals.bills],
    ['guests', totals.covers],
    ['subtotal', totals.gross],
    ['discount', totals.discount],
    ['service charge', totals.serviceCharge],
    ['GST', totals.gst],
    ['rounding', totals.rounding],
    ['tip', totals.tip],
    ['total', totals.total],
    ['cash in', totals.cashIn],
    ['cash out', totals.cashOut],
    ['expected cash', totals.expectedCash],
    ['number of refunds', refunds.count],
    ['refunds', refunds.amount],
    ['voids', voids.amount],
    ['voids counted', voids.count],
    ['gifts', comps.amount],
    ['gifts counted', comps.count],
    ['number of the first invoice', totals.firstInvoice],
    ['number of the last invoice', totals.lastInvoice],
    ...byMethod.flatMap(({ method, count, amount }): [string, number][] => [
      [`payments by ${method}`, amount],
      [`number of payments by ${method}`, count],
    ]),
    ...byType.flatMap(({ type, bills, total }): [string, number][] => [
      [`sales of ${type}`, total],
      [`number of bills of ${type}`, bills],
    ]),
    ...gstByRate.flatMap(({ gstMode, gstPct, base, gst }): [string, number][] => [
      [`GST by rate ${gstMode} ${gstPct} %`, gst],
      [`GST by rate ${gstMode} ${gstPct} %, value`, base],
    ]),
    ...byCurrency.flatMap(({ currency, units, amount }): [string, number][] => [
      [`cash in ${currency}`, amount],
      [`number of ${currency} in hundredths`, units],
    ]),
    ...corrections.flatMap(({ from, to, count, amount, rounding = 0 }): [string, number][] => [
      [`corrections from ${from} to ${to}`, amount],
      [`number of corrections from ${from} to ${to}`, count],
      [`rounding of corrections from ${from} to ${to}`, rounding],
    ]),
  ]);
}
