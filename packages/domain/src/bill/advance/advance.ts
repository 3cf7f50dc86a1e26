/** What was paid ahead for a bill: it stands outside the subtotal, and lowers base and tax of its rates. Money in laari. Source: R22.13, docs/rules.md#orders. */
import { allocate } from '../../money/allocate.ts';
import { roundProduct } from '../../money/round.ts';
import type { GstMode } from '../../outlet/outlet.ts';

/** An instalment of an order that the bill takes off. `key` and `billId` are those of its own bill. */
export interface BillAdvance {
  readonly key: string;
  readonly billId: number;
  readonly invoiceNumber: string;
  /** With GST, as it was paid. */
  readonly amount: number;
}

/** The order of a bill: of its last bill, or of a bill that is an instalment, a deposit or what is kept of one. */
export interface BillOrder {
  readonly key: string;
  readonly number: string;
}

/** Items of one kind and rate of GST: `base` as they are priced, after discounts. */
export interface RateToLower {
  readonly gstMode: GstMode;
  /** Basis points. */
  readonly rate: number;
  readonly base: number;
  readonly gst: number;
}

/** What remains of a rate: its tax, and how much its base is lower. */
export interface LoweredRate {
  readonly gst: number;
  readonly off: number;
}

/** Returns what was paid ahead, with GST. */
export const sumOfAdvances = (advances: readonly Pick<BillAdvance, 'amount'>[] = []): number =>
  advances.reduce((sum, { amount }) => sum + amount, 0);

/**
 * Returns what an amount that was paid ahead leaves of each rate. It is divided over the rates by their value with tax; each charges its tax on the rest
 * only, whatever tax the amount bore when it was paid.
 */
export function lowerRates(rates: readonly RateToLower[], advance: number): readonly LoweredRate[] {
  const values = rates.map(({ gstMode, base, gst }) => base + (gstMode === 'Exclusive' ? gst : 0));
  const most = values.reduce((sum, value) => sum + value, 0);
  const parts = allocate(Math.min(advance, Math.max(0, most)), values);
  return rates.map(({ gstMode, rate, base, gst }, index) => {
    const part = parts[index] as number;
    if (part === 0) return { gst, off: 0 };
    const rest = (values[index] as number) - part;
    const left = gstMode === 'Exempt' ? 0 : roundProduct(rest, rate, 10_000 + rate);
    return { gst: left, off: gstMode === 'Exclusive' ? base - (rest - left) : part };
  });
}

type Ordered = { readonly advances?: readonly BillAdvance[] | undefined; readonly order?: BillOrder | undefined };

/** Returns the advances and the order of two versions of a bill, or of two bills that become one: those of both, each once. */
export function mergeAdvances(a: Ordered, b: Ordered): Ordered {
  const all = new Map([...(a.advances ?? []), ...(b.advances ?? [])].map((one) => [one.key, one]));
  const order = [a.order, b.order]
    .filter((one) => one !== undefined)
    .reduce<BillOrder | undefined>((least, one) => (least && least.key <= one.key ? least : one), undefined);
  const isSame = all.size === a.advances?.length;
  const advances = isSame ? a.advances : [...all.values()].toSorted((x, y) => (x.key < y.key ? -1 : 1));
  return { ...(all.size > 0 && { advances }), ...(order && { order }) };
}
