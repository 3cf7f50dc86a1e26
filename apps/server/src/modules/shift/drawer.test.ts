import { beforeEach, expect, it } from 'vitest';
import type { Store } from '../../platform/store/store.ts';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { payBill } from '../bill/service.ts';
import {
  addShop,
  cash,
  line,
  newKey,
  order,
  payment,
  refusalOf,
  type Shop,
  setSetting,
  settle,
} from '../bill/testing/shop.ts';
import { changeDelivery } from '../delivery/service.ts';
import { openDrawer } from './drawer.ts';
import { xReport } from './find.ts';
import { activeShift, closeShift, createShift } from './service.ts';

const opening = 100_000;

eachEngine('the drawer', (on) => {
  let store: Store;
  let shop: Shop;
  beforeEach(async () => {
    store ??= await on.open();
    shop = await addShop(store);
  });
  const shiftId = async (): Promise<number> => (await activeShift(store, shop.outletId))?.id ?? 0;
  const close = async (amount: number, others: { method: string; amount: number }[] = []) =>
    closeShift(store, shop.admin, {
      id: await shiftId(),
      counted: [{ method: 'Cash', amount }, ...others],
      openBills: 'carry',
      differenceReason: 'Test',
    });

  it('opens the drawer without a sale with permission and reason, once per key, and lists it among the cash events', async () => {
    const input = { key: newKey(), shiftId: await shiftId(), reason: 'Change for a note' };
    expect(await refusalOf(openDrawer(store, shop.waiter, input))).toMatchObject({ reason: 'forbidden' });
    const asked = { ...shop.waiter, approvable: new Set(['drawer.open']) };
    expect(await refusalOf(openDrawer(store, asked, input))).toMatchObject({
      reason: 'approvalNeeded',
      extra: { permission: 'drawer.open' },
    });
    await openDrawer(store, shop.admin, input);
    const again = await openDrawer(store, shop.admin, input);
    expect(again.cash).toMatchObject([{ type: 'NoSale', amount: 0, reason: 'Change for a note', byName: 'Admin' }]);
    const { shift, z } = await close(opening);
    expect([shift.cash.length, z.totals.expectedCash]).toEqual([1, opening]);
    const late = { ...input, key: newKey(), shiftId: shift.id };
    expect(await refusalOf(openDrawer(store, shop.admin, late))).toMatchObject({ reason: 'shiftClosed' });
    await createShift(store, shop.admin, { key: newKey(), openingBalance: 0 });
    const reused = { ...input, shiftId: await shiftId() };
    expect(await refusalOf(openDrawer(store, shop.admin, reused))).toMatchObject({ reason: 'keyReused' });
  });

  it('refuses to close a shift while a rider holds cash of a delivered order', async () => {
    const bill = await order(shop, '1', [line(shop.menu.burger)], { type: 'Delivery' });
    for (const deliveryStatus of ['Accepted', 'Preparing', 'Ready', 'OutForDelivery', 'Delivered'] as const)
      await changeDelivery(store, shop.admin, { billId: bill.key, deliveryStatus, riderName: 'Hassan' });
    const no = await refusalOf(close(opening));
    expect(no).toMatchObject({
      reason: 'ridersHoldCash',
      status: 409,
      extra: { riders: [{ riderName: 'Hassan', toHandIn: bill.total }] },
    });
    await settle(shop, bill);
    expect((await close(opening + bill.total)).shift.closing?.difference).toBe(0);
  });

  it('[R18.7] counts foreign cash separately, at the rate of the settings, with change in rufiyaa', async () => {
    await setSetting(shop, 'Currencies', ['USD:1542']);
    const bill = await order(shop, '2', [line(shop.menu.burger, 2)]);
    const dollars = { code: 'USD', units: 1000, rate: 1542 };
    const pay = (currency: object, tendered: number, more = {}) =>
      payBill(store, shop.waiter, payment(bill, [cash(bill.total, { tendered, currency: currency as never })], more));
    expect(await refusalOf(pay({ ...dollars, rate: 1600 }, 16_000))).toMatchObject({ reason: 'currencyRate' });
    expect(await refusalOf(pay(dollars, 16_000))).toMatchObject({ reason: 'invalid' });
    const { bill: paid, change } = await pay(dollars, 15_420);
    expect([change, paid.payments[0]?.currency]).toEqual([15_420 - bill.total, dollars]);
    const totals = await xReport(store, shop.admin, String(await shiftId()));
    expect(totals.byCurrency).toEqual([{ currency: 'USD', units: 1000, amount: 15_420 }]);
    expect(totals.expectedCash).toBe(opening + bill.total);
    // The dollars are in the drawer, and the change was paid in rufiyaa.
    const { shift } = await close(opening - change, [{ method: 'Cash USD', amount: 15_420 }]);
    expect(shift.closing).toMatchObject({
      difference: 0,
      expected: [
        { method: 'Cash', amount: opening - change },
        { method: 'Cash USD', amount: 15_420 },
      ],
    });
  });
});
