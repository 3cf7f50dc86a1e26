/** Compares bills that are open or void with the history: nobody paid them, so no payment confirms them. Source: R36.21, docs/rules.md#history-chain. */
import type { Kysely } from 'kysely';
import { openBillDigest } from '../../apps/server/src/modules/bill/service.ts';
import type { Database } from '../../apps/server/src/platform/store/schema/schema.ts';
import type { Store } from '../../apps/server/src/platform/store/store.ts';
import { compareColumns } from './columns.ts';
import { attempt, type Findings } from './findings.ts';
import { type Note, notesOf, textIn, writtenIn } from './notes.ts';
import { Customers } from './sale/customers.ts';
import { columnsOf } from './sale/document.ts';

const pageSize = 250;
/** Actions whose command writes the document. */
const actions = [
  'Created',
  'Updated',
  'Joined',
  'Transferred',
  'HandedOver',
  'SlotsJoined',
  'Merged',
  'Split',
  'Voided',
  'Delivery',
  'Paid',
  'Refunded',
];

type OpenBill = Awaited<ReturnType<typeof readPage>>[number];

/** Compares all bills of an outlet that are not paid. */
export async function compareOpenBills(
  store: Pick<Store, 'readOutlet'>,
  outletId: number,
  findings: Findings,
): Promise<void> {
  const customers = new Customers();
  await store.readOutlet(outletId, (db) => customers.read(db, outletId));
  for (let last = 0; ; ) {
    const page = await store.readOutlet(outletId, (db) => readPage(db, outletId, last));
    for (const bill of page) {
      const name = `bill ${bill.number} (${bill.is_void ? 'void' : 'open'})`;
      await attempt(findings, name, () => compareBill(bill, name, customers, findings));
    }
    const end = page.at(-1);
    if (end === undefined) return;
    last = end.id;
  }
}

async function readPage(db: Kysely<Database>, outletId: number, after: number) {
  const bills = await db
    .selectFrom('bill')
    .selectAll()
    .where('outlet_id', '=', outletId)
    .where('status', '<>', 'Complete')
    .where('id', '>', after)
    .orderBy('id')
    .limit(pageSize)
    .execute();
  const notes = await notesOf(db, outletId, { subject: 'Bill', keys: bills.map(({ key }) => key), actions });
  return bills.map((bill) => ({ ...bill, notes: notes.get(bill.key) ?? [] }));
}

function compareBill(bill: OpenBill, name: string, customers: Customers, findings: Findings): void {
  findings.checked('unpaid bill');
  const note: Note | undefined = bill.notes.at(-1);
  if (note === undefined) return findings.differs(`${name}: is not in the history`);
  const written = writtenIn(note, 'openBill');
  if (written === undefined) return findings.notComparable('unpaid bill');
  if (openBillDigest(bill.doc) !== textIn(written, 'doc'))
    findings.differs(`${name}: its document is not the one that was written`);
  const { customer, customerId } = bill.doc;
  const isOther = customer === null ? customerId !== 0 : customer.id !== null && customer.id !== customerId;
  if (isOther) findings.differs(`${name}: its document has another guest`);
  const { status, total, invoiceNumber, shiftId, businessDate } = bill.doc;
  const { customer_id, customer_name, delivery_status, ...current } = columnsOf(bill, customers);
  const columns = {
    ...current,
    status,
    invoice_number: invoiceNumber,
    shift_id: shiftId,
    business_date: businessDate,
    // Of an open bill they are as they were when it was created or moved (docs/decisions/037).
    ...(!bill.is_open && { total, customer_id, customer_name, delivery_status }),
  };
  compareColumns(name, bill, columns, findings, 'its document says');
}
