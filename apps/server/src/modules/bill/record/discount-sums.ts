/** The discounts of one bill by reason and by who gave them, for the report of reasons. Source: docs/rules.md#discount-reasons. */
import type { Bill, Giver } from '@atoll/domain/bill/bill';
import type { LineTotals } from '@atoll/domain/bill/totals';
import type { DiscountKind } from '@atoll/domain/report/price-reports';
import type { RuleSums } from './rule-sums.ts';

const none = { menu_item_id: 0, name: '', bills: 0, uses: 0, qty: 0, value: 0, promotion: 0, amount: 0, tax: 0 };

/** Returns the sums by kind, reason and giver, in laari; `uses` counts items, `bills` is 0 for a refund, which takes back what was given. */
export function discountSums(bill: Bill, lines: readonly LineTotals[], bills: 0 | 1): RuleSums[] {
  const sums = new Map<string, RuleSums>();
  const of = (kind: DiscountKind, reason: string, giver: Giver | undefined): RuleSums => {
    const rule_id = giver?.by ?? 0;
    const key = `${kind} ${rule_id} ${reason}`;
    const sum = sums.get(key) ?? { ...none, kind, rule_id, size: reason, discount: 0 };
    sums.set(key, sum);
    return sum;
  };
  const items = new Map(bill.items.map((item) => [item.key, item]));
  for (const line of lines) {
    const item = items.get(line.key);
    if (!item || item.isVoid) continue;
    const reduced = line.gross - line.promotion - line.amount;
    if (reduced !== 0) {
      const sum = of('ItemDiscount', item.discount?.reason ?? '', item.givenBy);
      sum.discount += reduced;
      sum.uses += bills;
    }
    if (line.discount !== 0) {
      const sum = of('BillDiscount', bill.discountReason ?? '', bill.discountBy);
      sum.discount += line.discount;
      sum.bills = bills;
    }
  }
  return [...sums.values()];
}
