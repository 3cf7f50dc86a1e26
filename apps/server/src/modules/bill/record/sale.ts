/** Records of a completed bill: payments, sold items, and the sums of dashboard and reports. */
import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import { isCardLine } from '@atoll/domain/bill/card/sold-card';
import { isSetHead } from '@atoll/domain/bill/set-menu/set-menu';
import { type BillTotals, billTotals, lineAmount } from '@atoll/domain/bill/totals';
import { wallClock } from '@atoll/domain/date/business-day';
import type { Payment } from '@atoll/domain/payment/payment';
import {
  addSaleGifts,
  addSaleHour,
  addSaleItems,
  addSaleMethod,
  addSalePeople,
  addSaleRules,
  addSaleTax,
} from '../../../platform/store/outlet/sale-sums.ts';
import type { SaleItemTable } from '../../../platform/store/schema/schema.ts';
import type { OutletTx } from '../../../platform/store/store.ts';
import { insertPayment, insertSoldItems } from '../read/queries.ts';
import { discountSums } from './discount-sums.ts';
import { giftSums } from './gift-sums.ts';
import { type RefundedBill, type RuleSums, ruleSums } from './rule-sums.ts';
import { peopleSums } from './sale-people.ts';

/** Writes them in the transaction that completes the bill. `paidAt` is epoch ms; hours are in the outlet's time zone. */
export function writeSale(tx: OutletTx, bill: Bill, paidAt: number, timezone: string): void {
  const { id, shiftId, businessDate } = bill;
  if (id === null || shiftId === null || businessDate === null) throw new Error('A sale has a bill, a shift and a day');
  writePayments(tx, bill, { id, shiftId, businessDate, paidAt });
  const totals = billTotals(bill);
  writeLines(tx, bill, totals, { id, businessDate });
  writePeople(tx, bill, totals, { businessDate, bills: 1, makerOf: (item) => item.createdBy });
  writeGifts(tx, bill, totals, businessDate, 1);
  writeRules(tx, bill, totals, businessDate);
  writeHour(tx, bill, totals, { businessDate, paidAt, timezone, bills: 1 });
}

/** Returns the hour of the day in which a bill was paid. */
export const hourOf = (paidAt: number, timezone: string): number => wallClock(paidAt, timezone).hour;

/** Adds the bill to the sums of its hour and tax rates; a refund adds neither a bill nor guests. */
export function writeHour(
  tx: OutletTx,
  bill: Bill,
  { gstByRate }: BillTotals,
  { businessDate, paidAt, timezone, bills }: { businessDate: string; paidAt: number; timezone: string; bills: 0 | 1 },
): void {
  tx.writeRows(addSaleHour, [
    {
      outlet_id: tx.head.outletId,
      business_date: businessDate,
      hour: hourOf(paidAt, timezone),
      type: bill.type,
      bills,
      covers: bills * bill.covers,
      sub_total: countedSubTotal(bill),
      discount: bill.discount,
      service_charge: bill.serviceCharge,
      gst: bill.gst,
      total: bill.total,
      rounding: bill.roundingAmount,
      tip: bill.tip,
    },
  ]);
  for (const { gstMode, gstPct, base, gst } of gstByRate)
    tx.writeRows(addSaleTax, [
      {
        outlet_id: tx.head.outletId,
        business_date: businessDate,
        gst_mode: gstMode,
        gst_bp: Math.round(gstPct * 100),
        base,
        gst,
      },
    ]);
}

/** Adds the cash rounding of a correction of a payment to the sums of its hour. */
export function writeRounding(
  tx: OutletTx,
  { type }: Bill,
  { date, hour, rounding }: { date: string; hour: number; rounding: number },
): void {
  const none = { bills: 0, covers: 0, sub_total: 0, discount: 0, service_charge: 0, gst: 0, total: 0, tip: 0 };
  tx.writeRows(addSaleHour, [{ outlet_id: tx.head.outletId, business_date: date, hour, type, ...none, rounding }]);
}

/** Adds the bill to the sums of its waiter and of those who entered its items. */
export function writePeople(
  tx: OutletTx,
  bill: Bill,
  { lines }: BillTotals,
  sale: { businessDate: string; bills: 0 | 1; makerOf: (item: BillItem) => number | null },
): void {
  const place = { outlet_id: tx.head.outletId, business_date: sale.businessDate };
  const rows = peopleSums(bill, lines, sale.bills, sale.makerOf).map((sums) => ({ ...place, ...sums }));
  tx.writeRows(addSalePeople, rows);
}

/** Adds what was given away on the bill, whose givers are known or not. */
export function writeGifts(tx: OutletTx, bill: Bill, { lines }: BillTotals, businessDate: string, bills: 0 | 1): void {
  const place = { outlet_id: tx.head.outletId, business_date: businessDate };
  const rows = giftSums(bill, lines, bills).map((sums) => ({ ...place, ...sums }));
  if (rows.length > 0) tx.writeRows(addSaleGifts, rows);
}

