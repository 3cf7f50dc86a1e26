/** Compares corrections of payment methods with the history. Source: docs/rules.md#payment-exchanges. */

import { formatMoney } from '@atoll/domain/money/money';
import type { Payment } from '@atoll/domain/payment/payment';
import type { StoredSale } from './bill-rows.ts';
import type { Findings } from './findings.ts';
import { type Fields, type Note, numberIn, textIn } from './notes.ts';

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
    }
    compareRow(sale, exchange.reversed, `${what}: payment taken back`, findings);
    compareRow(sale, exchange.captured, `${what}: payment`, findings);
  }
  for (const { before, after } of left)
    findings.differs(
      `${name}: correction of the payment of ${formatMoney(numberIn(before, 'amount') ?? 0)} by ${textIn(before, 'method')} to ${textIn(after, 'method')} is missing`,
    );
}

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
): void {
  const row = payments.find((one) => one.key === key);
  if (row === undefined) return findings.differs(`${what} of ${formatMoney(amount)} by ${method} is missing`);
  const says = 'the correction says';
  findings.amount(`${what}: amount in the payments`, { stored: row.amount, expected: amount }, says);
  findings.value(`${what}: method in the payments`, { stored: row.method, expected: method }, says);
}
