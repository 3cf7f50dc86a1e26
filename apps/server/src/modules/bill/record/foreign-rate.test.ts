import type { Bill } from '@atoll/domain/bill/bill';
import * as contract from '@atoll/domain/contract/bill/bill';
import { foreignValue } from '@atoll/domain/payment/payment';
import { beforeEach, expect, it } from 'vitest';
import { parse } from 'zod/mini';
import type { Store } from '../../../platform/store/store.ts';
import { eachEngine } from '../../../platform/store/testing/engine.ts';
import { saveSettings } from '../../setting/service.ts';
import { billTimeline } from '../read/timeline.ts';
import { payBill } from '../service.ts';
import { addShop, cash, line, order, payment, refusalOf, type Shop } from '../testing/shop.ts';

const dayMs = 24 * 3600 * 1000;
const start = Date.parse('2026-03-02T08:00:00.000Z');
const at = (day: number): number => start + day * dayMs;

eachEngine('the rate of foreign cash', (on) => {
  let store: Store;
  let shop: Shop;
  let now = start;
  let slot = 0;
  beforeEach(async () => {
    store ??= await on.open({ now: () => now });
    now = start;
    shop = await addShop(store);
    slot = 0;
    await setRates(0, 'USD:1542');
  });

  const setRates = (day: number, ...values: string[]) => {
    now = at(day);
    return saveSettings(store, shop.admin as never, [{ key: 'Currencies', values }]);
  };
  const ordered = (): Promise<Bill> => {
    slot += 1;
    return order(shop, String(slot), [line(shop.menu.burger)]);
  };
  const bodyOf = (bill: Bill, code: string, rate: number, takenAt: number) => {
    const currency = { code, units: Math.ceil((bill.total * 100) / rate), rate };
    const tendered = cash(bill.total, { tendered: foreignValue(currency), currency });
    return payment(bill, [tendered], { modifiedAt: new Date(takenAt).toISOString() });
  };
  /** Returns the flag of foreign cash that was taken on a day and arrives now; undefined when there is none. */
  const flagOf = async (code: string, rate: number, day: number) => {
    const { bill } = await payBill(store, shop.waiter, bodyOf(await ordered(), code, rate, at(day)));
    expect(bill.payments.reduce((sum, { amount }) => sum + amount, 0)).toBe(bill.total + bill.roundingAmount);
    expect(bill.payments[0]?.currency).toMatchObject({ code, rate });
    return bill.payments[0]?.unsetRate;
  };

  it('[R36.10] stores late foreign cash, without a flag at each rate that counted in the 7 days before', async () => {
    await setRates(3, 'USD:1550', 'EUR:1700');
    now = at(5);
    expect(await flagOf('USD', 1542, 4)).toBeUndefined();
    expect(await flagOf('USD', 1550, 4)).toBeUndefined();
    expect(await flagOf('EUR', 1700, 4)).toBeUndefined();
  });

  it('[R36.10] flags late foreign cash of another currency, at a rate never set, set later, or replaced 7 days before', async () => {
    await setRates(3, 'USD:1550');
    await setRates(6, 'USD:1560');
    now = at(7);
    expect(await flagOf('ZZZ', 87_318, 6.5)).toEqual({ serverRate: null });
    expect(await flagOf('USD', 1600, 5)).toEqual({ serverRate: 1550 });
    expect(await flagOf('USD', 1560, 5)).toEqual({ serverRate: 1550 });
    expect(await flagOf('EUR', 1550, 5)).toEqual({ serverRate: null });
    now = at(12);
    expect(await flagOf('USD', 1542, 9.9)).toBeUndefined();
    expect(await flagOf('USD', 1542, 11)).toEqual({ serverRate: 1560 });
    expect(await flagOf('USD', 1560, 11)).toBeUndefined();
    // Longer ago than a till's time is believed: stored too.
    expect(await flagOf('USD', 1700, 1)).toEqual({ serverRate: 1560 });
  });

  it('[R36.10] refuses a rate that is not the present one while the server is there, and the bill stays open', async () => {
    await setRates(1, 'USD:1560');
    now = at(2);
    const bill = await ordered();
    for (const [code, rate] of [
      ['ZZZ', 87_318],
      ['USD', 1600],
      ['USD', 1542],
    ] as const) {
      const no = await refusalOf(payBill(store, shop.waiter, bodyOf(bill, code, rate, now)));
      expect(no).toMatchObject({ reason: 'currencyRate', extra: { due: bill.total } });
    }
    const { bill: paid } = await payBill(store, shop.waiter, bodyOf(bill, 'USD', 1560, now));
    expect([paid.status, paid.payments[0]?.unsetRate]).toEqual(['Complete', undefined]);
  });

  it('[R36.10] tells the flag in the timeline with the rate sent and set, and keeps it when the payment is sent again', async () => {
    now = at(2);
    const bill = await ordered();
    const body = bodyOf(bill, 'ZZZ', bill.total, at(1));
    const { bill: paid } = await payBill(store, shop.waiter, body);
    expect((await payBill(store, shop.waiter, body)).bill.payments).toEqual(paid.payments);
    expect(parse(contract.payment, paid.payments[0])).toMatchObject({ unsetRate: { serverRate: null } });
    const currency = { code: 'ZZZ', units: 100, rate: bill.total };
    const { events } = await billTimeline(store, shop.admin, bill.key);
    expect(events.at(-1)).toMatchObject({
      action: 'Paid',
      after: { payments: [{ key: body.payments[0]?.key, currency, unsetRate: { serverRate: null } }] },
    });
  });
});
