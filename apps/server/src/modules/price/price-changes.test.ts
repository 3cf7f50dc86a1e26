import type { Bill } from '@atoll/domain/bill/bill';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { businessDate, wallClock } from '@atoll/domain/date/business-day';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { freshOutlet } from '../../testing/fresh-outlet.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { newKey } from '../bill/testing/shop.ts';
import { applyDueChanges } from './apply-due.ts';

const hour = 3_600_000;
const day = 24 * hour;

eachEngine('price changes', (on) => {
  let app: TestApp;
  let admin: SignedIn;
  let outlet: number;
  let tea: number;
  let categoryId: number;
  let slot = 0;

  beforeAll(async () => {
    app = await testApp(on);
    ({ outlet, admin } = await freshOutlet(app));
    await done('shift.create', { key: newKey(), openingBalance: 0 });
    const menu = await done('menu.create', { key: newKey(), name: 'Menu' });
    const category = await done('category.create', { key: newKey(), name: 'Teas', menuIds: [menu.id] });
    categoryId = category.id;
    const sizes = ['Cup', 'Pot'].map((value, place) => ({ value, sellingPrice: 1000 * (place + 1) }));
    const item = { key: newKey(), name: 'Tea', type: 'Bar', categoryIds: [category.id], sizes };
    tea = (await done('menu_item.create', item)).id;
  });
  const call = (key: string, body?: object) => app.call(key as never, { as: admin, outlet, ...(body && { body }) });
  const done = async (key: string, body: object): Promise<{ id: number; version: number }> => {
    const answer = await call(key, body);
    expect([key, answer.status, answer.body.errors ?? answer.body.message]).toEqual([key, 200, undefined]);
    return answer.body;
  };
  const dayAfter = (days: number): string => businessDate(app.now() + days * day, 'Indian/Maldives', '04:00');
  const plan = (more: object = {}) => ({
    key: newKey(),
    name: 'New prices',
    fromDate: dayAfter(1),
    prices: [{ menuItemId: tea, size: 'Cup', price: 1200 }],
    ...more,
  });
  const wait = async (ms: number): Promise<void> => {
    app.advance(ms);
    admin = await app.signIn('Admin');
  };
  /** Waits until an hour after the start of the next business day. */
  const nextDay = async (): Promise<void> => {
    const { hour: now } = wallClock(app.now(), 'Indian/Maldives');
    await wait(((28 - now) % 24 || 24) * hour + hour);
  };
  const order = async (item: object = {}): Promise<Bill> => {
    slot += 1;
    const items = [{ key: newKey(), menuItemId: tea, size: 'Cup', qty: 1, ...item }];
    return (await call('bill.create', { key: newKey(), type: 'Table', slot: String(slot), items })).body as Bill;
  };
  const prices = ({ items }: Bill) =>
    items.map(({ sellingPrice, laterPrice, priceFlag }) => [sellingPrice, laterPrice, priceFlag]);
  const sizes = async () =>
    (
      (await app.call('menu_item.find' as never, { as: admin, outlet, params: { id: tea } })).body as {
        sizes: { sellingPrice: number }[];
      }
    ).sizes.map(({ sellingPrice }) => sellingPrice);

  it('[R21.5] counts from the start of its business day, before and after it is written into the menu; saved items keep their price', async () => {
    const before = await order();
    const change = await done('price_change.create', plan());
    const { body: rules } = await call('prices.get');
    expect(rules.changes).toEqual([
      { id: change.id, fromDate: dayAfter(1), prices: [{ menuItemId: tea, size: 'Cup', price: 1200 }] },
    ]);
    const named = { rulesVersion: rules.version };
    expect(prices(await order({ ...named, sellingPrice: 1000 }))).toEqual([[1000, undefined, undefined]]);
    await applyDueChanges(app.store, app.now());
    expect(await sizes()).toEqual([1000, 2000]);
    await nextDay();
    expect(prices(await order({ ...named, sellingPrice: 1200 }))).toEqual([[1200, undefined, undefined]]);
    await applyDueChanges(app.store, app.now());
    expect(await sizes()).toEqual([1200, 2000]);
    expect((await call('prices.get')).body).toMatchObject({ changes: [], version: rules.version + 1 });
    // A till that has only the plan sells on.
    expect(prices(await order({ ...named, sellingPrice: 1200 }))).toEqual([[1200, undefined, undefined]]);
    const stored = await app.call('bill.find' as never, { as: admin, outlet, params: { id: before.key } });
    expect(prices(stored.body as Bill)).toEqual([[1000, undefined, undefined]]);
    const applied = await app.call('price_change.find' as never, { as: admin, outlet, params: { id: change.id } });
    expect(applied.body).toMatchObject({ status: 'Applied', version: 2 });
    const late = await call('price_change.update', { id: change.id, version: 2, name: 'Other prices' });
    expect(late.body.errors).toEqual({ status: 'This price change is applied. Plan another one' });
    // The manager may change the menu again on that day.
    const item = await app.call('menu_item.find' as never, { as: admin, outlet, params: { id: tea } });
    const again = item.body.sizes.map((size: object, place: number) => ({ ...size, sellingPrice: 900 + place }));
    await done('menu_item.update', { id: tea, version: item.body.version, sizes: again });
    await applyDueChanges(app.store, app.now());
    expect(await sizes()).toEqual([900, 901]);
  });

  it('divides the price of a set by what its parts cost from that day on, before it is written into the menu too', async () => {
    const made = (name: string, more: object) =>
      done('menu_item.create', { key: newKey(), name, type: 'Bar', ...more });
    const sold = (sellingPrice: number) => ({ sizes: [{ value: 'Plate', sellingPrice }], categoryIds: [categoryId] });
    const [rice, soup] = [(await made('Rice', sold(6000))).id, (await made('Soup', sold(3000))).id];
    const group = async (name: string, menuItemId: number) =>
      (await done('choice_group.create', { key: newKey(), name, choose: 1, choices: [{ menuItemId }] })).id;
    const choiceGroupIds = [await group('Main', rice), await group('Side', soup)];
    const set = await made('Lunch', { ...sold(9000), type: 'NA', isSet: true, choiceGroupIds });
    await done(
      'price_change.create',
      plan({ name: 'Rice', prices: [{ menuItemId: rice, size: 'Plate', price: 15_000 }] }),
    );
    const lunch = async (sent: readonly number[] = []): Promise<readonly number[]> => {
      slot += 1;
      const head = { key: newKey(), index: 1, menuItemId: set.id, setPrice: 9000, sellingPrice: 0, qty: 1 };
      const parts = [rice, soup].map((menuItemId, place) => ({
        key: newKey(),
        index: 1 + (place + 1) / 100,
        menuItemId,
        size: 'Plate',
        qty: 1,
        parentKey: head.key,
        choiceGroupId: choiceGroupIds[place],
        ...(sent.length > 0 && { sellingPrice: sent[place] }),
      }));
      const { body } = await call('bill.create', {
        key: newKey(),
        type: 'Table',
        slot: String(slot),
        items: [head, ...parts],
      });
      return (body as Bill).items.slice(1).map(({ sellingPrice }) => sellingPrice);
    };
    expect(await lunch()).toEqual([6000, 3000]);
    await nextDay();
    expect(await lunch()).toEqual([7500, 1500]);
    expect(await lunch([7500, 1500])).toEqual([7500, 1500]);
    // A till of an earlier release divides by what stands in the menu.
    expect(await lunch([6000, 3000])).toEqual([6000, 3000]);
    expect(await lunch([4000, 5000])).toEqual([7500, 1500]);
    await applyDueChanges(app.store, app.now());
    expect(await lunch()).toEqual([7500, 1500]);
  });

  it('the menu keeps what it has when the change is cancelled or its size is gone', async () => {
    const change = await done('price_change.create', plan({ name: 'Cancelled' }));
    await done('price_change.update', { id: change.id, version: 1, status: 'Cancelled' });
    const gone = { menuItemId: tea, size: 'Pot', price: 5000 };
    await done('price_change.create', plan({ name: 'Gone', prices: [gone] }));
    const item = await app.call('menu_item.find' as never, { as: admin, outlet, params: { id: tea } });
    await done('menu_item.update', { id: tea, version: item.body.version, sizes: [item.body.sizes[0]] });
    const known = await sizes();
    await nextDay();
    await applyDueChanges(app.store, app.now());
    expect(await sizes()).toEqual(known);
  });

  it('is refused for today, for a size that the item does not have, and as applied', async () => {
    const errorsOf = async (more: object) =>
      (await call('price_change.create', plan({ name: 'Wrong', ...more }))).body.errors;
    expect(await errorsOf({ fromDate: dayAfter(0) })).toEqual({ fromDate: 'First day must be after today' });
    expect(await errorsOf({ prices: [{ menuItemId: tea, size: 'Jug', price: 1 }] })).toEqual({
      'prices[0].size': 'Choose a size of the item',
    });
    expect(await errorsOf({ status: 'Applied' })).toEqual({
      status: 'Atoll applies a price change when its day begins',
    });
    // The only size need not be named.
    const one = await done('price_change.create', plan({ name: 'One', prices: [{ menuItemId: tea, price: 7 }] }));
    expect(one).toMatchObject({ prices: [{ size: 'Cup', price: 7 }] });
  });
});
