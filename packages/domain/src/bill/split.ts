/** Splitting a bill in two. Source: decisions A2, A4, B12. */
import { ok, type Result, refuse } from '../refusal/refusal.ts';
import type { Bill, BillItem } from './bill.ts';
import { cancelMark } from './kitchen-mark.ts';
import { sortItems } from './lines.ts';
import { applyTotals } from './new-bill.ts';
import { inState, transitBill } from './states.ts';

/** How much of a line goes to the new bill. */
export interface SplitPart {
  readonly key: string;
  readonly qty: number;
}

/** What a split needs from outside. */
export interface SplitContext {
  readonly now: string;
  readonly userId: number | null;
  /** Gives a key for a line that is made: the part that goes and the part that stays of a line cut in two. */
  readonly newKey: (key: string, part: 'goes' | 'stays') => string;
}

const exact = (qty: number): number => Math.round(qty * 1000) / 1000;

/**
 * Answers both bills after the parts went from `from` to `to` (an open bill, empty or not), versions raised, totals computed. A whole line moves with
 * its key. Of a line cut in two the original is voided ('Split') and two new lines stand for it; what the kitchen knows is divided with
 * it, so that neither a ticket nor a cancellation is printed. Refuses with notFound for a line that is not live, invalid for a quantity out of range.
 */
export function splitBill(
  from: Bill,
  to: Bill,
  parts: readonly SplitPart[],
  context: SplitContext,
): Result<{ readonly from: Bill; readonly to: Bill }> {
  for (const bill of [from, to]) {
    const allowed = transitBill(bill, 'transfer');
    if (!allowed.ok) return allowed;
  }
  if (parts.length === 0 || new Set(parts.map((part) => part.key)).size !== parts.length) return refuse('invalid');
  const staying = new Map(from.items.map((item) => [item.key, item]));
  const going: BillItem[] = [];
  for (const part of parts) {
    const item = staying.get(part.key);
    if (!item || item.isVoid) return refuse('notFound', { message: 'This line is not on the bill' });
    const qty = exact(part.qty);
    if (qty <= 0 || qty > item.qty) return refuse('invalid', { errors: { qty: 'Quantity is more than the line has' } });
    if (qty === item.qty) {
      staying.delete(part.key);
      going.push(item);
      continue;
    }
    const cut = cutItem(item, qty, context);
    staying.set(part.key, cut.voided);
    staying.set(cut.stays.key, cut.stays);
    going.push(cut.goes);
  }
  return ok({
    from: applyTotals({ ...from, version: from.version + 1, items: sortItems([...staying.values()]) }),
    to: applyTotals({ ...inState(to, 'Saved'), version: to.version + 1, items: sortItems([...to.items, ...going]) }),
  });
}

function cutItem(
  item: BillItem,
  qty: number,
  { now, userId, newKey }: SplitContext,
): { readonly voided: BillItem; readonly goes: BillItem; readonly stays: BillItem } {
  const rest = exact(item.qty - qty);
  const made = { ...item, id: null, modifiedAt: now, modifiedBy: userId };
  const goesSent = Math.min(item.sentQty, qty);
  const discount = item.discount?.type === 'Amount' ? item.discount : null;
  const off = discount ? Math.round((discount.value * qty) / item.qty) : 0;
  const share = (value: number) => (discount ? { discount: { ...discount, value } } : {});
  return {
    voided: {
      ...item,
      isVoid: true,
      voidReason: 'Split',
      voidedBy: userId,
      voidedAt: now,
      modifiedAt: now,
      ticketIds: [...item.ticketIds, cancelMark(item.key)],
    },
    goes: { ...made, key: newKey(item.key, 'goes'), qty, sentQty: goesSent, ...share(off) },
    stays: {
      ...made,
      key: newKey(item.key, 'stays'),
      qty: rest,
      sentQty: exact(item.sentQty - goesSent),
      ...share((discount?.value ?? 0) - off),
    },
  };
}
