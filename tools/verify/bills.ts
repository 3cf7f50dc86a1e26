/** Compares completed bills, their payments, corrections and refunds with the history. Source: R36.21, docs/rules.md#history-chain. */
import type { Bill } from '@atoll/domain/bill/bill';
import { billTotals } from '@atoll/domain/bill/totals';
import { formatMoney } from '@atoll/domain/money/money';
import type { Store } from '../../apps/server/src/platform/store/store.ts';
import { readSales, type StoredSale } from './bill-rows.ts';
import { compareExchanges } from './exchanges.ts';
import type { Findings } from './findings.ts';
import { isSale, type Note, type NotedPayment, numberIn, paymentsIn, textIn } from './notes.ts';

/** Compares all completed bills of an outlet. */
export async function compareBills(
  store: Pick<Store, 'readOutlet'>,
  outletId: number,
  findings: Findings,
): Promise<void> {
  for (let last = 0; ; ) {
    const sales = await store.readOutlet(outletId, (db) => readSales(db, outletId, last));
    for (const sale of sales) compareSale(sale, findings);
    const end = sales.at(-1);
    if (end === undefined) return;
    last = end.id;
  }
}

/** Returns the name of a bill: 'bill 12 (R2026-000012)'. */
const nameOf = ({ number, invoice_number }: StoredSale): string =>
  `bill ${number}${invoice_number === null ? '' : ` (${invoice_number})`}`;

function compareSale(sale: StoredSale, findings: Findings): void {
  const name = nameOf(sale);
  findings.checked(sale.doc.refundOfId === null ? 'bill' : 'refund');
  const note = sale.notes.findLast(isSale);
  if (note === undefined) return findings.differs(`${name}: is paid, but the history has no payment of it`);
  compareFigures(sale, note, name, findings);
  const noted = paymentsIn(note);
  if (noted === undefined) findings.notComparable('payment list');
  else compareDocPayments(sale.doc, noted, name, findings);
  comparePayments(sale, noted ?? sale.doc.payments, name, findings);
  compareExchanges(sale, name, findings);
  if (note.action === 'Refunded' || sale.refund !== undefined) compareRefund(sale, note, name, findings);
}

function compareFigures({ doc, ...row }: StoredSale, note: Note, name: string, findings: Findings): void {
  const total = numberIn(note.after, 'total');
  const invoice = textIn(note.after, 'invoiceNumber');
  findings.amount(`${name}: total`, { stored: row.total, expected: total ?? doc.total });
  if (total !== undefined) findings.amount(`${name}: total of its document`, { stored: doc.total, expected: total });
  if (invoice !== undefined) {
    findings.value(`${name}: invoice number`, { stored: row.invoice_number, expected: invoice });
    findings.value(`${name}: invoice number of its document`, { stored: doc.invoiceNumber, expected: invoice });
  }
  findings.value(`${name}: day`, { stored: row.business_date, expected: doc.businessDate }, 'its document says');
  findings.value(`${name}: shift`, { stored: row.shift_id, expected: doc.shiftId }, 'its document says');
  const paid = doc.payments.reduce((sum, { amount }) => sum + amount, 0);
  const apart = { stored: doc.roundingAmount + doc.tip, expected: paid - doc.total };
  findings.amount(`${name}: rounding with tip`, apart, 'its payments say');
  compareLines(doc, numberIn(note.after, 'gst'), name, findings);
}

/** Compares the sums with the items. An earlier release may have rounded in another way, and did not record the GST. */
function compareLines(doc: Bill, gst: number | undefined, name: string, findings: Findings): void {
  if (gst === undefined) {
    if (!isExact(doc)) findings.notComparable('item sum');
    return;
  }
  findings.amount(`${name}: GST`, { stored: doc.gst, expected: gst });
  const { subTotal, discount, serviceCharge, total } = billTotals(doc);
  const says = 'its items say';
  findings.amount(`${name}: subtotal`, { stored: doc.subTotal, expected: subTotal }, says);
  findings.amount(`${name}: discount`, { stored: doc.discount, expected: discount }, says);
  findings.amount(`${name}: service charge`, { stored: doc.serviceCharge, expected: serviceCharge }, says);
  findings.amount(`${name}: sum`, { stored: doc.total, expected: total }, says);
}

/** Returns whether the sums of a bill are those of its items by the rules of this release. */
export function isExact(doc: Bill): boolean {
  const { subTotal, discount, serviceCharge, gst, total } = billTotals(doc);
  const same = subTotal === doc.subTotal && discount === doc.discount && serviceCharge === doc.serviceCharge;
  return same && gst === doc.gst && total === doc.total;
}

function compareDocPayments(doc: Bill, noted: readonly NotedPayment[], name: string, findings: Findings): void {
  const listed = (all: readonly NotedPayment[]): string =>
    all.map(({ method, amount }) => `${method} ${formatMoney(amount)}`).join(' and ');
  findings.value(`${name}: payment in its document`, { stored: listed(doc.payments), expected: listed(noted) });
}

function comparePayments(
  { doc, payments, exchanges }: StoredSale,
  expected: readonly NotedPayment[],
  name: string,
  findings: Findings,
): void {
  const rows = new Map(payments.map((row) => [row.key, row]));
  for (const { reversed, captured } of exchanges) for (const { key } of [reversed, captured]) rows.delete(key);
  const written = new Map(doc.payments.map((payment) => [payment.key, payment]));
  for (const { key, method, amount } of expected) {
    findings.checked('payment');
    const row = rows.get(key);
    const what = `${name}: payment of ${formatMoney(amount)} by ${method}`;
    if (row === undefined) {
      findings.differs(`${what} is missing`);
      continue;
    }
    rows.delete(key);
    findings.amount(`${name}: amount of the payment by ${method}`, { stored: row.amount, expected: amount });
    findings.value(`${name}: method of the payment of ${formatMoney(amount)}`, {
      stored: row.method,
      expected: method,
    });
    const says = 'the bill says';
    const of = written.get(key);
    findings.value(`${what}: shift`, { stored: row.shift_id, expected: doc.shiftId }, says);
    findings.value(`${what}: day`, { stored: row.business_date, expected: doc.businessDate }, says);
    if (of === undefined) continue;
    findings.amount(`${what}: cash given`, { stored: row.tendered, expected: of.tendered }, says);
    findings.amount(`${what}: change`, { stored: row.change_given, expected: of.change }, says);
  }
  for (const { amount, method } of rows.values())
    findings.differs(`${name}: payment of ${formatMoney(amount)} by ${method} is not in the history`);
}

/** Compares the row of a refund; the payments of an earlier release's entry have no amounts. */
function compareRefund({ doc, refund }: StoredSale, note: Note, name: string, findings: Findings): void {
  if (refund === undefined) return findings.differs(`${name}: the record of this refund is missing`);
  const expected =
    paymentsIn(note)?.reduce((sum, { amount }) => sum + amount, 0) ??
    (numberIn(note.after, 'total') ?? doc.total) + doc.roundingAmount;
  findings.amount(`${name}: refunded amount`, { stored: refund.amount, expected });
  findings.value(`${name}: refunded bill`, { stored: refund.of_key, expected: textIn(note.after, 'ofKey') });
  findings.value(
    `${name}: refunded bill of its document`,
    { stored: doc.refundOfId, expected: refund.bill_id },
    'its record says',
  );
}
