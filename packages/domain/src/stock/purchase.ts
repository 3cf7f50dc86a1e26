/**
 * Purchase invoices: totals, the cost of the goods for stock, states. Amounts are whole hundredths of the invoice's currency, quantities are
 * thousandths, percentages basis points, the exchange rate ten-thousandths. Source: docs/rules.md#purchase-invoices.
 */
import { allocate } from '../money/allocate.ts';
import { roundProduct } from '../money/round.ts';
import type { GstMode } from '../outlet/outlet.ts';
import { ok, type Result, refuse } from '../refusal/refusal.ts';

export const invoiceStates = ['Draft', 'Posted', 'Cancelled'] as const;
export type InvoiceState = (typeof invoiceStates)[number];
export const receivingStates = ['NotReceived', 'Partial', 'Received'] as const;
export type ReceivingState = (typeof receivingStates)[number];
export const paymentStates = ['Unpaid', 'Partial', 'Paid', 'Overdue'] as const;
export type PaymentState = (typeof paymentStates)[number];

const invoiceSteps: readonly { readonly from: InvoiceState; readonly to: InvoiceState }[] = [
  { from: 'Draft', to: 'Posted' },
  { from: 'Posted', to: 'Cancelled' },
];

/** Returns the states that an invoice may change to. An unwanted draft is deleted. */
export function nextInvoiceStates(status: InvoiceState): readonly InvoiceState[] {
  return invoiceSteps.filter(({ from }) => from === status).map(({ to }) => to);
}

export interface InvoiceLine {
  readonly kind: 'Item' | 'Expense';
  readonly qty: number;
  readonly unitPrice: number;
  readonly discountBp: number;
  readonly gstBp: number;
}

export interface InvoiceTerms {
  readonly gstMode: GstMode;
  readonly lines: readonly InvoiceLine[];
  readonly discount: number;
  /** Freight and similar charges: allocated to the goods by value; without goods to all lines. */
  readonly otherCharges: number;
}

export interface InvoiceTotals {
  /** By line: quantity × price less the line's discount. */
  readonly lineTotals: readonly number[];
  /** By line: its cost without GST, with its share of discount and charges. The costs add up to the total without GST. */
  readonly worths: readonly number[];
  readonly subTotal: number;
  readonly discount: number;
  readonly gst: number;
  readonly total: number;
}

/** Returns quantity × price less the discount, each rounded half away from zero. */
export function invoiceLineTotal(line: Pick<InvoiceLine, 'qty' | 'unitPrice' | 'discountBp'>): number {
  const amount = roundProduct(line.unitPrice, line.qty, 1000);
  return amount - roundProduct(amount, line.discountBp, 10_000);
}

/**
 * Returns the totals. The invoice's discount (at most the subtotal) is allocated to the lines by value. GST is computed once for each rate over
 * its lines, on top (Exclusive) or inside (Inclusive), and is not part of the cost of the goods, because it is claimed back.
 */
export function invoiceTotals(invoice: InvoiceTerms): InvoiceTotals {
  const lineTotals = invoice.lines.map(invoiceLineTotal);
  const subTotal = lineTotals.reduce((sum, one) => sum + one, 0);
  const discount = Math.min(invoice.discount, subTotal);
  if (lineTotals.length === 0)
    return { lineTotals, worths: [], subTotal: 0, discount: 0, gst: 0, total: invoice.otherCharges };
  const discounts = allocate(discount, lineTotals);
  const nets = lineTotals.map((one, i) => one - (discounts[i] ?? 0));
  const gsts = gstOfLines(invoice, nets);
  const gst = gsts.reduce((sum, one) => sum + one, 0);
  const inside = invoice.gstMode === 'Inclusive' ? gsts : gsts.map(() => 0);
  const hasGoods = invoice.lines.some(({ kind }) => kind === 'Item');
  const weights = invoice.lines.map(({ kind }, i) => (!hasGoods || kind === 'Item' ? (nets[i] ?? 0) : 0));
  const charged = allocateCharges(invoice, weights, hasGoods);
  const worths = nets.map((net, i) => net - (inside[i] ?? 0) + (charged[i] ?? 0));
  const onTop = invoice.gstMode === 'Exclusive' ? gst : 0;
  return { lineTotals, worths, subTotal, discount, gst, total: subTotal - discount + onTop + invoice.otherCharges };
}

/** The value of an invoice at one GST rate, in hundredths of its currency: without GST, and the GST on it. */
export interface InvoiceRate {
  readonly gstBp: number;
  readonly base: number;
  readonly gst: number;
}

/** Returns value without GST, and GST, of each line after its share of the invoice's discount; other charges are in neither. */
export function invoiceLineValues(invoice: InvoiceTerms): { readonly net: number; readonly gst: number }[] {
  const lineTotals = invoice.lines.map(invoiceLineTotal);
  if (lineTotals.length === 0) return [];
  const subTotal = lineTotals.reduce((sum, one) => sum + one, 0);
  const discounts = allocate(Math.min(invoice.discount, subTotal), lineTotals);
  const asked = lineTotals.map((one, i) => one - (discounts[i] ?? 0));
  const gsts = gstOfLines(invoice, asked);
  const isInside = invoice.gstMode === 'Inclusive';
  return asked.map((one, i) => ({ net: isInside ? one - (gsts[i] ?? 0) : one, gst: gsts[i] ?? 0 }));
}

