/** Refunds a paid bill or some of its items by a linked bill of negative quantities. Money in laari. Source: docs/rules.md#refunds. */
import { roundProduct } from '../../money/round.ts';
import { ok, type Result, refuse } from '../../refusal/refusal.ts';
import type { Bill, BillItem, RefundFigures } from '../bill.ts';
import { applyTotals, emptyBill } from '../new-bill.ts';
import { isSetHead, partsOfSet } from '../set-menu/set-menu.ts';
import { billTotals, type LineTotals } from '../totals.ts';

/** The quantity of an item to refund; the key is that of the paid bill's item. */
export interface RefundPart {
  readonly key: string;
  readonly qty: number;
}

/** Earlier refunds of a bill: quantities by item key, and the money paid out (total and rounding, zero or negative). */
export interface RefundDone {
  readonly qty: ReadonlyMap<string, number>;
  readonly amount: number;
}

/** What a refund needs from its caller. `now` is an ISO instant. */
export interface RefundContext {
  readonly key: string;
  readonly now: string;
  readonly user: { readonly id: number; readonly name: string };
  readonly newKey: (itemKey: string) => string;
}

export interface Refund {
  /** Without a number yet; `roundingAmount` is set when this refund is the last. */
  readonly bill: Bill;
  /** What is left of the payments of the bill before this refund, laari, zero or above. */
  readonly most: number;
  /** True when nothing is left to refund on the paid bill. */
  readonly isFull: boolean;
}

const thousandths = (qty: number): number => Math.round(qty * 1000);

/** Returns the items that can be refunded, with the quantity that is left: not void, not complimentary, not fully refunded. Of a set menu these are its parts. */
export function refundableLines(paid: Bill, done: RefundDone): { readonly item: BillItem; readonly left: number }[] {
  return paid.items.flatMap((item) => {
    if (item.isVoid || item.isComp || item.card || isSetHead(item)) return [];
    const left = (thousandths(item.qty) - thousandths(done.qty.get(item.key) ?? 0)) / 1000;
    return left > 0 ? [{ item, left }] : [];
  });
}

/**
 * Returns the refund of some items (of all that is left when `parts` is null) with its totals, all negative. Each item takes its part of every figure
 * of the paid item, so that parts add up to the whole to the laari, in whatever order they are refunded. The last refund of a bill takes its cash
 * rounding too: together they are exactly what was paid, without the tip. What is paid out in cash is rounded by the caller.
 * Refuses with notPaid, refundOfRefund, nothingToRefund, and with refundTooLarge for more than what is left of an item.
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
  const wanted = partsAsked(paid, parts) ?? [...left.values()].map(({ item, left: qty }) => ({ key: item.key, qty }));
  if (wanted.length === 0 || new Set(wanted.map((part) => part.key)).size !== wanted.length)
    return refuse('nothingToRefund');
  const paidLines = new Map(billTotals(paid).lines.map((line) => [line.key, line]));
  const items: BillItem[] = [];
  let billDiscount = 0;
  for (const part of wanted) {
    const line = left.get(part.key);
    const qty = thousandths(part.qty);
    if (!line || qty <= 0 || qty > thousandths(line.left)) return refuse('refundTooLarge');
    const before = thousandths(done.qty.get(part.key) ?? 0);
    const slice = { from: before, to: before + qty, of: thousandths(line.item.qty) };
    const refunded = figuresOf(paidLines.get(part.key), slice);
    billDiscount += refunded.discount;
    items.push(refundItem(line.item, qty / 1000, refunded, context));
    left.set(part.key, { ...line, left: (thousandths(line.left) - qty) / 1000 });
  }
  const isFull = [...left.values()].every((line) => line.left <= 0);
  const given = {
    ...(paid.discountBy && { discountBy: paid.discountBy }),
    ...(paid.discountReason && { discountReason: paid.discountReason }),
  };
  const bill = applyTotals({ ...refundHead(paid, context), items, ...discountOf(paid, billDiscount), ...given });
  // A refund is never more than what is left of the payment. The last refund takes all of it.
  const rest = Math.min(0, -(paid.total + paid.roundingAmount) - done.amount);
  const owed = isFull ? rest : Math.max(rest, bill.total);
  return ok({ bill: { ...bill, roundingAmount: owed - bill.total + 0 }, most: -rest + 0, isFull });
}

/** Returns the parts with those of each set menu instead of its head, as many of each. Null: all that is left. */
function partsAsked({ items }: Bill, parts: readonly RefundPart[] | null): readonly RefundPart[] | null {
  if (!parts?.some(({ key }) => items.some((item) => item.key === key && isSetHead(item)))) return parts;
  const named = new Set(parts.map(({ key }) => key));
  return parts.flatMap((part) => {
    const head = items.find(({ key }) => key === part.key);
    if (!head || !isSetHead(head)) return [part];
    const ofSet = partsOfSet(items, part.key).filter(
      ({ key, isVoid, isComp }) => !isVoid && !isComp && !named.has(key),
    );
    return ofSet.map(({ key }) => ({ key, qty: part.qty }));
  });
}

function refundHead(paid: Bill, { key, now, user }: RefundContext): Bill {
  const { type, slot, checkNo, customerId, customer, invoiceType, gstPct, gstMode } = paid;
  const { serviceChargePct, gstOnServiceCharge } = paid;
  const terms = { serviceChargePct, gstPct, gstMode, gstOnServiceCharge };
  const start = emptyBill({ key, type, slot, checkNo, terms, now, user });
  const refundOf = { invoiceNumber: paid.invoiceNumber ?? '', number: String(paid.number ?? '') };
  const about = { customerId, customer, invoiceType, name: paid.name };
  return { ...start, ...about, refundOfId: paid.id, refundOf, status: 'Complete' };
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

/** Returns the share of an amount for a slice of the quantity. Adjacent slices add up to the whole exactly. */
export function shareOf(amount: number, { from, to, of }: Slice): number {
  return roundProduct(amount, to, of) - roundProduct(amount, from, of);
}

/** Returns the part of a paid item's figures that a slice of its quantity takes, laari, zero or negative. */
function figuresOf(line: LineTotals | undefined, slice: Slice): RefundFigures {
  const back = (figure: number | undefined): number => -shareOf(figure ?? 0, slice) + 0;
  const [amount, promotion] = [back(line?.amount), back(line?.promotion)];
  // What its own discount took off. The rest is the price: nobody gave the laari that a rounding of its own would leave.
  const own = line ? line.gross - line.promotion - line.amount : 0;
  return {
    gross: amount + promotion + back(own),
    amount,
    ...(line?.promotion ? { promotion } : {}),
    discount: back(line?.discount),
    serviceCharge: back(line?.serviceCharge),
    taxAmount: back(line?.taxAmount),
    ...(line?.advance ? { advance: back(line.advance) } : {}),
  };
}

function refundItem(
  item: BillItem,
  qty: number,
  refunded: RefundFigures,
  { now, user, newKey }: RefundContext,
): BillItem {
  const { discount } = item;
  return {
    ...item,
    id: null,
    key: newKey(item.key),
    qty: -qty,
    sentQty: 0,
    ticketIds: [],
    approvalKey: null,
    discount:
      discount?.type === 'Amount'
        ? { ...discount, value: refunded.amount + (refunded.promotion ?? 0) - refunded.gross }
        : discount,
    refunded,
    createdAt: now,
    modifiedAt: now,
    createdBy: user.id,
    createdByName: user.name,
    modifiedBy: user.id,
  };
}
