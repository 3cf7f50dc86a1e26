/** Compares the payments of completed bills with the history. Source: docs/rules.md#payments. */
import type { Bill } from '@atoll/domain/bill/bill';
import { formatMoney } from '@atoll/domain/money/money';
import type { Payment } from '@atoll/domain/payment/payment';
import type { StoredSale } from '../bill-rows.ts';
import { compareColumns } from '../columns.ts';
import type { Findings } from '../findings.ts';
import type { NotedPayment } from '../notes.ts';

/** Compares the payments in the document with those of the entry. */
export function compareDocPayments(doc: Bill, noted: readonly NotedPayment[], name: string, findings: Findings): void {
  const listed = (all: readonly NotedPayment[]): string =>
    all.map(({ method, amount }) => `${method} ${formatMoney(amount)}`).join(' and ');
  findings.value(`${name}: payment in its document`, { stored: listed(doc.payments), expected: listed(noted) });
}

/** Names each payment row that is missing, too many or not as the entry and the document have it; `isWhole`: the entry is of this release. */
export function comparePayments(
  { doc, payments, exchanges }: StoredSale,
  expected: readonly NotedPayment[],
  name: string,
  { findings, isWhole }: { readonly findings: Findings; readonly isWhole: boolean },
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
    if (isWhole) compareColumns(what, row, receiptOf(of), findings, says);
  }
  for (const { amount, method } of rows.values())
    findings.differs(`${name}: payment of ${formatMoney(amount)} by ${method} is not in the history`);
}

/** Returns the columns that say who received a payment, when, and by which reference. */
export const receiptOf = ({ reference, receivedBy, at }: Payment) => ({
  reference,
  received_by: receivedBy,
  received_at: at === null ? null : Date.parse(at),
});
