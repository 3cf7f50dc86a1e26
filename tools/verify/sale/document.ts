/** Compares the document of a completed bill with its digests in the history, and its row with the document. Source: docs/rules.md#history-chain. */
import type { Bill } from '@atoll/domain/bill/bill';
import { billDigests, billParts } from '../../../apps/server/src/modules/bill/service.ts';
import { digestOf } from '../../../apps/server/src/platform/store/outlet/digest.ts';
import type { StoredSale } from '../bill-rows.ts';
import { compareColumns } from '../columns.ts';
import type { Findings } from '../findings.ts';
import { type Note, textIn, writtenIn } from '../notes.ts';
import type { Customers } from './customers.ts';

/** Compares them; `note` is the entry of the payment. */
export function compareDocument(
  sale: StoredSale,
  note: Note,
  name: string,
  { findings, customers }: { readonly findings: Findings; readonly customers: Customers },
): void {
  const written = writtenIn(note, 'bill') ?? {};
  const stored = billDigests(sale.doc);
  if (stored.sale !== textIn(written, 'sale'))
    findings.differs(`${name}: its document is not the one that was written`);
  compareLast(sale, name, { findings, customers });
  compareColumns(name, sale, columnsOf(sale, customers), findings, 'its document says');
}

/** Compares what the last entry of a payment or delivery wrote; those of an earlier release wrote no digests. */
function compareLast(
  { doc, notes, customer_id }: StoredSale,
  name: string,
  { findings, customers }: { readonly findings: Findings; readonly customers: Customers },
): void {
  const last = notes.findLast((note) => note.action === 'Delivery' || writtenIn(note, 'bill') !== undefined);
  const written = last && writtenIn(last, 'bill');
  if (written === undefined) return;
  const { order, guest } = billParts(doc);
  if (digestOf(order) !== textIn(written, 'order'))
    findings.differs(`${name}: the version or the delivery of its document is not the one that was written`);
  const isErased = guest.every((part) => part === '') && customers.isErased(customer_id);
  if (digestOf([textIn(written, 'sale'), ...guest]) !== textIn(written, 'guest') && !isErased)
    findings.differs(`${name}: the guest of its document is not the one that was written`);
}

/** Returns what the columns must be. Print jobs and moved keys only say what was sent before. */
export const columnsOf = ({ doc }: { readonly doc: Bill }, customers: Customers) => ({
  id: doc.id,
  key: doc.key,
  version: doc.version,
  number: doc.number,
  type: doc.type,
  slot: Number(doc.slot),
  check_no: doc.checkNo,
  is_void: doc.isVoid,
  is_open: doc.isOpen,
  customer_id: customers.now(doc.customerId),
  customer_name: doc.customer?.name ?? '',
  created_at: Date.parse(doc.createdAt),
  created_by: doc.createdBy,
  waiter_id: doc.waiterId ?? null,
  completed_at: doc.completedAt === null ? null : Date.parse(doc.completedAt),
  modified_at: Date.parse(doc.modifiedAt),
  delivery_status: doc.deliveryStatus,
});
