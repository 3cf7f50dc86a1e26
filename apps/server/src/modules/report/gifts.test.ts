import type { Bill } from '@atoll/domain/bill/bill';
import type { ReportRow } from '@atoll/domain/report/report';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { type Answered, passcode, type TestApp } from '../../testing/test-app.ts';
import { sellingApp } from '../bill/testing/selling-app.ts';
import { newKey } from '../bill/testing/shop.ts';
import { catchUpSums } from './catch-up.ts';

type SignedIn = Awaited<ReturnType<TestApp['signIn']>>;

eachEngine('the report of discounts and complimentary items', (on) => {
  let app: TestApp;
  let waiter: SignedIn;
  let cashier: SignedIn;
  let manager: SignedIn;
  let item: number;
  let slot = 0;
  beforeAll(async () => {
    ({ app, item } = await sellingApp(on, 10_000));
  });
  beforeEach(async () => {
    waiter = await app.signIn('User');
    cashier = await app.signIn('Admin');
    manager = await app.signIn('Manager');
    await app.store.writeOutlet(app.cafe, async (tx) => {
      for (const table of ['sale_gift', 'sale_person', 'sale_hour', 'sale_tax'] as const)
        tx.write(tx.db.deleteFrom(table).where('outlet_id', '=', app.cafe));
    });
  });

  const done = async <T = Bill>(
    key: Parameters<TestApp['call']>[0],
    body: object,
    as = waiter,
    approval?: string,
  ): Promise<T> => {
    const answer: Answered = await app.call(key, { as, body, headers: approval ? { 'X-Approval': approval } : {} });
    expect([key, answer.status, answer.body.message]).toEqual([key, 200, undefined]);
    return answer.body as T;
  };
  const order = (more: object = {}): Promise<Bill> => {
    slot += 1;
    const items = [1, 2].map(() => ({ key: newKey(), menuItemId: item, qty: 1 }));
    return done('bill.create', { key: newKey(), type: 'Table', slot: String(slot), items, ...more });
  };
  const bodyOf = ({ key, type, slot: number, version }: Bill, more: object) => ({
    key,
    type,
    slot: number,
    version,
    changed: [],
    ...more,
  });
  const off = (bill: Bill, percent: number) =>
    bodyOf(bill, { discountPercentage: percent, changed: ['discountPercentage', 'discountAmount'] });
  const comp = (bill: Bill, more: object = {}) => {
    const modifiedAt = new Date(Date.parse(bill.items[0]?.modifiedAt ?? '') + 1000).toISOString();
    return bodyOf(bill, { items: [{ ...bill.items[0], isComp: true, modifiedAt, ...more }] });
  };
  const approval = async (bill: Bill, permission: string, amount?: number): Promise<string> => {
    const body = { permission, subjectType: 'Bill', subjectKey: bill.key, amount, reason: 'Regular guest' };
    const given = await done<{ key: string }>('auth.approve', { ...body, approverId: manager.user.id, passcode });
    return given.key;
  };
  const pay = (bill: Bill): Promise<Bill> =>
    done(
      'bill.pay',
      {
        key: bill.key,
        seen: { itemKeys: bill.items.map(({ key }) => key), total: bill.total },
        payments: [{ key: newKey(), method: 'Card', amount: bill.total, reference: '1' }],
      },
      cashier,
    );
  const report = async (): Promise<ReportRow[]> => {
    const body = { reportKey: 'discounts', range: 'Today', compareTo: 'None', filters: {} };
    return (await done<{ rows: ReportRow[] }>('report.run', body, cashier)).rows;
  };
  /** Takes the givers off an open bill, as an earlier release left it. */
  const forget = (bill: Bill): Promise<void> =>
    app.store.writeOutlet(app.cafe, async (tx) => {
      const { discountBy: _giver, ...rest } = bill;
      const doc = JSON.stringify({ ...rest, items: bill.items.map(({ givenBy: _by, ...one }) => one) });
      tx.write(tx.db.updateTable('bill').set({ doc }).where('key', '=', bill.key));
    });
  const forgetSums = (): Promise<void> =>
    app.store.writeOutlet(app.cafe, async (tx) => {
      tx.write(tx.db.deleteFrom('sale_gift').where('outlet_id', '=', app.cafe));
    });

  it('names who gave a discount and a complimentary item and who approved them, not who ordered', async () => {
    const bill = await order();
    const given = await done('bill.update', comp(bill), waiter, await approval(bill, 'item.comp'));
    await pay(await done('bill.update', off(given, 10), cashier));
    expect(await report()).toEqual([
      expect.objectContaining({ person: 'Admin One', approved: '', bills: 1, billDiscount: 1000, comps: 0 }),
      expect.objectContaining({ person: 'User One', approved: 'Manager One', compLines: 1, comps: 10_000 }),
    ]);
  });

  it('takes the giver from the session, whatever a till sends', async () => {
    const bill = await order();
    const forged = { by: waiter.user.id, approver: manager.user.id };
    const given = await done('bill.update', { ...comp(bill, { givenBy: forged }), discountBy: forged }, cashier);
    expect(given.items[0]?.givenBy).toEqual({ by: cashier.user.id, approver: null });
    expect(given.discountBy).toBeUndefined();
    const other = await order({ items: [{ key: newKey(), menuItemId: item, qty: 1, givenBy: forged }] });
    expect(other.items[0]?.givenBy).toBeUndefined();
  });

  it('keeps the giver of an item that moves to another bill, and of a discount that is split', async () => {
    const bill = await order();
    const given = await done('bill.update', off(await done('bill.update', comp(bill), cashier), 10), cashier);
    slot += 1;
    const to = { type: 'Table', slot: String(slot) };
    const moved = await done('bill.transfer', { from: { key: given.key }, to, items: [given.items[0]?.key] }, manager);
    expect(moved.items[0]?.givenBy).toEqual({ by: cashier.user.id, approver: null });
    expect(moved.discountBy).toEqual({ by: cashier.user.id, approver: null });
  });

  it('takes a refunded discount back from who gave it', async () => {
    const paid = await pay(await done('bill.update', off(await order(), 10), cashier));
    const body = {
      key: newKey(),
      billId: paid.id,
      reason: 'Cold food',
      payments: [{ key: newKey(), method: 'Card', amount: paid.total, reference: '2' }],
    };
    await done('bill.refund', body, manager);
    expect(await report()).toEqual([expect.objectContaining({ person: 'Admin One', bills: 1, billDiscount: 0 })]);
  });

  it('finds the giver on a bill of an earlier release in the history', async () => {
    const known = await done('bill.update', off(await order(), 10), cashier);
    await forget(known);
    await pay(known);
    expect(await report()).toEqual([
      expect.objectContaining({ person: 'Admin One', approved: '', bills: 1, billDiscount: 2000 }),
    ]);
    await forgetSums();
    expect(await report()).toEqual([]);
    await catchUpSums(app.store);
    const ofDay = (await report()).find(({ person }) => person === 'Admin One');
    expect(ofDay).toMatchObject({ approved: '', bills: 3, billDiscount: 3000 });
  });

  it('says that nobody knows the giver, not the waiter, when the history does not tell', async () => {
    const bill = await order();
    await forget({ ...bill, discountPercentage: 10, discount: 2000, total: bill.total - 2000 });
    const { body: stored } = await app.call('bill.find', { as: manager, params: { id: bill.key } });
    const { due } = (
      await app.call('bill.pay', {
        as: cashier,
        body: { key: bill.key, seen: { itemKeys: [], total: 0 }, payments: [] },
      })
    ).body;
    await pay({ ...stored, total: due });
    expect(await report()).toEqual([expect.objectContaining({ person: 'Unknown', approved: '', billDiscount: 2000 })]);
  });
});
