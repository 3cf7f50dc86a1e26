import { randomUUID } from 'node:crypto';
import type { Bill } from '@atoll/domain/bill/bill';
import type { Approval } from '@atoll/domain/contract/bill/approval';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { seedHashed } from '../../seed/seed-user.ts';
import { passcode, type TestApp, testApp } from '../../testing/test-app.ts';
import { addMenuItem } from '../bill/testing/shop.ts';

eachEngine('what an approval is about', (on) => {
  let t: TestApp;
  let manager: SignedIn;
  let waiter: SignedIn;
  let menuItemId: number;
  let slot = 0;
  beforeAll(async () => {
    t = await testApp(on);
    manager = await t.signIn('Manager');
    waiter = await t.signIn('User');
    menuItemId = await addMenuItem(t.store, t.cafe, {
      name: 'Coffee',
      sizes: JSON.stringify([{ value: 'Medium', sellingPrice: 4000, isDefault: true }]),
    });
    await t.call('shift.create', { as: manager, body: { key: randomUUID(), openingBalance: 0 } });
  });

  const line = () => ({ key: randomUUID(), menuItemId, size: 'Medium', qty: 1, sentQty: 1 });
  /** Opens a bill with two sent items of the waiter and returns it. */
  async function ordered(): Promise<Bill> {
    slot += 1;
    const body = { key: randomUUID(), type: 'Table', slot: String(slot), items: [line(), line()] };
    return (await t.call('bill.create', { as: waiter, body })).body as Bill;
  }
  const ask = (subject: object) =>
    t.call('auth.approve', {
      as: waiter,
      body: { permission: 'item.void.sent', reason: 'Cold', approverId: manager.user.id, passcode, ...subject },
    });
  const sent = (approval: string) => ({ as: waiter, headers: { 'x-device-id': 'till-1', 'x-approval': approval } });
  const update = ({ key, type, slot: at }: Bill, items: readonly object[], approval: string) =>
    t.call('bill.update', { ...sent(approval), body: { key, type, slot: at, items } });
  const voiding = (bill: Bill, keys: readonly (string | undefined)[], approval: string) => {
    const gone = keys.map((key) => ({ key, menuItemId, qty: 1, isVoid: true, voidReason: 'Wrong order' }));
    return update(bill, gone, approval);
  };
  /** Grants a stored approval of an earlier release, or one that another way made. */
  const change = (key: string, set: object) =>
    t.store.writeOutlet(t.cafe, async (tx) => tx.write(tx.db.updateTable('approval').set(set).where('key', '=', key)));

  it('[R36.17] refuses to ask about a person, a shift or anything else for an action on a bill', async () => {
    const bill = await ordered();
    for (const subjectType of ['User', 'Shift', 'Outlet', 'bill'])
      expect((await ask({ subjectType, subjectKey: bill.key })).body.reason, subjectType).toBe('malformed');
    const drawer = await ask({ permission: 'drawer.open', subjectType: 'Bill', subjectKey: bill.key });
    expect(drawer.body.reason).toBe('malformed');
  });

  it('[R36.17] an approval that showed a person or a shift changes no bill', async () => {
    const bill = await ordered();
    const itemKeys = bill.items.map(({ key }) => key);
    const { key } = (await ask({ subjectType: 'Bill', subjectKey: bill.key, itemKeys })).body;
    for (const subject_type of ['User', 'Shift', 'Outbox']) {
      await change(key, { subject_type });
      expect((await voiding(bill, itemKeys, key)).body.reason, subject_type).toBe('approvalInvalid');
    }
    await change(key, { subject_type: 'Bill' });
    expect((await voiding(bill, itemKeys, key)).status).toBe(200);
  });

  it('tells the approver what a person does to a printed bill, and nothing of the kind for another action', async () => {
    const bill = await ordered();
    const request = { subjectType: 'Bill', subjectKey: bill.key, itemKeys: [bill.items[0]?.key], passcode: undefined };
    const told = async (subject: object) => {
      const { key } = (await ask({ ...request, ...subject })).body;
      const waiting = (await t.call('auth.approvals', { as: manager })).body as Approval[];
      return waiting.find((one) => one.key === key)?.about;
    };
    const lowering = { permission: 'bill.lower.printed', amount: 5000 };
    expect(await told({ ...lowering, doing: 'item.void.sent' })).toMatchObject({
      doing: 'item.void.sent',
      bill: { slot: bill.slot },
      items: [{ name: 'Coffee', qty: 1 }],
    });
    expect((await told({ permission: 'bill.void', doing: 'item.void.sent' }))?.doing).toBeUndefined();
  });

  it('[R36.17] a request that names no item shows its approver all items of the bill, and covers no later one', async () => {
    const bill = await ordered();
    const remote = await ask({ subjectType: 'Bill', subjectKey: bill.key, passcode: undefined });
    const waiting = (await t.call('auth.approvals', { as: manager })).body as Approval[];
    const shown = waiting.find(({ key }) => key === remote.body.key)?.about.items;
    expect(shown?.map(({ key, name }) => [key, name])).toEqual(bill.items.map(({ key }) => [key, 'Coffee']));
    await t.call('auth.decideApproval', { as: manager, body: { key: remote.body.key, granted: true } });
    const later = line();
    const more = (await update(bill, [later], remote.body.key)).body as Bill;
    expect((await voiding(more, [later.key], remote.body.key)).body.reason).toBe('approvalInvalid');
    expect((await voiding(more, [bill.items[0]?.key], remote.body.key)).status).toBe(200);
  });

  it('[R36.17] an approval without items covers no item', async () => {
    const bill = await ordered();
    const asked = { subjectType: 'Bill', subjectKey: bill.key };
    const { key } = (await ask(asked)).body;
    await change(key, { about: JSON.stringify({ items: [] }) });
    expect((await voiding(bill, [bill.items[0]?.key], key)).body.reason).toBe('approvalInvalid');
    const early = (await ask({ ...asked, subjectKey: randomUUID() })).body.key;
    await change(early, { subject_key: bill.key });
    expect((await voiding(bill, [bill.items[0]?.key], early)).body.reason).toBe('approvalInvalid');
  });

  it('[R36.17] an approval for one item or another bill voids no bill, and one for the bill needs no items', async () => {
    const bill = await ordered();
    const voidBill = (key: string) =>
      t.call('bill.void', { ...sent(key), body: { billId: bill.key, reason: 'Guest left' } });
    const asked = { permission: 'bill.void', subjectType: 'Bill', subjectKey: bill.key };
    const one = (await ask({ ...asked, itemKeys: [bill.items[0]?.key] })).body.key;
    expect((await voidBill(one)).body.reason).toBe('approvalInvalid');
    // Nor does one for another bill.
    const other = (await ask({ ...asked, subjectKey: (await ordered()).key })).body.key;
    expect((await voidBill(other)).body.reason).toBe('approvalInvalid');
    expect((await voidBill((await ask(asked)).body.key)).status).toBe(200);
  });

  it('[R36.17] an approval to void a bill covers no item that was added after its approver saw it', async () => {
    const bill = await ordered();
    const voidBill = (key: string) =>
      t.call('bill.void', { ...sent(key), body: { billId: bill.key, reason: 'Guest left' } });
    const asked = { permission: 'bill.void', subjectType: 'Bill', subjectKey: bill.key };
    const { key } = (await ask(asked)).body;
    await update(bill, [line()], key);
    expect((await voidBill(key)).body.reason).toBe('approvalInvalid');
    // Nor one that was asked for before there was a bill to show.
    const early = (await ask({ ...asked, subjectKey: randomUUID() })).body.key;
    await change(early, { subject_key: bill.key });
    expect((await voidBill(early)).body.reason).toBe('approvalInvalid');
    expect((await voidBill((await ask(asked)).body.key)).status).toBe(200);
  });

  it('[R36.17] an approval of a new item shows its name, quantity, price and that of the menu, and covers no other', async () => {
    const bill = await ordered();
    const overrides = [{ permission: 'price.override', effect: 'approval' }];
    await t.store.writeOrg((db) =>
      db
        .updateTable('app_user')
        .set({ permission_overrides: JSON.stringify(overrides) })
        .where('id', '=', waiter.user.id)
        .execute(),
    );
    waiter = await t.signIn('User');
    const key = randomUUID();
    const wanted = { key, menuItemId, size: 'Medium', qty: 2, sellingPrice: 3500 };
    const asked = { permission: 'price.override', subjectType: 'Bill', subjectKey: bill.key, itemKeys: [key] };
    const about = { body: { ...asked, newItems: [wanted] }, as: waiter };
    const shown = { key, menuItemId, name: 'Coffee', qty: 2, amount: 7000, menuAmount: 8000 };
    expect((await t.call('auth.aboutApproval', about)).body.items).toEqual([shown]);
    const given = async (more: object): Promise<string> => (await ask({ ...asked, ...more })).body.key;
    const add = (approval: string, more: object = {}) => {
      const item = { ...wanted, priceReason: 'Agreed before', ...more };
      return update(bill, [item], approval);
    };
    const blind = await given({});
    expect((await add(blind)).body.reason).toBe('approvalInvalid');
    const seen = await given({ newItems: [wanted] });
    for (const more of [{ sellingPrice: 1 }, { qty: 50 }, { isComp: true }])
      expect((await add(seen, more)).status, JSON.stringify(more)).not.toBe(200);
    expect((await add(seen)).body.items.at(-1)).toMatchObject({ key, sellingPrice: 3500, qty: 2 });
    // What is free is not seen either before it is on the bill.
    const free = { ...line(), isComp: true };
    const gift = await given({ permission: 'item.comp', itemKeys: [free.key] });
    expect((await update(bill, [{ ...free, qty: 50 }], gift)).body.reason).toBe('approvalInvalid');
  });

  it('[R36.17] an approval of a free item covers no other dish of the menu, and nothing that is added to it', async () => {
    const bill = await ordered();
    await t.store.writeOutlet(t.cafe, async (tx) => {
      const stamp = { outlet_id: t.cafe, created_at: 0, created_by: null, modified_at: 0, modified_by: null };
      const caviar = { optionId: 1, name: 'Caviar', priceDelta: 50_000, isDefault: false, isPrinted: true };
      const options = JSON.stringify([{ ...caviar, inventoryItemId: 0, qty: null }]);
      tx.write(
        tx.db.insertInto('modifier_group').values({ ...stamp, id: 1, key: randomUUID(), name: 'Extras', options }),
      );
    });
    const lobster = await addMenuItem(t.store, t.cafe, {
      name: 'Lobster',
      sizes: JSON.stringify([{ value: 'Medium', sellingPrice: 90_000, isDefault: true }]),
      modifier_group_ids: '[1]',
    });
    const key = randomUUID();
    const gift = (menu: number, sellingPrice: number) => ({
      key,
      menuItemId: menu,
      size: 'Medium',
      qty: 1,
      sellingPrice,
    });
    const given = async (newItem: object): Promise<string> => {
      const items = { itemKeys: [key], newItems: [newItem] };
      return (await ask({ permission: 'item.comp', subjectType: 'Bill', subjectKey: bill.key, ...items })).body.key;
    };
    const free = { key, menuItemId: lobster, size: 'Medium', qty: 1, isComp: true };
    // Asked about as a coffee of that price.
    expect((await update(bill, [free], await given(gift(menuItemId, 90_000)))).body.reason).toBe('approvalInvalid');
    const modifiers = [{ optionId: 1, name: 'Caviar', priceDelta: 0 }];
    const rich = { ...free, modifiers };
    expect((await update(bill, [rich], await given(gift(lobster, 90_000)))).body.reason).toBe('approvalInvalid');
    expect((await update(bill, [free], await given(gift(lobster, 90_000)))).status).toBe(200);
  });

  it('tells no name of a person who works in other outlets only', async () => {
    const person = { role: 'User', jobTitle: '', department: '', outletIds: [t.shop] } as const;
    const named = { ...person, email: 'stranger@reef.example', name: 'Hassan Elsewhere' };
    const stranger = await seedHashed(t.store, named, { password: '', passcode: '' }, t.now());
    const about = (subjectKey: string) =>
      t.call('auth.aboutApproval', { as: waiter, body: { subjectType: 'User', subjectKey } });
    expect((await about(`user ${manager.user.id}`)).body.name).toBe('Manager One');
    expect((await about(`user ${stranger}`)).raw.body).not.toContain('Hassan');
  });
});
