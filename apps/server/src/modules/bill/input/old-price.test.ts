import type { Bill } from '@atoll/domain/bill/bill';
import type { BillEvent } from '@atoll/domain/contract/bill/bill';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { beforeEach, expect, it } from 'vitest';
import { eachEngine } from '../../../platform/store/testing/engine.ts';
import { type Answered, type TestApp, testApp } from '../../../testing/test-app.ts';
import { newKey } from '../testing/shop.ts';

const hour = 3_600_000;

eachEngine('a price from before a change', (on) => {
  let app: TestApp;
  let manager: SignedIn;
  let waiter: SignedIn;
  let item: { id: number; version: number };
  let slot = 0;
  let made = 0;

  beforeEach(async () => {
    app ??= await testApp(on);
    await signIn();
    const shift = await app.call('shift.active', { as: manager });
    const opened =
      shift.body ?? (await app.call('shift.create', { as: manager, body: { key: newKey(), openingBalance: 0 } })).body;
    expect(opened.isOpen).toBe(true);
    const menu = await asManager('menu.create', { key: newKey(), name: `Menu ${(made += 1)}` });
    const category = await asManager('category.create', { key: newKey(), name: `Soups ${made}`, menuIds: [menu.id] });
    item = await asManager('menu_item.create', {
      categoryIds: [category.id],
      key: newKey(),
      name: `Soup ${made}`,
      type: 'Kitchen',
      ...priced(2500),
    });
  });
  const signIn = async () => {
    manager = await app.signIn('Manager');
    waiter = await app.signIn('User');
  };
  const priced = (sellingPrice: number) => ({ sizes: [{ value: 'Bowl', sellingPrice, isDefault: true }] });
  const asManager = async (key: string, body: object): Promise<{ id: number; version: number }> => {
    const answer: Answered = await app.call(key as never, { as: manager, body });
    expect([key, answer.status, answer.body.message]).toEqual([key, 200, undefined]);
    return answer.body;
  };
  const wait = async (hours: number): Promise<void> => {
    app.advance(hours * hour);
    await signIn();
  };
  const change = (sellingPrice: number) =>
    asManager('menu_item.update', { id: item.id, version: item.version, ...priced(sellingPrice) });
  const order = async (sellingPrice: number, more: object = {}): Promise<Bill> => {
    slot += 1;
    const line = { key: newKey(), menuItemId: item.id, size: 'Bowl', qty: 1, sellingPrice, ...more };
    const body = { key: newKey(), type: 'Table', slot: String(slot), items: [line] };
    const { status, body: bill } = await app.call('bill.create', { as: waiter, body });
    expect(status).toBe(200);
    return bill as Bill;
  };
  const prices = ({ items }: Bill) => items.map(({ sellingPrice, laterPrice }) => [sellingPrice, laterPrice]);

  it('[R36.12] counts within the window after the change, flagged on the bill and in its timeline, and not later', async () => {
    await wait(1);
    await change(3500);
    await wait(23);
    const flagged = await order(2500);
    expect(prices(flagged)).toEqual([[2500, 3500]]);
    const { body } = await app.call('bill.timeline', { as: manager, params: { id: flagged.key } });
    expect((body.events as BillEvent[])[0]?.after).toMatchObject({ items: [{ sellingPrice: 2500, laterPrice: 3500 }] });
    await wait(2);
    expect(prices(await order(2500))).toEqual([[3500, undefined]]);
  });

  it('[R36.12] the window is a setting of the outlet', async () => {
    await wait(1);
    await change(3500);
    const admin = await app.signIn('Admin');
    const set = (value: string) =>
      app.call('app.saveSettings', { as: admin, body: [{ key: 'PriceWindowHours', value }] });
    expect((await set('2')).status).toBe(200);
    await wait(1.5);
    expect(prices(await order(2500))).toEqual([[2500, 3500]]);
    await wait(1);
    expect(prices(await order(2500))).toEqual([[3500, undefined]]);
  });

  it('[R36.12] a price that the menu never had does not count, nor one from before an earlier change', async () => {
    await wait(1);
    const { version } = await change(3500);
    item = { ...item, version };
    await wait(25);
    await change(4500);
    expect(prices(await order(100))).toEqual([[4500, undefined]]);
    expect(prices(await order(2500))).toEqual([[4500, undefined]]);
    expect(prices(await order(3500))).toEqual([[3500, 4500]]);
  });
});
