/** A person's rights to their data: an export and its erasure. Source: docs/rules.md#customers. */
import type { Bill } from '@atoll/domain/bill/bill';
import type { PersonalData } from '@atoll/domain/contract/people/customer-record';
import { initialOf } from '@atoll/domain/resources/column';
import { customer } from '@atoll/domain/resources/customer';
import type { Actor } from '../../platform/http/actor.ts';
import { billTotal, isOfCustomer } from '../../platform/store/open-bills.ts';
import { recallBills } from '../../platform/store/outlet/recall.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';
import { presentRecords } from '../../resource/present.ts';
import { findRecord } from '../../resource/read.ts';
import { type ResourceRow, resourceDb, valuesOf } from '../../resource/row.ts';
import { removeRecord } from '../../search/search-index.ts';
import { type BillViewer, viewable } from '../bill/service.ts';
import { planErase, writeErase } from '../points/service.ts';
import { mergedRows, ownRow, recordNote, writeRow } from './own-row.ts';

const maxBills = 1000;

/** Returns all stored data of a customer, with the bills that the caller may see. Refused: 'notFound'. */
export async function findPersonalData(
  store: Store,
  caller: BillViewer & { readonly outletId: number },
  idOrKey: string,
): Promise<PersonalData> {
  const { outletId } = caller;
  const record = await findRecord(store, outletId, customer, idOrKey);
  return store.readForLists(outletId, async (plain) => {
    const db = resourceDb(plain);
    const doubles = await presentRecords(db, customer, await mergedRows(db, outletId, record.id));
    const theirs = plain
      .selectFrom('bill')
      .where('outlet_id', '=', outletId)
      .where(isOfCustomer(outletId, record.id))
      .where(viewable(caller));
    const rows = await theirs
      .select(['number', 'invoice_number', 'created_at', billTotal.as('total'), 'doc'])
      .orderBy('id', 'desc')
      .limit(maxBills)
      .execute();
    const { count } = await theirs.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
    return {
      customer: { ...record },
      doubles: doubles.map((one) => ({ ...one })),
      billCount: Number(count),
      bills: rows.map((row) => ({
        number: row.number,
        invoiceNumber: row.invoice_number,
        createdAt: new Date(row.created_at).toISOString(),
        total: row.total,
        deliveredTo: deliveredTo(row.doc.delivery),
        ...typedOn(row.doc),
      })),
    };
  });
}

interface Place {
  readonly name: string;
  readonly phone: string;
  readonly address: string;
  readonly landmark: string;
  readonly note: string;
  readonly allergies?: string | undefined;
}

const noPlace: Place = { name: '', phone: '', address: '', landmark: '', note: '', allergies: '' };

/** Returns the person and address of a delivery as one text. */
function deliveredTo(delivery: Place | null | undefined): string {
  if (!delivery) return '';
  const { name, phone, address, landmark, note, allergies = '' } = delivery;
  return [name, phone, address, landmark, note, allergies].filter((part) => part !== '').join(', ');
}

/** Returns what staff typed on a bill: it stays there after an erasure (decision 079), so it belongs to the data of the customer. */
const typedOn = ({ allergies = '', note, items }: Bill) => ({
  allergies,
  notes: [note, ...items.flatMap((item) => item.notes)].filter((text) => text !== ''),
});

/** Returns a bill as JSON without the person. */
function emptyDoc(doc: Bill): string {
  const nobody = { name: '', phone: '', tin: '', allergies: '', buyer: undefined, birthday: undefined };
  const shown = doc.customer && { ...doc.customer, ...nobody };
  return JSON.stringify({ ...doc, customer: shown, delivery: doc.delivery && { ...doc.delivery, ...noPlace } });
}

/** Empties the advance orders of a person: who fetches them, and the bills that they keep. */
async function emptyOrders(tx: OutletTx, ids: readonly number[]): Promise<void> {
  const { outletId } = tx.head;
  const orders = await tx.db
    .selectFrom('advance_order')
    .select(['id', 'doc'])
    .where('outlet_id', '=', outletId)
    .where('customer_id', 'in', ids)
    .execute();
  for (const { id, doc } of orders)
    tx.write(
      tx.db
        .updateTable('advance_order')
        .set({ name: '', phone: '', doc: emptyDoc(doc) })
        .where('outlet_id', '=', outletId)
        .where('id', '=', id),
    );
}

async function emptyBills(tx: OutletTx, id: number): Promise<void> {
  const { outletId } = tx.head;
  await recallBills(tx, { customerId: id });
  const bills = await tx.db
    .selectFrom('bill')
    .select(['id', 'doc'])
    .where('outlet_id', '=', outletId)
    .where(isOfCustomer(outletId, id))
    .execute();
  for (const bill of bills) {
    tx.write(
      tx.db
        .updateTable('bill')
        .set({ customer_name: '', doc: emptyDoc(bill.doc) })
        .where('outlet_id', '=', outletId)
        .where('id', '=', bill.id),
    );
  }
}

async function emptyRow(tx: OutletTx, actor: Actor, row: ResourceRow): Promise<void> {
  const kept = valuesOf(customer, row);
  const empty = Object.fromEntries(customer.fields.map((field) => [field.key, initialOf(field)]));
  writeRow(tx, actor, row, { ...empty, code: kept['code'], name: 'Erased' }, { is_active: false });
  await removeRecord(tx, { entity: customer.name, id: row.id });
}

/** Erases all personal data, also of merged duplicates. The record stays empty, because its bills reference it. Refused: 'notFound'. */
export function eraseCustomer(store: Store, actor: Actor, id: number, reason: string): Promise<void> {
  return store.writeOutlet(actor.outletId, async (tx) => {
    const db = resourceDb(tx.db);
    const row = await ownRow(db, actor.outletId, id);
    const doubles = await mergedRows(db, actor.outletId, id);
    const points = await planErase(tx, id);
    writeErase(tx, actor, points);
    for (const one of [row, ...doubles]) await emptyRow(tx, actor, one);
    await emptyBills(tx, id);
    await emptyOrders(tx, [id, ...doubles.map((one) => one.id)]);
    recordNote(tx, actor, row, 'Erased', { reason });
  });
}
