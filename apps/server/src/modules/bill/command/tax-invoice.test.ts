import type { Bill } from '@atoll/domain/bill/bill';
import { type Insertable, sql } from 'kysely';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { CustomerTable } from '../../../platform/store/schema/schema.ts';
import { eachEngine } from '../../../platform/store/testing/engine.ts';
import { runReport } from '../../report/run.ts';
import { findBill } from '../read/find.ts';
import { billTimeline } from '../read/timeline.ts';
import { addShop, line, newKey, order, payment, refusalOf, type Shop, settle } from '../testing/shop.ts';
import { payBill } from './pay.ts';
import { refundBill } from './refund.ts';
import { issueTaxInvoice } from './tax-invoice.ts';
import { updateBill } from './update.ts';

const place = { name: 'Reef', legal_name: 'Reef Cafe Pvt Ltd', address: 'Majeedhee Magu', tin: '1000001GST501' };
const seller = { name: 'Reef', legalName: 'Reef Cafe Pvt Ltd', address: 'Majeedhee Magu', tin: '1000001GST501' };
const island = { name: 'Moosa', company: 'Island Trading', tin: '1012345GST501', address: 'Orchid Magu' };
const buyer = { name: 'Island Trading', address: 'Orchid Magu', tin: '1012345GST501' };

eachEngine('tax invoices', (on) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await addShop(await on.open(), { outlet: { ...place, gst_activity_no: 'A-77' } });
  });
  let customerId = 0;
  let slot = 0;
  beforeEach(async () => {
    slot += 1;
    customerId = await addCustomer(shop, island);
  });

  const open = async (more: object = {}): Promise<Bill> => {
    const base = await order(shop, String(slot), [line(shop.menu.tea)]);
    const asked = { key: base.key, type: base.type, slot: base.slot, customerId, invoiceType: 'TaxInvoice' as const };
    return (await updateBill(shop.store, shop.waiter, { ...asked, version: base.version, ...more })).bill;
  };
  const register = async () => {
    const actor = { permissions: new Set(['report.view', 'bill.viewOthers']), outletId: shop.outletId };
    const config = { reportKey: 'tax-invoices', range: 'Weekly', compareTo: 'None', filters: {} } as const;
    const { rows } = await runReport(shop.store, actor, config, Date.now());
    return rows.map(({ invoice, customer, tin }) => [invoice, customer, tin]);
  };
  const reissue = (bill: Bill, more: object = {}) => ({ key: newKey(), billId: bill.key, buyer, ...more });

  it('[R35.78] keeps buyer and seller as they were at payment, also when the records change later', async () => {
    const paid = await settle(shop, await open());
    const taxInvoice = { buyer, seller: { ...seller, gstActivityNo: 'A-77' }, isReissue: false };
    expect(paid).toMatchObject({ invoiceType: 'TaxInvoice', taxInvoice });
    expect(paid.customer).not.toHaveProperty('buyer');
    await change(shop, customerId, { company: 'Other', address: 'Elsewhere', tin: '' });
    expect((await findBill(shop.store, shop.outletId, paid.key)).taxInvoice).toEqual(paid.taxInvoice);
    expect(await register()).toContainEqual([paid.invoiceNumber, 'Island Trading', '1012345GST501']);
  });

  it('[R35.78] takes the buyer of the record at payment, not of the time when the customer was chosen', async () => {
    const bill = await open();
    expect(bill.customer?.buyer).toEqual(buyer);
    await change(shop, customerId, { company: 'Island Trading and Sons' });
    const first = payment(bill);
    const { bill: paid } = await payBill(shop.store, shop.waiter, first);
    expect(paid.taxInvoice?.buyer).toEqual({ ...buyer, name: 'Island Trading and Sons' });
    expect((await payBill(shop.store, shop.waiter, first)).bill).toEqual(paid);
  });

  it.each([
    ['the customer has no TIN', { tin: '' }, {}],
    ['the customer has no address', { address: '' }, {}],
    ['nobody asked for one', {}, { invoiceType: 'Receipt' }],
    ['there is no customer', {}, { customerId: 0 }],
  ])('[R35.78] is a receipt, not in the register, when %s', async (_when, customer, bill) => {
    await change(shop, customerId, { ...island, ...customer });
    const paid = await settle(shop, await open(bill));
    expect(paid).toMatchObject({ status: 'Complete', invoiceType: 'Receipt' });
    expect(paid.taxInvoice).toBeUndefined();
    expect((await register()).map(([invoice]) => invoice)).not.toContain(paid.invoiceNumber);
  });

  it('[R35.78] is a receipt at an outlet without TIN, which cannot make one of it later either', async () => {
    const bare = await addShop(shop.store);
    const paid = await settle(bare, await order(bare, '1', [line(bare.menu.tea)]));
    expect(await refusalOf(issueTaxInvoice(bare.store, bare.admin, reissue(paid)))).toMatchObject({
      reason: 'sellerIncomplete',
    });
  });

  it('[R35.78] makes a receipt a marked tax invoice later, once, with its number, beside an unchanged bill', async () => {
    const paid = await settle(shop, await open({ invoiceType: 'Receipt' }));
    const input = reissue(paid);
    const issued = await issueTaxInvoice(shop.store, shop.admin, input);
    expect(issued).toMatchObject({ invoiceNumber: paid.invoiceNumber, taxInvoice: { buyer, isReissue: true } });
    expect(await issueTaxInvoice(shop.store, shop.admin, input)).toEqual(issued);
    expect(await refusalOf(issueTaxInvoice(shop.store, shop.admin, reissue(paid)))).toMatchObject({
      reason: 'stateForbids',
    });
    const { taxInvoice, ...bill } = await findBill(shop.store, shop.outletId, paid.key);
    expect(taxInvoice).toEqual(issued.taxInvoice);
    expect(bill).toEqual(paid);
    expect(await register()).toContainEqual([paid.invoiceNumber, 'Island Trading', '1012345GST501']);
    const { events } = await billTimeline(shop.store, shop.admin, paid.key);
    expect(events.at(-1)).toMatchObject({ action: 'TaxInvoice', after: { invoiceNumber: paid.invoiceNumber } });
    const other = await settle(shop, await order(shop, '40', [line(shop.menu.tea)]));
    const used = issueTaxInvoice(shop.store, shop.admin, { ...input, billId: other.key });
    expect(await refusalOf(used)).toMatchObject({ reason: 'keyReused' });
  });

  it('[R35.78] makes none of an open bill or a refund, and asks for the permission of a reprint', async () => {
    const bill = await open({ invoiceType: 'Receipt' });
    const issue = (of: Bill, actor = shop.admin) => refusalOf(issueTaxInvoice(shop.store, actor, reissue(of)));
    expect(await issue(bill)).toMatchObject({ reason: 'stateForbids' });
    const paid = await settle(shop, bill);
    expect(await issue(paid, shop.waiter)).toMatchObject({ reason: 'forbidden' });
    const back = payment(paid).payments;
    const refund = await refundBill(shop.store, shop.admin, {
      key: newKey(),
      billId: paid.key,
      payments: back,
      reason: 'Cold',
    });
    expect(await issue(refund)).toMatchObject({ reason: 'stateForbids' });
  });

  it('[R35.78] lists and heads the tax invoices of earlier releases, which have no row of their own', async () => {
    const paid = await settle(shop, await open({ invoiceType: 'Receipt' }));
    const doc = JSON.stringify({ ...paid, invoiceType: 'TaxInvoice' });
    await copyAsEarlier(shop, paid, doc);
    const found = await findBill(shop.store, shop.outletId, String((paid.id ?? 0) + 5000));
    expect(found.taxInvoice).toMatchObject({ buyer: { name: 'Moosa', tin: island.tin }, seller: null });
    expect(await register()).toContainEqual(['R2020-000001', 'Moosa', island.tin]);
  });
});

