import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import { swapKey } from '@atoll/domain/bill/set-menu/set-menu';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import type { KitchenTicket } from '@atoll/domain/kitchen/kitchen-ticket';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { addMenuItem, newKey } from '../bill/testing/shop.ts';
import { addItem, addRecipe, addStorage } from '../stock/testing/test-stock.ts';

eachEngine('set menus', (on) => {
  let app: TestApp;
  let manager: SignedIn;
  let waiter: SignedIn;
  let slot = 0;
  let category = 0;
  const items = { rice: 0, soup: 0, juice: 0, tea: 0, lunch: 0 };
  const groups = { main: 0, side: 0, drink: 0 };

  beforeAll(async () => {
    app = await testApp(on);
    await signIn();
    await asManager('shift.create', { key: newKey(), openingBalance: 0 });
    const menu = await asManager('menu.create', { key: newKey(), name: 'Lunch' });
    const { id: categoryId } = await asManager('category.create', { key: newKey(), name: 'Lunch', menuIds: [menu.id] });
    category = categoryId;
    const item = (name: string, sellingPrice: number, more: object = {}) =>
      addMenuItem(app.store, app.cafe, {
        name,
        type: 'Kitchen',
        sizes: JSON.stringify([{ value: 'Regular', sellingPrice, isDefault: true }]),
        category_ids: JSON.stringify([categoryId]),
        ...more,
      });
    items.rice = await item('Rice', 6500);
    items.soup = await item('Soup', 3000, { gst_mode: 'Exempt' });
    items.juice = await item('Juice', 3500, { type: 'Bar' });
    items.tea = await item('Tea', 1500, { type: 'Bar' });
    const group = async (name: string, ...choices: readonly { menuItemId: number; extraPrice?: number }[]) =>
      (await asManager('choice_group.create', { key: newKey(), name, choose: 1, choices })).id;
    groups.main = await group('Main', { menuItemId: items.rice });
    groups.side = await group('Side', { menuItemId: items.soup });
    groups.drink = await group('Drink', { menuItemId: items.juice, extraPrice: 500 }, { menuItemId: items.tea });
    const lunch = await asManager('menu_item.create', {
      key: newKey(),
      name: 'Lunch Set',
      categoryIds: [categoryId],
      type: 'NA',
      sizes: [{ value: 'Regular', sellingPrice: 9900, isDefault: true }],
      isSet: true,
      choiceGroupIds: [groups.main, groups.side, groups.drink],
    });
    items.lunch = lunch.id;
  });
  beforeEach(() => signIn());
  const signIn = async () => {
    manager = await app.signIn('Manager');
    waiter = await app.signIn('User');
  };
  const call = async (key: string, as: SignedIn, body?: object) =>
    app.call(key as never, { as, ...(body && { body }) });
  const asManager = async (key: string, body: object): Promise<{ id: number; version: number }> => {
    const answer = await call(key, manager, body);
    expect([key, answer.status, answer.body.errors ?? answer.body.message]).toEqual([key, 200, undefined]);
    return answer.body;
  };
  /** Returns a set as a till sends it: 49.50, 22.85 and 26.65 with an extra of 5.00. */
  const lunchSet = ({ qty = 1, drink = items.juice, prices = [4950, 2285, 3165], setPrice = 9900 } = {}) => {
    const head = { key: newKey(), index: 1, menuItemId: items.lunch, sellingPrice: 0, setPrice, qty };
    const part = (menuItemId: number, choiceGroupId: number, place: number) => ({
      key: newKey(),
      index: 1 + (place + 1) / 100,
      menuItemId,
      size: 'Regular',
      parentKey: head.key,
      choiceGroupId,
      sellingPrice: prices[place],
      qty,
    });
    return [head, part(items.rice, groups.main, 0), part(items.soup, groups.side, 1), part(drink, groups.drink, 2)];
  };
  const place = () => {
    slot += 1;
    return { key: newKey(), type: 'Takeaway', slot: String(slot) };
  };
  const order = async (sent: readonly object[], more: object = {}): Promise<Bill> => {
    const { status, body } = await call('bill.create', waiter, { ...place(), items: sent, ...more });
    expect([status, body.message]).toEqual([200, undefined]);
    return body as Bill;
  };
  const update = ({ key, type, slot: at, version }: Bill, sent: readonly object[], as = waiter) =>
    call('bill.update', as, { key, type, slot: at, version, items: sent, changed: [] });
  const pricesOf = ({ items: lines }: Pick<Bill, 'items'>) =>
    lines.filter(({ isVoid }) => !isVoid).map(({ name, sellingPrice }) => `${name} ${sellingPrice}`);
  const partOf = (bill: Bill, name: string) => bill.items.find((item) => item.name === name) as BillItem;

  it('case 9: the API has three sets as 148.50 + 68.55 + 94.95 = 312.00, and tills get the choices', async () => {
    const bill = await order(lunchSet({ qty: 3 }));
    expect(bill.subTotal).toBe(31_200);
    expect(pricesOf(bill)).toEqual(['Lunch Set 0', 'Rice 4950', 'Soup 2285', 'Juice 3165']);
    expect(bill.items.map(({ setPrice, extraPrice, gstMode }) => [setPrice, extraPrice, gstMode])).toEqual([
      [9900, undefined, 'Exclusive'],
      [undefined, undefined, 'Exclusive'],
      [undefined, undefined, 'Exempt'],
      [undefined, 500, 'Exclusive'],
    ]);
    const { body } = await call('prices.get', waiter);
    expect(body.choices.map(({ name }: { name: string }) => name)).toEqual(['Main', 'Side', 'Drink']);
    const { body: menus } = await call('menu.get', waiter);
    const sold = menus.flatMap(({ categories }: never) =>
      (categories as { menuItems: object[] }[]).flatMap((one) => one.menuItems),
    );
    expect(sold.find(({ id }: { id: number }) => id === items.lunch).choiceGroupIds).toEqual(Object.values(groups));
  });

  it('prices a set by its own menu, whatever a till sends', async () => {
    const cheap = await order(lunchSet({ prices: [1, 1, 1], setPrice: 3 }));
    expect([cheap.subTotal, pricesOf(cheap)]).toEqual([
      10_400,
      ['Lunch Set 0', 'Rice 4950', 'Soup 2285', 'Juice 3165'],
    ]);
    // Something that the set does not offer costs its own price, and a set without a part is sold and flagged.
    const [head, rice, soup] = lunchSet();
    const other = await order([head, rice, soup, { ...soup, key: newKey(), menuItemId: items.juice }] as object[]);
    expect(other.items.find(({ name }) => name === 'Juice')).toMatchObject({ sellingPrice: 3500 });
    expect(other.items.find(({ name }) => name === 'Juice')?.parentKey).toBeUndefined();
    expect(other.subTotal).toBe(9900 + 3500);
    expect(partOf(other, 'Lunch Set').priceFlag).toBe('ChoiceMissing');
  });

  it('a till of an earlier release sells a set as an item at its price', async () => {
    const bill = await order([{ key: newKey(), menuItemId: items.lunch, size: 'Regular', sellingPrice: 9900, qty: 2 }]);
    expect([bill.subTotal, bill.items[0]?.setPrice, bill.items[0]?.priceFlag]).toEqual([
      19_800,
      undefined,
      'ChoiceMissing',
    ]);
  });

  it('names the items of its choices, in the list of sets and in the form', async () => {
    const { body: list } = await call('choice_group.list', manager);
    const namesIn = (group: { choices: { menuItemName: string }[] }) =>
      group.choices.map(({ menuItemName }) => menuItemName);
    expect((list as never as Parameters<typeof namesIn>[0][]).map((group) => namesIn(group).join())).toEqual(
      expect.arrayContaining(['Juice,Tea', 'Rice', 'Soup']),
    );
    const { body: one } = await app.call(
      'choice_group.find' as never,
      { as: manager, params: { id: groups.drink } } as never,
    );
    expect(namesIn(one)).toEqual(['Juice', 'Tea']);
  });

  it('[R21.23] counts the choices that a till had until PriceWindowHours before, and marks the set', async () => {
    const { body } = await call('prices.get', waiter);
    const group = body.choices.find(({ name }: { name: string }) => name === 'Drink');
    const found = await app.call('choice_group.find' as never, { as: manager, params: { id: group.id } } as never);
    const { version } = found.body;
    const choices = [{ menuItemId: items.tea, extraPrice: 0 }];
    const changed = await asManager('choice_group.update', { id: group.id, version, choices });
    app.advance(60_000);
    const sent = lunchSet().map((item) => ({ ...item, rulesVersion: body.version }));
    const bill = await order(sent);
    expect([bill.subTotal, partOf(bill, 'Lunch Set').priceFlag]).toEqual([10_400, 'OldRules']);
    app.advance(24 * 3_600_000);
    await signIn();
    const late = await order(lunchSet().map((item) => ({ ...item, rulesVersion: body.version })));
    expect([late.subTotal, partOf(late, 'Lunch Set').priceFlag]).toEqual([9900 + 3500, 'ChoiceMissing']);
    await asManager('choice_group.update', { id: group.id, version: changed.version, choices: group.choices });
  });

  it('[R21.27] refuses to void a part alone and voids a set with all its parts; a swapped part keeps the price of the set', async () => {
    const bill = await order(lunchSet());
    const juice = partOf(bill, 'Juice');
    const voided = { ...juice, isVoid: true, voidReason: 'Wrong' };
    const alone = await update(bill, [voided]);
    expect([alone.status, alone.body.reason, alone.body.message]).toEqual([
      409,
      'setPart',
      'Swap this part, or void the whole set',
    ]);
    const tea = { ...juice, key: swapKey(juice.key), menuItemId: items.tea, sellingPrice: 1 };
    const beside = await update(bill, [tea]);
    expect(beside.body.reason).toBe('setPart');
    const { body: swapped } = await update(bill, [voided, tea]);
    expect([swapped.subTotal, pricesOf(swapped)]).toEqual([
      9900,
      ['Lunch Set 0', 'Rice 4950', 'Soup 2285', 'Tea 2665'],
    ]);
    // Another till swaps the same part: the first one stays.
    const { body: again } = await update(bill, [voided, { ...tea, menuItemId: items.juice }]);
    expect(pricesOf(again)).toEqual(pricesOf(swapped));
    const { body: gone } = await update(swapped, [{ ...partOf(bill, 'Lunch Set'), isVoid: true, voidReason: 'Left' }]);
    expect([gone.subTotal, pricesOf(gone)]).toEqual([0, []]);
    // What another till swaps in at that time is void with its set.
    const late = await update(bill, [{ ...tea, key: swapKey(swapKey(juice.key)) }]);
    expect([late.status, late.body.subTotal]).toEqual([200, 0]);
  });

  it('moves as a whole, and its sums are those of its parts', async () => {
    const bill = await order(lunchSet({ qty: 2 }));
    const to = { type: 'Takeaway', slot: String((slot += 1)) };
    const from = { key: bill.key };
    const part = await call('bill.transfer', manager, { from, to, items: [partOf(bill, 'Soup').key] });
    expect([part.status, part.body.reason]).toEqual([409, 'setPart']);
    const moved = await call('bill.transfer', manager, { from, to, items: [partOf(bill, 'Lunch Set').key] });
    expect(moved.body.subTotal).toBe(20_800);
    const split = await call('bill.split', manager, {
      billId: moved.body.key,
      items: [{ key: partOf(moved.body, 'Lunch Set').key, qty: 1 }],
    });
    expect(split.body.map(({ subTotal }: Bill) => subTotal)).toEqual([10_400, 10_400]);
  });

  it('[R21.27] a part that a till swaps after its set was moved is swapped on the bill of the set, which stays whole', async () => {
    const bill = await order(lunchSet());
    const juice = partOf(bill, 'Juice');
    const voided = { ...juice, isVoid: true, voidReason: 'Wrong' };
    const tea = { ...juice, key: swapKey(juice.key), menuItemId: items.tea, sellingPrice: 1 };
    const to = { type: 'Takeaway', slot: String((slot += 1)) };
    const { body: moved } = await call('bill.transfer', manager, {
      from: { key: bill.key },
      to,
      items: [partOf(bill, 'Lunch Set').key],
    });
    const find = async () =>
      (await app.call('bill.find' as never, { as: manager, params: { id: moved.key } } as never)).body;
    // A void of the part alone changes nothing there.
    const alone = await update(bill, [voided], manager);
    expect([alone.status, pricesOf(await find())]).toEqual([
      200,
      ['Lunch Set 0', 'Rice 4950', 'Soup 2285', 'Juice 3165'],
    ]);
    const late = await update(bill, [voided, tea], manager);
    expect([late.status, late.body.subTotal]).toEqual([200, 0]);
    const whole = ['Lunch Set 0', 'Rice 4950', 'Soup 2285', 'Tea 2665'];
    expect([pricesOf(await find()), (await find()).subTotal]).toEqual([whole, 9900]);
    await update(bill, [voided, tea], manager);
    expect(pricesOf(await find())).toEqual(whole);
    // A late void of the set takes its parts with it.
    await update(bill, [{ ...partOf(bill, 'Lunch Set'), isVoid: true, voidReason: 'Left' }], manager);
    expect(pricesOf(await find())).toEqual([]);
  });

  it('[R21.27] gives back a part at its own price, and reports count the parts, not the set', async () => {
    const bill = await order(lunchSet());
    const paid = await call('bill.pay', manager, {
      key: bill.key,
      payments: [{ key: newKey(), method: 'Card', amount: bill.total }],
      seen: { itemKeys: bill.items.map(({ key }) => key), total: bill.total },
    });
    expect([paid.status, paid.body.status]).toEqual([200, 'Complete']);
    const rows = await app.store.readOutlet(app.cafe, (db) =>
      db
        .selectFrom('sold_item')
        .selectAll()
        .where('bill_id', '=', bill.id ?? 0)
        .execute(),
    );
    expect(rows.map(({ name, amount }) => `${name} ${amount}`).toSorted()).toEqual([
      'Juice 3165',
      'Rice 4950',
      'Soup 2285',
    ]);
    const back = await call('bill.refund', manager, {
      billId: bill.id,
      key: newKey(),
      reason: 'Cold soup',
      items: [{ key: partOf(bill, 'Soup').key, qty: 1 }],
      payments: [{ key: newKey(), method: 'Card', amount: 2285 }],
    });
    expect([back.status, back.body.message, back.body.total]).toEqual([200, undefined, -2285]);
  });

  /** Adds a set of 100.00 with inclusive GST: a curry of 65.00, an exempt salad of 30.00 and a cola of 35.00 with a rate of its own, each with a recipe. */
  async function addDinner() {
    await addStorage(app.store, app.cafe, 'Larder', true);
    const stock = new Map<number, string>();
    const cooked = async (menuItemId: number, name: string) => {
      const itemId = await addItem(app.store, app.cafe, { name: `${name} stock` });
      stock.set(itemId, name);
      await addRecipe(app.store, app.cafe, menuItemId, [{ itemId, qty: 100_000 }]);
      return menuItemId;
    };
    const item = async (name: string, sellingPrice: number, more: object) => {
      const sizes = JSON.stringify([{ value: 'Regular', sellingPrice, isDefault: true }]);
      return cooked(await addMenuItem(app.store, app.cafe, { name, sizes, ...more }), name);
    };
    const parts = [
      await item('Curry', 6500, { type: 'Kitchen', gst_mode: 'Exclusive' }),
      await item('Salad', 3000, { type: 'Kitchen', gst_mode: 'Exempt' }),
      await item('Cola', 3500, { type: 'Bar', gst_mode: 'Exclusive', gst_bp: 1700 }),
    ];
    const ids: number[] = [];
    for (const menuItemId of parts)
      ids.push(
        (
          await asManager('choice_group.create', {
            key: newKey(),
            name: `Dinner ${menuItemId}`,
            choose: 1,
            choices: [{ menuItemId }],
          })
        ).id,
      );
    const { id } = await asManager('menu_item.create', {
      key: newKey(),
      name: 'Dinner Set',
      categoryIds: [category],
      type: 'Kitchen',
      gstMode: 'Inclusive',
      sizes: [{ value: 'Regular', sellingPrice: 10_000, isDefault: true }],
      isSet: true,
      choiceGroupIds: ids,
    });
    await cooked(id, 'Dinner Set');
    const head = { key: newKey(), index: 1, menuItemId: id, sellingPrice: 0, setPrice: 10_000, qty: 2 };
    const [curry, salad, cola] = parts.map((menuItemId, place) => ({
      key: newKey(),
      index: 1 + (place + 1) / 100,
      menuItemId,
      size: 'Regular',
      parentKey: head.key,
      choiceGroupId: ids[place],
      qty: 2,
    }));
    return {
      stock,
      sent: [
        { ...head, courseNo: 3 },
        { ...curry, courseNo: 2 },
        { ...salad, courseNo: 1, firedAt: isoNow() },
        cola as object,
      ],
    };
  }
  const isoNow = () => new Date(app.now()).toISOString();

  it('[R21.26] its parts have station, course, recipe, rate and figures of reports, the set none; all take its kind of GST, exempt ones stay exempt', async () => {
    const { stock, sent } = await addDinner();
    const bill = await order(sent);
    const waiting = (await call('kitchen.waiting', manager)).body as {
      billKey: string;
      course: number;
      lines: { name: string }[];
    }[];
    const tickets = (await call('kitchen.tickets', manager)).body as KitchenTicket[];
    const namesOf = (lines: readonly { readonly name: string }[]) => lines.map(({ name }) => name).join();
    expect(
      tickets
        .filter(({ billKey }) => billKey === bill.key)
        .map(({ station, lines }) => `${station} ${namesOf(lines)}`)
        .toSorted(),
    ).toEqual(['BAR Cola', 'KITCHEN Salad']);
    expect(
      waiting.filter(({ billKey }) => billKey === bill.key).map(({ course, lines }) => `${course} ${namesOf(lines)}`),
    ).toEqual(['2 Curry']);
    expect(bill.items.map(({ courseNo }) => courseNo)).toEqual([undefined, 2, 1, undefined]);
    // Of 46.16 nothing, of 100.00 8 of 108 parts, of 53.84 17 of 117 parts.
    expect(
      bill.items.map(({ name, gstMode, gstPct, qty, sellingPrice }) => [name, gstMode, gstPct, qty * sellingPrice]),
    ).toEqual([
      ['Dinner Set', 'Inclusive', 8, 0],
      ['Curry', 'Inclusive', 8, 10_000],
      ['Salad', 'Exempt', 8, 4616],
      ['Cola', 'Inclusive', 17, 5384],
    ]);
    expect([bill.gst, bill.subTotal]).toEqual([741 + 782, 20_000]);
    const paid = await call('bill.pay', manager, {
      key: bill.key,
      payments: [{ key: newKey(), method: 'Card', amount: bill.total }],
      seen: { itemKeys: bill.items.map(({ key }) => key), total: bill.total },
    });
    expect([paid.status, paid.body.status]).toEqual([200, 'Complete']);
    const taken = await app.store.readOutlet(app.cafe, (db) =>
      db.selectFrom('stock_movement').select(['item_id', 'qty']).where('outlet_id', '=', app.cafe).execute(),
    );
    expect(
      taken.flatMap(({ item_id, qty }) => (stock.has(item_id) ? [`${stock.get(item_id)} ${qty}`] : [])).toSorted(),
    ).toEqual(['Cola -200000', 'Curry -200000', 'Salad -200000']);
    const config = { reportKey: 'sales-by-item', range: 'Today', compareTo: 'None', filters: {} };
    const { body: report } = await call('report.run', manager, config);
    const names = ['Dinner Set', ...stock.values()];
    expect(
      report.rows
        .filter(({ item }: { item: string }) => names.includes(item))
        .map((row: Record<string, unknown>) => [row['item'], row['qty'], row['amount']].join(' '))
        .toSorted(),
    ).toEqual(['Cola 2 5384', 'Curry 2 10000', 'Salad 2 4616']);
  });

  it('a set holds no set, and is no item with an open price', async () => {
    const body = { key: newKey(), name: 'Two sets', choose: 1, choices: [{ menuItemId: items.lunch }] };
    const group = await call('choice_group.create', manager, body);
    expect([group.status, group.body.errors]).toEqual([422, { 'choices[0].menuItemId': 'A set cannot hold a set' }]);
    const { version } = (
      await app.call('menu_item.find' as never, { as: manager, params: { id: items.rice } } as never)
    ).body;
    const set = await call('menu_item.update', manager, { id: items.rice, version, isSet: true, isOpenPrice: true });
    expect(set.body.errors).toEqual({
      choiceGroupIds: 'Choose the parts of the set',
      isOpenPrice: 'A set cannot have an open price',
      isSet: 'A set cannot hold a set',
    });
  });
});
