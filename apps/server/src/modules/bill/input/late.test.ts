import type { Bill } from '@atoll/domain/bill/bill';
import type { ContractKey } from '@atoll/domain/contract/contract';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { beforeEach, expect, it } from 'vitest';
import { eachEngine } from '../../../platform/store/testing/engine.ts';
import { type Answered, emailOf, password, type TestApp, testApp } from '../../../testing/test-app.ts';
import { addMenuItem, newKey } from '../testing/shop.ts';

const minute = 60_000;
const hour = 60 * minute;

eachEngine('late work', (on) => {
  let app: TestApp;
  let waiter: SignedIn;
  let item: number;
  let slot = 0;
  let till = 0;

  beforeEach(async () => {
    app ??= await testApp(on);
    till += 1;
    await signIn();
    const manager = await app.signIn('Manager');
    const shift = await app.call('shift.active', { as: manager });
    const body = { key: newKey(), openingBalance: 0 };
    const opened = shift.body ?? (await app.call('shift.create', { as: manager, body })).body;
    expect(opened.isOpen).toBe(true);
    item = await addMenuItem(app.store, app.cafe, {
      name: 'Soup',
      sizes: JSON.stringify([{ value: 'Bowl', sellingPrice: 3500, isDefault: true }]),
    });
  });
  const signInOn = async (id: string): Promise<SignedIn> => {
    const body = { email: emailOf('User'), password };
    return (await app.call('auth.login', { body, headers: { 'X-Device-Id': id } })).body as SignedIn;
  };
  const signIn = async () => {
    waiter = await signInOn(device());
  };
  const iso = (ms: number) => new Date(ms).toISOString();
  const device = () => `till-${till}`;
  const send = (key: ContractKey, body: object | undefined, from = device()): Promise<Answered> =>
    app.call(key, { as: waiter, headers: { 'X-Device-Id': from }, ...(body && { body }) });
  /** The till calls the server, which notes it after the answer. */
  const call = async (): Promise<void> => {
    await send('bill.active', undefined);
    const heard = () =>
      app.store.readOutlet(app.cafe, (db) =>
        db.selectFrom('device_contact').select('heard_at').where('device_id', '=', device()).executeTakeFirst(),
      );
    await expect.poll(async () => (await heard())?.heard_at).toBe(app.now());
  };
  /** The till is there all the time: it calls at least once a minute. */
  const stay = async (minutes: number): Promise<void> => {
    for (let i = 0; i < minutes; i += 1) {
      app.advance(minute);
      await call();
    }
  };
  const leave = async (ms: number): Promise<void> => {
    app.advance(ms);
    await signIn();
  };
  const order = async (more: object = {}): Promise<Bill> => {
    slot += 1;
    const items = [{ key: newKey(), menuItemId: item, size: 'Bowl', qty: 1, ...more }];
    const { status, body } = await send('bill.create', { key: newKey(), type: 'Table', slot: String(slot), items });
    expect(status).toBe(200);
    return body as Bill;
  };
  const payAt = (bill: Bill, at: number, more: object = {}) =>
    send('bill.pay', {
      key: bill.key,
      payments: [{ key: newKey(), method: 'Cash', amount: bill.total, ...more }],
      seen: { itemKeys: bill.items.map(({ key }) => key), total: bill.total },
      modifiedAt: iso(at),
    });

  it('[R36.11] a payment counts as now when the till was there at the time that it names', async () => {
    const bill = await order();
    await call();
    await stay(8);
    const { body } = await payAt(bill, app.now() - 5 * minute);
    expect(body.completedAt).toBe(iso(app.now()));
  });

  it('[R36.11] a payment has the time that the till names when the server did not hear of it then', async () => {
    const bill = await order();
    await call();
    await leave(3 * hour);
    const { body } = await payAt(bill, app.now() - 2 * hour);
    expect(body.completedAt).toBe(iso(app.now() - 2 * hour));
  });

  it('[R36.11] an absence is remembered after the till is back, and ends there', async () => {
    const [first, second] = [await order(), await order()];
    await call();
    const from = app.now();
    await leave(2 * hour);
    await call();
    await stay(4);
    expect((await payAt(first, from + hour)).body.completedAt).toBe(iso(from + hour));
    expect((await payAt(second, app.now() - 2 * minute)).body.completedAt).toBe(iso(app.now()));
  });

  it('[R36.11] a device that the server never heard of is not believed', async () => {
    const bill = await order();
    till += 1000;
    await leave(3 * hour);
    const { body } = await payAt(bill, app.now() - 2 * hour);
    expect(body.completedAt).toBe(iso(app.now()));
  });

  it('[R36.11] [R36.12] a price from before a change is not had by naming an earlier time', async () => {
    await app.store.writeOutlet(app.cafe, async (tx) => {
      const row = { outlet_id: app.cafe, menu_item_id: item, size: 'Bowl', price: 2500, valid_from: 0 };
      tx.write(tx.db.insertInto('menu_price').values({ ...row, valid_until: tx.now }));
      tx.change({ entity: 'Menu', id: null, version: 2, action: 'Updated' });
    });
    const before = app.now() - hour;
    await call();
    await leave(30 * hour);
    await call();
    const cheap = { sellingPrice: 2500, createdAt: iso(before) };
    expect((await order(cheap)).items).toMatchObject([{ sellingPrice: 3500 }]);
    const away = { sellingPrice: 2500, createdAt: iso(before + 2 * hour) };
    expect((await order(away)).items).toMatchObject([{ sellingPrice: 2500, laterPrice: 3500 }]);
  });

  it('[R36.11] foreign cash at a rate of its own is refused when the till was there', async () => {
    const bill = await order();
    await call();
    await stay(8);
    const currency = { code: 'ZZZ', units: 100, rate: bill.total };
    const { body } = await payAt(bill, app.now() - 5 * minute, { currency, tendered: bill.total });
    expect(body.reason).toBe('currencyRate');
  });

  it('[R36.11] [R36.10] the device is that of the session: naming a silent till makes no work late', async () => {
    const ghost = { 'X-Device-Id': `ghost-${till}` };
    const first = await signInOn(ghost['X-Device-Id']);
    await app.call('bill.active', { as: first, headers: ghost });
    await leave(3 * hour);
    await call();
    await stay(8);
    const bill = await order();
    const at = iso(app.now() - 7 * minute);
    const seen = { itemKeys: bill.items.map(({ key }) => key), total: bill.total };
    const payWith = (payment: object, as = waiter) => {
      const payments = [{ key: newKey(), method: 'Cash', amount: bill.total, ...payment }];
      const body = { key: bill.key, payments, seen, modifiedAt: at };
      return app.call('bill.pay', { as, headers: ghost, body });
    };
    const currency = { code: 'ZZZ', units: 100, rate: bill.total };
    // A program that names no device when it signs in, and a silent till with each call.
    for (const as of [waiter, await app.signIn('User')])
      expect((await payWith({ currency, tendered: bill.total }, as)).body.reason).toBe('currencyRate');
    expect((await payWith({})).body.completedAt).toBe(iso(app.now()));
  });

  it('[R36.11] calls in the name of another till do not make it present', async () => {
    const bill = await order();
    await call();
    const own = waiter;
    const from = app.now();
    const other = await signInOn(`other-${till}`);
    for (let i = 0; i < 8; i += 1) {
      app.advance(minute);
      await app.call('bill.active', { as: other, headers: { 'X-Device-Id': device() } });
    }
    waiter = own;
    expect((await payAt(bill, from + 4 * minute)).body.completedAt).toBe(iso(from + 4 * minute));
  });
});
