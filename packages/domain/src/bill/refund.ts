/** Giving back a paid bill or some of its lines: a linked bill of negative quantities. Money in laari. Source: docs/rules.md#refunds. */
import { roundProduct } from '../money/round.ts';
import { ok, type Result, refuse } from '../refusal/refusal.ts';
import type { Bill, BillItem } from './bill.ts';
import { applyTotals, emptyBill } from './new-bill.ts';
import { billTotals } from './totals.ts';

/** How much of a line comes back; the key is that of the paid bill's line. */
export interface RefundPart {
  readonly key: string;
  readonly qty: number;
}

/** What was refunded of a bill before: quantities by line, and the money paid out (total and rounding, zero or negative). */
export interface RefundDone {
  readonly qty: ReadonlyMap<string, number>;
  readonly amount: number;
}

/** What a refund needs from outside. `now` is an ISO instant. */
export interface RefundContext {
  readonly key: string;
  readonly now: string;
  readonly user: { readonly id: number; readonly name: string };
  readonly newKey: (itemKey: string) => string;
}

export interface Refund {
  /** Not yet numbered; `roundingAmount` is set when this refund is the last. */
  readonly bill: Bill;
  /** Nothing is left on the paid bill after it. */
  readonly isFull: boolean;
}

const thousandths = (qty: number): number => Math.round(qty * 1000);

/** Answers the lines that can come back, with the quantity that is left: live, not complimentary, not refunded before. */
export function refundableLines(paid: Bill, done: RefundDone): { readonly item: BillItem; readonly left: number }[] {
  return paid.items.flatMap((item) => {
    if (item.isVoid || item.isComp) return [];
    const left = (thousandths(item.qty) - thousandths(done.qty.get(item.key) ?? 0)) / 1000;
    return left > 0 ? [{ item, left }] : [];
  });
}

/**
 * Answers the refund of some lines (all that is left when `parts` is null) with its totals, all negative. Discounts come back in proportion,
 * and the last refund of a bill makes up for all roundings, so that together they give back exactly what was paid without the tip.
 * Refuses with notPaid, refundOfRefund, nothingToRefund, and refundTooLarge for more than what is left of a line.
 */
export function refundBill(
  paid: Bill,
  parts: readonly RefundPart[] | null,
  done: RefundDone,
  context: RefundContext,
): Result<Refund> {
  if (paid.refundOfId !== null) return refuse('refundOfRefund');
  if (paid.status !== 'Complete' || paid.isVoid) return refuse('notPaid');
  const left = new Map(refundableLines(paid, done).map((line) => [line.item.key, line]));
  const wanted = parts ?? [...left.values()].map(({ item, left: qty }) => ({ key: item.key, qty }));
  if (wanted.length === 0 || new Set(wanted.map((part) => part.key)).size !== wanted.length)
    return refuse('nothingToRefund');
  const shares = new Map(billTotals(paid).lines.map((line) => [line.key, line.discount]));
  const items: BillItem[] = [];
  let billDiscount = 0;
  for (const part of wanted) {
    const line = left.get(part.key);
    const qty = thousandths(part.qty);
    if (!line || qty <= 0 || qty > thousandths(line.left)) return refuse('refundTooLarge');
    const before = thousandths(done.qty.get(part.key) ?? 0);
    const slice = { from: before, to: before + qty, of: thousandths(line.item.qty) };
    billDiscount += shareOf(shares.get(part.key) ?? 0, slice);
    items.push(lineBack(line.item, qty / 1000, slice, context));
    left.set(part.key, { ...line, left: (thousandths(line.left) - qty) / 1000 });
  }
  const isFull = [...left.values()].every((line) => line.left <= 0);
  const bill = applyTotals({ ...head(paid, context), items, ...discountOf(paid, billDiscount) });
  // Never more than was paid, and with the last refund all of it.
  const rest = Math.min(0, -(paid.total + paid.roundingAmount) - done.amount);
  const owed = isFull ? rest : Math.max(rest, bill.total);
  return ok({ bill: { ...bill, roundingAmount: owed - bill.total }, isFull });
}

function head(paid: Bill, { key, now, user }: RefundContext): Bill {
  const { type, slot, checkNo, customerId, customer, invoiceType, gstPct, gstMode } = paid;
  const { serviceChargePct, gstOnServiceCharge } = paid;
  const terms = { serviceChargePct, gstPct, gstMode, gstOnServiceCharge };
  const start = emptyBill({ key, type, slot, checkNo, terms, now, user });
  return { ...start, customerId, customer, invoiceType, name: paid.name, refundOfId: paid.id, status: 'Complete' };
}

const discountOf = (paid: Bill, share: number): Pick<Bill, 'discountPercentage' | 'discountAmount'> =>
  paid.discountAmount === null
    ? { discountPercentage: paid.discountPercentage, discountAmount: null }
    : { discountPercentage: 0, discountAmount: Math.abs(share) };

interface Slice {
  readonly from: number;
  readonly to: number;
  readonly of: number;
}

/** The part of an amount that a slice of the quantity has; slices that follow each other add up to the whole. */
function shareOf(amount: number, { from, to, of }: Slice): number {
  return roundProduct(amount, to, of) - roundProduct(amount, from, of);
}

function lineBack(item: BillItem, qty: number, slice: Slice, { now, user, newKey }: RefundContext): BillItem {
  const { discount } = item;
  return {
    ...item,
    id: null,
    key: newKey(item.key),
    qty: -qty,
    sentQty: 0,
    ticketIds: [],
    approvalKey: null,
    discount: discount?.type === 'Amount' ? { ...discount, value: shareOf(discount.value, slice) } : discount,
    createdAt: now,
    modifiedAt: now,
    createdBy: user.id,
    createdByName: user.name,
    modifiedBy: user.id,
  };
}
