/** A server whose clock was three days ahead and was then corrected: it runs behind its own records. */

import type { Notice } from '@atoll/domain/contract/outlet/notification';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { serverTimeHeader } from '@atoll/domain/contract/server-time';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../../platform/store/testing/engine.ts';
import { statementsOf } from '../../../platform/store/testing/statements.ts';
import { type TestApp, testApp } from '../../../testing/test-app.ts';
import { payBill } from '../service.ts';
import { addShop, cash, line, order, payment, type Shop } from '../testing/shop.ts';

const threeDaysMs = 3 * 24 * 60 * 60 * 1000;

eachEngine('a server whose clock runs behind', (on) => {
  let t: TestApp;
  let shop: Shop;
  let slot = 0;
  beforeAll(async () => {
    t = await testApp(on);
    shop = await addShop(t.store);
  });
  /** Orders and pays; the till sends its own, correct time. */
  const sell = async (tillTime = t.now()) => {
    slot += 1;
    const bill = await order(shop, String(slot), [line(shop.menu.tea)]);
    const body = payment(bill, [cash(bill.total)], { modifiedAt: new Date(tillTime).toISOString() });
    return (await payBill(shop.store, shop.waiter, body)).bill;
  };
  const history = () =>
    t.store.readOutlet(shop.outletId, (db) =>
      db.selectFrom('history').select('at').where('outlet_id', '=', shop.outletId).orderBy('seq').execute(),
    );

  it('[R35.85] gives no completion time or business day before the last history entry, and continues with the last time', async () => {
    const first = await sell();
    t.advance(threeDaysMs);
    const ahead = await sell();
    t.advance(-threeDaysMs);
    const after = await sell();
    expect(after.completedAt).toBe(ahead.completedAt);
    expect(after.businessDate).toBe(ahead.businessDate);
    expect(Number(after.invoiceNumber?.slice(-6))).toBe(Number(ahead.invoiceNumber?.slice(-6)) + 1);
    expect(String(ahead.businessDate) > String(first.businessDate)).toBe(true);
    const times = (await history()).map(({ at }) => at);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it("[R35.85] uses the server's clock again when it has passed the last recorded time", async () => {
    t.advance(threeDaysMs + 60_000);
    const bill = await sell();
    expect(bill.completedAt).toBe(new Date(t.now()).toISOString());
    t.advance(-threeDaysMs - 60_000);
  });

  it('[R35.85] reports the wrong clock in /ready and once to Admins, and gives tills no time', async () => {
    const ready = async () => (await t.app.inject({ url: '/ready' })).json();
    const notices = async (as: SignedIn) =>
      ((await t.call('notification.list', { as })).body as Notice[]).filter(({ title }) => title.includes('clock'));
    t.advance(threeDaysMs + 120_000);
    expect(await ready()).toEqual({ status: 'ready' });
    await t.store.writeOutlet(t.cafe, async (tx) => {
      tx.history({ subject: 'Outlet', subjectKey: 'x', action: 'Updated', userId: null, deviceId: null });
    });
    t.advance(-threeDaysMs);
    for (let i = 0; i < 2; i += 1)
      expect(await ready()).toMatchObject({ status: 'ready', warnings: ['clockBehind'], clockBehindMs: threeDaysMs });
    const admin = await t.signIn('Admin');
    expect((await notices(admin)).map(({ severity, title }) => [severity, title])).toEqual([
      ['Error', 'The clock of the server is wrong'],
    ]);
    expect(await notices(await t.signIn('User'))).toEqual([]);
    expect((await t.call('app.info')).headers[serverTimeHeader]).toBeUndefined();
    t.advance(threeDaysMs);
    expect(await ready()).toEqual({ status: 'ready' });
    expect((await t.call('app.info')).headers[serverTimeHeader]).toBe(String(t.now()));
  });

  it('[R35.85] reads the history for /ready once in 30 s, and at once when the clock was set back', async () => {
    const reads = async (): Promise<boolean> => {
      const statements = await statementsOf(() => t.app.inject({ url: '/ready' }));
      return statements.some(({ sql }) => sql.includes('"history"'));
    };
    t.advance(60_000);
    expect(await reads()).toBe(true);
    t.advance(29_999);
    expect(await reads()).toBe(false);
    t.advance(1);
    expect(await reads()).toBe(true);
    t.advance(-1);
    expect(await reads()).toBe(true);
  });
});