/** Writes a paid bill as an earlier release left it: a copy of another one, with its own id, key and number. */
function copyAsEarlier({ store, outletId }: Shop, paid: Bill, doc: string): Promise<void> {
  return store.writeOutlet(outletId, async (tx) => {
    const row = await tx.db
      .selectFrom('bill')
      .selectAll()
      .where('outlet_id', '=', outletId)
      .where('id', '=', paid.id ?? 0)
      .executeTakeFirstOrThrow();
    const id = (paid.id ?? 0) + 5000;
    const own = { id, key: newKey(), number: id, invoice_number: 'R2020-000001', doc };
    const texts = { print_jobs: '[]', moved_keys: '[]' };
    tx.write(tx.db.insertInto('bill').values({ ...row, ...texts, ...own }));
    const { business_date } = row;
    tx.write(sql`insert into early_tax_invoice values (${outletId}, ${id}, ${business_date})`.compile(tx.db));
  });
}

function addCustomer({ store, outletId }: Shop, more: Partial<Insertable<CustomerTable>>): Promise<number> {
  return store.writeOutlet(outletId, async (tx) => {
    const id = await tx.nextId('customer');
    tx.write(
      tx.db.insertInto('customer').values({
        outlet_id: outletId,
        id,
        key: newKey(),
        code: `C-${id}`,
        name: '',
        created_at: 0,
        created_by: null,
        modified_at: 0,
        modified_by: null,
        ...more,
      }),
    );
    return id;
  });
}

function change({ store, outletId }: Shop, id: number, values: object): Promise<void> {
  return store.writeOutlet(outletId, async (tx) => {
    tx.write(tx.db.updateTable('customer').set(values).where('outlet_id', '=', outletId).where('id', '=', id));
  });
}
