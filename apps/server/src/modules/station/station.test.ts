import type { Bill } from '@atoll/domain/bill/bill';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import type { KitchenTicket } from '@atoll/domain/kitchen/kitchen-ticket';
import { firstStations } from '@atoll/domain/outlet/station';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { freshOutlet } from '../../testing/fresh-outlet.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { newKey } from '../bill/testing/shop.ts';

eachEngine('stations', (on) => {
  let app: TestApp;
  let admin: SignedIn;
  let outlet: number;
  let slot = 0;
  const ids = { mains: 0, curries: 0, curry: 0, burger: 0, juice: 0 };

  beforeAll(async () => {
    app = await testApp(on);
    ({ outlet, admin } = await freshOutlet(app));
    await done('shift.create', { key: newKey(), openingBalance: 0 });
    const menu = await done('menu.create', { key: newKey(), name: 'Menu' });
    const category = async (name: string) =>
      (await done('category.create', { key: newKey(), name, menuIds: [menu.id] })).id;
    ids.mains = await category('Mains');
    ids.curries = await category('Curries');
    const item = async (name: string, type: string, categoryId: number) =>
      (
        await done('menu_item.create', {
          key: newKey(),
          name,
          type,
          categoryIds: [categoryId],
          sizes: [{ value: 'Medium', sellingPrice: 5000, isDefault: true }],
        })
      ).id;
    ids.curry = await item('Fish Curry', 'Kitchen', ids.curries);
    ids.burger = await item('Lagoon Burger', 'Kitchen', ids.mains);
    ids.juice = await item('Juice', 'Bar', ids.mains);
  });

  const call = (key: string, more: object) => app.call(key as never, { as: admin, outlet, ...more });
  const done = async (key: string, body: object): Promise<{ id: number; version: number }> => {
    const answer = await call(key, { body });
    expect([key, answer.status, answer.body.errors ?? answer.body.message]).toEqual([key, 200, undefined]);
    return answer.body;
  };
  const station = (code: string, more: object = {}) => ({ key: newKey(), name: `Station ${code}`, code, ...more });
  const line = (menuItemId: number, more: object = {}) => ({
    key: newKey(),
    menuItemId,
    size: 'Medium',
    qty: 1,
    createdAt: new Date(app.now()).toISOString(),
    ...more,
  });
  const order = async (items: object[], more: object = {}): Promise<Bill> => {
    slot += 1;
    return (await done('bill.create', { key: newKey(), type: 'Table', slot: String(slot), items, ...more })) as never;
  };
  const tickets = async ({ key }: Bill): Promise<KitchenTicket[]> =>
    (await call('kitchen.tickets', { query: { bill: key } })).body;
  const stationsOf = (bill: Bill) => bill.items.map((item) => item.station);
  const outletNow = async () => (await call('app.findOutlet', { params: { id: outlet } })).body;

  it('[R23.17] has kitchen, bar and grill from the start, and sends tills and bills no field until one is changed', async () => {
    const list = (await call('station.list', {})).body as { code: string; name: string; types: string[] }[];
    expect(list.map(({ code, name, types }) => [code, name, types[0]]).toReversed()).toEqual(
      firstStations.map(({ code, name, types = [] }) => [code, name, types[0]]),
    );
    expect((await outletNow()).stations).toBeUndefined();
    const bill = await order([line(ids.curry), line(ids.juice)]);
    expect(bill.items.every((item) => !('station' in item))).toBe(true);
    expect((await tickets(bill)).map((each) => [each.station, each.type, each.number])).toEqual([
      ['KITCHEN', 'Kot', 1],
      ['BAR', 'Bot', 1],
    ]);
  });

  it('[R23.18] gives an item its station when it is made, which it keeps when rules change or the station is removed', async () => {
    const made = await done('station.create', station('CURRY', { categoryIds: [ids.curries] }));
    app.advance(1000);
    const bill = await order([line(ids.curry), line(ids.burger), line(ids.juice)]);
    expect(stationsOf(bill)).toEqual(['CURRY', 'KITCHEN', 'BAR']);
    expect((await tickets(bill)).map((each) => [each.station, each.type])).toEqual([
      ['CURRY', 'Kot'],
      ['BAR', 'Bot'],
      ['KITCHEN', 'Kot'],
    ]);
    expect((await outletNow()).stations).toContainEqual({
      code: 'CURRY',
      name: 'Station CURRY',
      ticketType: 'Kot',
      categoryIds: [ids.curries],
      sort: 0,
    });
    await call('station.delete', { params: { id: made.id } });
    expect((await outletNow()).stations).toContainEqual(expect.objectContaining({ code: 'CURRY', isRemoved: true }));
    const [curry] = bill.items;
    const body = {
      id: bill.id,
      key: bill.key,
      version: bill.version,
      type: bill.type,
      slot: bill.slot,
      items: [line(ids.curry), { ...line(ids.curry), key: curry?.key, isVoid: true, voidReason: 'Not wanted' }],
    };
    const after = (await call('bill.update', { body })).body as Bill;
    expect(after.items.map((item) => [item.station, item.isVoid])).toEqual([
      ['CURRY', true],
      ['KITCHEN', false],
      ['BAR', false],
      ['KITCHEN', false],
    ]);
    const voided = (await tickets(after)).filter(({ kind }) => kind === 'Cancel');
    expect(voided.map((each) => [each.station, each.lines[0]?.name])).toEqual([['CURRY', 'Fish Curry']]);
  });

  it('[R23.18] takes the station to which a till sent an item, where the outlet knows it, and that of the type for older items', async () => {
    await done('station.create', station('ROOF', { types: ['Kitchen'] }));
    const before = new Date(app.now() - 10_000).toISOString();
    app.advance(1000);
    const bill = await order([
      line(ids.burger),
      line(ids.burger, { station: 'GRILL' }),
      line(ids.burger, { station: 'CURRY' }),
      line(ids.burger, { station: 'MOON' }),
      line(ids.burger, { createdAt: before }),
    ]);
    expect(stationsOf(bill)).toEqual(['ROOF', 'GRILL', 'CURRY', 'ROOF', 'KITCHEN']);
  });

  it('[R23.19] sends a modifier to its own station with the name of its item, and tells tills in the menu', async () => {
    const [bar] = ((await call('station.list', {})).body as { id: number; code: string }[]).filter(
      ({ code }) => code === 'BAR',
    );
    const group = {
      key: newKey(),
      name: 'Sides',
      maxChoices: 2,
      options: [
        { name: 'Iced tea', priceDelta: 0, stationId: bar?.id },
        { name: 'Chips', priceDelta: 0 },
      ],
    };
    const { id: groupId } = await done('modifier_group.create', group);
    const item = (await call('menu_item.find', { params: { id: ids.curry } })).body;
    await done('menu_item.update', { id: ids.curry, version: item.version, modifierGroupIds: [groupId] });
    const [menu] = (await call('menu.get', {})).body as {
      categories: {
        menuItems: { id: number; modifierGroups?: { options: { optionId: number; station?: string }[] }[] }[];
      }[];
    }[];
    const options = menu?.categories.flatMap(({ menuItems }) => menuItems).find(({ id }) => id === ids.curry)
      ?.modifierGroups?.[0]?.options;
    expect(options?.map(({ station: code }) => code)).toEqual(['BAR', undefined]);
    const modifiers = (options ?? []).map(({ optionId }) => ({ optionId, name: '', priceDelta: 0 }));
    app.advance(1000);
    const bill = await order([line(ids.curry, { modifiers })]);
    expect(bill.items[0]?.modifiers.map(({ name, station: code }) => [name, code])).toEqual([
      ['Iced tea', 'BAR'],
      ['Chips', undefined],
    ]);
    const [maker, also] = (await tickets(bill)).toSorted((a, b) => (a.station < b.station ? 1 : -1));
    expect([maker?.lines[0]?.modifiers, also?.station, also?.lines[0]]).toMatchObject([
      ['Iced tea', 'Chips'],
      'BAR',
      { name: 'Fish Curry', modifiers: ['Iced tea'] },
    ]);
  });

  it('[R23.20] marks a line as done, makes the ticket Ready with the last one, and takes both back', async () => {
    const bill = await order([line(ids.burger, { station: 'GRILL' }), line(ids.burger, { station: 'GRILL' })]);
    const [ticket] = await tickets(bill);
    const [first, last] = bill.items.map(({ key }) => key);
    const mark = async (lineKeys: unknown[], more: object = {}) => {
      const { status, body } = await call('kitchen.bump', { body: { key: ticket?.key, lineKeys, ...more } });
      const lines = (body.lines ?? []) as { isDone?: boolean }[];
      return [status, body.state ?? body.reason, lines.filter(({ isDone }) => isDone).length];
    };
    expect(await mark([first])).toEqual([200, 'Preparing', 1]);
    expect(await mark([first])).toEqual([200, 'Preparing', 1]);
    expect(await mark([last])).toEqual([200, 'Ready', 2]);
    expect(await mark([last], { isDone: false })).toEqual([200, 'Recalled', 1]);
    expect(await mark([newKey()])).toEqual([404, 'notFound', 0]);
    expect((await call('kitchen.bump', { body: { key: ticket?.key } })).status).toBe(422);
    // Voiding what is not done leaves only what is.
    const body = {
      id: bill.id,
      key: bill.key,
      version: bill.version,
      type: bill.type,
      slot: bill.slot,
      items: [{ ...line(ids.burger), key: last, isVoid: true, voidReason: 'Not wanted' }],
    };
    await call('bill.update', { body });
    const after = (await tickets(bill)).find(({ key }) => key === ticket?.key);
    expect([after?.state, after?.lines.map(({ isDone, isVoid }) => isDone ?? isVoid)]).toEqual(['Ready', [true, true]]);
    const step = async (state: string) => (await call('kitchen.bump', { body: { key: ticket?.key, state } })).body;
    await step('Served');
    expect(await mark([first], { isDone: false })).toEqual([409, 'ticketState', 0]);
    const recalled = await step('Recalled');
    expect(recalled.lines.some(({ isDone }: { isDone?: boolean }) => isDone)).toBe(false);
  });

  it('refuses what a station cannot be, and to remove kitchen, bar and grill', async () => {
    const errorsOf = async (more: object) =>
      (await call('station.create', { body: station('WRONG', more) })).body.errors;
    expect(await errorsOf({ code: 'Pizza oven' })).toEqual({
      code: 'Code may have capital letters and digits only',
    });
    expect(await errorsOf({ code: 'KITCHEN' })).toMatchObject({ code: expect.any(String) });
    expect(await errorsOf({ amberMinutes: 9, redMinutes: 9 })).toEqual({ redMinutes: 'Red must come after yellow' });
    expect(await errorsOf({ printers: ['a', 'b', 'c', 'd', 'e'] })).toEqual({
      printers: 'Printers may have at most 4 entries',
    });
    expect(await errorsOf({ sectionIds: ['7'] })).toEqual({ sectionIds: 'Section not found' });
    const gone = await call('station.delete', { params: { id: 1 } });
    expect([gone.status, gone.body.details]).toEqual([
      422,
      'Every outlet has Kitchen, Bar and Grill. Take their items away instead',
    ]);
    const list = (await call('station.list', {})).body as { code: string }[];
    expect(list.map(({ code }) => code)).toContain('KITCHEN');
  });
});
