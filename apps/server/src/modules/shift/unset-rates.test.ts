import { beforeEach, expect, it } from 'vitest';
import type { Store } from '../../platform/store/store.ts';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { payBill } from '../bill/service.ts';
import { addShop, cash, line, order, payment, type Shop, setSetting } from '../bill/testing/shop.ts';
import { shiftToCount, xReport } from './find.ts';
import { activeShift, closeShift } from './service.ts';

eachEngine('foreign cash at rates that were not set', (on) => {
  let store: Store;
  let shop: Shop;
  beforeEach(async () => {
    store ??= await on.open();
    shop = await addShop(store);
  });
  /** Pays a bill with one ZZZ, an hour ago; returns its row in the list. */
  const taken = async () => {
    const bill = await order(shop, '1', [line(shop.menu.burger)]);
    const currency = { code: 'ZZZ', units: 100, rate: bill.total };
    const anHourAgo = new Date(Date.now() - 3_600_000).toISOString();
    const body = payment(bill, [cash(bill.total, { currency })], { modifiedAt: anHourAgo });
    const { bill: paid } = await payBill(store, shop.waiter, body);
    const key = body.payments[0]?.key;
    return { key, invoice: paid.invoiceNumber, currency: 'ZZZ', rate: bill.total, serverRate: null };
  };
  const counted = [{ method: 'Cash', amount: 100_000 }];

  it('[R36.10] are listed while the shift is closed, on X and on Z, with rate sent and rate set', async () => {
    const row = await taken();
    const id = (await activeShift(store, shop.outletId))?.id ?? 0;
    const totals = await xReport(store, shop.admin, String(id));
    expect(totals.unsetRates).toEqual([{ ...row, units: 100 }]);
    expect(totals.byCurrency).toEqual([{ currency: 'ZZZ', units: 100, amount: row.rate }]);
    const { shift, z } = await closeShift(store, shop.admin, { id, counted });
    expect(z.totals.unsetRates).toEqual([{ ...row, units: 100 }]);
    expect(shift.closing?.difference).toBe(0);
  });

  it('[R36.10] are listed without amounts for a person who closes blind', async () => {
    await setSetting(shop, 'BlindClose', 'true');
    const row = await taken();
    const id = (await activeShift(store, shop.outletId))?.id ?? 0;
    expect((await shiftToCount(store, shop.outletId, String(id))).unsetRates).toEqual([row]);
    const counter = { ...shop.waiter, permissions: new Set(['Close Shift', 'shift.close']) };
    const { z } = await closeShift(store, counter, { id, counted });
    expect(z.totals.unsetRates).toEqual([row]);
  });

  it('[R36.10] are no part of a report of a shift that has none', async () => {
    const id = (await activeShift(store, shop.outletId))?.id ?? 0;
    expect(await xReport(store, shop.admin, String(id))).not.toHaveProperty('unsetRates');
    expect(await shiftToCount(store, shop.outletId, String(id))).toEqual({ currencies: [] });
  });
});
