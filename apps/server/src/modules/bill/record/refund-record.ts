/** Writes what a refund records besides its bill: payments, returned items, and daily sums. */
import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import { billTotals } from '@atoll/domain/bill/totals';
import { addSaleItems } from '../../../platform/store/outlet/sale-sums.ts';
import type { OutletTx } from '../../../platform/store/store.ts';
import { isSoldItem, writeGifts, writeHour, writePayments, writePeople, writeRules } from './sale.ts';

/** Returns the row of a refund without its outlet and bill. */
export const refundRow = (paid: Bill, bill: Bill, isFull: boolean) => ({
  bill_id: paid.id ?? 0,
  is_full: isFull,
  amount: bill.total + bill.roundingAmount,
  reason: bill.note,
});

interface Written {
  readonly bill: Bill;
  readonly row: ReturnType<typeof refundRow>;
  /** Key of the paid bill's item, by key of the refund's item. */
  readonly origin: ReadonlyMap<string, string>;
  /** The quantities that earlier refunds took back, by key of the paid bill's item. */
  readonly done: ReadonlyMap<string, number>;
  readonly timezone: string;
}

/** Writes them in the transaction of the refund. */
export function writeRefund(tx: OutletTx, paid: Bill, { bill, row, origin, done, timezone }: Written): void {
  const outletId = tx.head.outletId;
  const { id, shiftId, businessDate } = bill;
  if (id === null || shiftId === null || businessDate === null)
    throw new Error('A refund has a bill, a shift and a day');
  tx.write(tx.db.insertInto('refund').values({ ...row, outlet_id: outletId, refund_id: id }));
  writePayments(tx, bill, { id, shiftId, businessDate, paidAt: tx.now });
  const computed = billTotals(bill);
  writeHour(tx, bill, computed, { businessDate, paidAt: tx.now, timezone, bills: 0 });
  const makers = new Map(paid.items.map((item) => [item.key, item.createdBy]));
  const makerOf = ({ key }: BillItem): number | null => makers.get(origin.get(key) ?? '') ?? null;
  writePeople(tx, bill, computed, { businessDate, bills: 0, makerOf });
  writeGifts(tx, bill, computed, businessDate, 0);
  writeRules(tx, bill, computed, businessDate, { paid, totals: billTotals(paid), origin, done });
  const totals = new Map(computed.lines.map((line) => [line.key, line]));
  for (const item of bill.items) {
    const amount = totals.get(item.key)?.amount ?? 0;
    const shared = {
      outlet_id: outletId,
      business_date: businessDate,
      menu_item_id: item.menuItemId,
      name: item.name,
      size: item.size,
      amount,
    };
    tx.write(
      tx.db.insertInto('refund_item').values({
        ...shared,
        bill_id: id,
        item_id: item.id ?? 0,
        of_bill_id: paid.id ?? 0,
        of_item_key: origin.get(item.key) ?? '',
        qty: Math.round(-item.qty * 1000),
        price: item.sellingPrice,
        discount: totals.get(item.key)?.discount ?? 0,
        gst_mode: item.gstMode,
        gst_bp: Math.round(item.gstPct * 100),
        tax: item.taxAmount,
        sold_by: paid.createdBy,
      }),
    );
    if (isSoldItem(item)) tx.writeRows(addSaleItems, [{ ...shared, qty: Math.round(item.qty * 1000) }]);
  }
}
