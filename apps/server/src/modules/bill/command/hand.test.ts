/** Plays a waiter who has the approval to hand one bill over, and hands others over with it. */
import type { Bill } from '@atoll/domain/bill/bill';
import { waiterOf } from '@atoll/domain/bill/waiter';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../../platform/store/testing/engine.ts';
import { passcode, type TestApp } from '../../../testing/test-app.ts';
import { sellingApp } from '../testing/selling-app.ts';
import { newKey } from '../testing/shop.ts';

eachEngine('an approval to hand bills over', (on) => {
  let app: TestApp;
  let waiter: SignedIn;
  let manager: SignedIn;
  let item: number;
  let slot = 0;
  beforeAll(async () => {
    ({ app, item } = await sellingApp(on, 5000));
    waiter = await app.signIn('User');
    manager = await app.signIn('Manager');
  });

  const order = async (): Promise<Bill> => {
    slot += 1;
    const items = [{ key: newKey(), menuItemId: item, qty: 1 }];
    const body = { key: newKey(), type: 'Table', slot: String(slot), items };
    return (await app.call('bill.create', { as: waiter, body })).body as Bill;
  };
  const approve = async ({ key }: Bill, toUserId = manager.user.id): Promise<string> => {
    const to = { reason: 'Shift change', toUserId };
    const about = { permission: 'bill.transfer.server', subjectType: 'Bill', subjectKey: key, ...to };
    const given = await app.call('auth.approve', {
      as: waiter,
      body: { ...about, approverId: manager.user.id, passcode },
    });
    expect(given.body.status).toBe('Granted');
    return given.body.key as string;
  };
  const hand = (bills: readonly Bill[], approvals: readonly string[]) =>
    app.call('bill.hand', {
      as: waiter,
      body: { billIds: bills.map(({ key }) => key), toUserId: manager.user.id },
      headers: { 'X-Approval': approvals.join(',') },
    });
  const served = async ({ key }: Bill) =>
    waiterOf((await app.call('bill.find', { as: manager, params: { id: key } })).body as Bill).id;

  it('[R36.17] an approval for one bill hands no other bill of the request over, whichever is named first', async () => {
    const [one, two] = [await order(), await order()];
    const approval = await approve(one);
    for (const bills of [
      [one, two],
      [two, one],
    ]) {
      const { status, body } = await hand(bills, [approval]);
      expect([status, body.reason, body.subjectKey]).toEqual([403, 'approvalNeeded', two.key]);
    }
    expect([await served(one), await served(two)]).toEqual([waiter.user.id, waiter.user.id]);
    // The refused requests did not use it up.
    expect((await hand([one], [approval])).status).toBe(200);
    expect([await served(one), await served(two)]).toEqual([manager.user.id, waiter.user.id]);
  });

  it('[R36.17] hands a bill to nobody but the person whom the approver read', async () => {
    const [bill, admin] = [await order(), await app.signIn('Admin')];
    for (const toUserId of [admin.user.id, 9999])
      expect((await hand([bill], [await approve(bill, toUserId)])).body.reason).toBe('approvalInvalid');
    const asked = { subjectType: 'Bill', subjectKey: bill.key, toUserId: manager.user.id };
    const about = (await app.call('auth.aboutApproval', { as: waiter, body: asked })).body;
    expect(about.to).toEqual({ id: manager.user.id, name: 'Manager One' });
    expect(await served(bill)).toBe(waiter.user.id);
    expect((await hand([bill], [await approve(bill)])).status).toBe(200);
  });

  it('[R36.17] several bills are handed over with an approval of each', async () => {
    const bills = [await order(), await order(), await order()];
    const approvals = [];
    for (const bill of bills) approvals.push(await approve(bill));
    const { status, body } = await hand(bills, approvals);
    expect([status, (body as Bill[]).map(({ waiterId }) => waiterId)]).toEqual([200, bills.map(() => manager.user.id)]);
  });
});
