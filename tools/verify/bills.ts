/** Compares completed bills, their payments, corrections and refunds with the history. Source: R36.21, docs/rules.md#history-chain. */
import type { Bill } from '@atoll/domain/bill/bill';
import { toPay } from '@atoll/domain/bill/card/sold-card';
import { billTotals } from '@atoll/domain/bill/totals';
import type { Store } from '../../apps/server/src/platform/store/store.ts';
import { readSales, type StoredSale } from './bill-rows.ts';
import { compareColumns } from './columns.ts';
import { compareExchanges } from './exchanges.ts';
import { attempt, type Findings } from './findings.ts';
import { isSale, type Note, numberIn, paymentsIn, textIn, writtenIn } from './notes.ts';
import { comparePaidLess, compareTaxInvoice } from './sale/beside.ts';
import { Customers } from './sale/customers.ts';
import { compareDocument } from './sale/document.ts';
import { isExact } from './sale/exact.ts';
import { addHour, type PaidHours } from './sale/hours.ts';
import { compareItems } from './sale/items.ts';
import { compareDocPayments, comparePayments } from './sale/payments.ts';

/** Compares all completed bills of an outlet, and returns the hours in which they were paid. */
export async function compareBills(
  store: Pick<Store, 'readOutlet'>,
  outletId: number,
  findings: Findings,
): Promise<PaidHours> {
  const customers = new Customers();
  await store.readOutlet(outletId, (db) => customers.read(db, outletId));
  const hours: PaidHours = new Map();
  for (let last = 0; ; ) {
    const sales = await store.readOutlet(outletId, (db) => readSales(db, outletId, last));
    for (const sale of sales)
      await attempt(findings, nameOf(sale), () => compareSale(sale, { findings, customers, hours }));
    const end = sales.at(-1);
    if (end === undefined) return hours;
    last = end.id;
  }
}

/** Returns the name of a bill: 'bill 12 (R2026-000012)'. */
const nameOf = ({ number, invoice_number }: StoredSale): string =>
  `bill ${number}${invoice_number === null ? '' : ` (${invoice_number})`}`;

interface Known {
  readonly findings: Findings;
  readonly customers: Customers;
  readonly hours: PaidHours;
}

function compareSale(sale: StoredSale, { findings, customers, hours }: Known): void {
  const name = nameOf(sale);
  findings.checked(sale.doc.refundOfId === null ? 'bill' : 'refund');
  const note = sale.notes.findLast(isSale);
  if (note === undefined) return findings.differs(`${name}: is paid, but the history has no payment of it`);
  compareFigures(sale, note, name, findings);
  const noted = paymentsIn(note);
  if (noted === undefined) findings.notComparable('payment list');
  else compareDocPayments(sale.doc, noted, name, findings);
  const isWhole = writtenIn(note, 'bill') !== undefined;
  comparePayments(sale, noted ?? sale.doc.payments, name, { findings, isWhole });
  compareExchanges(sale, name, findings);
  addHour(hours, sale.id, note);
  for (const one of sale.notes)
    if (one.action === 'PaymentCorrected')
      addHour(hours, textIn(writtenIn(one, 'payment_exchange') ?? {}, 'key') ?? '', one);
  if (isWhole) compareWritten(sale, note, name, { findings, customers });
  else findings.notComparable('bill document');
  if (note.action === 'Refunded' || sale.refund !== undefined) compareRefund(sale, note, name, findings);
}

/** Compares what an entry of this release has of a bill and the rows beside it. */
function compareWritten(sale: StoredSale, note: Note, name: string, known: Omit<Known, 'hours'>): void {
  const { findings } = known;
  compareDocument(sale, note, name, known);
  compareItems(sale, name, findings);
  comparePaidLess(sale, name, findings);
  compareTaxInvoice(sale, name, findings);
  const refund = writtenIn(note, 'refund');
  if (refund !== undefined && sale.refund !== undefined)
    compareColumns(`${name}: its refund`, sale.refund, refund, findings);
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
  const apart = { stored: doc.roundingAmount + doc.tip, expected: paid - toPay(doc) };
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
