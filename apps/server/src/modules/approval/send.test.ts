import { randomUUID } from 'node:crypto';
import { type PermissionOverride, personApprovals } from '@atoll/domain/access/permission';
import type { Bill } from '@atoll/domain/bill/bill';
import type { Approval } from '@atoll/domain/contract/bill/approval';
import type { OutboxCallKey } from '@atoll/domain/contract/bill/approval-about';
import type { BillEvent } from '@atoll/domain/contract/bill/bill';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { newCode, soldCardOf } from '@atoll/domain/wallet/code';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { passcode, type TestApp, testApp } from '../../testing/test-app.ts';
import { addMenuItem } from '../bill/testing/shop.ts';
import { subjectTypeOf } from './need.ts';

interface Work {
  readonly call: OutboxCallKey;
  readonly body: Record<string, unknown>;
  readonly authorId?: number;
}

eachEngine('approvals to send waiting work', (on) => {
  const device = 'till-1';
  let t: TestApp;
  let admin: SignedIn;
  let manager: SignedIn;
  let waiter: SignedIn;
  let menuItemId: number;
  let slot = 0;
  const overrides = (who: SignedIn, list: readonly PermissionOverride[]) =>
    t.store.writeOrg((db) =>
      db
        .updateTable('app_user')
        .set({ permission_overrides: JSON.stringify(list) })
        .where('id', '=', who.user.id)
        .execute(),
    );
  const denied: readonly PermissionOverride[] = [{ permission: 'bill.discount', effect: 'deny' }];
  beforeAll(async () => {
    t = await testApp(on);
    admin = await t.signIn('Admin');
    manager = await t.signIn('Manager');
    waiter = await t.signIn('User');
    menuItemId = await addMenuItem(t.store, t.cafe, {
      name: 'Coffee',
      sizes: JSON.stringify([{ value: 'Medium', sellingPrice: 4000, isDefault: true }]),
    });
    await t.call('shift.create', { as: manager, body: { key: randomUUID(), openingBalance: 0 } });
    await overrides(waiter, denied);
    waiter = await t.signIn('User', device);
  });
  beforeEach(() => {
    slot += 1;
  });
  const place = () => ({ type: 'Table', slot: String(slot) });

  /** Opens a bill with one item of the waiter and returns it. */
  async function ordered(): Promise<Bill> {
    const items = [{ key: randomUUID(), menuItemId, size: 'Medium', qty: 2, sentQty: 2 }];
    const { body } = await t.call('bill.create', { as: waiter, body: { key: randomUUID(), ...place(), items } });
    return body as Bill;
  }
  const discount = (bill: Bill, discountPercentage: number, more: object = {}): Work => ({
    call: 'bill.update',
    body: { key: bill.key, ...place(), discountPercentage, changed: ['discountPercentage'], ...more },
  });
  const ask = (entries: readonly Work[] | undefined, more: object = {}, as = waiter) =>
    t.call('auth.approve', {
      as,
      body: {
        permission: 'bill.discount',
        subjectType: 'Outbox',
        subjectKey: device,
        reason: '5 % off a coffee',
        approverId: manager.user.id,
        passcode,
        entries,
        ...more,
      },
    });
  const approved = async (entries: readonly Work[]) => (await ask(entries)).body.key as string;
  const send = ({ call, body }: Work, approval: string, headers: object = {}, as = waiter) =>
    t.call(call, { as, body, headers: { 'x-device-id': device, 'x-approval': approval, ...headers } });
  const misused = (key: string) =>
    t.store.readOutlet(t.cafe, (db) =>
      db
        .selectFrom('history')
        .select(['action', 'user_id', 'device_id'])
        .where('subject_key', '=', key)
        .where('action', '=', 'Misused')
        .execute(),
    );

  it('[R36.16] sends nothing but the approved entries: 5 % off a coffee gives no 100 % and voids nothing', async () => {
    const bill = await ordered();
    const coffee = discount(bill, 5);
    const key = await approved([coffee]);
    const rest: Work[] = [
      discount(bill, 100),
      { ...coffee, body: { ...coffee.body, items: [{ key: bill.items[0]?.key, menuItemId, qty: 2, isComp: true }] } },
      { call: 'bill.void', body: { billId: bill.key, reason: 'Guest left' } },
      { call: 'shift.cash', body: { key: randomUUID(), shiftId: randomUUID(), kind: 'Out', amount: 900, reason: 'x' } },
    ];
    const statuses: number[] = [];
    for (const work of rest) statuses.push((await send(work, key)).status);
    expect(statuses.map((status) => status >= 400)).toEqual([true, true, true, true]);
    const { body } = await t.call('bill.find', { as: manager, params: { id: bill.key } });
    expect(body).toMatchObject({ discountPercentage: 0, isVoid: false, total: bill.total });
    expect((await send(coffee, key)).body).toMatchObject({ discountPercentage: 5 });
  });

  it('[R36.16] writes the attempt to the history, and notifies the Admins when it repeats', async () => {
    const bill = await ordered();
    const key = await approved([discount(bill, 5)]);
    const warnings = async () =>
      ((await t.call('notification.list', { as: admin })).body as { title: string }[]).filter(
        ({ title }) => title === 'User One used an approval for something else',
      ).length;
    const before = await warnings();
    expect((await send(discount(bill, 50), key)).status).toBe(403);
    expect(await misused(key)).toEqual([{ action: 'Misused', user_id: waiter.user.id, device_id: device }]);
    expect(await warnings()).toBe(before);
    await send(discount(bill, 60), key);
    await send(discount(bill, 70), key);
    expect(await misused(key)).toHaveLength(3);
    expect(await warnings()).toBe(before + 1);
  });

  it('[R36.16] is used up: an entry is sent once, and its repetition undoes no later change', async () => {
    const bill = await ordered();
    const [first, second] = [discount(bill, 5), { ...discount(bill, 6), authorId: manager.user.id }];
    const key = await approved([first, second]);
    const status = async () =>
      (await t.call('auth.findApproval', { as: waiter, params: { key } })).body.status as Approval['status'];
    expect((await send(first, key)).status).toBe(200);
    expect(await status()).toBe('Granted');
    // The answer was lost: nothing else changed the bill.
    const repeated = await send(first, key);
    expect(repeated.status).toBe(200);
    const other = { ...discount(bill, 2).body, version: (repeated.body as Bill).version };
    const changed = (await t.call('bill.update', { as: manager, body: other })).body as Bill;
    expect(changed.discountPercentage).toBe(2);
    for (const { body } of [first, second]) body['version'] = changed.version;
    expect((await send(first, key)).status).toBe(403);
    expect((await send(second, key, { 'x-made-by': String(manager.user.id) })).status).toBe(200);
    expect(await status()).toBe('Used');
  });

  it('[R36.16] is used by a sign-in on the device for which it was asked only, whatever device a call names', async () => {
    const bill = await ordered();
    const coffee = discount(bill, 5);
    const key = await approved([coffee]);
    for (const elsewhere of ['phone', undefined])
      expect((await send(coffee, key, {}, await t.signIn('User', elsewhere))).status).toBe(403);
    expect((await send(coffee, key, { 'x-device-id': 'phone' })).body.discountPercentage).toBe(5);
  });

  it('[R36.16] gives work of a waiter that a manager sends nothing that the waiter may not do, until the manager types the passcode for it', async () => {
    const here = { 'x-device-id': 'bar' };
    await t.signIn('User', 'bar');
    const sender = await t.signIn('Manager', 'bar');
    const made = { ...here, 'x-made-by': String(waiter.user.id) };
    const bill = await ordered();
    const [coffee] = bill.items;
    t.advance(1000);
    const modifiedAt = new Date(t.now()).toISOString();
    const line = { key: coffee?.key, menuItemId, size: 'Medium', qty: 2, sentQty: 2, modifiedAt };
    const attempts = [
      discount(bill, 100),
      {
        call: 'bill.update',
        body: { key: bill.key, ...place(), items: [{ ...line, isVoid: true, voidReason: 'Guest left' }] },
      },
      { call: 'bill.update', body: { key: bill.key, ...place(), items: [{ ...line, isComp: true }] } },
      { call: 'bill.void', body: { billId: bill.key, reason: 'Guest left' } },
    ] as const;
    for (const { call, body } of attempts) {
      const answer = await t.call(call, { as: sender, body, headers: made });
      expect([call, answer.status, (answer.body as { reason?: string }).reason]).toEqual([call, 403, 'approvalNeeded']);
    }
    // What everybody may do is sent without a question, and so is what the manager does.
    const more = { key: bill.key, ...place(), items: [{ key: randomUUID(), menuItemId, size: 'Medium', qty: 1 }] };
    const sent = await t.call('bill.update', { as: sender, body: more, headers: made });
    expect([sent.status, (sent.body as Bill).items.at(-1)?.createdByName]).toEqual([200, 'User One']);
    const own = await ordered();
    expect((await t.call('bill.update', { as: sender, body: discount(own, 100).body, headers: here })).status).toBe(
      200,
    );
    // The manager finds themself among the approvers, for the work of others alone, and with the passcode.
    const query = { permission: 'bill.discount', subjectType: 'Outbox' };
    const approvers = await t.call('auth.approvers', { as: sender, query, headers: here });
    expect((approvers.body as { id: number }[]).map(({ id }) => id)).toContain(sender.user.id);
    const work = discount(bill, 100);
    const asked = (entries: readonly Work[], passed: object = {}) => ask(entries, { ...passed }, sender);
    expect((await asked([{ ...work, authorId: waiter.user.id }], { passcode: undefined })).status).toBe(422);
    expect((await asked([work])).status).toBe(422);
    const { body } = await asked([{ ...work, authorId: waiter.user.id }]);
    const done = await t.call('bill.update', {
      as: sender,
      body: work.body,
      headers: { ...made, 'x-approval': body.key ?? '' },
    });
    expect([done.status, (done.body as Bill).total]).toEqual([200, 0]);
  });

  it('[R36.16] keeps the limits of a waiter for work that a manager sends', async () => {
    await overrides(waiter, [{ permission: 'bill.discount', effect: 'allow', limit: 10 }]);
    waiter = await t.signIn('User', device);
    await t.signIn('User', 'bar');
    const sender = await t.signIn('Manager', 'bar');
    const bill = await ordered();
    const made = { 'x-device-id': 'bar', 'x-made-by': String(waiter.user.id) };
    const give = async (share: number) => {
      const { status, body } = await t.call('bill.update', {
        as: sender,
        body: discount(bill, share).body,
        headers: made,
      });
      return [status, (body as { reason?: string }).reason ?? body];
    };
    expect((await give(20)).slice(0, 2)).toEqual([403, 'approvalNeeded']);
    expect((await give(10))[0]).toBe(200);
    await overrides(waiter, denied);
    waiter = await t.signIn('User', device);
  });

  it('sends a gift card above the limit of a person with an approval of the waiting work', async () => {
    const { body: outlet } = await t.call('app.findOutlet', { as: admin, params: { id: t.cafe } });
    const features = [...outlet.features, 'Wallets'];
    const change = { outletId: t.cafe, version: outlet.version, features };
    expect((await t.call('outlet.update', { as: admin, body: change, outlet: null })).status).toBe(200);
    await overrides(waiter, [...denied, { permission: 'wallet.issue', effect: 'allow', limit: 10_000 }]);
    waiter = await t.signIn('User', device);
    const items = [10_000, 20_000].map((sellingPrice, index) => ({
      key: randomUUID(),
      menuItemId: 0,
      qty: 1,
      sellingPrice,
      card: soldCardOf(newCode(Uint8Array.from({ length: 12 }, (_, at) => at * 7 + index))),
    }));
    const sale: Work = { call: 'bill.create', body: { key: randomUUID(), ...place(), items } };
    const refused = await t.call(sale.call, { as: waiter, body: sale.body, headers: { 'x-device-id': device } });
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { reason: 'approvalNeeded', permission: 'wallet.issue', amount: 20_000 },
    ]);
    const asked = await ask([sale], { permission: 'wallet.issue' });
    expect(asked.body).toMatchObject({ key: expect.any(String), status: 'Granted' });
    expect((await send(sale, asked.body.key)).body).toMatchObject({ cardsSold: 30_000 });
    await overrides(waiter, denied);
    waiter = await t.signIn('User', device);
  });

  it('[R36.16] keeps the limits of the approver', async () => {
    const bill = await ordered();
    await overrides(manager, [{ permission: 'bill.discount', effect: 'allow', limit: 10 }]);
    const [small, large] = [discount(bill, 10), discount(bill, 11)];
    const key = await approved([small, large]);
    expect((await send(large, key)).status).toBeGreaterThanOrEqual(400);
    expect((await send(small, key)).body.discountPercentage).toBe(10);
    await overrides(manager, []);
  });

  it('[R36.16] shows the approver every entry with bill, table, amount and what it lowers, from the stored bills', async () => {
    const bill = await ordered();
    const [item] = bill.items;
    const lie = { slot: '99', type: 'Delivery' };
    const entries: Work[] = [
      discount(bill, 100, {
        ...lie,
        items: [{ key: item?.key, menuItemId, qty: 2, isVoid: true, voidReason: 'left' }],
      }),
      { call: 'bill.void', body: { billId: bill.key, reason: 'Guest left' } },
      { call: 'bill.pay', body: { key: bill.key, payments: [{ key: randomUUID(), method: 'Cash', amount: 5000 }] } },
      {
        call: 'shift.cash',
        body: { key: randomUUID(), shiftId: randomUUID(), kind: 'Out', amount: 900, reason: 'Ice' },
      },
    ];
    await ask(entries, { passcode: undefined });
    const { body } = await t.call('auth.approvals', { as: manager });
    const shown = (body as Approval[]).find(({ subjectType }) => subjectType === 'Outbox')?.about.entries;
    const at = { type: 'Table', slot: String(slot), number: bill.number, author: 'User One' };
    expect(shown).toMatchObject([
      { ...at, call: 'bill.update', discountPercentage: 100, voided: 1, amount: bill.subTotal },
      { ...at, call: 'bill.void', amount: bill.total, voided: 1 },
      { ...at, call: 'bill.pay', amount: 5000, voided: 0 },
      { call: 'shift.cash', type: null, amount: 900, cash: 'Out' },
    ]);
    const asked = { subjectType: 'Outbox', subjectKey: device, entries };
    expect((await t.call('auth.aboutApproval', { as: waiter, body: asked })).body.entries).toEqual(shown);
  });

  it('[R36.16] refuses, in words, an approval of waiting work without its list, as an earlier release asks for it', async () => {
    const { status, body } = await ask(undefined);
    expect([status, body.reason]).toEqual([422, 'entriesMissing']);
    expect(body.message).toContain('The approver must see what is sent');
  });

  it('[R36.17] shows who asks, for which bill, table, items and amount, and the history keeps subject and type', async () => {
    const bill = await ordered();
    const [item] = bill.items;
    const asked = { permission: 'item.void.sent', subjectType: 'Bill', subjectKey: bill.key, itemKeys: [item?.key] };
    const { body } = await ask(undefined, { ...asked, passcode: undefined });
    const { body: waiting } = await t.call('auth.approvals', { as: manager });
    const about = {
      bill: { ...place(), number: bill.number, total: bill.total },
      items: [{ key: item?.key, name: item?.name, qty: 2, amount: bill.subTotal }],
    };
    expect((waiting as Approval[]).find(({ key }) => key === body.key)).toMatchObject({
      requestedByName: 'User One',
      about,
    });
    const { permission: _permission, ...subject } = asked;
    expect((await t.call('auth.aboutApproval', { as: waiter, body: subject })).body).toMatchObject(about);
    const row = await t.store.readOutlet(t.cafe, (db) =>
      db.selectFrom('history').select('data').where('subject_key', '=', body.key).executeTakeFirstOrThrow(),
    );
    expect(JSON.parse(row.data).after).toMatchObject({ subject: bill.key, subjectType: 'Bill', ...about });
  });

  it('[R36.17] shows who asks for what to every approver, whatever a waiter may ask for, and keeps subject and type', async () => {
    const bill = await ordered();
    const { body: shift } = await t.call('shift.active', { as: manager });
    const actions = personApprovals('User', denied);
    expect(actions.length).toBeGreaterThan(10);
    const ofBill = { bill: { ...place(), number: bill.number, total: bill.total } };
    const ofItem = { ...ofBill, items: [{ name: 'Coffee', qty: 2, amount: bill.subTotal }] };
    for (const permission of actions) {
      const subjectType = subjectTypeOf({ permission, subjectKey: bill.key });
      const isItem = permission.startsWith('item.');
      const itemKeys = isItem ? { itemKeys: [bill.items[0]?.key] } : {};
      const [subjectKey, about] =
        subjectType === 'Shift' ? [shift.key, { name: String(shift.number) }] : [bill.key, isItem ? ofItem : ofBill];
      const asked = { permission, subjectType, subjectKey, ...itemKeys, reason: permission, passcode: undefined };
      const { body: made } = await ask(undefined, asked);
      expect(made.status, `${permission} ${made.reason}`).toBe('Pending');
      const { body: waiting } = await t.call('auth.approvals', { as: manager });
      expect((waiting as Approval[]).find(({ key }) => key === made.key)).toMatchObject({
        requestedByName: 'User One',
        permission,
        about,
      });
      const row = await t.store.readOutlet(t.cafe, (db) =>
        db.selectFrom('history').select('data').where('subject_key', '=', made.key).executeTakeFirstOrThrow(),
      );
      expect(JSON.parse(row.data).after).toMatchObject({ ...about, subject: subjectKey, subjectType, permission });
    }
  });

  it('[R36.17] an approval for one item voids no other item', async () => {
    const keys = [randomUUID(), randomUUID()];
    const items = keys.map((key) => ({ key, menuItemId, size: 'Medium', qty: 1, sentQty: 1 }));
    const made = await t.call('bill.create', { as: waiter, body: { key: randomUUID(), ...place(), items } });
    const bill = made.body as Bill;
    const subject = { permission: 'item.void.sent', subjectType: 'Bill', subjectKey: bill.key, itemKeys: [keys[0]] };
    const approval = (await ask(undefined, subject)).body.key as string;
    const voiding = (list: readonly (string | undefined)[]): Work => ({
      call: 'bill.update',
      body: {
        key: bill.key,
        ...place(),
        items: list.map((key) => ({ key, menuItemId, qty: 1, isVoid: true, voidReason: 'Wrong order' })),
      },
    });
    expect((await send(voiding(keys), approval)).body.reason).toBe('approvalInvalid');
    expect((await send(voiding([keys[1]]), approval)).body.reason).toBe('approvalInvalid');
    expect((await send(voiding([keys[0]]), approval)).status).toBe(200);
    const timeline = await t.call('bill.timeline', { as: manager, params: { id: bill.id ?? 0 } });
    const events = timeline.body.events as readonly BillEvent[];
    expect(events.at(-1)).toMatchObject({ approverName: 'Manager One' });
  });
});