/** Adds what promotions, sets, other prices than the menu's and discounts made of the bill. */
export function writeRules(
  tx: OutletTx,
  bill: Bill,
  totals: BillTotals,
  businessDate: string,
  refunded?: RefundedBill,
): void {
  const discounts = discountSums(bill, totals.lines, refunded ? 0 : 1);
  addRules(tx, businessDate, [...ruleSums(bill, totals, refunded), ...discounts]);
}

/** Adds the discounts of the bill by reason alone. */
export function writeDiscounts(
  tx: OutletTx,
  bill: Bill,
  { lines }: BillTotals,
  businessDate: string,
  bills: 0 | 1,
): void {
  addRules(tx, businessDate, discountSums(bill, lines, bills));
}

function addRules(tx: OutletTx, businessDate: string, sums: readonly RuleSums[]): void {
  const place = { outlet_id: tx.head.outletId, business_date: businessDate };
  if (sums.length > 0)
    tx.writeRows(
      addSaleRules,
      sums.map((one) => ({ ...place, ...one })),
    );
}

interface PaidIn {
  /** Id of the bill. */
  readonly id: number;
  readonly shiftId: number;
  readonly businessDate: string;
  readonly paidAt: number;
}

/** Writes the payments of a completed bill and their sums by method. */
export function writePayments(tx: OutletTx, bill: Bill, sale: PaidIn): void {
  for (const payment of bill.payments) writePayment(tx, payment, sale, 1);
}

/** Writes a payment and its sum by method; `count` is −1 for a payment that takes back another one. */
export function writePayment(tx: OutletTx, payment: Payment, sale: PaidIn, count: 1 | -1): void {
  tx.write(insertPayment, {
    outlet_id: tx.head.outletId,
    key: payment.key,
    bill_id: sale.id,
    shift_id: sale.shiftId,
    business_date: sale.businessDate,
    method: payment.method,
    amount: payment.amount,
    tendered: payment.tendered,
    change_given: payment.change,
    reference: payment.reference,
    received_by: payment.receivedBy,
    received_at: sale.paidAt,
  });
  tx.writeRows(addSaleMethod, [
    {
      outlet_id: tx.head.outletId,
      business_date: sale.businessDate,
      method: payment.method,
      payments: count,
      amount: payment.amount,
    },
  ]);
}

/** Returns whether an item counts among what was sold: a gift card and what is paid ahead do not, and of a set menu its parts do. */
export const isSoldItem = (item: BillItem): boolean => !isCardLine(item) && !isSetHead(item) && !item.isAdvance;

/** Returns the subtotal that counts on the day of a bill: what was paid ahead counted on its own day. */
export const countedSubTotal = ({ subTotal, advanceNet = 0 }: Pick<Bill, 'subTotal' | 'advanceNet'>): number =>
  subTotal - advanceNet;

/** Returns the sold items of a bill as they are stored, without outlet, bill and day. Of set menus these are their parts. */
export function soldItems(bill: Bill, { lines }: BillTotals) {
  const totals = new Map(lines.map((line) => [line.key, line]));
  const sold = bill.items.filter(isSoldItem);
  return sold.map((item) => ({
    item_id: item.id ?? 0,
    menu_item_id: item.menuItemId,
    name: item.name,
    size: item.size,
    qty: Math.round(item.qty * 1000),
    price: item.sellingPrice,
    amount: totals.get(item.key)?.amount ?? lineAmount(item),
    discount: totals.get(item.key)?.discount ?? 0,
    gst_mode: item.gstMode,
    gst_bp: Math.round(item.gstPct * 100),
    tax: item.taxAmount,
    is_void: item.isVoid,
    is_comp: item.isComp,
    sold_by: item.createdBy,
  }));
}

function writeLines(
  tx: OutletTx,
  bill: Bill,
  totals: BillTotals,
  { id, businessDate }: { id: number; businessDate: string },
): void {
  const shared = { outlet_id: tx.head.outletId, business_date: businessDate };
  const sold = soldItems(bill, totals).map((item) => ({ ...shared, bill_id: id, ...item }));
  tx.writeRows(insertSoldItems, sold);
  const sums = new Map<string, SaleItemTable>();
  for (const { menu_item_id, size, name, qty, amount, is_void, is_comp } of sold) {
    if (is_void) continue;
    const place = `${menu_item_id} ${size}`;
    const sum = sums.get(place) ?? { ...shared, menu_item_id, size, name, qty: 0, amount: 0 };
    sum.qty += qty;
    sum.amount += is_comp ? 0 : amount;
    sums.set(place, sum);
  }
  tx.writeRows(addSaleItems, [...sums.values()]);
}
