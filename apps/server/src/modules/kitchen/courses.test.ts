import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import { firingOf } from '@atoll/domain/bill/course';
import { mergeBills as unite } from '@atoll/domain/bill/merge/merge';
import { seatOf } from '@atoll/domain/bill/seat';
import type { BillItemInput } from '@atoll/domain/contract/bill/bill';
import { dueTickets, markSent } from '@atoll/domain/ticket/ticket';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { mergeBills, payBill, splitBill, transferBill, updateBill } from '../bill/service.ts';
import { addShop, line, order, payment, type Shop, sent, setSetting } from '../bill/testing/shop.ts';
import { findTickets } from './service.ts';
import { findWaiting } from './waiting.ts';

const slotTypes = JSON.stringify([
  { type: 'Table', slotCount: 501, rates: [{ from: '2023-01-01T00:00:00.000Z', serviceChargePct: 0, gstPct: 8 }] },
]);

eachEngine('courses in the kitchen', (on) => {
  let shop: Shop;
  let clock = Date.parse('2026-03-04T08:00:00Z');
  let slot = 0;
  const at = () => new Date(clock).toISOString();
  const nextSlot = () => String((slot += 1));
  const ticketsOf = async ({ key }: Pick<Bill, 'key'>) =>
    (await findTickets(shop.store, shop.admin, clock))
      .filter((ticket) => ticket.billKey === key)
      .map(({ kind, lines, createdAt }) => [kind, lines.map(({ name }) => name).join(), createdAt]);
  const waitingOf = async ({ key }: Pick<Bill, 'key'>) =>
    (await findWaiting(shop.store, shop.outletId))
      .filter(({ billKey }) => billKey === key)
      .map(({ course, lines }) => [course, lines.map(({ name }) => name).join()]);
  /** A starter that is fired and a main course that is held. */
  const ordered = (more: Partial<BillItemInput> = {}) => {
    const starter = line(shop.menu.burger, 1, { courseNo: 1, firedAt: at() });
    return order(shop, nextSlot(), [starter, line(shop.menu.fish, 2, { courseNo: 2, ...more })]);
  };
  const mainOf = (bill: Bill) => bill.items.find(({ courseNo }) => courseNo === 2) as BillItem;
  const change = (bill: Bill, item: Partial<BillItem> & Pick<BillItem, 'key'>, by = shop.waiter) =>
    updateBill(shop.store, by, {
      ...sent(bill.slot),
      key: bill.key,
      changed: [],
      items: [{ menuItemId: shop.menu.fish, qty: 2, ...item } as never],
    });
  const fire = (bill: Bill, firedAt = at(), by = shop.waiter) => change(bill, { key: mainOf(bill).key, firedAt }, by);
  beforeAll(async () => {
    const store = await on.open({ now: () => clock });
    shop = await addShop(store, { outlet: { features: '["Kitchen"]', slot_types: slotTypes } });
  });

  it('[R23.21] held items have the marks of the menu, as the kitchen lists them', async () => {
    const bill = await ordered();
    const marksNow = async () =>
      (await findWaiting(shop.store, shop.outletId))
        .filter(({ billKey }) => billKey === bill.key)
        .flatMap(({ lines }) => lines.map(({ marks }) => marks));
    const mark = (allergens: string) =>
      shop.store.writeOutlet(shop.outletId, async (tx) => {
        const items = tx.db.updateTable('menu_item').where('outlet_id', '=', shop.outletId);
        tx.write(items.set({ allergens }).where('id', '=', shop.menu.fish));
        tx.change({ entity: 'Menu', id: null, version: 1, action: 'Updated' });
      });
    expect(await marksNow()).toEqual([undefined]);
    await mark('["Fish"]');
    expect(await marksNow()).toEqual([{ allergens: ['Fish'] }]);
    await mark('[]');
  });

  it('[R23.14] a fired course is printed again with modifiers and notes, once, and is a new kitchen ticket timed from then', async () => {
    const bill = await ordered({ notes: ['No lemon'], modifiers: [{ optionId: 0, name: 'Well done', priceDelta: 0 }] });
    const printer = [{ key: 'KotPrinter', value: 'Kitchen' }];
    const onPaper = (now: Bill) =>
      dueTickets(now, printer).flatMap(({ lines }) =>
        lines.map(({ mark, item: { name, courseNo, notes, modifiers } }) =>
          [mark, courseNo, name, ...notes, ...modifiers.map((each) => each.name)].join(' '),
        ),
      );
    expect(onPaper(bill)).toEqual(['Make 1 Burger', 'Hold 2 Fish No lemon Well done']);
    const announced = dueTickets(bill, printer).reduce(markSent, bill);
    const savedAt = at();
    expect(await ticketsOf(bill)).toEqual([['New', 'Burger', savedAt]]);
    expect(await waitingOf(bill)).toEqual([[2, 'Fish']]);
    clock += 12 * 60_000;
    const firedAt = at();
    const fired = unite(announced, (await fire(bill)).bill);
    expect(onPaper(fired)).toEqual(['Fire 2 Fish No lemon Well done']);
    expect(onPaper(dueTickets(fired, printer).reduce(markSent, fired))).toEqual([]);
    clock += 1000;
    const again = await fire(bill, at(), shop.admin);
    expect(await ticketsOf(bill)).toEqual([
      ['New', 'Burger', savedAt],
      ['Fire', 'Fish', firedAt],
    ]);
    expect(await waitingOf(bill)).toEqual([]);
    expect(mainOf(again.bill)).toMatchObject({ firedAt, firedBy: shop.waiter.userId });
  });

  it('shows a course once that a till fired and printed without the server', async () => {
    const bill = await ordered();
    await change(bill, { key: mainOf(bill).key, firedAt: at(), sentQty: 2, ticketIds: ['hold', 'fire'] });
    expect((await ticketsOf(bill)).map(([kind]) => kind)).toEqual(['New', 'Fire']);
  });

  it('changes the course of an item until it is fired, by the later change', async () => {
    const bill = await ordered();
    const { key } = mainOf(bill);
    const early = at();
    clock += 60_000;
    const moved = await change(bill, { key, courseNo: 3, placedAt: at() });
    expect(moved.bill.items.find((item) => item.key === key)).toMatchObject({ courseNo: 3, placedAt: at() });
    await change(bill, { key, courseNo: 4, placedAt: early });
    expect(await waitingOf(bill)).toEqual([[3, 'Fish']]);
    await change(bill, { key, firedAt: at() });
    clock += 60_000;
    const late = await change(bill, { key, courseNo: 5, placedAt: at() });
    expect(late.bill.items.find((item) => item.key === key)).toMatchObject({ courseNo: 3 });
  });

  it('believes no time of a course or seat that is more than a minute ahead: a later change counts, and the till knows its firing', async () => {
    const bill = await ordered();
    const { key } = mainOf(bill);
    const iso = (ms: number) => new Date(ms).toISOString();
    const later = iso(clock + 86_400_000);
    const moved = await change(bill, { key, courseNo: 3, seat: 1, placedAt: later });
    expect(moved.bill.items.find((item) => item.key === key)).toMatchObject({
      courseNo: 3,
      placedAt: iso(clock + 60_000),
    });
    clock += 61_000;
    const again = await change(bill, { key, courseNo: 4, seat: 2, placedAt: at() });
    expect(again.bill.items.find((item) => item.key === key)).toMatchObject({ courseNo: 4, seat: 2 });
    const limit = iso(clock + 60_000);
    const fired = await fire(bill, later);
    const main = fired.bill.items.find((item) => item.key === key);
    expect([main?.firedAt, firingOf(main ?? {})]).toEqual([limit, later]);
    const made = await ordered({ firedAt: later, placedAt: later });
    expect(mainOf(made)).toMatchObject({ firedAt: limit, placedAt: limit, firedSent: later });
  });

  it('makes no ticket for a transfer, a merge and a split with held and fired courses', async () => {
    const bill = await ordered();
    const tickets = async () => (await findTickets(shop.store, shop.admin, clock)).length;
    const before = await tickets();
    const to = { type: 'Table' as const, slot: nextSlot() };
    const moved = await transferBill(shop.store, shop.admin, { from: { key: bill.key }, to });
    const other = await ordered();
    const merged = await mergeBills(shop.store, shop.admin, { from: other.key, to: moved.key });
    const parts = [{ key: mainOf(merged).key, qty: 1 }];
    const [left, check] = (await splitBill(shop.store, shop.admin, { billId: merged.key, items: parts })) as [
      Bill,
      Bill,
    ];
    expect(await tickets()).toBe(before + 1);
    expect(await waitingOf(check)).toEqual([[2, 'Fish']]);
    await fire(check);
    expect((await ticketsOf(check)).map(([kind]) => kind)).toEqual(['Fire']);
    expect(await waitingOf(left)).toEqual([[2, 'Fish,Fish']]);
  });

  it('fires an item that went to another bill before the firing arrived', async () => {
    const bill = await ordered();
    const { key } = mainOf(bill);
    const to = { type: 'Table' as const, slot: nextSlot() };
    const there = await transferBill(shop.store, shop.admin, { from: { key: bill.key }, to, items: [key] });
    await change(bill, { key, firedAt: at() });
    expect((await ticketsOf(there)).map(([kind]) => kind)).toEqual(['Fire']);
    expect(await waitingOf(there)).toEqual([]);
  });

  it('shows no cancellation of a held item that is voided, because it was on no ticket of the screen', async () => {
    const bill = await ordered();
    await change(bill, { key: mainOf(bill).key, sentQty: 2, ticketIds: ['announced'] });
    await change(bill, { key: mainOf(bill).key, isVoid: true, voidReason: 'Changed mind' }, shop.admin);
    expect((await ticketsOf(bill)).map(([kind]) => kind)).toEqual(['New']);
    expect(await waitingOf(bill)).toEqual([]);
  });

  it('[R23.9] an item carries a seat, or 0 when it is shared, and changing it after the save makes no ticket', async () => {
    const items = [line(shop.menu.burger, 1, { seat: 2 }), line(shop.menu.fish, 2, { seat: 0 })];
    const bill = await order(shop, nextSlot(), items);
    const settings = [{ key: 'KotPrinter', value: 'Kitchen' }];
    const printed = dueTickets(bill, settings).reduce(markSent, bill);
    const [burger, fish] = bill.items as [BillItem, BillItem];
    expect([seatOf(burger), seatOf(fish)]).toEqual([2, 0]);
    const before = await ticketsOf(bill);
    clock += 1000;
    const { bill: moved } = await change(bill, {
      key: fish.key,
      seat: 5,
      placedAt: at(),
      sentQty: 2,
      ticketIds: ['sent'],
    });
    expect(moved.items.map(seatOf)).toEqual([2, 5]);
    expect(await ticketsOf(bill)).toEqual(before);
    expect(dueTickets(unite(printed, moved), settings)).toEqual([]);
  });

  it('[R23.10] splits by seat into a check for each group, with shared items in equal parts, and names a seat without items', async () => {
    const bill = await order(shop, nextSlot(), [
      line(shop.menu.burger, 1, { seat: 1 }),
      line(shop.menu.fish, 1, { seat: 2 }),
      line(shop.menu.burger, 3, { seat: 3 }),
      line(shop.menu.fish, 1),
    ]);
    const key = crypto.randomUUID();
    const split = (seats: number[][]) => splitBill(shop.store, shop.admin, { billId: bill.key, key, seats });
    const refusal = { reason: 'invalid', details: 'Seat 4 has no lines' };
    await expect(split([[1], [4]])).rejects.toMatchObject({ refusal });
    const checks = await split([[1], [2, 3]]);
    const live = (one: Bill | undefined) =>
      one?.items.filter(({ isVoid }) => !isVoid).map((item) => [seatOf(item), item.qty]);
    expect(live(checks[0])?.toSorted()).toEqual([
      [0, 0.5],
      [1, 1],
    ]);
    expect(live(checks[1])?.toSorted()).toEqual([
      [0, 0.5],
      [2, 1],
      [3, 3],
    ]);
    const pieces = checks.flatMap(({ items: all }) => all).length;
    expect(Math.abs(checks.reduce((sum, { total }) => sum + total, 0) - bill.total)).toBeLessThanOrEqual(pieces);
    expect((await split([[1], [2, 3]])).map(({ key: one }) => one)).toEqual(checks.map(({ key: one }) => one));
  });

  it('fires what a bill holds with a payment that fires nothing itself, once, and waits for nothing on a paid bill', async () => {
    const bill = await ordered();
    clock += 60_000;
    const request = payment(bill);
    const { bill: paid } = await payBill(shop.store, shop.waiter, request);
    expect(mainOf(paid)).toMatchObject({ firedAt: at(), firedBy: null });
    const tickets = await ticketsOf(bill);
    expect(tickets.slice(1)).toEqual([['Fire', 'Fish', at()]]);
    expect(await waitingOf(bill)).toEqual([]);
    clock += 60_000;
    expect((await payBill(shop.store, shop.waiter, request)).bill).toEqual(paid);
    expect(await ticketsOf(bill)).toEqual(tickets);
    const other = await ordered();
    const tillFired = { key: mainOf(other).key, menuItemId: shop.menu.fish, qty: 2, firedAt: at() };
    const byTill = await payBill(shop.store, shop.waiter, payment(other, undefined, { items: [tillFired] }));
    expect(mainOf(byTill.bill)).toMatchObject({ firedAt: at(), firedBy: shop.waiter.userId });
  });

  it('gives the shown and the printed ticket the same key, whether tickets announce what is held or not', async () => {
    for (const value of ['Announce', 'WhenFired']) {
      await setSetting(shop, 'HeldCourses', value);
      const settings = [
        { key: 'KotPrinter', value: 'Kitchen' },
        { key: 'HeldCourses', value },
      ];
      const bill = await ordered();
      const saved = dueTickets(bill, settings);
      const { bill: fired } = await fire(saved.reduce(markSent, bill));
      const course = dueTickets(saved.reduce(markSent, fired), settings, { fired: [mainOf(bill).key] });
      const shown = (await findTickets(shop.store, shop.admin, clock)).filter(({ billKey }) => billKey === bill.key);
      expect(shown.map(({ key }) => key)).toEqual([...saved, ...course].map(({ key }) => key));
      expect(shown).toHaveLength(2);
    }
  });
});
