/** Doubles made into one, and what a person may ask of their data. Bills stay what they were; they only point elsewhere. Source: decisions B3. */
import type { PersonalData } from '@atoll/domain/contract/customer-record';
import { initialOf } from '@atoll/domain/resources/column';
import { customer } from '@atoll/domain/resources/customer';
import { refused } from '../../platform/errors/refused.ts';
import type { Actor } from '../../platform/http/actor.ts';
import type { OutletTx, Store } from '../../platform/store/store.ts';
import { invalid } from '../../resource/check.ts';
import { presentRecords } from '../../resource/present.ts';
import { findRecord, findRow } from '../../resource/read.ts';
import { columnsOf, type ResourceRow, resourceDb, type Values, valuesOf } from '../../resource/row.ts';
import { indexRecord, removeRecord } from '../../resource/search-index.ts';

const mostBills = 1000;

async function ownRow(tx: OutletTx, id: number): Promise<ResourceRow> {
  const row = await findRow(resourceDb(tx.db), tx.head.outletId, customer, id);
  if (!row) throw refused('notFound');
  return row;
}

function write(tx: OutletTx, actor: Actor, row: ResourceRow, values: Values, more: Values = {}): void {
  const stamp = { version: row.version + 1, modified_at: tx.now, modified_by: actor.userId };
  tx.write(
    resourceDb(tx.db)
      .updateTable('customer')
      .set({ ...columnsOf(customer.fields, values), ...stamp, ...more })
      .where('outlet_id', '=', row.outlet_id)
      .where('id', '=', row.id),
  );
}

const note = (tx: OutletTx, actor: Actor, row: ResourceRow, action: string, after: Values): void =>
  tx.history({
    subject: customer.name,
    subjectKey: row.key,
    action,
    userId: actor.userId,
    deviceId: actor.deviceId,
    after: { id: row.id, ...after },
  });

const isNothing = (value: unknown): boolean =>
  value === null || value === '' || value === 0 || value === false || (Array.isArray(value) && value.length === 0);

/** An open bill is written anew with its next change, so that it has to know; a closed one keeps whose it was when it was paid. */
async function pointOpenBills(tx: OutletTx, to: ResourceRow, fromId: number): Promise<void> {
  const open = await tx.db
    .selectFrom('bill')
    .select(['id', 'doc'])
    .where('outlet_id', '=', to.outlet_id)
    .where('is_open', '=', true)
    .where('customer_id', 'in', [fromId, to.id])
    .execute();
  for (const { id, doc } of open) {
    const { name, phone, tin } = valuesOf(customer, to) as Record<'name' | 'phone' | 'tin', string>;
    const now = { ...doc, customerId: to.id, customer: { id: to.id, key: to.key, name, phone, tin } };
    tx.write(
      tx.db
        .updateTable('bill')
        .set({ doc: JSON.stringify(now) })
        .where('outlet_id', '=', to.outlet_id)
        .where('id', '=', id),
    );
  }
}

/** Makes one customer of two: what the first lacks comes from the second, with its bills. Refused: 'notFound', 'invalid'. */
export function mergeCustomers(store: Store, actor: Actor, toId: number, fromId: number): Promise<Values> {
  if (toId === fromId) throw invalid({ fromId: 'Choose two different customers' });
  return store.writeOutlet(actor.outletId, async (tx) => {
    const [to, from] = [await ownRow(tx, toId), await ownRow(tx, fromId)];
    const db = resourceDb(tx.db);
    const done = from['merged_into'] === toId;
    if (!done && (!to.is_active || !from.is_active)) throw refused('notFound');
    const [mine, theirs] = [valuesOf(customer, to), valuesOf(customer, from)];
    const joined = Object.fromEntries(
      Object.entries(mine).map(([key, value]) => [key, isNothing(value) ? theirs[key] : value]),
    );
    const addresses = [...(mine['addresses'] as Values[]), ...(theirs['addresses'] as Values[])].slice(0, 10);
    const loyaltyPoints = Number(mine['loyaltyPoints'] ?? 0) + Number(theirs['loyaltyPoints'] ?? 0);
    const values = done ? mine : { ...joined, addresses, loyaltyPoints };
    if (!done) {
      write(tx, actor, to, values);
      write(tx, actor, from, theirs, { is_active: false, merged_into: toId });
      tx.write(
        tx.db
          .updateTable('bill')
          .set({ customer_id: toId })
          .where('outlet_id', '=', actor.outletId)
          .where('customer_id', '=', fromId),
      );
      await pointOpenBills(tx, to, fromId);
      await removeRecord(tx, { entity: customer.name, id: fromId });
      const words = customer.views.search.map((key) => values[key] as string).filter((word) => word !== '');
      const name = (values['name'] as string) || words[0] || to.key;
      await indexRecord(tx, { entity: customer.name, id: toId, name, words, permission: customer.screen });
      note(tx, actor, to, 'Merged', { fromId });
    }
    const now = await ownRow(tx, toId);
    const [record] = await presentRecords(db, customer, [now]);
    return record as Values;
  });
}

/** Answers all that is kept of a customer; refused: 'notFound'. */
export async function findPersonalData(store: Store, outletId: number, idOrKey: string): Promise<PersonalData> {
  const record = await findRecord(store, outletId, customer, idOrKey);
  const bills = await store.readOutlet(outletId, (db) =>
    db
      .selectFrom('bill')
      .select(['number', 'invoice_number', 'created_at', 'total'])
      .where('outlet_id', '=', outletId)
      .where('customer_id', '=', record.id)
      .where('customer_id', '>', 0)
      .orderBy('id', 'desc')
      .limit(mostBills)
      .execute(),
  );
  return {
    customer: { ...record },
    bills: bills.map((row) => ({
      number: row.number,
      invoiceNumber: row.invoice_number,
      createdAt: new Date(row.created_at).toISOString(),
      total: row.total,
    })),
  };
}

/** Erases what is personal; the record stays as an empty one that its bills point to. Refused: 'notFound'. */
export function eraseCustomer(store: Store, actor: Actor, id: number, reason: string): Promise<void> {
  return store.writeOutlet(actor.outletId, async (tx) => {
    const row = await ownRow(tx, id);
    const kept = valuesOf(customer, row);
    const empty = Object.fromEntries(customer.fields.map((field) => [field.key, initialOf(field)]));
    write(tx, actor, row, { ...empty, code: kept['code'], name: 'Erased' }, { is_active: false });
    const bills = await tx.db
      .selectFrom('bill')
      .select(['id', 'doc'])
      .where('outlet_id', '=', actor.outletId)
      .where('customer_id', '=', id)
      .where('customer_id', '>', 0)
      .execute();
    for (const bill of bills) {
      const shown = bill.doc.customer && { ...bill.doc.customer, name: '', phone: '', tin: '' };
      tx.write(
        tx.db
          .updateTable('bill')
          .set({ customer_name: '', doc: JSON.stringify({ ...bill.doc, customer: shown }) })
          .where('outlet_id', '=', actor.outletId)
          .where('id', '=', bill.id),
      );
    }
    await removeRecord(tx, { entity: customer.name, id });
    note(tx, actor, row, 'Erased', { reason });
  });
}
