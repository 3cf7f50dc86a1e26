/** What was given away on one bill, by who gave it and who approved it, for the report of discounts. Source: docs/rules.md#givers. */
import type { Bill, Giver } from '@atoll/domain/bill/bill';
import { type LineTotals, lineAmount } from '@atoll/domain/bill/totals';
import type { SaleGiftTable } from '../../../platform/store/schema/schema-report.ts';

type Sums = Omit<SaleGiftTable, 'outlet_id' | 'business_date'>;

const none = ({ by, approver }: Giver): Sums => ({
  giver_id: by ?? 0,
  approver_id: approver ?? 0,
  bills: 0,
  line_discount: 0,
  bill_discount: 0,
  comp_lines: 0,
  comps: 0,
});

const unknown: Giver = { by: null, approver: null };

/** Returns the sums by giver and approver, in laari; 0 stands for nobody or unknown. `bills` is 0 for a refund, which takes back what was given. */
export function giftSums(bill: Bill, lines: readonly LineTotals[], bills: 0 | 1): Sums[] {
  const sums = new Map<string, Sums>();
  const of = (giver: Giver): Sums => {
    const key = `${giver.by ?? 0} ${giver.approver ?? 0}`;
    const sum = sums.get(key) ?? { ...none(giver), bills };
    sums.set(key, sum);
    return sum;
  };
  const totals = new Map(lines.map((line) => [line.key, line]));
  for (const item of bill.items) {
    if (item.isVoid) continue;
    const line = totals.get(item.key);
    const reduced = line === undefined ? 0 : line.gross - line.promotion - line.amount;
    const share = line?.discount ?? 0;
    if (reduced !== 0) of(item.givenBy ?? unknown).line_discount += reduced;
    if (share !== 0) of(bill.discountBy ?? unknown).bill_discount += share;
    if (!item.isComp) continue;
    const sum = of(item.givenBy ?? unknown);
    sum.comp_lines += 1;
    sum.comps += lineAmount(item);
  }
  return [...sums.values()];
}
