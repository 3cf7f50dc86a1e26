import type { Bill } from '@atoll/domain/bill/bill';
import { placesElsewhere } from '@atoll/domain/kitchen/move-ticket';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CommittedChange } from '../../platform/store/store.ts';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { mergeBills, payBill, splitBill, transferBill, updateBill, voidBill } from '../bill/service.ts';
import { addShop, line, newKey, order, payment, refusalOf, type Shop, sent, setSetting } from '../bill/testing/shop.ts';
import { changeDelivery } from '../delivery/service.ts';
import { bump, findTickets, type KitchenActor } from './service.ts';

const cook = (shop: Shop): KitchenActor => shop.admin;
const slotTypes = JSON.stringify(
  (['Table', 'Takeaway'] as const).map((type) => ({
    type,
    slotCount: 501,
    rates: [{ from: '2023-01-01T00:00:00.000Z', serviceChargePct: 0, gstPct: 8 }],
  })),
);

eachEngine('the kitchen', (on) => {
  let shop: Shop;
  let clock = Date.parse('2026-03-04T08:00:00Z');
  let slot = 0;
  const nextSlot = () => String((slot += 1));
  const made: number[] = [];
  const tickets = async (bill: Pick<Bill, 'key'>) =>
    (await findTickets(shop.store, shop.admin, clock)).filter((ticket) => ticket.billKey === bill.key);
  const bumped = (key: string, state: 'Preparing' | 'Ready' | 'Served' | 'Recalled') =>
    bump(shop.store, cook(shop), { key, state }, async (_, __, billId) => void made.push(billId));
  beforeAll(async () => {
    const store = await on.open({ now: () => clock });
    shop = await addShop(store, { outlet: { features: '["Kitchen"]', slot_types: slotTypes } });
  });

  it('[R16.4] creates a ticket per station when lines are saved, numbered per station and business day', async () => {
    const first = await order(shop, nextSlot(), [
      line(shop.menu.burger, 2, { notes: ['No chilli'] }),
      line(shop.menu.tea),
    ]);
    const second = await order(shop, nextSlot(), [line(shop.menu.burger)]);
    expect(await tickets(first)).toMatchObject([
      { station: 'KITCHEN', type: 'Kot', kind: 'New', state: 'New', number: 1, slotType: 'Table', slot: first.slot },
      { station: 'BAR', type: 'Bot', number: 1, lines: [{ name: 'Tea', qty: 1 }] },
    ]);
    expect((await tickets(first))[0]?.lines).toMatchObject([{ name: 'Burger', qty: 2, notes: ['No chilli'] }]);
    expect(await tickets(second)).toMatchObject([{ station: 'KITCHEN', number: 2 }]);
    clock += 24 * 3_600_000;
    expect(await tickets(await order(shop, nextSlot(), [line(shop.menu.burger)]))).toMatchObject([{ number: 1 }]);
  });

  it('[R35.76] a ticket carries the allergies of the customer, also when the customer is chosen after it', async () => {
    const who = { outlet_id: shop.outletId, key: newKey(), code: 'C7', name: 'Aisha', phone: '', allergies: 'Nuts' };
    const stamps = { created_at: 0, created_by: null, modified_at: 0, modified_by: null };
    const customerId = await shop.store.writeOutlet(shop.outletId, async (tx) => {
      const id = await tx.nextId('customer');
      tx.write(tx.db.insertInto('customer').values({ ...who, id, ...stamps }));
      return id;
    });
    const bill = await order(shop, nextSlot(), [line(shop.menu.burger)]);
    expect((await tickets(bill))[0]?.allergies).toBeUndefined();
    const update = { ...sent(bill.slot), key: bill.key, version: 1, customerId, items: [line(shop.menu.tea)] };
    const changed = await updateBill(shop.store, shop.waiter, update);
    expect(changed.bill.customer).toMatchObject({ name: 'Aisha', allergies: 'Nuts' });
    const found = (await tickets(bill)).map(({ station, allergies }) => `${station} ${allergies}`);
    expect(found.toSorted()).toEqual(['BAR Nuts', 'KITCHEN Nuts']);
  });

  it('[R23.21] lines say what the menu says of an item, and halal only where something on sale is not', async () => {
    const marked = async (isHalal: boolean) => {
      const own = await addShop(shop.store, { outlet: { features: '["Kitchen"]', slot_types: slotTypes } });
      await own.store.writeOutlet(own.outletId, async (tx) => {
        const marks = { allergens: '["Nuts","Milk"]', spicy: 2, is_vegetarian: true };
        const items = tx.db.updateTable('menu_item').where('outlet_id', '=', own.outletId);
        tx.write(items.set(marks).where('id', '=', own.menu.burger));
        tx.write(items.set({ is_halal: isHalal }).where('id', '=', own.menu.tea));
        tx.change({ entity: 'Menu', id: null, version: 1, action: 'Updated' });
      });
      const bill = await order(own, '1', [line(own.menu.burger), line(own.menu.tea)]);
      const found = await findTickets(own.store, own.admin, clock);
      const lines = found.filter(({ billKey }) => billKey === bill.key).flatMap((ticket) => ticket.lines);
      return Object.fromEntries(lines.map(({ name, marks }) => [name, marks]));
    };
    const marks = { allergens: ['Nuts', 'Milk'], spicy: 2, isVegetarian: true };
    expect(await marked(true)).toEqual({ Burger: marks, Tea: undefined });
    expect(await marked(false)).toEqual({ Burger: { ...marks, isHalal: true }, Tea: undefined });
  });

  it('[R23.22] tickets carry the allergies of the bill, also those that are typed after it', async () => {
    const bill = await order(shop, nextSlot(), [line(shop.menu.burger)], { allergies: 'Nuts' });
    expect((await tickets(bill))[0]?.allergies).toBe('Nuts');
    const update = { ...sent(bill.slot), key: bill.key, version: 1, changed: ['allergies' as const] };
    await updateBill(shop.store, shop.waiter, { ...update, allergies: 'Nuts, egg' });
    expect((await tickets(bill))[0]?.allergies).toBe('Nuts, egg');
  });

  it('[R23.25] says for its bill when a ticket was seen, ready and served, also an hour later', async () => {
    const bill = await order(shop, nextSlot(), [line(shop.menu.burger)]);
    const key = (await tickets(bill))[0]?.key ?? '';
    const at = () => new Date(clock).toISOString();
    const steps = [];
    for (const state of ['Preparing', 'Ready', 'Served'] as const) {
      clock += 60_000;
      steps.push(at());
      await bumped(key, state);
    }
    clock += 3_600_000;
    const ofBill = () => findTickets(shop.store, shop.admin, clock, { bill: bill.key });
    const [seenAt, readyAt, servedAt] = steps;
    expect(await ofBill()).toMatchObject([{ state: 'Served', seenAt, readyAt, servedAt }]);
    expect(await tickets(bill)).toEqual([]);
    await bumped(key, 'Recalled');
    const [again] = await ofBill();
    expect([again?.seenAt, again?.readyAt, again?.servedAt]).toEqual([seenAt, undefined, undefined]);
  });

  it('names who sent a round when that was not the waiter of the table', async () => {
    const bill = await order(shop, nextSlot(), [line(shop.menu.burger)]);
    const other = { ...shop.admin, name: 'Ali' };
    await updateBill(shop.store, other, {
      ...sent(bill.slot),
      key: bill.key,
      version: 1,
      items: [line(shop.menu.tea)],
    });
    const found = (await tickets(bill)).map(({ station, waiter, sentBy }) => `${station} ${waiter} ${sentBy}`);
    const { name } = shop.waiter;
    expect(found.toSorted()).toEqual([`BAR ${name} Ali`, `KITCHEN ${name} undefined`]);
  });

  it('[R16.4] sends each line to the kitchen once, whatever is repeated, and later lines as an addition', async () => {
    const bill = await order(shop, nextSlot(), [line(shop.menu.burger)]);
    const more = { ...sent(bill.slot), key: bill.key, items: [line(shop.menu.burger, 3)] };
    await updateBill(shop.store, shop.waiter, more);
    await updateBill(shop.store, shop.waiter, more);
    const found = await tickets(bill);
    expect(found.map(({ kind, lines }) => [kind, lines.map(({ qty }) => qty)])).toEqual([
      ['New', [1]],
      ['Add', [3]],
    ]);
  });

  it('[R35.40] gives an item by weight its unit, on the bill and its ticket, whatever the till sends', async () => {
    const items = [line(shop.menu.fish, 0.35), line(shop.menu.burger)].map((item) => ({ ...item, unit: 'box' }));
    const bill = await order(shop, nextSlot(), items);
    expect(bill.items.map(({ unit }) => unit)).toEqual(['kg', undefined]);
    expect((await tickets(bill))[0]?.lines.map(({ qty, unit }) => [qty, unit])).toEqual([
      [0.35, 'kg'],
      [1, undefined],
    ]);
  });

  it('omits items that were already printed for the kitchen', async () => {
    const bill = await order(shop, nextSlot(), [line(shop.menu.burger, 1, { sentQty: 1 }), line(shop.menu.fish)]);
    expect((await tickets(bill)).flatMap(({ lines }) => lines.map(({ name }) => name))).toEqual(['Fish']);
  });

  it('creates cancellations for voided lines that are still open, and strikes the lines', async () => {
    const items = [line(shop.menu.burger), line(shop.menu.fish)];
    const bill = await order(shop, nextSlot(), items);
    const gone = {
      ...items[0],
      key: items[0]?.key ?? '',
      menuItemId: shop.menu.burger,
      qty: 1,
      isVoid: true,
      voidReason: 'Wrong item',
    };
    await updateBill(shop.store, shop.admin, { ...sent(bill.slot), key: bill.key, items: [gone] });
    expect(await tickets(bill)).toMatchObject([
      { kind: 'New', state: 'New', lines: [{ isVoid: true }, { isVoid: false }] },
      { kind: 'Cancel', state: 'New', lines: [{ name: 'Burger' }] },
    ]);
    await voidBill(shop.store, shop.admin, { billId: bill.key, reason: 'Guest left' });
    expect(await tickets(bill)).toMatchObject([
      { kind: 'New', state: 'Void' },
      { kind: 'Cancel', lines: [{ name: 'Burger' }] },
      { kind: 'Cancel', lines: [{ name: 'Fish' }] },
    ]);
  });

  it('[R35.43] shows a split, merged or moved ticket under one headline, with the items that are elsewhere', async () => {
    const items = [line(shop.menu.burger, 3), line(shop.menu.fish)];
    const [cut = '', whole = ''] = items.map(({ key }) => key);
    const bill = await order(shop, nextSlot(), items);
    const other = await order(shop, nextSlot(), [line(shop.menu.tea)]);
    const shown = async (slotNow: string) =>
      (await findTickets(shop.store, shop.admin, clock))
        .filter((ticket) => ticket.slot === slotNow && ticket.station === 'KITCHEN')
        .flatMap((ticket) => ticket.lines.map((one) => [one.name, one.qty, placesElsewhere(ticket, one)]));

    const [, check] = await splitBill(shop.store, shop.admin, { billId: bill.key, items: [{ key: cut, qty: 2 }] });
    expect(await shown(bill.slot)).toEqual([
      ['Burger', 3, []],
      ['Fish', 1, []],
    ]);
    const free = nextSlot();
    await transferBill(shop.store, shop.admin, { from: { key: check?.key ?? '' }, to: { type: 'Table', slot: free } });
    expect(await shown(bill.slot)).toEqual([
      ['Burger', 3, [{ qty: 2, type: 'Table', slot: free }]],
      ['Fish', 1, []],
    ]);
    const to = { type: 'Table', slot: other.slot } as const;
    await transferBill(shop.store, shop.admin, { from: { key: bill.key }, to, items: [whole] });
    expect((await shown(bill.slot))[1]).toEqual(['Fish', 1, [{ qty: 1, ...to }]]);

    await mergeBills(shop.store, shop.admin, { from: check?.key ?? '', to: other.key });
    await mergeBills(shop.store, shop.admin, { from: bill.key, to: other.key });
    expect(await shown(bill.slot)).toEqual([]);
    expect(await shown(other.slot)).toEqual([
      ['Burger', 3, []],
      ['Fish', 1, []],
    ]);
  });

  it('[R35.43] shows a served ticket at the slot of its items when it is recalled after a merge or transfer', async () => {
    const item = line(shop.menu.burger);
    const bill = await order(shop, nextSlot(), [item, line(shop.menu.tea)]);
    const other = await order(shop, nextSlot(), [line(shop.menu.tea)]);
    const key = (await tickets(bill)).find(({ station }) => station === 'KITCHEN')?.key ?? '';
    const shown = async () => {
      const found = (await findTickets(shop.store, shop.admin, clock)).find((ticket) => ticket.key === key);
      return [found?.state, found?.slot, found?.billKey, found?.changedAt];
    };
    await bumped(key, 'Served');
    const servedAt = new Date(clock).toISOString();
    clock += 60_000;
    const slotNow = nextSlot();
    const to = { type: 'Table', slot: slotNow } as const;
    const moved = await transferBill(shop.store, shop.admin, { from: { key: bill.key }, to, items: [item.key] });
    expect(await shown()).toEqual(['Served', slotNow, moved.key, servedAt]);
    expect(await bumped(key, 'Recalled')).toMatchObject({ slot: slotNow, billId: moved.id });
    await bumped(key, 'Served');
    await mergeBills(shop.store, shop.admin, { from: moved.key, to: other.key });
    expect(await bumped(key, 'Recalled')).toMatchObject({ slot: other.slot, billId: other.id });
    expect((await shown()).slice(0, 3)).toEqual(['Recalled', other.slot, other.key]);
  });

  it('[R35.43] tells the kitchen when an item is cancelled on the bill to which it moved', async () => {
    const item = line(shop.menu.burger);
    const bill = await order(shop, nextSlot(), [item, line(shop.menu.fish)]);
    const slotNow = nextSlot();
    const moved = await transferBill(shop.store, shop.admin, {
      from: { key: bill.key },
      to: { type: 'Table', slot: slotNow },
      items: [item.key],
    });
    await updateBill(shop.store, shop.admin, {
      ...sent(slotNow),
      key: moved.key,
      items: [{ ...item, isVoid: true, voidReason: 'Wrong item' }],
    });
    expect((await tickets(bill))[0]?.lines.map(({ isVoid }) => isVoid)).toEqual([true, false]);
    expect(await tickets(moved)).toMatchObject([{ kind: 'Cancel', slot: slotNow, lines: [{ name: 'Burger' }] }]);
  });

  it('[R35.42] names the guest of a takeaway on its ticket, also when the name is entered or changed later', async () => {
    const takeaway = { ...sent('1'), type: 'Takeaway' as const, items: [line(shop.menu.burger)] };
    const { bill } = await updateBill(shop.store, shop.waiter, takeaway);
    expect((await tickets(bill)).map(({ customer }) => customer)).toEqual(['']);
    await updateBill(shop.store, shop.waiter, {
      ...takeaway,
      items: [],
      customer: { name: 'Moosa Ali', phone: '7771234' },
      changed: ['customer'],
    });
    expect((await tickets(bill)).map(({ customer }) => customer)).toEqual(['Moosa Ali']);
    await changeDelivery(shop.store, shop.admin, { billId: bill.key, name: 'Ibrahim' });
    expect((await tickets(bill)).map(({ customer }) => customer)).toEqual(['Ibrahim']);
  });

  it('creates no cancellation for the void of a served line', async () => {
    const item = line(shop.menu.burger);
    const bill = await order(shop, nextSlot(), [item]);
    await bumped((await tickets(bill))[0]?.key ?? '', 'Served');
    await updateBill(shop.store, shop.admin, {
      ...sent(bill.slot),
      key: bill.key,
      items: [{ ...item, isVoid: true, voidReason: 'Wrong item' }],
    });
    expect(await tickets(bill)).toMatchObject([{ kind: 'New', state: 'Served', lines: [{ isVoid: false }] }]);
  });

  it('[R2.29] moves a ticket on and recalls it; repeating the step changes nothing', async () => {
    const bill = await order(shop, nextSlot(), [line(shop.menu.burger)]);
    const key = (await tickets(bill))[0]?.key ?? '';
    expect((await bumped(key, 'Preparing')).state).toBe('Preparing');
    const reported: CommittedChange[] = [];
    const before = made.length;
    shop.store.onCommitted((changes) => reported.push(...changes));
    await bumped(key, 'Preparing');
    expect(reported).toEqual([]);
    expect((await bumped(key, 'Served')).state).toBe('Served');
    expect(reported).toMatchObject([{ entity: 'Ticket', action: 'Updated', origin: 'connection-1' }]);
    expect(made.slice(before)).toEqual([bill.id]);
    expect(await refusalOf(bumped(key, 'Ready'))).toMatchObject({ reason: 'ticketState', status: 409 });
    expect((await bumped(key, 'Recalled')).state).toBe('Recalled');
    expect(await refusalOf(bumped('0199ffff-0000-7000-8000-000000000000', 'Ready'))).toMatchObject({
      reason: 'notFound',
    });
  });

  it('reports a bill as made only when the last station is ready', async () => {
    const bill = await order(shop, nextSlot(), [line(shop.menu.burger), line(shop.menu.tea)]);
    const [kitchen, bar] = await tickets(bill);
    const before = made.length;
    await bumped(kitchen?.key ?? '', 'Ready');
    expect(made.length).toBe(before);
    await bumped(bar?.key ?? '', 'Ready');
    expect(made.slice(before)).toEqual([bill.id]);
  });

  it('hides tickets served half an hour ago and tickets left open yesterday', async () => {
    const bill = await order(shop, nextSlot(), [line(shop.menu.burger)]);
    const other = await order(shop, nextSlot(), [line(shop.menu.burger)]);
    await bumped((await tickets(bill))[0]?.key ?? '', 'Served');
    expect(await tickets(bill)).toHaveLength(1);
    clock += 31 * 60_000;
    expect([await tickets(bill), (await tickets(other)).length]).toEqual([[], 1]);
    clock += 18 * 3_600_000;
    expect(await tickets(other)).toEqual([]);
  });

  it('[R18.17] creates no tickets where the outlet has no kitchen screen', async () => {
    const store = await on.open();
    const plain = await addShop(store);
    await order(plain, '1', [line(plain.menu.burger)]);
    expect(await findTickets(store, plain.admin, Date.now())).toEqual([]);
  });

  describe('an outlet that prints tickets', () => {
    let paper: Shop;
    const found = async (filter = {}) => findTickets(paper.store, paper.admin, clock, filter);
    const statesOf = async (bill: Pick<Bill, 'id'>) =>
      (await found()).filter(({ billId }) => billId === bill.id).map(({ state, closedBy }) => [state, closedBy]);
    beforeEach(async () => {
      const store = await on.open({ now: () => clock });
      paper = await addShop(store, { outlet: { features: '["Kitchen"]', slot_types: slotTypes } });
      await setSetting(paper, 'KotPrinter', 'Kitchen');
    });
    const paid = async (bill: Bill) => payBill(paper.store, paper.admin, payment(bill));

    it('[R35.90] closes tickets that nobody finished on a screen when their bill is paid', async () => {
      const bill = await order(paper, '1', [line(paper.menu.burger), line(paper.menu.tea)]);
      const other = await order(paper, '2', [line(paper.menu.burger)]);
      await paid(bill);
      expect(await statesOf(bill)).toEqual([
        ['Served', 'Bill'],
        ['Served', 'Bill'],
      ]);
      expect(await statesOf(other)).toEqual([['New', undefined]]);
    });

    it('[R35.90] closes the cancellations of a void bill, and the tickets of items that were merged into a paid one', async () => {
      const gone = await order(paper, '1', [line(paper.menu.burger)]);
      await voidBill(paper.store, paper.admin, { billId: gone.key, reason: 'Guest left' });
      expect(await statesOf(gone)).toEqual([
        ['Void', undefined],
        ['Served', 'Bill'],
      ]);
      const from = await order(paper, '2', [line(paper.menu.burger)]);
      const to = await order(paper, '3', [line(paper.menu.tea)]);
      await paid(await mergeBills(paper.store, paper.admin, { from: from.key, to: to.key }));
      expect(await statesOf(to)).toEqual([
        ['Served', 'Bill'],
        ['Served', 'Bill'],
      ]);
    });

    it('[R35.90] keeps tickets of a paid bill open while a cook uses a screen, and where none are printed', async () => {
      const bill = await order(paper, '1', [line(paper.menu.burger)]);
      const seen = await order(paper, '2', [line(paper.menu.burger)]);
      const key = (await found()).find(({ billId }) => billId === seen.id)?.key ?? '';
      await bump(paper.store, cook(paper), { key, state: 'Preparing' }, async () => undefined);
      await paid(bill);
      expect(await statesOf(bill)).toEqual([['New', undefined]]);
      const plain = await order(shop, nextSlot(), [line(shop.menu.burger)]);
      await payBill(shop.store, shop.admin, payment(plain));
      expect(await tickets(plain)).toMatchObject([{ state: 'New' }]);
    });

    it('[R35.90] returns only tickets changed since an instant, or only those with items of a bill', async () => {
      const bill = await order(paper, '1', [line(paper.menu.burger)]);
      clock += 60_000;
      const later = await order(paper, '2', [line(paper.menu.tea)]);
      const since = String(clock);
      expect((await found({ since })).map(({ billId }) => billId)).toEqual([later.id]);
      expect((await found({ bill: bill.key })).map(({ billId }) => billId)).toEqual([bill.id]);
      expect(await found({ bill: bill.key, since })).toEqual([]);
      clock += 60_000;
      const now = String(clock);
      await transferBill(paper.store, paper.admin, { from: bill, to: { type: 'Table', slot: '9' } });
      expect((await found({ since: now })).map(({ slot: at }) => at)).toEqual(['9']);
    });
  });
});
