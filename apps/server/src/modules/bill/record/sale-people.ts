/** Sales and reductions of one bill by person, for the reports of people and discounts. */
import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import { type LineTotals, lineAmount } from '@atoll/domain/bill/totals';
import { waiterOf } from '@atoll/domain/bill/waiter';
import type { SalePersonTable } from '../../../platform/store/schema/schema-report.ts';

type Sums = Omit<SalePersonTable, 'outlet_id' | 'business_date'>;

const none = (user_id: number): Sums => ({
  user_id,
  bills: 0,
  total: 0,
  gift_bills: 0,
  line_discount: 0,
  bill_discount: 0,
  comp_lines: 0,
  comps: 0,
});

/**
 * Returns a completed bill's sums by person, in laari: the sale counts for its waiter (R23.5). `bills` is 0 for a refund, which does not count as a bill; the discounts that it takes back
 * belong to the person who entered the item, given by `makerOf`.
 */
export function peopleSums(
  bill: Bill,
  lines: readonly LineTotals[],
  bills: 0 | 1,
  makerOf: (item: BillItem) => number | null,
): Sums[] {
  const sums = new Map<number, Sums>();
  const of = (userId: number | null): Sums => {
    const sum = sums.get(userId ?? 0) ?? none(userId ?? 0);
    sums.set(sum.user_id, sum);
    return sum;
  };
  const waiter = of(waiterOf(bill).id);
  waiter.bills = bills;
  waiter.total = bill.total;
  const totals = new Map(lines.map((line) => [line.key, line]));
  for (const item of bill.items) {
    if (item.isVoid) continue;
    const line = totals.get(item.key);
    const reduced = line === undefined ? 0 : line.gross - line.promotion - line.amount;
    if (!item.isComp && reduced === 0 && !line?.discount) continue;
    const maker = of(makerOf(item));
    maker.gift_bills = bills;
    maker.line_discount += reduced;
    maker.bill_discount += line?.discount ?? 0;
    if (!item.isComp) continue;
    maker.comp_lines += 1;
    maker.comps += lineAmount(item);
  }
  return [...sums.values()];
}
