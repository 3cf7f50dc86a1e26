/** Computes the figures of a Z from its bills' own columns, in another way than the product does. */
import type { Bill } from '@atoll/domain/bill/bill';
import type { ShiftTotals } from '@atoll/domain/contract/bill/shift';

const sum = <T>(all: readonly T[], of: (one: T) => number): number => all.reduce((total, one) => total + of(one), 0);

const rowsBy = <T, R>(
  all: readonly T[],
  name: (one: T) => string,
  row: (name: string, group: readonly T[]) => R,
): R[] => [...Map.groupBy(all, name)].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, group]) => row(key, group));

const worth = (item: Bill['items'][number]): number =>
  Math.round((item.sellingPrice + sum(item.modifiers, (one) => one.priceDelta)) * item.qty);

type Compared = Omit<ShiftTotals, 'gstByRate'> & { readonly gstByRate: readonly object[] };

/**
 * Returns every figure except the base of a tax, which belongs to its tax. Items that were split into checks count in
 * their pieces.
 */
export function zSums(bills: readonly Bill[], opening: number, cash: { in: number; out: number }): Compared {
  const closed = bills.filter((bill) => !bill.isOpen);
  const done = closed.filter((bill) => !bill.isVoid && bill.status === 'Complete');
  const sales = done.filter((bill) => bill.refundOfId === null);
  const refunds = done.filter((bill) => bill.refundOfId !== null);
  const payments = done.flatMap((bill) => bill.payments);
  const live = done.flatMap((bill) => bill.items.filter((item) => !item.isVoid));
  const voids = closed.flatMap((bill) =>
    bill.items.filter((item) => (bill.isVoid || item.isVoid) && item.voidReason !== 'Split'),
  );
  const comps = live.filter((item) => item.isComp);
  const invoices = done.flatMap((bill) => bill.invoiceNumber ?? []).sort();
  return {
    bills: sales.length,
    covers: sum(done, (bill) => bill.covers),
    gross: sum(done, (bill) => bill.subTotal),
    discount: sum(done, (bill) => bill.discount),
    serviceCharge: sum(done, (bill) => bill.serviceCharge),
    gst: sum(done, (bill) => bill.gst),
    rounding: sum(done, (bill) => bill.roundingAmount),
    tip: sum(done, (bill) => bill.tip),
    total: sum(done, (bill) => bill.total),
    voids: { count: voids.length, amount: sum(voids, worth) },
    comps: { count: comps.length, amount: sum(comps, worth) },
    refunds: { count: refunds.length, amount: 0 - sum(refunds, (bill) => bill.total) },
    byMethod: rowsBy(
      payments,
      (one) => one.method,
      (method, all) => ({ method, count: all.length, amount: sum(all, (one) => one.amount) }),
    ),
    byType: rowsBy(
      done,
      (bill) => bill.type,
      (type, all) => ({
        type,
        bills: all.filter((bill) => bill.refundOfId === null).length,
        total: sum(all, (bill) => bill.total),
      }),
    ),
    gstByRate: rowsBy(
      live,
      (item) => `${item.gstMode} ${item.gstPct}`,
      (name, all) => ({ name, gst: sum(all, (item) => item.taxAmount) }),
    ),
    cashRefunds:
      sum(
        refunds.flatMap((bill) => bill.payments).filter((one) => one.method === 'Cash'),
        (one) => -one.amount,
      ) || undefined,
    cashIn: cash.in,
    cashOut: cash.out,
    expectedCash:
      opening +
      cash.in -
      cash.out +
      sum(
        payments.filter((one) => one.method === 'Cash'),
        (one) => one.amount,
      ),
    firstInvoice: invoices[0] ?? null,
    lastInvoice: invoices.at(-1) ?? null,
  };
}

/** Returns a Z's figures in the shape of `zSums`. */
export function comparable(totals: ShiftTotals): Compared {
  const { gstByRate, ...rest } = totals;
  const rows = gstByRate.map(({ gstMode, gstPct, gst }) => ({ name: `${gstMode} ${gstPct}`, gst }));
  return { ...rest, gstByRate: rows.sort((a, b) => (a.name < b.name ? -1 : 1)) };
}
