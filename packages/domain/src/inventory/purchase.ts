/**
 * Purchase invoices: totals, what the goods are worth on the shelf, states. Amounts are whole hundredths of the invoice's currency, quantities
 * thousandths, percentages basis points, the rate ten-thousandths. Source: docs/rules.md#purchase-invoices.
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

/** Answers the states that an invoice may go to. A draft that is not wanted is deleted. */
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
  /** Freight and the like: laid on the goods by their value; without goods on all lines. */
  readonly otherCharges: number;
}

export interface InvoiceTotals {
  /** By line: quantity times price less the line's discount. */
  readonly lineTotals: readonly number[];
  /** By line: what it costs without GST, with its part of discount and charges. They add up to the total without GST. */
  readonly worths: readonly number[];
  readonly subTotal: number;
  readonly discount: number;
  readonly gst: number;
  readonly total: number;
}

/** Answers quantity times price less the discount, each rounded half away from zero. */
export function invoiceLineTotal(line: Pick<InvoiceLine, 'qty' | 'unitPrice' | 'discountBp'>): number {
  const amount = roundProduct(line.unitPrice, line.qty, 1000);
  return amount - roundProduct(amount, line.discountBp, 10_000);
}

/**
 * Answers the totals. The invoice's discount (at most the subtotal) is laid on the lines by value; GST is worked out once for each rate over its
 * lines, on top (Exclusive) or inside (Inclusive), and is no part of what goods are worth: it is claimed back.
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
  const charged = chargeOver(invoice, weights, hasGoods);
  const worths = nets.map((net, i) => net - (inside[i] ?? 0) + (charged[i] ?? 0));
  const onTop = invoice.gstMode === 'Exclusive' ? gst : 0;
  return { lineTotals, worths, subTotal, discount, gst, total: subTotal - discount + onTop + invoice.otherCharges };
}

/** Free goods carry the charges by number, not by value: a weight for each line that may carry them. */
function chargeOver(invoice: InvoiceTerms, weights: readonly number[], hasGoods: boolean): number[] {
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
  for (const [rate, places] of rates) {
    const parts = places.map((i) => nets[i] ?? 0);
    const base = parts.reduce((sum, one) => sum + one, 0);
    const gst = roundProduct(base, rate, gstMode === 'Inclusive' ? 10_000 + rate : 10_000);
    allocate(gst, parts).forEach((part, place) => {
      gsts[places[place] ?? 0] = part;
    });
  }
  return gsts;
}

/** How far the paper may be from what was worked out, in hundredths. */
export const totalTolerance = 5;

/** Answers whether the total on the vendor's paper is the one worked out, or somebody said that the difference is right. */
export function totalMatches(total: number, vendorTotal: number | null, isAcknowledged: boolean): boolean {
  return vendorTotal === null || isAcknowledged || Math.abs(vendorTotal - total) <= totalTolerance;
}

/** Answers an amount of the invoice's currency in laari; `rate` is ten-thousandths of a rufiyaa's hundredth. */
export function inLaari(amount: number, rate: number): number {
  return roundProduct(amount, rate, 10_000);
}

/** Answers what a part of a line is worth when it comes in, so that the parts of it add up to `worth` exactly. */
export function receivedWorth(worth: number, qty: number, before: number, now: number): number {
  return roundProduct(worth, before + now, qty) - roundProduct(worth, before, qty);
}

/** Answers how far the goods of an invoice have come in; without goods there is nothing to wait for. */
export function receivingOf(
  lines: readonly { readonly kind: string; readonly qty: number; readonly qtyReceived: number }[],
): ReceivingState {
  const goods = lines.filter(({ kind }) => kind === 'Item');
  if (goods.every(({ qty, qtyReceived }) => qtyReceived >= qty)) return goods.length > 0 ? 'Received' : 'NotReceived';
  return goods.some(({ qtyReceived }) => qtyReceived > 0) ? 'Partial' : 'NotReceived';
}

/** Answers what is paid of an invoice on a day ('YYYY-MM-DD'); what is still owed after the due date is overdue. */
export function paymentOf(total: number, paid: number, dueDate: string, today: string): PaymentState {
  if (paid >= total) return 'Paid';
  if (dueDate < today) return 'Overdue';
  return paid > 0 ? 'Partial' : 'Unpaid';
}

/** Answers an invoice's next state. Refused: 'stateForbids', 'totalDiffers', 'reasonMissing'. */
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
