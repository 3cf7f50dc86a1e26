import { randomUUIDv7 } from 'node:crypto';
import type { Bill } from '@atoll/domain/bill/bill';
import { type ContractKey, contract } from '@atoll/domain/contract/contract';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { type Answered, emailOf, type TestApp, testApp } from '../../testing/test-app.ts';
import { addMenuItem } from './testing/shop.ts';

/** Sums over many bills, which have their own permissions: with one bill, a sum is its amount. */
const sums: ReadonlySet<string> = new Set(['app.dashboard', 'shift.x', 'shift.active', 'shift.list', 'shift.find']);

eachEngine('bills of another waiter', (on) => {
  let app: TestApp;
  /** Has every permission but 'bill.viewOthers'. */
  let boss: SignedIn;
  let waiter: SignedIn;
  let manager: SignedIn;
  let secret: Bill;
  let delivery: Bill;
  let own: Bill;
  let item: number;
  const line = (more: object = {}) => ({
    key: randomUUIDv7(),
    menuItemId: item,
    qty: 7,
    notes: ['Not too hot'],
    ...more,
  });
  const sent = (slot: string, more: object = {}) => ({
    key: randomUUIDv7(),
    type: 'Table',
    slot,
    items: [line()],
    ...more,
  });
  const open = async (as: SignedIn, slot: string, more: object = {}): Promise<Bill> => {
    const answer = await app.call('bill.create', { as, body: sent(slot, more) });
    expect(answer.status).toBe(200);
    return answer.body as Bill;
  };
  const find = async (as: SignedIn, bill: Bill): Promise<Bill> =>
    (await app.call('bill.find', { as, params: { id: bill.key } })).body as Bill;
  const override = (role: 'Admin' | 'User', overrides: object[]) =>
    app.store.writeOrg((db) =>
      db
        .updateTable('app_user')
        .set({ permission_overrides: JSON.stringify(overrides) })
        .where('email', '=', emailOf(role))
        .execute(),
    );

  beforeAll(async () => {
    app = await testApp(on);
    await override('Admin', [{ permission: 'bill.viewOthers', effect: 'deny' }]);
    await app.store.writeOrg((db) =>
      db
        .updateTable('outlet')
        .set({ features: '["Kitchen","Delivery","Website","Wallets"]' })
        .where('id', '=', app.cafe)
        .execute(),
    );
    [boss, waiter, manager] = [await app.signIn('Admin'), await app.signIn('User'), await app.signIn('Manager')];
    item = await addMenuItem(app.store, app.cafe, {
      name: 'Whole lobster',
      sizes: JSON.stringify([{ value: 'Small', sellingPrice: 61_731, isDefault: true }]),
    });
    await app.call('shift.create', { as: waiter, body: { key: randomUUIDv7(), openingBalance: 100_000 } });
    secret = await open(waiter, '5', { note: 'Anniversary', covers: 7 });
    delivery = await open(waiter, '1', { type: 'Delivery' });
    await app.call('delivery.change', { as: waiter, body: { billId: delivery.key, name: 'Mariyam' } });
    own = await open(boss, '6', { items: [line({ qty: 3 })] });
  });

  /** Returns what an answer tells of the secret bill. */
  const told = (key: string, { raw }: Answered): string[] => {
    const words = ['Anniversary', secret.items[0]?.key ?? '', delivery.items[0]?.key ?? '', 'Mariyam'];
    const amounts = sums.has(key) ? [] : [String(secret.total), String(secret.subTotal)];
    return [...words, ...amounts].filter((word) => raw.body.includes(word)).map((word) => `${key}: ${word}`);
  };

  const seesTakenSlots = async (): Promise<void> => {
    const seen = await find(boss, secret);
    expect(seen).toMatchObject({ isMasked: true, isOpen: true, type: 'Table', slot: '5', createdByName: 'User One' });
    expect(seen).toMatchObject({ items: [], payments: [], total: 0, subTotal: 0, customer: null, note: '', covers: 0 });
    const active = (await app.call('bill.active', { as: boss })).body as Bill[];
    expect(active.map(({ slot, type, isMasked }) => [type, slot, isMasked ?? false])).toEqual([
      ['Table', '5', true],
      ['Delivery', '1', true],
      ['Table', '6', false],
    ]);
    expect(active[2]).toEqual(own);
    expect(await find(waiter, secret)).toMatchObject({ total: secret.total, items: [{ name: 'Whole lobster' }] });
  };

  /** Plays every call that reads, with the bill where it takes one. */
  const readsNothing = async (): Promise<void> => {
    const given = { value: '1', search: 'lobster', range: 'Today', since: '0', type: 'Table', permission: 'bill.void' };
    const found: string[] = [];
    let answered = 0;
    for (const [key, endpoint] of Object.entries(contract)) {
      if (endpoint.method !== 'GET' || key === 'kitchen.tickets') continue;
      for (const id of [secret.id ?? 0, secret.key])
        for (const query of [{}, { page: '1', size: '10' }, given]) {
          const answer = await app.call(key as ContractKey, { as: boss, params: { id, key: id }, query });
          if (answer.status === 200) answered += 1;
          found.push(...told(key, answer));
        }
    }
    const body = { subjectType: 'Bill', subjectKey: secret.key };
    const about = await app.call('auth.aboutApproval', { as: boss, body });
    expect(about.body).toMatchObject({ bill: { slot: '5', total: null }, items: [] });
    found.push(...told('auth.aboutApproval', about));
    expect(found).toEqual([]);
    expect(answered).toBeGreaterThan(150);
  };

  it('[R35.77] lists, finds and searches only the own bills of a person without bill.viewOthers', async () => {
    const numbers = async (key: ContractKey, query: Record<string, string> = {}) => {
      const { body } = await app.call(key, { as: boss, query: { page: '1', size: '10', ...query } });
      return [(body.items as Bill[]).map(({ number }) => number), body.count];
    };
    expect(await numbers('bill.list')).toEqual([[own.number], 1]);
    expect(await numbers('bill.list', { userId: String(secret.createdBy) })).toEqual([[], 0]);
    expect(await numbers('delivery.list')).toEqual([[], 0]);
    const search = await app.call('search', { as: boss, query: { value: String(secret.number) } });
    expect((search.body as { entityName: string }[]).filter(({ entityName }) => entityName === 'Bill')).toEqual([]);
    const timeline = await app.call('bill.timeline', { as: boss, params: { id: secret.key } });
    expect([timeline.status, timeline.body.message]).toEqual([403, 'This table is served by User One']);
    const audit = await app.call('audit.list', { as: boss, query: { subject: 'Bill' } });
    expect(audit.body).toEqual([]);
    const config = { reportKey: 'voids', range: 'Today', compareTo: 'None', filters: {}, columns: [] };
    expect((await app.call('report.run', { as: boss, body: config })).status).toBe(403);
    expect((await app.call('report.run', { as: manager, body: config })).status).toBe(200);
  });

  it('[R35.77] shows tickets of another waiter to the kitchen only: a cook needs the dishes', async () => {
    expect((await app.call('kitchen.tickets', { as: boss })).body).toHaveLength(3);
    await override('User', [{ permission: 'bill.viewOthers', effect: 'deny' }]);
    const other = await app.signIn('User');
    const shown = (await app.call('kitchen.tickets', { as: other })).body as { billKey: string }[];
    expect(shown.map(({ billKey }) => billKey).toSorted()).toEqual([secret.key, delivery.key].toSorted());
    expect((await app.call('kitchen.waiting', { as: other })).status).toBe(403);
    await override('User', []);
    waiter = await app.signIn('User');
  });

  const changesNothing = async (): Promise<void> => {
    const { key } = secret;
    const payments = [{ key: randomUUIDv7(), method: 'Cash', amount: secret.total }];
    const to = { type: 'Table', slot: '9' };
    const calls: [ContractKey, object][] = [
      ['bill.update', { ...sent('5'), key }],
      ['bill.create', sent('5')],
      ['bill.pay', { key, payments, seen: { itemKeys: [secret.items[0]?.key], total: secret.total } }],
      ['bill.void', { billId: key, reason: 'By mistake' }],
      ['bill.transfer', { from: { key }, to }],
      ['bill.transfer', { from: { key: own.key }, to: { type: 'Table', slot: '5' }, items: [own.items[0]?.key] }],
      ['bill.merge', { from: key, to: own.key }],
      ['bill.merge', { from: own.key, to: key }],
      ['bill.split', { billId: key, key: randomUUIDv7(), parts: 2 }],
      ['bill.split', { billId: own.key, key, parts: 2 }],
      ['bill.split', { billId: own.key, key, items: [{ key: own.items[0]?.key, qty: 1 }] }],
      ['bill.divide', { billId: key, itemKey: secret.items[0]?.key, qty: 0.5 }],
      ['bill.reprint', { billId: key, jobKey: randomUUIDv7(), copyNo: 1 }],
      ['bill.refund', { key: randomUUIDv7(), billId: key, reason: 'Sent back', payments }],
      ['delivery.change', { billId: delivery.key, note: 'Ring twice' }],
      ['bill.hand', { billIds: [key], toUserId: own.createdBy }],
    ];
    for (const [call, body] of calls) {
      const answer = await app.call(call, { as: boss, body });
      expect([call, answer.status, answer.body.reason, answer.body.message]).toEqual([
        call,
        403,
        'servedByOther',
        'This table is served by User One',
      ]);
      expect(told(call, answer)).toEqual([]);
    }
    for (const [call, body] of [
      ['bill.create', sent('5', { items: [] })],
      ['bill.transfer', { from: { key: own.key }, to: { type: 'Table', slot: '5' } }],
    ] as const) {
      const answer = await app.call(call, { as: boss, body });
      expect([answer.status, answer.body.bill.isMasked]).toEqual([409, true]);
      expect(told(call, answer)).toEqual([]);
    }
  };

  it('[R23.7] [R35.77] shows another waiter’s slot as taken, with the name: no call tells more, and commands are refused', async () => {
    await seesTakenSlots();
    await readsNothing();
    await changesNothing();
  });

  it('[R35.77] sends no items to a person who sends the waiting work of another', async () => {
    const body = { ...sent('5', { items: [line({ notes: [] })] }), key: secret.key };
    const author = { 'x-made-by': String(secret.createdBy) };
    // Both were signed in on the device on which it is sent (R36.15).
    await app.store.writeOrg((db) => db.updateTable('session').set({ device_id: 'hall' }).execute());
    const answer = await app.call('bill.update', { as: boss, body, headers: author });
    expect(answer).toMatchObject({ status: 200, body: { isMasked: true, items: [] } });
    expect(told('bill.update', answer)).toEqual([]);
    secret = await find(waiter, secret);
    expect(secret.items).toHaveLength(2);
  });

  it('[R35.77] hands a bill to another waiter once, who is notified, and names both in the history', async () => {
    const to = own.createdBy ?? 0;
    const hand = (body: object, as = manager) => app.call('bill.hand', { as, body });
    expect((await hand({ billIds: [secret.id], toUserId: to }, waiter)).body.reason).toBe('approvalNeeded');
    const stranger = await hand({ billIds: [secret.id], toUserId: 999 });
    expect([stranger.status, stranger.body.message]).toEqual([
      422,
      'This person does not work here. Choose somebody else',
    ]);
    const before = await find(waiter, secret);
    const handed = await hand({ billIds: [secret.id], toUserId: to });
    expect(handed.body).toMatchObject([{ waiterId: to, waiterName: 'Admin One', total: before.total }]);
    expect((await hand({ billIds: [secret.key], toUserId: to })).body[0].version).toBe(before.version + 1);
    expect((await find(boss, secret)).items).toHaveLength(2);
    const { events } = (await app.call('bill.timeline', { as: manager, params: { id: secret.key } })).body;
    expect(events.at(-1)).toMatchObject({
      action: 'HandedOver',
      userName: 'Manager One',
      before: { waiter: 'User One' },
      after: { waiter: 'Admin One' },
    });
    const notices = async (as: SignedIn) => (await app.call('notification.list', { as })).body as { title: string }[];
    expect(await notices(boss)).toMatchObject([
      { title: 'Table 5 is now yours', body: 'Manager One handed it over to you' },
    ]);
    expect(await notices(waiter)).toEqual([]);
    const tickets = (await app.call('kitchen.tickets', { as: boss })).body as { billKey: string; waiter: string }[];
    expect(tickets.find(({ billKey }) => billKey === secret.key)?.waiter).toBe('Admin One');
  });

  it('[R35.77] hands all open bills of a person over, with one notification for all', async () => {
    const body = { fromUserId: own.createdBy, toUserId: delivery.createdBy };
    const handed = await app.call('bill.hand', { as: manager, body });
    expect((handed.body as Bill[]).map(({ slot, waiterName }) => [slot, waiterName])).toEqual([
      ['5', 'User One'],
      ['6', 'User One'],
    ]);
    const notices = (await app.call('notification.list', { as: waiter })).body;
    expect(notices).toMatchObject([
      { title: '2 bills are now yours', body: 'Manager One handed over Table 5, Table 6 to you' },
    ]);
    expect((await app.call('bill.hand', { as: manager, body })).body).toEqual([]);
    expect(await find(boss, own)).toMatchObject({ isMasked: true, createdByName: 'User One' });
    const people = (await app.call('bill.waiters', { as: waiter })).body;
    expect(people).toEqual(['Admin One', 'Manager One', 'User One'].map((name) => ({ id: expect.any(Number), name })));
  });

  it('offers a bill only to people who open bills: a cook serves no table', async () => {
    const named = async () =>
      (await app.call('bill.waiters', { as: manager })).body.map(({ name }: { name: string }) => name);
    await override('User', [{ permission: 'bill.open', effect: 'deny' }]);
    expect(await named()).toEqual(['Admin One', 'Manager One']);
    await override('User', []);
    expect(await named()).toEqual(['Admin One', 'Manager One', 'User One']);
  });

  it('[R35.77] keeps the waiter of a bill that is split, and of items that move to an empty slot', async () => {
    const parts = (
      await app.call('bill.split', { as: manager, body: { billId: own.key, key: randomUUIDv7(), parts: 2 } })
    ).body as Bill[];
    expect(parts.map(({ waiterName, createdByName }) => waiterName ?? createdByName)).toEqual(['User One', 'User One']);
    const items = [secret.items[0]?.key];
    const moved = await app.call('bill.transfer', {
      as: manager,
      body: { from: { key: secret.key }, to: { type: 'Table', slot: '8' }, items },
    });
    expect(moved.body).toMatchObject({ slot: '8', createdByName: 'Manager One', waiterName: 'User One' });
  });

  it('[R35.77] accepts what a waiter did before a hand-over when it arrives later, and ticket marks at any time', async () => {
    const bill = await open(boss, '12');
    const [ordered] = bill.items;
    const to = delivery.createdBy;
    await app.call('bill.hand', { as: manager, body: { billIds: [bill.key], toUserId: to } });
    const place = { key: bill.key, type: 'Table', slot: '12', changed: [] };
    const update = (more: object) => app.call('bill.update', { as: boss, body: { ...place, ...more } });
    const marks = {
      items: [{ ...ordered, sentQty: 7, ticketIds: ['ticket-1'] }],
      modifiedAt: new Date().toISOString(),
    };
    expect(await update(marks)).toMatchObject({ status: 200, body: { isMasked: true, items: [], conflicts: [] } });

    const items = [line({ qty: 1 })];
    const future = new Date(Date.now() + 3_600_000).toISOString();
    for (const late of [{ items }, { items, modifiedAt: future }, { items: [{ ...ordered, notes: ['Hot'] }] }])
      expect((await update(late)).body).toMatchObject({ reason: 'servedByOther', code: 403 });
    const modifiedAt = bill.createdAt;
    expect(await update({ items, modifiedAt })).toMatchObject({ status: 200, body: { isMasked: true, total: 0 } });
    const now = await find(manager, bill);
    expect(now.items.map(({ qty, sentQty, ticketIds }) => [qty, sentQty, ticketIds])).toEqual([
      [7, 7, ['ticket-1']],
      [1, 0, []],
    ]);

    const payments = [{ key: randomUUIDv7(), method: 'Card', amount: now.total }];
    const pay = (more: object) => app.call('bill.pay', { as: boss, body: { key: bill.key, payments, ...more } });
    const blind = await pay({ seen: { itemKeys: [], total: 0 }, modifiedAt });
    expect(blind.body).toMatchObject({ reason: 'billChanged', bill: { isMasked: true, items: [] }, due: 0 });
    const seen = { itemKeys: now.items.map(({ key }) => key), total: now.total };
    expect((await pay({ seen })).body.reason).toBe('servedByOther');
    expect(await pay({ seen, modifiedAt })).toMatchObject({ status: 200, body: { isMasked: true, payments: [] } });
    expect(await find(manager, bill)).toMatchObject({ status: 'Complete', total: now.total });
  });

  it('shows advance orders of another waiter to who may see orders, also once they are bills', async () => {
    const bill = sent('20', { type: 'Takeaway', items: [line({ qty: 1 })] });
    const dueAt = new Date(app.now() + 3_600_000).toISOString();
    const made = await app.call('order.create', {
      as: waiter,
      body: { key: randomUUIDv7(), bill, name: 'Zahid', dueAt },
    });
    const { id, key: orderKey } = made.body as { id: number; key: string };
    const seen = async () => (await app.call('order.find', { as: boss, params: { id } })).body;
    const lines = [{ name: 'Whole lobster', qty: 1 }];
    expect(await seen()).toMatchObject({ status: 'Open', name: 'Zahid', lines });
    const place = { key: randomUUIDv7(), orderKey, type: 'Takeaway', slot: '20' };
    const opened = (await app.call('order.open', { as: waiter, body: place })).body as Bill;
    expect(await find(boss, opened)).toMatchObject({ isMasked: true, items: [], total: 0 });
    expect(await seen()).toMatchObject({ status: 'Collected', name: 'Zahid', lines });
  });
});
