import type { Bill } from '@atoll/domain/bill/bill';
import { beforeAll, expect, it } from 'vitest';
import type { Store } from '../../platform/store/store.ts';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { updateBill } from '../bill/service.ts';
import { addPerson } from '../bill/testing/grant.ts';
import { addShop, line, newKey, order, person, type Shop, setSetting, settle } from '../bill/testing/shop.ts';
import { activeShift, closeShift, createShift } from '../shift/service.ts';
import { addItem } from '../stock/testing/test-stock.ts';
import { findDashboard } from './service.ts';

/** A Tuesday; 05:00 UTC is 10:00 in the outlet. */
const weekBefore = Date.parse('2026-03-03T05:00:00Z');
const minute = 60_000;
const week = 7 * 24 * 60 * minute;

eachEngine('the dashboard beside the days before', (on) => {
  let store: Store;
  let shop: Shop;
  let now = weekBefore;
  let open: Bill;
  const sell = async (at: number, qty: number) => {
    now = at;
    return settle(shop, await order(shop, '1', [line(shop.menu.burger, qty)], { covers: 2 }));
  };
  const figures = (query: Record<string, string> = {}, actor = shop.admin) => findDashboard(store, actor, query, now);
  beforeAll(async () => {
    store = await on.open({ now: () => now });
    shop = await addShop(store);
    for (const role of ['Admin', 'User'] as const) await addPerson(shop, role);
    await sell(weekBefore, 1);
    await sell(weekBefore + 32 * minute, 2);
    await sell(weekBefore + 34 * minute, 4);
    await sell(weekBefore + 180 * minute, 8);
    now = weekBefore + 200 * minute;
    const shift = await activeShift(store, shop.outletId);
    const counted = [{ method: 'Cash', amount: 100_000 }];
    await closeShift(store, shop.admin, { id: shift?.id ?? 0, counted, differenceReason: 'Counted' });
    now = weekBefore + week;
  });

  it('[R35.56] before the first sale it has the last close, who is on shift, open bills and low stock', async () => {
    expect(await figures()).toMatchObject({
      bills: 0,
      shift: null,
      lastClose: { number: 1, date: '2026-03-03', by: 'Admin', bills: 4 },
      openBills: 0,
      lowStock: 0,
    });
    await createShift(store, shop.waiter, { key: newKey(), openingBalance: 20_000 });
    open = await order(shop, '9', [line(shop.menu.burger, 2)]);
    await addItem(store, shop.outletId, { name: 'Rice', reorder_level: 1000 });
    await addItem(store, shop.outletId, { name: 'Salt' });
    expect(await figures()).toMatchObject({
      bills: 0,
      shift: { number: 2, openedBy: 'User', people: ['User'], expectedCash: 20_000 },
      openBills: 1,
      openTotal: open.total,
      lowStock: 1,
    });
  });

  it('[R35.56] compares today with the same weekday a week before up to the same minute', async () => {
    now = weekBefore + week + 33 * minute + 20_000;
    const today = await figures();
    expect(today.before).toMatchObject({
      from: '2026-03-03',
      to: '2026-03-03',
      until: '2026-03-03T05:33:00.000Z',
      bills: 2,
      covers: 4,
    });
    const whole = await figures({ range: 'Custom', start: new Date(now).toISOString() });
    expect(today.before).toEqual(whole.before);
    now += minute;
    expect((await figures()).before).toMatchObject({ bills: 2 });
    now += minute;
    expect((await figures()).before).toMatchObject({ bills: 3, covers: 6 });
  });

  it('[R35.56] compares this month with the month before, day by day up to the same minute', async () => {
    now = Date.parse('2026-04-03T05:33:00Z');
    const { before } = await figures({ range: 'Monthly' });
    expect(before).toMatchObject({ from: '2026-03-01', to: '2026-03-03', until: '2026-03-03T05:33:00.000Z', bills: 2 });
    now = Date.parse('2026-04-04T01:00:00Z');
    expect((await figures({ range: 'Monthly' })).before).toMatchObject({ to: '2026-03-04', bills: 4 });
  });

  it('[R35.80] has the hours of the whole compared day, cash expected, and everybody on shift', async () => {
    await sell(weekBefore + week + 36 * minute, 3);
    const today = await figures();
    expect(today.before.byHour.map(({ hour }) => hour)).toEqual([10, 13]);
    expect(today.byHour).toMatchObject([{ hour: 10, bills: 1, sales: today.sales }]);
    await updateBill(store, shop.admin, { type: 'Table', slot: '9', key: open.key, items: [line(shop.menu.tea)] });
    expect((await figures()).shift).toMatchObject({
      status: 'Open',
      expectedCash: 20_000 + today.sales,
      people: ['Admin', 'User'],
    });
    const [old] = (await figures({ range: 'Custom', start: '2026-03-03T05:00:00Z', end: '2026-03-03T06:00:00Z' }))
      .byHour;
    expect(today.before.byHour[0]?.sales).toBe(old?.sales);
  });

  it('[R35.80] hides the expected cash of a blind close from people without its permission', async () => {
    await setSetting(shop, 'BlindClose', 'true');
    const cashier = person(shop.outletId, 'User');
    expect((await figures({}, cashier)).shift).toMatchObject({ status: 'Open', expectedCash: null });
    expect((await figures()).shift?.expectedCash).toBeGreaterThan(20_000);
  });
});
