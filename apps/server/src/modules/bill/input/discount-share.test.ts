import { createHmac, randomUUID } from 'node:crypto';
import { offlineApprovalText, offlineHeader } from '@atoll/domain/access/offline-approval';
import type { Bill } from '@atoll/domain/bill/bill';
import type { Approval } from '@atoll/domain/contract/bill/approval';
import type { ContractKey } from '@atoll/domain/contract/contract';
import type { Notice } from '@atoll/domain/contract/outlet/notification';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { eachEngine } from '../../../platform/store/testing/engine.ts';
import { type Answered, emailOf, passcode, password, type TestApp } from '../../../testing/test-app.ts';
import { sellingApp } from '../testing/selling-app.ts';
import { newKey } from '../testing/shop.ts';

eachEngine('the share of a discount', (on) => {
  let app: TestApp;
  let waiter: SignedIn;
  let manager: SignedIn;
  let item: number;
  let slot = 0;
  beforeAll(async () => {
    ({ app, item } = await sellingApp(on, 24_500));
  });
  beforeEach(async () => {
    waiter = await app.signIn('User');
    manager = await app.signIn('Manager');
  });

  const send = (key: ContractKey, body: object, approvals: readonly string[] = [], as = waiter): Promise<Answered> =>
    app.call(key, { as, body, headers: approvals.length > 0 ? { 'X-Approval': approvals.join(',') } : {} });
  const done = async <T = Bill>(key: ContractKey, body: object, approvals: readonly string[] = []): Promise<T> => {
    const answer = await send(key, body, approvals);
    expect([key, answer.status, answer.body.message]).toEqual([key, 200, undefined]);
    return answer.body as T;
  };
  const bodyOf = ({ key, type, slot: number, version }: Bill, more: object = {}) => ({
    key,
    type,
    slot: number,
    version,
    changed: [],
    ...more,
  });
  const order = (count: number, more: object = {}): Promise<Bill> => {
    slot += 1;
    const items = Array.from({ length: count }, () => ({ key: newKey(), menuItemId: item, qty: 1, ...more }));
    return done('bill.create', { key: newKey(), type: 'Table', slot: String(slot), items });
  };
  const off = (bill: Bill, discountAmount: number) =>
    bodyOf(bill, { discountAmount, changed: ['discountPercentage', 'discountAmount'] });
  const voiding = (bill: Bill, count: number) =>
    bodyOf(bill, {
      items: bill.items
        .filter(({ isVoid }) => !isVoid)
        .slice(0, count)
        .map((one) => ({ ...one, isVoid: true, voidReason: 'Wrong order' })),
    });
  const approve = async (bill: Bill, amount: number | undefined, permission = 'bill.discount'): Promise<string> => {
    const body = { permission, subjectType: 'Bill', subjectKey: bill.key, amount, reason: 'Regular guest' };
    const given = await send('auth.approve', { ...body, approverId: manager.user.id, passcode });
    expect([given.status, given.body.status]).toEqual([200, 'Granted']);
    return given.body.key as string;
  };
  const discounted = async (): Promise<Bill> => {
    const bill = await order(10);
    return done('bill.update', off(bill, 24_500), [await approve(bill, 10)]);
  };
  const needed = async (answer: Promise<Answered>) => {
    const { reason, permission, amount } = (await answer).body;
    return { reason, permission, amount };
  };
  const asks = (amount: number) => ({ reason: 'approvalNeeded', permission: 'bill.discount', amount });

  const setOverrides = (permission_overrides: string) =>
    app.store.writeOrg((db) =>
      db.updateTable('app_user').set({ permission_overrides }).where('email', '=', emailOf('User')).execute(),
    );

  it('[R36.9] asks again when 10 % of 2,450.00 would become 100 % of 245.00, and keeps the bill', async () => {
    const bill = await discounted();
    expect(bill).toMatchObject({ subTotal: 245_000, discount: 24_500, discountShare: 10 });
    expect(await needed(send('bill.update', voiding(bill, 9)))).toEqual(asks(100));
    const { body: still } = await app.call('bill.find', { as: waiter, params: { id: bill.key } });
    expect(still).toMatchObject({ subTotal: 245_000, discount: 24_500 });
  });

  it('[R36.9] an approval counts for the share that the approver saw, which is the next limit', async () => {
    const bill = await discounted();
    const less = await send('bill.update', voiding(bill, 5), [await approve(bill, 15)]);
    expect(less.body.reason).toBe('approvalInvalid');
    const half = await done<Bill>('bill.update', voiding(bill, 5), [await approve(bill, 20)]);
    expect(half).toMatchObject({ subTotal: 122_500, discountShare: 20 });
    expect(await needed(send('bill.update', voiding(half, 1)))).toEqual(asks(25));
  });

  it('[R36.9] asks nothing while the share is at most the approved one', async () => {
    const bill = await discounted();
    const added = await done<Bill>(
      'bill.update',
      bodyOf(bill, { items: [{ key: newKey(), menuItemId: item, qty: 10 }] }),
    );
    expect(added).toMatchObject({ subTotal: 490_000, discountShare: 10 });
    const back = await done<Bill>('bill.update', voiding(added, 10));
    expect(back).toMatchObject({ subTotal: 245_000, discount: 24_500 });
    const percent = await order(2);
    const set = bodyOf(percent, { discountPercentage: 10, changed: ['discountPercentage', 'discountAmount'] });
    const ten = await done<Bill>('bill.update', set, [await approve(percent, 10)]);
    expect(await done('bill.update', voiding(ten, 1))).toMatchObject({ subTotal: 24_500, discount: 2450 });
  });

  it('[R36.9] a discount that was set on an empty bill asks when the first item is added', async () => {
    const bill = await order(0);
    const set = await done<Bill>('bill.update', off(bill, 24_500), [await approve(bill, 0)]);
    const first = bodyOf(set, { items: [{ key: newKey(), menuItemId: item, qty: 1 }] });
    expect(await needed(send('bill.update', first))).toEqual(asks(100));
  });

  it('[R36.9] asks for both when a sent line is voided: each approval for what its approver saw', async () => {
    const plain = await order(4, { sentQty: 1 });
    const less = await done<Bill>('bill.update', off(plain, 9800), [await approve(plain, 10)]);
    const one = voiding(less, 2);
    const first = await needed(send('bill.update', one));
    expect(first).toMatchObject({ reason: 'approvalNeeded', permission: 'item.void.sent' });
    const key = await approve(less, undefined, 'item.void.sent');
    expect(await needed(send('bill.update', one, [key]))).toEqual(asks(20));
    const again = await approve(less, 20);
    expect(await done('bill.update', one, [key, again])).toMatchObject({ discountShare: 20, subTotal: 49_000 });
  });

  it('[R36.9] holds for a person with a limit too, who set the discount alone', async () => {
    const overrides = JSON.stringify([{ permission: 'bill.discount', effect: 'allow', limit: 10 }]);
    await setOverrides(overrides);
    waiter = await app.signIn('User');
    const bill = await order(10);
    const set = await done<Bill>('bill.update', off(bill, 24_500));
    expect(await needed(send('bill.update', voiding(set, 5)))).toEqual(asks(20));
    expect((await done<Bill>('bill.update', voiding(set, 0))).discountShare).toBe(10);
    await setOverrides('[]');
  });

  it('[R36.9] asks for each way by which a bill gets smaller, also of a person who may do that alone', async () => {
    const may = ['item.discount', 'item.comp', 'price.override'];
    await setOverrides(JSON.stringify(may.map((permission) => ({ permission, effect: 'allow' }))));
    waiter = await app.signIn('User');
    const ways: Readonly<Record<string, (line: Bill['items'][number]) => object>> = {
      'fewer of it': (line) => ({ ...line, qty: 1 }),
      'another price': (line) => ({ ...line, sellingPrice: 2450, priceReason: 'Regular guest' }),
      'free of charge': (line) => ({ ...line, isComp: true }),
      'a discount of the item': (line) => ({ ...line, discount: { type: 'Percent', value: 90, reason: 'Regular' } }),
    };
    const outcomes: Record<string, unknown> = {};
    for (const [way, change] of Object.entries(ways)) {
      const bill = await discounted();
      const modifiedAt = new Date(app.now() + 1000).toISOString();
      const items = bill.items.slice(0, 9).map((line) => ({ ...change(line), modifiedAt }));
      const answer = await send('bill.update', bodyOf(bill, { items }));
      const { permission, amount, subTotal, discount } = answer.body;
      outcomes[way] = answer.status === 403 ? [permission, amount] : [subTotal, discount];
    }
    expect(outcomes).toEqual({
      // What was saved keeps quantity and price.
      'fewer of it': [245_000, 24_500],
      'another price': [245_000, 24_500],
      'free of charge': ['bill.discount', 100],
      'a discount of the item': ['bill.discount', 52.63],
    });
    await setOverrides('[]');
  });

  it('[R36.9] is checked at the payment, also of a bill that became smaller by other ways', async () => {
    const bill = await discounted();
    // As a store would hold it in which a command had forgotten to ask.
    await app.store.writeOutlet(app.cafe, async (tx) => {
      tx.write(
        tx.db
          .updateTable('bill')
          .set({ doc: JSON.stringify({ ...bill, discountShare: 5 }) })
          .where('outlet_id', '=', app.cafe)
          .where('id', '=', bill.id ?? 0),
      );
    });
    const body = {
      key: bill.key,
      payments: [{ key: newKey(), method: 'Cash', amount: bill.total }],
      seen: { itemKeys: bill.items.map(({ key }) => key), total: bill.total },
    };
    expect(await needed(send('bill.pay', body))).toEqual(asks(10));
    const paid = await done<Bill>('bill.pay', body, [await approve(bill, 10)]);
    expect(paid).toMatchObject({ status: 'Complete', discountShare: 10 });
  });

  const percent = (bill: Bill, discountPercentage: number, more: object = {}) =>
    bodyOf(bill, { discountPercentage, changed: ['discountPercentage', 'discountAmount'], ...more });
  const more = (bill: Bill, qty: number) => bodyOf(bill, { items: [{ key: newKey(), menuItemId: item, qty }] });
  const paying = (bill: Bill, modifiedAt?: string) => ({
    key: bill.key,
    payments: [{ key: newKey(), method: 'Cash', amount: bill.total }],
    seen: { itemKeys: bill.items.map(({ key }) => key), total: bill.total },
    modifiedAt,
  });
  /** A bill whose 50 % was approved for one coffee and takes off ten more. */
  const grown = async (): Promise<Bill> => {
    const small = await order(1);
    const half = await done<Bill>('bill.update', percent(small, 50), [await approve(small, 50)]);
    return done<Bill>('bill.update', more(half, 10));
  };

  it('[R36.9] a percentage takes off what is ordered later only after the approver saw it, once at the payment', async () => {
    const bill = await grown();
    expect(bill).toMatchObject({ subTotal: 269_500, discount: 134_750 });
    expect(await needed(send('bill.pay', paying(bill)))).toEqual(asks(50));
    const key = await approve(bill, 50);
    const larger = await done<Bill>('bill.update', more(bill, 1));
    expect((await send('bill.pay', paying(larger), [key])).body.reason).toBe('approvalInvalid');
    const paid = await done<Bill>('bill.pay', paying(larger), [await approve(larger, 50)]);
    expect(paid).toMatchObject({ status: 'Complete', discount: 147_000 });
  });

  it('[R36.9] an approval of a percentage covers no items that its approver did not see', async () => {
    const bill = await order(1);
    const key = await approve(bill, 50);
    const unseen = percent(bill, 50, { items: [{ key: newKey(), menuItemId: item, qty: 10 }] });
    expect((await send('bill.update', unseen, [key])).body.reason).toBe('approvalInvalid');
    const half = await done<Bill>('bill.update', percent(bill, 50), [await approve(bill, 50)]);
    expect(await done('bill.pay', paying(half))).toMatchObject({ status: 'Complete', discount: 12_250 });
  });

  it('[R36.9] an approval of an amount covers no items that its approver did not see', async () => {
    const bill = await order(1);
    const half = await approve(bill, 50);
    const unseen = { ...off(bill, 134_750), items: [{ key: newKey(), menuItemId: item, qty: 10 }] };
    expect((await send('bill.update', unseen, [half])).body.reason).toBe('approvalInvalid');
    const grew = await done<Bill>('bill.update', more(bill, 10));
    expect((await send('bill.update', off(grew, 134_750), [half])).body.reason).toBe('approvalInvalid');
    const seen = await done<Bill>('bill.update', off(grew, 134_750), [await approve(grew, 50)]);
    expect(seen).toMatchObject({ discount: 134_750, discountShare: 50 });
  });

  it('[R36.9] moving, splitting and merging ask for a percentage that grew, and share what was seen', async () => {
    const bill = await grown();
    const ways = [
      ['bill.transfer', { from: { key: bill.key }, to: { type: 'Table', slot: '38' }, items: [bill.items[1]?.key] }],
      ['bill.split', { billId: bill.key, key: newKey(), parts: 2 }],
    ] as const;
    for (const [way, body] of ways) expect([way, await needed(send(way, body))]).toEqual([way, asks(50)]);
    const merge = { from: bill.key, to: (await order(1)).key };
    const merging = { permission: 'bill.merge', subjectType: 'Bill', subjectKey: merge.to, itemKeys: [merge.from] };
    const given = await send('auth.approve', {
      ...merging,
      reason: 'One guest',
      approverId: manager.user.id,
      passcode,
    });
    expect(await needed(send('bill.merge', merge, [given.body.key as string]))).toEqual(asks(50));
    const [, [way, body]] = ways;
    const checks = await done<Bill[]>(way, body, [await approve(bill, 50)]);
    for (const check of checks) expect(await done('bill.pay', paying(check))).toMatchObject({ status: 'Complete' });
  });

  it('[R36.9] items moved to a bill with the same percentage take along what was seen of them', async () => {
    const both = await order(4);
    const ten = await done<Bill>('bill.update', percent(both, 10), [await approve(both, 10)]);
    const apart = { from: { key: ten.key }, to: { type: 'Table', slot: '39' }, items: [ten.items[0]?.key] };
    const other = await done<Bill>('bill.transfer', apart);
    expect(await done('bill.transfer', { ...apart, items: [ten.items[1]?.key] })).toMatchObject({ discount: 4900 });
    const { body: joined } = await send('bill.merge', { from: other.key, to: ten.key }, [], manager);
    expect(joined).toMatchObject({ discount: 9800, discountPercentage: 10 });
    expect(await done('bill.pay', paying(joined as Bill))).toMatchObject({ status: 'Complete' });
  });

  it('[R36.9] accepts a payment that was taken without the server, and tells who may give discounts', async () => {
    const bill = await grown();
    const at = (id: string, body: object) => ({ as: waiter, body, headers: { 'x-device-id': id } });
    const madeAt = app.now();
    await app.call('bill.active', { as: waiter, headers: { 'x-device-id': 'till-3' } });
    app.advance(10 * 60_000);
    const late = paying(bill, new Date(madeAt + 60_000).toISOString());
    const { body: paid } = await app.call('bill.pay', at('till-3', late));
    expect(paid).toMatchObject({ status: 'Complete', discount: 134_750 });
    const { body: notices } = await app.call('notification.list', { as: manager });
    expect(JSON.stringify(notices)).toContain(`The discount of bill ${bill.number} grew after it was given`);
  });

  it('[R36.9] [R36.5] counts the approval with which a till took such a payment without the server, and tells nobody else', async () => {
    const bill = await grown();
    const headers = { 'x-device-id': 'till-4' };
    const ownCode = { currentPassword: password };
    const { body: code } = await app.call('auth.setApprovalCode', { as: manager, body: ownCode, headers });
    await app.call('bill.active', { as: waiter, headers });
    const madeAt = app.now() + 60_000;
    app.advance(10 * 60_000);
    const given = { codeId: code.codeId as string, key: randomUUID(), madeAt, amount: 50.01 };
    const asked = { outletId: app.cafe, permission: 'bill.discount', subjectKey: bill.key } as const;
    const text = offlineApprovalText({ ...asked, requestedBy: waiter.user.id }, given);
    const mac = createHmac('sha256', Buffer.from(code.secret as string, 'base64url'))
      .update(text)
      .digest('base64url');
    const late = paying(bill, new Date(madeAt).toISOString());
    const approved = { ...headers, 'x-approval': offlineHeader({ ...given, mac }) };
    const forged = { ...headers, 'x-approval': offlineHeader({ ...given, mac: mac.replaceAll(/./g, 'A') }) };
    expect((await app.call('bill.pay', { as: waiter, body: late, headers: forged })).body.reason).toBe(
      'approvalInvalid',
    );
    const { body: paid } = await app.call('bill.pay', { as: waiter, body: late, headers: approved });
    expect(paid).toMatchObject({
      status: 'Complete',
      discount: 134_750,
      approved: [bill.approved[0], `offline-${given.key}`],
    });
    const { body: notices } = await app.call('notification.list', { as: manager });
    expect(JSON.stringify(notices)).not.toContain(`The discount of bill ${bill.number} grew after it was given`);
    expect((notices as Notice[])[0]).toMatchObject({ title: 'Your approval code was used without the server' });
    const row = await app.store.readOutlet(app.cafe, (db) =>
      db.selectFrom('approval').select('about').where('key', '=', `offline-${given.key}`).executeTakeFirstOrThrow(),
    );
    expect(row.about).toMatchObject({ grown: { percentage: 50, seen: 12_250, now: 134_750 } });
  });

  it('[R36.9] [R36.17] the request for the approval names the discount that grew, with what it took off and takes off now', async () => {
    const bill = await grown();
    const grew = { percentage: 50, seen: 12_250, now: 134_750 };
    const about = async (more: object) => {
      const asked = { permission: 'bill.discount', subjectType: 'Bill', subjectKey: bill.key, ...more };
      const request = { ...asked, reason: 'Regular guest', approverId: manager.user.id };
      const { body } = await send('auth.approve', request);
      const waiting = (await app.call('auth.approvals', { as: manager })).body as Approval[];
      const shown = (await send('auth.aboutApproval', asked)).body.grown;
      expect(waiting.find(({ key }) => key === body.key)?.about.grown).toEqual(shown);
      return shown;
    };
    expect(await about({ amount: 50 })).toEqual(grew);
    // Another discount, and another action.
    expect(await about({ amount: 60 })).toBeUndefined();
    expect(await about({ permission: 'bill.void' })).toBeUndefined();
    const entries = [{ call: 'bill.pay', body: paying(bill) }];
    const waiting = { subjectType: 'Outbox', subjectKey: 'till-1', entries };
    expect((await send('auth.aboutApproval', waiting)).body.entries).toMatchObject([{ call: 'bill.pay', grown: grew }]);
  });

  it('[R36.9] who may give the percentage alone is not asked at the payment', async () => {
    const bill = await grown();
    const answer = await send('bill.pay', paying(bill), [], manager);
    expect([answer.status, answer.body.status]).toEqual([200, 'Complete']);
  });

  it('[R36.9] moving and splitting share the discount, so nobody is asked', async () => {
    const bill = await discounted();
    const moved = { from: { key: bill.key }, to: { type: 'Table', slot: '40' }, items: [bill.items[0]?.key] };
    expect(await done('bill.transfer', moved)).toMatchObject({ subTotal: 22_050 });
    const { body: left } = await app.call('bill.find', { as: waiter, params: { id: bill.key } });
    expect(left).toMatchObject({ discount: 22_050, subTotal: 220_500, discountShare: 10 });
    const checks = await done<Bill[]>('bill.split', { billId: bill.key, key: newKey(), parts: 2 });
    expect(checks).toHaveLength(2);
  });
});
