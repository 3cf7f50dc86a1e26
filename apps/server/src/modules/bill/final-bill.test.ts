import type { Bill } from '@atoll/domain/bill/bill';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { Actor } from '../../platform/http/actor.ts';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { mergeCustomers } from '../customer/merge.ts';
import { eraseCustomer } from '../customer/personal.ts';
import { createCustomer } from '../customer/service.ts';
import { changeDelivery } from '../delivery/service.ts';
import { reprintBill } from './command/reprint.ts';
import { type BillActor, findBill, refundBill } from './service.ts';
import { addShop, cash, line, newKey, order, type Shop, settle } from './testing/shop.ts';

/** Columns of a completed bill that may change, each with another value. The document is tried part by part. */
const changing: Readonly<Record<string, string>> = {
  version: '99',
  modified_at: '99',
  delivery_status: "'Delivered'",
  customer_id: '99',
  print_jobs: `'["job"]'`,
};
const values: Readonly<Record<string, string>> = {
  status: "'Saved'",
  type: "'Counter'",
  business_date: "'2020-01-01'",
};
const booleans = ['is_void', 'is_open'];
const texts = ['key', 'invoice_number', 'customer_name', 'status', 'type', 'business_date'];

eachEngine('a completed bill', (on) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await addShop(await on.open());
  });
  const attempt = (id: number | null, set: string) =>
    shop.store.writeOutlet(shop.outletId, (tx) =>
      sql`update bill set ${sql.raw(set)} where outlet_id = ${shop.outletId} and id = ${id}`.execute(tx.db),
    );
  const setDoc = (path: string, value: unknown) => {
    const json = JSON.stringify(value);
    const parts = path.split('.');
    return on.engine === 'sqlite'
      ? `doc = json_set(doc, '$.${path}', json('${json}'))`
      : `doc = jsonb_set(doc::jsonb, '{${parts.join(',')}}', '${json}'::jsonb)::json`;
  };
  const docOf = (bill: Bill) => findBill(shop.store, shop.outletId, bill.key);

  it('[R36.22] refuses an update of each column that says what was sold or paid, and a delete', async () => {
    const paid = await settle(shop, await order(shop, '1', [line(shop.menu.burger)]));
    const open = await order(shop, '1', [line(shop.menu.tea)]);
    const [row] = await shop.store.readOutlet(shop.outletId, (db) =>
      db.selectFrom('bill').selectAll().where('outlet_id', '=', shop.outletId).limit(1).execute(),
    );
    const fixed = Object.keys(row ?? {}).filter((name) => !(name in changing) && name !== 'doc');
    expect(fixed.length).toBeGreaterThan(15);
    for (const name of fixed) {
      const other = booleans.includes(name) ? `not ${name}` : texts.includes(name) ? "'other'" : '99';
      const set = `${name} = ${name === 'moved_keys' ? `'["a"]'` : (values[name] ?? other)}`;
      await expect(attempt(paid.id, set), set).rejects.toThrow('a completed bill is final');
    }
    for (const [name, value] of Object.entries(changing)) await attempt(paid.id, `${name} = ${value}`);
    await attempt(open.id, 'total = 99');
    const remove = shop.store.writeOutlet(shop.outletId, (tx) =>
      sql`delete from bill where outlet_id = ${shop.outletId} and id = ${paid.id}`.execute(tx.db),
    );
    await expect(remove).rejects.toThrow('a completed bill is final');
    expect(await docOf(paid)).toEqual(paid);
  });

  // PostgreSQL has no 'insert or replace'.
  const programs = on.engine === 'sqlite' ? ['SQLite'] : [];
  it.each(programs)(
    '[R36.22] keeps a completed bill when a program with the defaults of %s replaces it, by a new bill or another one',
    async () => {
      const place = await on.placeWithTables();
      const own = await addShop(await on.open({ at: place }));
      const paid = await settle(own, await order(own, '1', [line(own.menu.burger)]));
      const open = await order(own, '1', [line(own.menu.tea)]);
      const rowOf = () =>
        own.store.readOutlet(own.outletId, (db) =>
          db.selectFrom('bill').selectAll().where('id', '=', Number(paid.id)).executeTakeFirstOrThrow(),
        );
      const before = await rowOf();
      const columns = Object.keys(before);
      // Another bill takes over one key of the paid bill, or its place in the table.
      const others = { id: '999', key: "'other'", invoice_number: "'other'" };
      for (const same of [...Object.keys(others), 'rowid']) {
        const values = columns.map((name) =>
          name === 'total' ? '1' : name !== same && name in others ? others[name as keyof typeof others] : name,
        );
        const names = same === 'rowid' ? ['rowid', ...columns] : columns;
        const taken = same === 'rowid' ? ['rowid', ...values] : values;
        const insert = `insert or replace into bill (${names.join()}) select ${taken.join()} from bill where id = ${paid.id}`;
        const update = `update or replace bill set ${same} = (select ${same} from bill where id = ${paid.id}) where id = ${open.id}`;
        for (const attack of [insert, update]) {
          const done = on.tamper(place, `pragma recursive_triggers = off; pragma foreign_keys = off; ${attack}`);
          await expect(done, attack).rejects.toThrow('a completed bill is final');
          expect(await rowOf(), attack).toEqual(before);
        }
      }
    },
  );

  it('[R36.22] refuses an update of items, payments, totals and buyer in the document of a bill and of a refund', async () => {
    const guest = { id: 7, key: newKey(), name: 'Nasra', phone: '7788001', tin: '1000111GST501' };
    const paid = await settle(
      shop,
      await order(shop, '2', [line(shop.menu.burger)], { customerId: 0, customer: guest }),
    );
    const payments = [cash(paid.total)];
    const back = await refundBill(shop.store, shop.admin, {
      key: newKey(),
      billId: paid.key,
      payments,
      reason: 'Cold soup',
    });
    for (const bill of [paid, back]) {
      for (const [path, value] of [
        ['total', 1],
        ['items', []],
        ['payments', []],
        ['status', 'Saved'],
        ['invoiceNumber', 'R2026-000999'],
        ['customer', { ...guest, name: 'Ali' }],
        ['customer', { ...guest, name: '', phone: '' }],
        ['customer', { id: 8, key: guest.key, name: '', phone: '', tin: '' }],
      ] as const)
        await expect(attempt(bill.id, setDoc(path, value)), path).rejects.toThrow('a completed bill is final');
      await attempt(bill.id, setDoc('deliveryStatus', 'Ready'));
    }
  });

  it('[R36.22] lets an order be delivered, a receipt printed again, and a customer merged and erased after payment', async () => {
    const { store, outletId } = shop;
    const signedIn = {
      sessionId: 'session',
      role: 'Admin',
      outlets: [outletId],
      approvable: new Set<string>(),
      limits: {},
    };
    const admin: Actor & BillActor = { ...shop.admin, ...signedIn };
    const guest = (name: string) => createCustomer(store, admin, { key: newKey(), name, phone: '7788001' });
    const [to, from] = [await guest('Nasra'), await guest('Nasra A.')];
    const sold = await order(shop, '3', [line(shop.menu.burger)], { type: 'Delivery', customerId: from.id });
    const paid = await settle(shop, sold);
    expect(paid.customer?.name).toBe('Nasra A.');
    await changeDelivery(store, admin, { billId: paid.key, deliveryStatus: 'Accepted', address: 'H. Reef' });
    await reprintBill(store, admin, { billId: paid.key, jobKey: newKey(), copyNo: 1 });
    await mergeCustomers(store, admin, to.id, from.id);
    await eraseCustomer(store, admin, to.id, 'Asked for it');
    const now = await docOf(paid);
    expect(now).toMatchObject({
      deliveryStatus: 'Accepted',
      customer: { name: '', phone: '' },
      delivery: { address: '' },
    });
    const { items, payments, total, invoiceNumber } = paid;
    expect(now).toMatchObject({ items, payments, total, invoiceNumber });
    const [row] = await store.readOutlet(outletId, (db) =>
      db
        .selectFrom('bill')
        .select(['customer_id', 'customer_name', 'print_jobs'])
        .where('outlet_id', '=', outletId)
        .where('key', '=', paid.key)
        .execute(),
    );
    expect(row).toMatchObject({ customer_id: to.id, customer_name: '' });
    expect(row?.print_jobs).toHaveLength(1);
  });
});
