import { randomUUIDv7 } from 'node:crypto';
import type { ContractKey } from '@atoll/domain/contract/contract';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { addMenuItem } from '../bill/testing/shop.ts';
import { addItem, addStorage, levelsAndSums } from '../stock/testing/test-stock.ts';

eachEngine('purchase invoices and recipes', (on) => {
  let t: TestApp;
  let admin: SignedIn;
  let kitchen: number;
  let cola: number;
  let rice: number;
  let vendor: number;
  let expense: number;
  beforeAll(async () => {
    t = await testApp(on);
    admin = await t.signIn('Admin');
    kitchen = await addStorage(t.store, t.cafe, 'Kitchen', true);
    const bought = { stock_unit: 'pc', purchase_unit: 'case', purchase_factor: 24_000 };
    cola = await addItem(t.store, t.cafe, { name: 'Cola', ...bought });
    rice = await addItem(t.store, t.cafe, { name: 'Rice', yield_bp: 8000 });
    vendor = (await call('vendor.create', { key: randomUUIDv7(), name: 'Reef Foods', phone: '3301234', termsDays: 14 }))
      .body.id;
    const account = { key: randomUUIDv7(), kind: 'Financial', financialType: 'Expense', name: 'Cleaning' };
    expense = (await call('account.create', account)).body.id;
  });
  const call = (key: string, body: unknown, as = admin) => t.call(key as ContractKey, { as, body });
  const level = async (itemId: number) => {
    const sums = (await levelsAndSums(t.store, t.cafe)).get(`${itemId} ${kitchen}`) ?? [0, 0, 0, 0];
    expect([sums[2], sums[3]], 'the level is the sum of its movements').toEqual([sums[0], sums[1]]);
    return [(sums[0] ?? 0) / 1000, sums[1]];
  };
  const invoiceBody = (more: object = {}) => ({
    key: randomUUIDv7(),
    vendorInvoiceNo: `V-${randomUUIDv7().slice(-6)}`,
    vendorId: vendor,
    invoiceDate: '2026-03-03',
    gstMode: 'Exclusive',
    lines: [{ kind: 'Item', itemId: cola, qty: 2, unit: 'case', unitPrice: 24_000, gstPct: 8 }],
    ...more,
  });
  const post = async (more: object = {}) => {
    const made = await call('invoice.create', invoiceBody(more));
    const id = made.body.id as number;
    await call('invoice.status', { id, status: 'Posted' });
    return id;
  };

  it('[R2.21] a new invoice is a draft with computed totals, due by the vendor’s terms', async () => {
    const body = invoiceBody({
      otherCharges: 1000,
      lines: [
        { kind: 'Item', itemId: cola, qty: 2, unit: 'case', unitPrice: 24_000, gstPct: 8 },
        { kind: 'Expense', financialAccountId: expense, qty: 1, unitPrice: 5000, discountPct: 10 },
      ],
    });
    const made = await call('invoice.create', body);
    expect(made.body).toMatchObject({
      number: 'PINV-2603-0001',
      status: 'Draft',
      dueDate: '2026-03-17',
      subTotal: 52_500,
      gst: 3840,
      total: 57_340,
      receiving: 'NotReceived',
      paymentState: 'Unpaid',
    });
    expect((await call('invoice.create', body)).body.id).toBe(made.body.id);
    const twice = await call('invoice.create', { ...body, key: randomUUIDv7() });
    expect(twice.body).toMatchObject({ code: 409, reason: 'duplicate', details: 'PINV-2603-0001' });
    const gone = await t.call('invoice.delete', { as: admin, params: { id: made.body.id } });
    expect(gone.status).toBe(204);
  });

  it('[R2.21] a wrong invoice is refused with an error at the field', async () => {
    const wrong = await call(
      'invoice.create',
      invoiceBody({ invoiceDate: '2026-03-09', dueDate: '2026-03-08', currency: 'USD' }),
    );
    expect(wrong.body.errors).toEqual({
      invoiceDate: 'Invoice date is in the future',
      dueDate: 'Due date is before the invoice date',
      rate: 'Rate is required',
    });
    const line = { kind: 'Item', itemId: rice, qty: 1, unit: 'case', unitPrice: 1 };
    expect((await call('invoice.create', invoiceBody({ lines: [line, { ...line, itemId: 0 }] }))).body.errors).toEqual({
      'lines[0].unit': 'case cannot be converted to g',
      'lines[1].itemId': 'Item is required',
    });
  });

  it('[R2.21] [R14.2] received goods raise stock and cost, in parts, each part once', async () => {
    const id = await post({ otherCharges: 1200 });
    const receive = (key: string, qty: number) => call('invoice.receive', { id, key, lines: [{ id: 1, qty }] });
    const key = randomUUIDv7();
    const first = await receive(key, 0.5);
    expect(first.body).toMatchObject({ receiving: 'Partial', receivedDate: '2026-03-04' });
    await receive(key, 0.5);
    expect(await level(cola)).toEqual([12, 12_300]);
    expect((await receive(randomUUIDv7(), 2)).body.errors).toEqual({ 'lines[0].qty': 'You can receive at most 1.5' });
    expect((await call('invoice.receive', { id, key: randomUUIDv7() })).body.receiving).toBe('Received');
    expect(await level(cola)).toEqual([48, 49_200]);
    const logs = await t.call('stock.list', { as: admin, query: { type: 'Purchase', itemId: String(cola) } });
    expect(logs.body[0]).toMatchObject({
      qty: 36,
      unitCost: 1025,
      refType: 'Invoice',
      refId: id,
      reason: 'Reef Foods',
    });
  });

  it('[R2.21] goods invoiced in dollars are valued at the exchange rate', async () => {
    const line = { kind: 'Item', itemId: rice, qty: 10, unit: 'kg', unitPrice: 200, gstPct: 0 };
    const id = await post({ currency: 'USD', rate: 15.42, lines: [line] });
    await call('invoice.receive', { id, key: randomUUIDv7() });
    expect(await level(rice)).toEqual([10_000, 30_840]);
  });

  it('[R2.21] cancelling an invoice takes its goods out of stock and needs a reason', async () => {
    const id = await post();
    await call('invoice.receive', { id, key: randomUUIDv7() });
    const [before] = await level(cola);
    expect((await call('invoice.status', { id, status: 'Cancelled' })).body.reason).toBe('reasonMissing');
    const cancelled = await call('invoice.status', { id, status: 'Cancelled', reason: 'Wrong delivery' });
    expect(cancelled.body).toMatchObject({ status: 'Cancelled', reason: 'Wrong delivery', receiving: 'NotReceived' });
    expect((await level(cola))[0]).toBe((before ?? 0) - 48);
    expect((await call('invoice.receive', { id, key: randomUUIDv7() })).body.reason).toBe('stateForbids');
    expect((await call('invoice.update', { ...invoiceBody(), id, version: 9 })).body.reason).toBe('stateForbids');
  });

  it('[R2.21] a total that differs from the vendor’s total must be acknowledged', async () => {
    const made = await call('invoice.create', invoiceBody({ vendorTotal: 50_000 }));
    const step = (more: object = {}) => call('invoice.status', { id: made.body.id, status: 'Posted', ...more });
    expect((await step()).body).toMatchObject({ reason: 'totalDiffers', total: 51_840, vendorTotal: 50_000 });
    expect((await step({ isTotalAcknowledged: true })).body.status).toBe('Posted');
  });

  it('[R2.21] an invoice is paid in parts, once per key, and never more than is owed', async () => {
    const id = await post({ dueDate: '2026-03-03' });
    expect((await t.call('invoice.find', { as: admin, params: { id } })).body.paymentState).toBe('Overdue');
    const body = {
      id,
      key: randomUUIDv7(),
      date: '2026-03-04',
      amount: 51_000,
      method: 'BankTransfer',
      reference: 'T1',
    };
    await call('invoice.pay', body);
    expect((await call('invoice.pay', body)).body).toMatchObject({ paid: 51_000, paymentState: 'Overdue' });
    expect((await call('invoice.pay', { ...body, key: randomUUIDv7() })).body).toMatchObject({
      reason: 'overpaid',
      due: 840,
    });
    const fromDrawer = { ...body, key: randomUUIDv7(), amount: 840, method: 'Cash', paidFromShift: true };
    expect((await call('invoice.pay', fromDrawer)).body.reason).toBe('noShiftActive');
    await call('shift.create', { key: randomUUIDv7(), openingBalance: 10_000 });
    const paid = await call('invoice.pay', fromDrawer);
    expect(paid.body).toMatchObject({ paymentState: 'Paid', paid: 51_840 });
    const shift = await t.call('shift.active', { as: admin });
    expect(shift.body.cash).toMatchObject([{ kind: 'Out', amount: 840 }]);
    expect((await call('invoice.status', { id, status: 'Cancelled', reason: 'Too late' })).body.reason).toBe('inUse');
  });

  it('[R2.21] invoices are listed by date, vendor, status and search text', async () => {
    const list = async (query: Record<string, string>) => (await t.call('invoice.list', { as: admin, query })).body;
    const page = await list({ page: '1', size: '10', status: 'Posted', vendorId: String(vendor) });
    expect(page.count).toBe(4);
    expect(await list({ start: '2026-03-04T00:00:00Z' })).toEqual([]);
    expect((await list({ search: 'reef', receiving: 'Received' })).length).toBe(2);
    const user = await t.signIn('User');
    expect((await t.call('invoice.list', { as: user })).status).toBe(403);
  });

  it('[R14.2] a recipe shows the cost of a size, and refuses circles, wrong units and a second recipe', async () => {
    const size = (value: string, sellingPrice: number) => ({ value, sellingPrice, isDefault: value === 'Small' });
    const sizes = JSON.stringify([size('Small', 4000), size('Large', 6000)]);
    const menuItemId = await addMenuItem(t.store, t.cafe, { name: 'Fried Rice', sizes });
    const line = (more: object) => ({ itemId: 0, subRecipeId: 0, qty: 1, unit: 'g', wastagePct: 0, ...more });
    const recipe = (more: object) => ({
      key: randomUUIDv7(),
      name: 'Part',
      menuItemId: 0,
      yieldQty: 1,
      lines: [],
      ...more,
    });
    const boiled = await call(
      'recipe.create',
      recipe({ name: 'Boiled rice', yieldQty: 2, yieldUnit: 'kg', lines: [line({ itemId: rice, qty: 800 })] }),
    );
    expect(boiled.body).toMatchObject({ name: 'Boiled rice', cost: 1542, yieldUnit: 'kg' });
    const dish = recipe({
      name: 'Fried Rice, large',
      menuItemId,
      size: 'Large',
      lines: [line({ subRecipeId: boiled.body.id, qty: 400 })],
    });
    const made = await call('recipe.create', dish);
    expect(made.body).toMatchObject({ cost: 617, sellingPrice: 6000, menuItemName: 'Fried Rice' });
    expect((await call('recipe.create', { ...dish, key: randomUUIDv7() })).body.reason).toBe('duplicate');
    const circle = recipe({
      id: boiled.body.id,
      version: 1,
      name: 'Boiled rice',
      yieldUnit: 'kg',
      lines: [line({ subRecipeId: boiled.body.id, qty: 1, unit: 'kg' })],
    });
    expect((await call('recipe.update', circle)).body.reason).toBe('recipeCycle');
    const litres = recipe({ lines: [line({ itemId: rice, unit: 'l' })] });
    expect((await call('recipe.create', litres)).body.reason).toBe('unitUnknown');
    expect((await t.call('recipe.delete', { as: admin, params: { id: boiled.body.id } })).body.reason).toBe('inUse');
    const list = await t.call('recipe.list', { as: admin, query: { menuItemId: String(menuItemId) } });
    expect(list.body).toHaveLength(1);
    await t.call('recipe.delete', { as: admin, params: { id: made.body.id } });
    expect((await t.call('recipe.find', { as: admin, params: { id: made.body.id } })).status).toBe(404);
  });
});
