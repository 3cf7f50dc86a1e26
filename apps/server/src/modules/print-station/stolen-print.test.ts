import { randomUUID } from 'node:crypto';
import type { Bill } from '@atoll/domain/bill/bill';
import type { PrintBody } from '@atoll/domain/contract/bill/print';
import type { Shift } from '@atoll/domain/contract/bill/shift';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { emailOf, password, type TestApp, testApp } from '../../testing/test-app.ts';
import { addMenuItem } from '../bill/testing/shop.ts';

eachEngine('prints on another till', (on) => {
  let t: TestApp;
  let admin: SignedIn;
  let waiter: SignedIn;
  /** The waiter's session on the till with the print server. */
  let till: SignedIn;
  let shift: Shift;
  let menuItemId: number;
  let slot = 0;
  const at = async (role: 'Admin' | 'User', deviceId: string): Promise<SignedIn> =>
    (
      await t.call('auth.login', {
        body: { email: emailOf(role), password },
        headers: { 'x-device-id': deviceId },
      })
    ).body as SignedIn;
  beforeAll(async () => {
    t = await testApp(on);
    // Each sign-in locks the others of its device (R36.3): the Admin registers the till, then the waiter works there.
    await t.call('print.register', { as: await at('Admin', 'till') });
    admin = await at('Admin', 'office');
    waiter = await at('User', 'phone');
    till = await at('User', 'till');
    menuItemId = await addMenuItem(t.store, t.cafe, {
      name: 'Lobster',
      sizes: JSON.stringify([{ value: 'Medium', sellingPrice: 60_000, isDefault: true }]),
    });
    shift = (await t.call('shift.create', { as: waiter, body: { key: randomUUID(), openingBalance: 0 } }))
      .body as Shift;
    await t.store.writeOutlet(t.cafe, async (tx) => {
      tx.write(
        tx.db
          .insertInto('setting')
          .values({ outlet_id: t.cafe, key: 'DrawerKick', value: 'true', modified_at: 0 })
          .onConflict((conflict) => conflict.columns(['outlet_id', 'key']).doUpdateSet({ value: 'true' })),
      );
      tx.change({ entity: 'Settings', id: null, version: 1, action: 'Updated' });
    });
  });
  beforeEach(async () => {
    slot += 1;
    t.advance(21_000);
    await claim();
  });
  const claim = async (as = till) => {
    const { status, body } = await t.call('print.claim', { as });
    return status === 200 ? (body as PrintBody[]) : status;
  };
  const order = async (): Promise<Bill> => {
    const items = [{ key: randomUUID(), menuItemId, size: 'Medium', qty: 2 }];
    const body = { key: randomUUID(), type: 'Table', slot: String(slot), items };
    const { status, body: answer } = await t.call('bill.create', { as: waiter, body });
    expect([status, answer]).toEqual([200, expect.anything()]);
    return answer as Bill;
  };
  const pay = async (bill: Bill, method = 'Cash'): Promise<Bill> => {
    const payments = [{ key: randomUUID(), method, amount: bill.total, reference: '0' }];
    const seen = { itemKeys: bill.items.map(({ key }) => key), total: bill.total };
    const { status, body } = await t.call('bill.pay', { as: waiter, body: { key: bill.key, payments, seen } });
    expect([status, body.reason, body.message]).toEqual([200, undefined, undefined]);
    return body as Bill;
  };
  const job = (bill: object, more: object = {}) => ({
    type: 'Bill',
    title: 'Receipt',
    printerName: 'Front',
    printedBy: 'The owner',
    jobKey: randomUUID(),
    outlet: { name: 'Another shop' },
    bill,
    ...more,
  });
  const hand = (body: object) => t.call('print.hand', { as: waiter, body });
  const printed = async (body: { jobKey: string }) => {
    const { status, body: answer } = await hand(body);
    expect([status, answer]).toEqual([200, expect.anything()]);
    return ((await claim()) as PrintBody[]).find(({ jobKey }) => jobKey === body.jobKey);
  };
  const slip = (more: object) =>
    job({ type: 'Table', slot: '', items: [] }, { type: 'Slip', slip: { title: 'Cash' }, ...more });

  it('[R36.18] prints the stored bill, whatever total, title, outlet and payments the till sends', async () => {
    const bill = await order();
    const [item] = bill.items;
    const forged = {
      ...bill,
      total: 100,
      subTotal: 100,
      status: 'Complete',
      invoiceNumber: 'R99',
      items: [{ ...item, qty: 1 }],
    };
    const paper = await printed(job(forged, { copies: 20, openDrawer: true }));
    expect(paper).toMatchObject({ title: 'Bill', copies: 1, openDrawer: false, printedBy: 'User One' });
    expect(paper?.bill).toMatchObject({
      total: bill.total,
      invoiceNumber: null,
      payments: [],
      items: [{ qty: 2, name: 'Lobster' }],
    });
    expect(paper?.outlet.name).not.toBe('Another shop');
    const image = await printed(job(forged, { type: 'Image' }));
    expect(image).toMatchObject({ type: 'Image', title: 'Bill', bill: { total: bill.total } });
  });

  it('[R36.18] refuses, in words, a bill that the server does not have, or not yet with all its items', async () => {
    const bill = await order();
    const missing = await hand(job({ ...bill, key: randomUUID() }));
    expect([missing.status, missing.body.reason]).toEqual([409, 'billNotSaved']);
    expect(missing.body.message).toBe('The server does not have this bill yet. Print it again in a moment');
    const more = await hand(job({ ...bill, items: [...bill.items, { ...bill.items[0], key: randomUUID() }] }));
    expect(more.body.reason).toBe('billNotSaved');
  });

  it('[R36.18] prints one original of a receipt; every other is a copy, whatever the till says', async () => {
    const paid = await pay(await order());
    const first = await printed(job(paid, { copyNo: 0 }));
    expect(first).toMatchObject({ title: 'Receipt', bill: { invoiceNumber: paid.invoiceNumber } });
    expect(first?.copyNo).toBeUndefined();
    expect(await printed(job(paid))).toMatchObject({ copyNo: 1 });
    const old = await pay(await order());
    t.advance(24 * 3_600_000);
    [admin, waiter, till] = [await at('Admin', 'office'), await at('User', 'phone'), await at('User', 'till')];
    await claim();
    expect(await printed(job(old))).toMatchObject({ copyNo: 1 });
  });

  it('[R36.18] prints a tax invoice with the buyer and amounts that are stored, whatever the till sends', async () => {
    const paid = await pay(await order());
    const forged = { ...paid, total: 100, invoiceType: 'TaxInvoice', customer: { name: 'Friend Ltd', tin: '1' } };
    // A receipt stays one, however the till calls it.
    const receipt = await printed(job(forged, { title: 'Tax Invoice' }));
    expect(receipt).toMatchObject({ title: 'Receipt', bill: { total: paid.total, customer: null } });
    const buyer = { name: 'Reef Ltd', address: 'Hulhumalé', tin: '1012345GST501' };
    const guest = { ...buyer, key: randomUUID(), name: 'Ali', phone: '7771234', company: buyer.name };
    const { body: known } = await t.call('customer.create', { as: admin, body: guest });
    slot += 1;
    const { key, type, slot: table, version } = await order();
    const asked = {
      customerId: known.id,
      invoiceType: 'TaxInvoice',
      changed: ['customerId', 'customer', 'invoiceType'],
    };
    const body = { key, type, slot: table, version, ...asked };
    const bought = await pay((await t.call('bill.update', { as: admin, body })).body as Bill);
    expect(await printed(job(bought, { title: 'Receipt' }))).toMatchObject({
      title: 'Tax Invoice',
      outlet: { tin: '1000001GST501' },
      bill: { total: bought.total, customer: buyer },
    });
    const invoice = { key: randomUUID(), billId: paid.key, buyer };
    expect((await t.call('bill.taxInvoice', { as: admin, body: invoice })).status).toBe(200);
    const paper = await printed(job(forged, { title: 'Bill', openDrawer: true, reissue: null }));
    expect(paper).toMatchObject({
      title: 'Tax Invoice',
      openDrawer: false,
      outlet: { tin: '1000001GST501' },
      reissue: expect.anything(),
      bill: { total: paid.total, invoiceNumber: paid.invoiceNumber, customer: buyer },
    });
  });

  it('[R36.18] prints the payments as they were corrected', async () => {
    const paid = await pay(await order());
    const payment = { key: randomUUID(), method: 'Card', amount: paid.total };
    const correction = { billId: paid.key, paymentKey: paid.payments[0]?.key, payment, reason: 'Wrong button' };
    const corrected = await t.call('bill.correctPayment', { as: admin, body: correction });
    expect([corrected.status, corrected.body.message]).toEqual([200, undefined]);
    const { payments } = corrected.body as Bill;
    const paper = await printed(job(paid, { openDrawer: true }));
    expect(paper).toMatchObject({ openDrawer: false, bill: { payments: payments.map(({ method }) => ({ method })) } });
    expect(payments.map(({ method }) => method)).toContain('Card');
  });

  it('[R36.18] opens a drawer once for a payment in cash, and never for a card or an unpaid bill', async () => {
    const paid = await pay(await order());
    expect(await printed(job(paid, { openDrawer: true, copyNo: 0 }))).toMatchObject({ openDrawer: true });
    expect(await printed(job(paid, { openDrawer: true, copyNo: 0 }))).toMatchObject({ openDrawer: false });
    slot += 1;
    const card = await pay(await order(), 'Card');
    expect(await printed(job(card, { openDrawer: true }))).toMatchObject({ openDrawer: false });
  });

  it('[R36.18] opens a drawer once for a recorded cash event or opening', async () => {
    const key = randomUUID();
    const cash = { key, shiftId: shift.key, kind: 'In', amount: 900, reason: 'Change' };
    expect((await t.call('shift.cash', { as: admin, body: cash })).status).toBe(200);
    expect(await printed(slip({ openDrawer: true, drawerKey: key }))).toMatchObject({ openDrawer: true });
    expect(await printed(slip({ openDrawer: true, drawerKey: key }))).toMatchObject({ openDrawer: false });
    const opening = randomUUID();
    await t.call('shift.drawer', { as: admin, body: { key: opening, shiftId: shift.key, reason: 'Coins' } });
    // A till of the release before names the opening by its job key.
    expect(await printed(slip({ openDrawer: true, jobKey: opening }))).toMatchObject({ openDrawer: true });
    expect(await printed(slip({ openDrawer: true }))).toMatchObject({ openDrawer: false, slip: { title: 'Cash' } });
  });

  it('[R36.18] refuses to open a drawer for an unknown key, writes it to the history, and notifies when it repeats', async () => {
    const tries = async () => {
      const { status, body } = await hand(slip({ openDrawer: true, drawerKey: randomUUID() }));
      return [status, body.reason];
    };
    const warnings = async () =>
      ((await t.call('notification.list', { as: admin })).body as { title: string }[]).filter(
        ({ title }) => title === 'User One tried to open a drawer',
      ).length;
    expect(await tries()).toEqual([409, 'drawerUnknown']);
    expect(await warnings()).toBe(0);
    expect(await tries()).toEqual([409, 'drawerUnknown']);
    expect(await tries()).toEqual([409, 'drawerUnknown']);
    expect(await warnings()).toBe(1);
    const rows = await t.store.readOutlet(t.cafe, (db) =>
      db
        .selectFrom('history')
        .select(['user_id', 'device_id'])
        .where('subject', '=', 'Print station')
        .where('action', '=', 'Misused')
        .execute(),
    );
    expect(rows).toEqual(Array.from({ length: 3 }, () => ({ user_id: waiter.user.id, device_id: 'phone' })));
  });

  it('[R36.18] registers a station only for a person with settings.manage; other devices get no jobs', async () => {
    const thief = await at('User', 'laptop');
    expect((await t.call('print.register', { as: thief })).status).toBe(403);
    const refused = await t.call('print.claim', { as: thief });
    expect([refused.status, refused.body.reason]).toEqual([409, 'stationUnknown']);
    expect(refused.body.message).toBe('This device does not print for others. Choose it in Settings, Printers');
    // The header of another device changes nothing.
    const posing = await t.call('print.claim', { as: thief, headers: { 'x-device-id': 'till' } });
    expect(posing.status).toBe(409);
    const history = await t.store.readOutlet(t.cafe, (db) =>
      db
        .selectFrom('history')
        .select(['user_id', 'subject_key'])
        .where('subject', '=', 'Print station')
        .where('action', '=', 'Created')
        .execute(),
    );
    expect(history).toEqual([{ user_id: admin.user.id, subject_key: 'till' }]);
  });

  it('[R36.18] a claim and its report belong to the session of the device', async () => {
    const body = slip({});
    await hand(body);
    expect(((await claim()) as PrintBody[]).map(({ jobKey }) => jobKey)).toEqual([body.jobKey]);
    const report = { jobKey: body.jobKey, state: 'done', isDuplicate: false, message: '' };
    const headers = { 'x-device-id': 'till' };
    expect((await t.call('print.answer', { as: waiter, body: report, headers })).status).toBe(404);
    expect((await t.call('print.answer', { as: admin, body: report })).status).toBe(404);
    expect((await t.call('print.answer', { as: till, body: report })).status).toBe(204);
  });
});