/**
 * Returns value and GST of each rate of an invoice, the highest rate first. Other charges bear no GST and are in no rate: value, GST and other
 * charges add up to the invoice's total.
 */
export function invoiceRates(invoice: InvoiceTerms): InvoiceRate[] {
  const values = invoiceLineValues(invoice);
  const rates = new Map<number, { gstBp: number; base: number; gst: number }>();
  for (const [i, { gstBp }] of invoice.lines.entries()) {
    const at = invoice.gstMode === 'Exempt' ? 0 : gstBp;
    const rate = rates.get(at) ?? { gstBp: at, base: 0, gst: 0 };
    rate.base += values[i]?.net ?? 0;
    rate.gst += values[i]?.gst ?? 0;
    rates.set(at, rate);
  }
  return [...rates.values()].toSorted((a, b) => b.gstBp - a.gstBp);
}

/** Allocates the other charges by `weights`; when all weights are zero (free goods), equally among the lines that bear charges. */
function allocateCharges(invoice: InvoiceTerms, weights: readonly number[], hasGoods: boolean): number[] {
  const isWorthless = weights.every((weight) => weight === 0);
  const bearing = invoice.lines.map(({ kind }) => (!hasGoods || kind === 'Item' ? 1 : 0));
  return allocate(invoice.otherCharges, isWorthless ? bearing : weights);
}

function gstOfLines({ gstMode, lines }: InvoiceTerms, nets: readonly number[]): number[] {
  const gsts = lines.map(() => 0);
  if (gstMode === 'Exempt') return gsts;
  const rates = new Map<number, number[]>();
  lines.forEach(({ gstBp }, i) => {
    if (gstBp > 0) rates.set(gstBp, [...(rates.get(gstBp) ?? []), i]);
  });
  for (const [rate, indexes] of rates) {
    const parts = indexes.map((i) => nets[i] ?? 0);
    const base = parts.reduce((sum, one) => sum + one, 0);
    const gst = roundProduct(base, rate, gstMode === 'Inclusive' ? 10_000 + rate : 10_000);
    allocate(gst, parts).forEach((part, i) => {
      gsts[indexes[i] ?? 0] = part;
    });
  }
  return gsts;
}

/** The largest accepted difference between the vendor's total and the computed one, in hundredths. */
export const totalTolerance = 5;

/** Returns whether the vendor's total matches the computed one within the tolerance, is absent, or the difference was acknowledged. */
export function totalMatches(total: number, vendorTotal: number | null, isAcknowledged: boolean): boolean {
  return vendorTotal === null || isAcknowledged || Math.abs(vendorTotal - total) <= totalTolerance;
}

/** Converts an amount of the invoice's currency to laari; `rate` is laari per hundredth of the currency, in ten-thousandths. */
export function inLaari(amount: number, rate: number): number {
  return roundProduct(amount, rate, 10_000);
}

/** Returns the cost of a received part of a line. The costs of all parts add up to `worth` exactly. */
export function receivedWorth(worth: number, qty: number, before: number, now: number): number {
  return roundProduct(worth, before + now, qty) - roundProduct(worth, before, qty);
}

/** Returns the receiving state of an invoice; NotReceived when it has no goods. */
export function receivingOf(
  lines: readonly { readonly kind: string; readonly qty: number; readonly qtyReceived: number }[],
): ReceivingState {
  const goods = lines.filter(({ kind }) => kind === 'Item');
  if (goods.every(({ qty, qtyReceived }) => qtyReceived >= qty)) return goods.length > 0 ? 'Received' : 'NotReceived';
  return goods.some(({ qtyReceived }) => qtyReceived > 0) ? 'Partial' : 'NotReceived';
}

/** Returns the payment state of an invoice on a day ('YYYY-MM-DD'); an amount still owed after the due date is Overdue. */
export function paymentOf(total: number, paid: number, dueDate: string, today: string): PaymentState {
  if (paid >= total) return 'Paid';
  if (dueDate < today) return 'Overdue';
  return paid > 0 ? 'Partial' : 'Unpaid';
}

/** Returns an invoice's next state. Refuses with stateForbids, totalDiffers or reasonMissing. */
export function stepInvoice(
  invoice: {
    readonly status: InvoiceState;
    readonly total: number;
    readonly vendorTotal: number | null;
    readonly isTotalAcknowledged: boolean;
  },
  to: InvoiceState,
  reason?: string,
): Result<InvoiceState> {
  const next = nextInvoiceStates(invoice.status);
  if (!next.includes(to)) return refuse('stateForbids', { extra: { status: invoice.status, next } });
  if (to === 'Posted' && !totalMatches(invoice.total, invoice.vendorTotal, invoice.isTotalAcknowledged))
    return refuse('totalDiffers', { extra: { total: invoice.total, vendorTotal: invoice.vendorTotal } });
  const words = reason?.trim() ?? '';
  if (to === 'Cancelled' && (words.length < 3 || words.length > 200))
    return refuse('reasonMissing', { errors: { reason: 'Reason is required' } });
  return ok(to);
}
