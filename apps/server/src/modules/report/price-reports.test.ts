import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import type { ReportRow } from '@atoll/domain/report/report';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { addMenuItem, newKey } from '../bill/testing/shop.ts';
import { seededRandom } from '../stock/testing/random-stock.ts';
import { expectedPrices } from './testing/expected-prices.ts';
import { readRawData } from './testing/raw-data.ts';

const bills = 24;

/** Returns rows as texts, sorted by their content. */
const sorted = (rows: readonly ReportRow[]): string[] =>
  rows.map((row) => JSON.stringify(Object.entries(row).toSorted(([a], [b]) => a.localeCompare(b)))).toSorted();

eachEngine('the reports on promotions, sets and prices that differ', (on) => {
  let app: TestApp;
  let manager: SignedIn;
  const random = seededRandom(5);
  const below = (max: number): number => Math.floor(random() * max);
  const items = { pizza: 0, juice: 0, rice: 0, soup: 0, tea: 0, lunch: 0 };
  const groups = { main: 0, side: 0, drink: 0 };

  const call = async <T = Bill>(key: string, body: object): Promise<T> => {
    const { status, body: answer } = await app.call(key as never, { as: manager, body });
    expect([key, status, answer.errors ?? answer.message]).toEqual([key, 200, undefined]);
    return answer as T;
  };
  const create = async (key: string, body: object): Promise<number> =>
    (await call<{ id: number }>(key, { key: newKey(), ...body })).id;
  const report = (key: string, more: object = {}) =>
    call<{ rows: ReportRow[]; totals: Record<string, number>; range: { from: string; to: string } }>('report.run', {
      reportKey: key,
      range: 'Today',
      compareTo: 'None',
      filters: {},
      ...more,
    });

  async function addMenu(): Promise<void> {
    const menuId = await create('menu.create', { name: 'All' });
    const categoryId = await create('category.create', { name: 'All', menuIds: [menuId] });
    const item = (name: string, sizes: readonly [string, number, number?][], more: object = {}) =>
      addMenuItem(app.store, app.cafe, {
        name,
        sizes: JSON.stringify(
          sizes.map(([value, sellingPrice, costPrice], place) => ({
            value,
            sellingPrice,
            isDefault: place === 0,
            ...(costPrice && { costPrice }),
          })),
        ),
        category_ids: JSON.stringify([categoryId]),
        ...more,
      });
    items.pizza = await item('Pizza', [
      ['Small', 8333, 2100],
      ['Large', 12_999, 3300],
    ]);
    items.juice = await item('Juice', [['Regular', 3500, 777]], { gst_mode: 'Inclusive' });
    items.rice = await item('Rice', [['Regular', 6500, 1500]], { is_sold_by_weight: true });
    items.soup = await item('Soup', [['Regular', 3000]], { gst_mode: 'Exempt' });
    items.tea = await item('Tea', [['Regular', 1500, 400]]);
    const group = (name: string, ...choices: readonly object[]) =>
      create('choice_group.create', { name, choose: 1, choices });
    groups.main = await group('Main', { menuItemId: items.pizza, size: 'Small' });
    groups.side = await group('Side', { menuItemId: items.soup });
    groups.drink = await group('Drink', { menuItemId: items.juice, extraPrice: 500 }, { menuItemId: items.tea });
    items.lunch = await create('menu_item.create', {
      name: 'Lunch Set',
      categoryIds: [categoryId],
      type: 'NA',
      isSet: true,
      sizes: [{ value: 'Regular', sellingPrice: 9900, isDefault: true }],
      choiceGroupIds: [groups.main, groups.side, groups.drink],
    });
  }

  async function addRules(): Promise<void> {
    const promotion = (name: string, more: object) =>
      create('promotion.create', { name, combines: 'OnePerUnit', status: 'Published', ...more });
    await promotion('Three for two', { type: 'BuyGet', itemIds: [items.pizza], buyQty: 2, getQty: 1, percent: 100 });
    await promotion('Juice hour', { type: 'PercentOff', itemIds: [items.juice], percent: 15 });
    await promotion('Set day', { type: 'AmountOff', itemIds: [items.lunch], amount: 777 });
    await promotion('Big spender', { type: 'BillOff', percent: 7, minSpend: 20_000 });
    const listed = { kind: 'Offer', status: 'Published', roundTo: 0 };
    await create('price_list.create', {
      name: 'Tea time',
      ...listed,
      prices: [{ menuItemId: items.tea, price: 1100 }],
    });
  }

  const line = (menuItemId: number, qty: number, more: object = {}) => ({ key: newKey(), menuItemId, qty, ...more });

  function lunch(qty = 1 + below(3), setPrice = 9900): object[] {
    const head = { ...line(items.lunch, qty), index: 1, setPrice };
    const part = (menuItemId: number, choiceGroupId: number, place: number, size = 'Regular') => ({
      ...line(menuItemId, qty, { size, parentKey: head.key, choiceGroupId }),
      index: 1 + place / 100,
    });
    const drink = random() < 0.5 ? items.juice : items.tea;
    return [
      head,
      part(items.pizza, groups.main, 1, 'Small'),
      part(items.soup, groups.side, 2),
      part(drink, groups.drink, 3),
    ];
  }

  function someItems(): object[] {
    const discount = { type: 'Percent', value: 10, reason: 'Late' };
    const made = [
      () => [line(items.pizza, 1 + below(4), { size: random() < 0.5 ? 'Small' : 'Large' })],
      () => [line(items.juice, 1 + below(3), random() < 0.3 ? { discount } : {})],
      () => [line(items.rice, (200 + below(900)) / 1000, random() < 0.4 ? { sellingPrice: 5555 } : {})],
      () => [line(items.tea, 1 + below(3), random() < 0.2 ? { isComp: true } : {})],
      lunch,
    ];
    return Array.from({ length: 1 + below(4) }, () => made[below(made.length)]?.() ?? []).flat();
  }

  async function pay(bill: Bill): Promise<Bill> {
    return call('bill.pay', {
      key: bill.key,
      seen: { itemKeys: bill.items.map(({ key }) => key), total: bill.total },
      payments: bill.total === 0 ? [] : [{ key: newKey(), method: 'Card', amount: bill.total, reference: '1' }],
    });
  }

  /** Refunds an item by card, or all that is left without one; what the server says is due is paid. */
  async function giveBack(paid: Bill, item: BillItem | null, qty: number): Promise<void> {
    const back = { billId: paid.key, reason: 'Cold', ...(item && { items: [{ key: item.key, qty }] }) };
    const refund = (amount: number) =>
      app.call('bill.refund' as never, {
        as: manager,
        body: { key: newKey(), ...back, payments: [{ key: newKey(), method: 'Card', amount, reference: '1' }] },
      });
    const short = await refund(1);
    if (short.body.reason === 'paymentShort') await refund(1 + Number(short.body.due));
  }

  async function serve(slot: number): Promise<void> {
    const bill = await call('bill.create', {
      key: newKey(),
      type: 'Table',
      slot: String(slot),
      items: someItems(),
      ...(random() < 0.3 && { discountPercentage: 5 }),
    });
    const paid = await pay(bill);
    if (random() < 0.4) return;
    const sold = paid.items.filter((item) => !item.isVoid && !item.isComp && item.setPrice === undefined);
    const one = sold[below(sold.length)];
    if (!one) return;
    await giveBack(paid, random() < 0.5 ? one : null, one.qty > 1 ? 1 : one.qty);
  }

  /** Returns what the bills say of prices that differ. */
  async function expectedDifferences(): Promise<readonly ReportRow[]> {
    const { range } = await report('price-differences');
    const raw = await readRawData(app.store, app.cafe);
    return expectedPrices['price-differences']?.(raw, { ...range, today: range.to, filters: {} }) ?? [];
  }

  beforeAll(async () => {
    app = await testApp(on);
    manager = await app.signIn('Manager');
    await create('shift.create', { openingBalance: 0 });
    await addMenu();
    await addRules();
    for (let slot = 1; slot <= bills; slot += 1) await serve(slot);
  });

  it('each report equals the bills, refunds too, to the laari', async () => {
    const raw = await readRawData(app.store, app.cafe);
    for (const [key, expected] of Object.entries(expectedPrices)) {
      const { rows, range } = await report(key);
      expect(rows.length, key).toBeGreaterThan(1);
      expect([key, sorted(rows)]).toEqual([key, sorted(expected(raw, { ...range, today: range.to, filters: {} }))]);
      expect((await report(key, { range: 'Yesterday' })).rows).toEqual([]);
    }
    const sold = raw.bills.filter(({ status }) => status === 'Complete');
    const refunds = sold.filter(({ refundOfId }) => refundOfId !== null);
    const sumOf = (of: (bill: Bill) => number) => sold.reduce((sum, bill) => sum + of(bill), 0);
    const taken = sumOf((bill) => bill.promotion ?? 0);
    expect(refunds.some(({ promotion = 0 }) => promotion < 0)).toBe(true);
    expect((await report('promotions')).totals['off']).toBe(taken);
    expect((await report('promotion-margin')).totals['promotions']).toBe(taken);
    const { rows } = await report('price-differences');
    expect(rows.map(({ why }) => why)).toEqual(expect.arrayContaining(['Price list', 'Price typed by a person']));
  });

  it('counts each use of a bundle, and names the list that made the price, not the one before it', async () => {
    const dish = (name: string, sellingPrice: number) => {
      const sizes = JSON.stringify([{ value: 'Regular', sellingPrice, isDefault: true }]);
      return addMenuItem(app.store, app.cafe, { name, sizes });
    };
    const sold = async (...items: readonly object[]) =>
      pay(await call('bill.create', { key: newKey(), type: 'Takeaway', slot: '1', items }));
    const rowsOf = async (key: string, name: string, value: string) =>
      (await report(key)).rows.filter((row) => row[name] === value);
    const [coffee, bun, plate] = [await dish('Coffee', 6500), await dish('Bun', 3500), await dish('Plate', 19_000)];
    const parts = [coffee, bun].map((menuItemId) => ({ menuItemId, qty: 1 }));
    await create('promotion.create', { name: 'Pairs', type: 'Bundle', price: 8000, parts, status: 'Published' });
    await sold(line(coffee, 3), line(bun, 3));
    expect(await rowsOf('promotions', 'promotion', 'Pairs')).toMatchObject([{ bills: 1, uses: 3, off: 6000 }]);
    const list = (name: string, kind: string, price: number) =>
      create('price_list.create', { name, kind, status: 'Published', prices: [{ menuItemId: plate, price }] });
    await list('Staff', 'Base', 18_000);
    await list('Evening, all', 'Offer', 17_000);
    await sold(line(plate, 1));
    expect(await rowsOf('price-differences', 'item', 'Plate')).toMatchObject([
      { list: 'Evening, all', before: 19_000, amount: 17_000 },
    ]);
  });

  it('a weight that comes back in parts leaves nothing, and each part takes its share of what was paid', async () => {
    const sizes = JSON.stringify([{ value: 'Regular', sellingPrice: 6500, isDefault: true }]);
    const fish = await addMenuItem(app.store, app.cafe, { name: 'Fish', sizes, is_sold_by_weight: true });
    const items = [line(fish, 0.999, { sellingPrice: 5555 })];
    const paid = await pay(await call('bill.create', { key: newKey(), type: 'Takeaway', slot: '1', items }));
    const rows = async () => (await report('price-differences')).rows.filter(({ item }) => item === 'Fish');
    expect(await rows()).toMatchObject([{ qty: 0.999, before: 6494, amount: 5549 }]);
    const left = [
      { qty: 0.666, before: 4329, amount: 3699 },
      { qty: 0.333, before: 2165, amount: 1850 },
      { qty: 0, before: 0, amount: 0 },
    ];
    for (const rest of left) {
      await giveBack(paid, paid.items[0] as BillItem, 0.333);
      expect(await rows()).toMatchObject([rest]);
    }
    const expected = await expectedDifferences();
    expect(sorted(await rows())).toEqual(sorted(expected.filter(({ item }) => item === 'Fish')));
  });

  let setWeek: Promise<number> | undefined;

  /** Sells two sets at the price of a list. */
  async function sellListed(): Promise<Bill> {
    const prices = [{ menuItemId: items.lunch, price: 9000 }];
    setWeek ??= create('price_list.create', { name: 'Set week', kind: 'Offer', status: 'Published', prices });
    await setWeek;
    return pay(await call('bill.create', { key: newKey(), type: 'Takeaway', slot: '1', items: lunch(2, 9000) }));
  }

  it('a set that comes back leaves nothing of the price of its list', async () => {
    const rows = async () => (await report('price-differences')).rows.filter(({ list }) => list === 'Set week');
    const paid = await sellListed();
    expect(await rows()).toMatchObject([{ item: 'Lunch Set', qty: 2, before: 19_800, amount: 18_000 }]);
    await giveBack(paid, paid.items.find(({ setPrice }) => setPrice !== undefined) ?? null, 1);
    expect(await rows()).toMatchObject([{ item: 'Lunch Set', qty: 1, before: 9900, amount: 9000 }]);
    const expected = (await expectedDifferences()).filter(({ list }) => list === 'Set week');
    expect(sorted(await rows())).toEqual(sorted(expected));
    await giveBack(paid, null, 0);
    expect(await rows()).toMatchObject([{ item: 'Lunch Set', qty: 0, before: 0, amount: 0 }]);
  });

  it('a set whose parts come back one by one is given back with the last of them', async () => {
    const counts = async () => [
      (await report('sets')).rows.find(({ set, part }) => set === 'Lunch Set' && part === '')?.['sets'],
      (await report('price-differences')).rows.find(({ list }) => list === 'Set week')?.['qty'],
    ];
    const paid = await sellListed();
    const [sets = 0, listed = 0] = (await counts()) as number[];
    const parts = paid.items.filter(({ ofSet }) => ofSet !== undefined);
    const after: (readonly unknown[])[] = [];
    for (const qty of [1, 1])
      for (const part of parts) {
        await giveBack(paid, part, qty);
        after.push(await counts());
      }
    const left = (back: number) => [sets - back, listed - back];
    expect(after).toEqual([left(0), left(0), left(1), left(1), left(1), left(2)]);
    const expected = await expectedDifferences();
    const rows = (await report('price-differences')).rows.filter(({ list }) => list === 'Set week');
    expect(sorted(rows)).toEqual(sorted(expected.filter(({ list }) => list === 'Set week')));
  });

  it('are offered with the permission of prices alone', async () => {
    const titles = async (as: SignedIn) =>
      ((await app.call('report.list' as never, { as })).body as readonly { key: string }[]).map(({ key }) => key);
    expect(await titles(manager)).toEqual(expect.arrayContaining(Object.keys(expectedPrices)));
    const waiter = await app.signIn('User');
    const { status } = await app.call('report.run' as never, {
      as: waiter,
      body: { reportKey: 'promotions', range: 'Today', compareTo: 'None', filters: {} },
    });
    expect(status).toBe(403);
  });
});
