/** Compares corrections of payment methods with the history. Source: docs/rules.md#payment-exchanges. */

import { formatMoney } from '@atoll/domain/money/money';
import type { Payment } from '@atoll/domain/payment/payment';
import type { StoredSale } from './bill-rows.ts';
import { compareColumns } from './columns.ts';
import type { Findings } from './findings.ts';
import { type Fields, type Note, numberIn, textIn, writtenIn } from './notes.ts';
import { receiptOf } from './sale/payments.ts';

/** Compares the corrections of a bill: each with its entry, and both of its payments with their rows. */
export function compareExchanges(sale: StoredSale, name: string, findings: Findings): void {
  const notes = sale.notes.filter(({ action }) => action === 'PaymentCorrected');
  const left = new Set(notes);
  for (const exchange of sale.exchanges) {
    findings.checked('payment correction');
    const note = noteFor(exchange.key, left);
    const what = `${name}: correction of a payment to ${exchange.captured.method}`;
    if (note === undefined) findings.differs(`${what} is not in the history`);
    else {
      left.delete(note);
      comparePart(
        `${what}: payment taken back`,
        { ...exchange.reversed, amount: -exchange.reversed.amount },
        note.before,
        findings,
      );
      comparePart(`${what}: payment`, exchange.captured, note.after, findings);
      compareColumns(what, exchange, writtenIn(note, 'payment_exchange') ?? {}, findings);
    }
    const isKnown = note !== undefined && writtenIn(note, 'payment_exchange') !== undefined;
    for (const [part, payment] of [
      ['payment taken back', { ...exchange.reversed, change: 0 }],
      ['payment', exchange.captured],
    ] as const) {
      const row = compareRow(sale, payment, `${what}: ${part}`, findings);
      if (row && isKnown) compareColumns(`${what}: ${part}`, row, restOf(exchange, payment), findings, says);
    }
  }
  for (const { before, after } of left)
    findings.differs(
      `${name}: correction of the payment of ${formatMoney(numberIn(before, 'amount') ?? 0)} by ${textIn(before, 'method')} to ${textIn(after, 'method')} is missing`,
    );
}

const says = 'the correction says';

/** Returns the entry of a correction: the one with its key, or else the oldest without a key. */
function noteFor(key: string, notes: ReadonlySet<Note>): Note | undefined {
  const all = [...notes];
  return all.find(({ after }) => after['key'] === key) ?? all.find(({ after }) => after['key'] === undefined);
}

function comparePart(what: string, { method, amount }: Payment, noted: Fields, findings: Findings): void {
  findings.amount(`${what}: amount`, { stored: amount, expected: numberIn(noted, 'amount') });
  findings.value(`${what}: method`, { stored: method, expected: textIn(noted, 'method') });
}

function compareRow(
  { payments }: StoredSale,
  { key, method, amount }: Payment,
  what: string,
  findings: Findings,
): StoredSale['payments'][number] | undefined {
  const row = payments.find((one) => one.key === key);
  if (row === undefined) {
    findings.differs(`${what} of ${formatMoney(amount)} by ${method} is missing`);
    return undefined;
  }
  findings.amount(`${what}: amount in the payments`, { stored: row.amount, expected: amount }, says);
  findings.value(`${what}: method in the payments`, { stored: row.method, expected: method }, says);
  return row;
}

/** Returns the columns of a payment of a correction that are not its amount and method. */
const restOf = ({ shift_id, business_date, at }: StoredSale['exchanges'][number], payment: Payment) => ({
  shift_id,
  business_date,
  tendered: payment.tendered,
  change_given: payment.change,
  ...receiptOf(payment),
  received_at: at,
});
