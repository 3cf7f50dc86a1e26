/** Compares the rows beside a completed bill with its document and its entries. Source: docs/rules.md#history-chain. */
import { toPay } from '@atoll/domain/bill/card/sold-card';
import { afterPrint } from '@atoll/domain/bill/printed';
import { paidLessRow } from '../../../apps/server/src/modules/bill/service.ts';
import type { StoredSale } from '../bill-rows.ts';
import { compareColumns } from '../columns.ts';
import type { Findings } from '../findings.ts';
import { textIn, writtenIn } from '../notes.ts';

/** Compares the row of a bill that was paid with less than was printed, with its document or with the entry of a print that a till reported later. */
export function comparePaidLess({ doc, notes, paidLess: row }: StoredSale, name: string, findings: Findings): void {
  const what = `${name}: record that less was paid than printed`;
  const isLess = doc.printed !== undefined && doc.printed.total > toPay(doc) && doc.refundOfId === null;
  const report = notes.find(({ action, after }) => action === 'Printed' && 'printedTotal' in after);
  const late = report && writtenIn(report, 'paid_less');
  if (row === undefined) {
    if (isLess || report !== undefined) findings.differs(`${what} is missing`);
    return;
  }
  if (late !== undefined) return compareColumns(what, row, late, findings);
  // A release that wrote digests of paid bills wrote an entry of each print that came late, too.
  const isNew = notes.some((one) => writtenIn(one, 'bill') !== undefined);
  if (!isLess && isNew && report === undefined) return findings.differs(`${what} is not in the history`);
  const printed = isLess ? doc.printed : afterPrint(doc, row.printed).printed;
  if (row.printed <= toPay(doc)) findings.differs(`${what}: not less was paid`);
  if (printed !== undefined) compareColumns(what, row, paidLessRow(doc, printed), findings, 'its document says');
}

/** Compares the tax invoice of a bill with the entry that issued it. An earlier release recorded those of a payment nowhere. */
export function compareTaxInvoice({ notes, taxInvoice: row }: StoredSale, name: string, findings: Findings): void {
  const note = notes.findLast((one) => one.action === 'TaxInvoice' || writtenIn(one, 'tax_invoice') !== undefined);
  const what = `${name}: tax invoice`;
  if (row === undefined) {
    if (note !== undefined) findings.differs(`${what} is missing`);
    return;
  }
  if (note === undefined) return findings.differs(`${what} is not in the history`);
  const { after } = note;
  const buyer = {
    buyer_name: textIn(after, 'name'),
    buyer_address: textIn(after, 'address'),
    buyer_tin: textIn(after, 'tin'),
  };
  compareColumns(what, row, writtenIn(note, 'tax_invoice') ?? buyer, findings);
}
