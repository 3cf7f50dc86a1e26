/** Plays guests at several tables with one bill. */
import type { Bill } from '@atoll/domain/bill/bill';
import { joinedSlotsOf } from '@atoll/domain/bill/split/join';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../../platform/store/testing/engine.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { sellingApp } from '../testing/selling-app.ts';
import { newKey } from '../testing/shop.ts';

eachEngine('slots that are joined to a bill', (on) => {
  let app: TestApp;
  let manager: SignedIn;
  let item: number;
  let first = 1;
  beforeAll(async () => {
    ({ app, item } = await sellingApp(on, 5000));
    manager = await app.signIn('Manager');
  });

  /** Returns slots that no other test uses. */
  const slots = (count: number): string[] => Array.from({ length: count }, () => String(first++));
  const line = () => ({ key: newKey(), menuItemId: item, qty: 1 });
  const open = async (slot: string, items: readonly object[] = [line()]) =>
    app.call('bill.create', { as: manager, body: { key: newKey(), type: 'Table', slot, items } });
  const billIn = async (slot: string): Promise<Bill> => (await open(slot)).body as Bill;
  const join = async ({ key }: Pick<Bill, 'key'>, joined: readonly string[]) =>
    app.call('bill.join', { as: manager, body: { billId: key, slots: joined } });
  const find = async ({ key }: Pick<Bill, 'key'>) =>
    (await app.call('bill.find', { as: manager, params: { id: key } })).body as Bill;
  const pay = async (bill: Bill) => {
    const seen = { itemKeys: bill.items.map(({ key }) => key), total: bill.total };
    const payments = [{ key: newKey(), method: 'Cash', amount: bill.total }];
    return app.call('bill.pay', { as: manager, body: { key: bill.key, payments, seen } });
  };
  const rowsOf = (id: number | null) =>
    app.store.readOutlet(app.cafe, (db) =>
      db
        .selectFrom('slot_join')
        .select('slot')
        .where('bill_id', '=', id ?? 0)
        .execute(),
    );
  const tickets = async () =>
    (await app.store.readOutlet(app.cafe, (db) => db.selectFrom('kitchen_ticket').selectAll().execute())).map((one) =>
      JSON.stringify(one),
    );

  it('[R23.8] joins up to 8 places of a slot type to one bill: no line and no ticket changes, and closing it frees all', async () => {
    const [own = '', ...others] = slots(9);
    const bill = await billIn(own);
    const before = await tickets();
    expect((await join(bill, others)).body).toMatchObject({ reason: 'tooManyJoined' });
    const joined = await join(bill, others.slice(0, 7).toReversed());
    expect([joined.status, joined.body.joinedSlots]).toEqual([200, others.slice(0, 7)]);
    const { version, ...same } = await find(bill);
    expect(same).toMatchObject({ items: bill.items, total: bill.total, status: bill.status });
    expect(version).toBe(bill.version + 1);
    // The same list again, as after a lost answer.
    expect((await join(bill, others.slice(0, 7))).body.version).toBe(version);
    const apart = (await join(bill, others.slice(0, 2))).body as Bill;
    expect(apart).toMatchObject({ joinedSlots: others.slice(0, 2), items: bill.items });
    expect(await tickets()).toEqual(before);
    const history = await app.store.readOutlet(app.cafe, (db) =>
      db.selectFrom('history').select(['action', 'data']).where('subject_key', '=', bill.key).orderBy('seq').execute(),
    );
    expect(history.map(({ action }) => action)).toEqual(['Created', 'SlotsJoined', 'SlotsJoined']);
    expect(JSON.parse(String(history[2]?.data))).toMatchObject({
      before: { joinedSlots: others.slice(0, 7) },
      after: { joinedSlots: others.slice(0, 2) },
    });
    expect((await pay(apart)).status).toBe(200);
    expect(joinedSlotsOf(await find(bill))).toEqual([]);
    expect(await rowsOf(bill.id)).toEqual([]);
    for (const slot of others.slice(0, 2)) expect((await open(slot, [])).body).toMatchObject({ slot, items: [] });
  });

  it('lets a check-in with items at a joined table join its bill, and refuses one without', async () => {
    const [own = '', joined = ''] = slots(2);
    const bill = await billIn(own);
    await join(bill, [joined]);
    expect((await open(joined, [])).body).toMatchObject({ reason: 'alreadyCheckedIn', bill: { key: bill.key } });
    const added = (await open(joined)).body as Bill;
    expect([added.key, added.slot, added.items.length]).toEqual([bill.key, own, 2]);
  });

  it('refuses a taken table, one that does not exist, and a closed bill', async () => {
    const [own = '', taken = '', joined = '', other = ''] = slots(4);
    const bill = await billIn(own);
    const there = await billIn(taken);
    expect((await join(bill, [taken])).body).toMatchObject({ reason: 'joinedSlotTaken', bill: { key: there.key } });
    await join(there, [joined]);
    expect((await join(bill, [joined])).body).toMatchObject({ reason: 'joinedSlotTaken', bill: { key: there.key } });
    expect((await join(bill, ['999'])).body).toMatchObject({ reason: 'slotOutOfRange' });
    expect((await join({ key: newKey() }, [other])).status).toBe(404);
    await pay(bill);
    expect((await join(bill, [other])).body).toMatchObject({ reason: 'billClosed' });
    expect(joinedSlotsOf(await find(there))).toEqual([joined]);
  });

  it('is taken apart by a transfer, also to a table that was joined, and keeps the tables of both after a merge', async () => {
    const [a = '', b = '', c = '', d = ''] = slots(4);
    const bill = await billIn(a);
    await join(bill, [b, c]);
    const to = { type: 'Table', slot: b };
    const moved = await app.call('bill.transfer', { as: manager, body: { from: { key: bill.key }, to } });
    expect([moved.status, moved.body.slot, moved.body.joinedSlots]).toEqual([200, b, undefined]);
    expect(await rowsOf(bill.id)).toEqual([]);
    const other = await billIn(a);
    await join(other, [c]);
    await join(bill, [d]);
    const merged = await app.call('bill.merge', { as: manager, body: { from: other.key, to: bill.key } });
    expect(merged.body).toMatchObject({ slot: b, joinedSlots: [c, d] });
    expect(await rowsOf(other.id)).toEqual([]);
    expect((await rowsOf(bill.id)).map(({ slot }) => String(slot)).toSorted()).toEqual([c, d].toSorted());
  });
});
