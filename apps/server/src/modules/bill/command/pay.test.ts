import type { Bill } from '@atoll/domain/bill/bill';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { Store } from '../../../platform/store/store.ts';
import { eachEngine } from '../../../platform/store/testing/engine.ts';
import { xReport } from '../../shift/find.ts';
import { createShift } from '../../shift/service.ts';
import { findBill, payBill, updateBill } from '../service.ts';
import { addPerson } from '../testing/grant.ts';
import {
  addShop,
  cash,
  line,
  newKey,
  order,
  payment,
  refusalOf,
  type Shop,
  sent,
  setSetting,
  settle,
} from '../testing/shop.ts';

eachEngine('paying a bill', (on) => {
  let store: Store;
  let shop: Shop;
  let slot = 0;
  const nextSlot = () => String((slot += 1));
  beforeAll(async () => {
    store = await on.open();
    shop = await addShop(store);
  });
  const pay = (input: ReturnType<typeof payment>) => payBill(shop.store, shop.waiter, input);
  const lunch = () => order(shop, nextSlot(), [line(shop.menu.burger), line(shop.menu.tea, 2)]);

  it('[R15.7] [R18.7] completes a bill with an invoice number and the change, and frees its slot', async () => {
    const bill = await lunch();
    const { bill: paid, change } = await pay(payment(bill, [cash(bill.total, { tendered: 10_000 })]));
    expect(paid).toMatchObject({
      status: 'Complete',
      isOpen: false,
      payments: [
        {
          method: 'Cash',
          amount: bill.total,
          tendered: 10_000,
          change: 10_000 - bill.total,
          status: 'Captured',
          receivedBy: 2,
        },
      ],
      payment: { amount: bill.total },
    });
    expect(change).toBe(10_000 - bill.total);
    expect(paid.invoiceNumber).toMatch(/^R\d{4}-\d{6}$/);
    expect(paid.shiftId).toBeGreaterThan(0);
    await order(shop, bill.slot, [line(shop.menu.tea)]);
  });

  it('[R18.7] returns the completed bill for a repeated payment, also a simultaneous one', async () => {
    const bill = await lunch();
    const input = payment(bill, [cash(bill.total, { tendered: 20_000 })]);
    const answers = await Promise.all(Array.from({ length: 5 }, () => pay(input)));
    expect(new Set(answers.map((answer) => answer.bill.invoiceNumber)).size).toBe(1);
    expect(await pay(input)).toEqual(answers[0]);
    const rows = await store.readOutlet(shop.outletId, (db) =>
      db
        .selectFrom('payment')
        .select('key')
        .where('outlet_id', '=', shop.outletId)
        .where('bill_id', '=', bill.id ?? 0)
        .execute(),
    );
    expect(rows).toHaveLength(1);
  });

  it('refuses a known payment key with other content, or for another bill', async () => {
    const bill = await lunch();
    const input = payment(bill);
    await pay(input);
    const [first] = input.payments;
    const other = { ...input, payments: [{ ...cash(bill.total), key: first?.key ?? '', method: 'Card' as const }] };
    expect(await refusalOf(pay(other))).toMatchObject({ reason: 'keyReused', status: 422 });
    const next = await lunch();
    expect(await refusalOf(pay(payment(next, [{ ...cash(next.total), key: first?.key ?? '' }])))).toMatchObject({
      reason: 'keyReused',
    });
  });

  it('refuses a payment for a bill that another till completed, with the bill and the name of who took the money', async () => {
    const bill = await lunch();
    const other = { ...shop.waiter, userId: await addPerson(shop, 'User') };
    const { bill: paid } = await payBill(shop.store, other, payment(bill));
    expect(await refusalOf(pay(payment(bill)))).toMatchObject({
      reason: 'billClosed',
      status: 409,
      extra: { bill: paid, due: 0, paidBy: 'User' },
    });
  });

  it('completes a bill once when two tills pay it simultaneously', async () => {
    const bill = await lunch();
    const results = await Promise.allSettled([pay(payment(bill)), pay(payment(bill))]);
    expect(results.map((result) => result.status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('[R18.7] refuses payment of an item that the till did not see, with the bill and the amount due', async () => {
    const bill = await lunch();
    const { bill: now } = await updateBill(store, shop.waiter, {
      ...sent(bill.slot),
      key: bill.key,
      items: [line(shop.menu.tea)],
    });
    expect(await refusalOf(pay(payment(bill)))).toMatchObject({
      reason: 'billChanged',
      status: 409,
      extra: { bill: { version: now.version }, due: now.total },
    });
    expect((await pay(payment(now))).bill.status).toBe('Complete');
  });

  it('[R18.7] refuses payment when the till did not see an item that costs nothing', async () => {
    const bill = await lunch();
    const gift = { ...sent(bill.slot), key: bill.key, items: [line(shop.menu.tea, 1, { isComp: true })] };
    const { bill: now } = await updateBill(store, shop.admin, gift);
    expect(now.total).toBe(bill.total);
    expect(await refusalOf(pay(payment(bill)))).toMatchObject({ reason: 'billChanged' });
  });

  it('[R18.7] refuses payment when the till saw another total, or nothing at all', async () => {
    const bill = await lunch();
    const seen = { itemKeys: bill.items.map((item) => item.key), total: bill.total - 1 };
    expect(await refusalOf(pay(payment(bill, undefined, { seen })))).toMatchObject({ reason: 'billChanged' });
    expect(await refusalOf(pay({ key: bill.key, payments: [cash(bill.total)] }))).toMatchObject({
      reason: 'billChanged',
    });
  });

  it('[R18.7] refuses payments that fall short, with the amount due', async () => {
    const bill = await lunch();
    expect(await refusalOf(pay(payment(bill, [cash(bill.total - 100)])))).toMatchObject({
      reason: 'paymentShort',
      status: 409,
      extra: { due: 100, bill: { key: bill.key } },
    });
  });

  it('accepts several payments, a tip, and more than the amount due in cash only', async () => {
    const bill = await lunch();
    const card = { key: newKey(), method: 'Card' as const, amount: 3000, reference: 'slip 12' };
    const over = { ...card, key: newKey(), amount: bill.total + 1 };
    expect(await refusalOf(pay(payment(bill, [over])))).toMatchObject({ reason: 'overpaid' });
    const { bill: paid } = await pay(payment(bill, [card, cash(bill.total + 500 - 3000)], { tip: 500 }));
    expect(paid.tip).toBe(500);
    expect(paid.payments.reduce((sum, one) => sum + one.amount, 0)).toBe(paid.total + paid.roundingAmount + paid.tip);
  });

  it('refuses a card number in any field, and a payment method that is not offered', async () => {
    const bill = await lunch();
    const card = (reference: string) => ({ key: newKey(), method: 'Card' as const, amount: bill.total, reference });
    expect(await refusalOf(pay(payment(bill, [card('4111 1111 1111 1111')])))).toMatchObject({
      reason: 'cardNumber',
      status: 422,
    });
    const account = { key: newKey(), method: 'HouseAccount' as const, amount: bill.total };
    expect(await refusalOf(pay(payment(bill, [account])))).toMatchObject({ reason: 'paymentMethodUnknown' });
  });

  it('rounds cash by the outlet’s setting, outside the total', async () => {
    const own = await addShop(store);
    await setSetting(own, 'RoundCash', '100:nearest');
    const bill = await order(own, '1', [line(own.menu.tea)]);
    expect(bill.total).toBe(1188);
    const { bill: paid } = await payBill(store, own.waiter, payment(bill, [cash(1200)]));
    expect(paid).toMatchObject({ total: 1188, roundingAmount: 12, payments: [{ amount: 1200 }] });
  });

  it('[R35.29] rounds the cash part of several payments, which add up to total, rounding and tip', async () => {
    const own = await addShop(store);
    await setSetting(own, 'PaymentMethods', ['Cash', 'Card']);
    await setSetting(own, 'RoundCash', '100:nearest');
    const byCard = (amount: number) => ({ ...cash(amount), method: 'Card' as const });
    const pay = async (slot: string, more: object, ...payments: ReturnType<typeof cash>[]) => {
      const bill = await order(own, slot, [line(own.menu.tea)]);
      const { bill: paid, change } = await payBill(store, own.waiter, { ...payment(bill, payments), ...more });
      const sum = paid.payments.reduce((all, { amount }) => all + amount, 0);
      expect(sum).toBe(paid.total + paid.roundingAmount + paid.tip);
      return [paid.roundingAmount, change, ...paid.payments.map(({ amount }) => amount)];
    };
    // The total is 11.88.
    expect(await pay('1', {}, byCard(500), cash(700))).toEqual([12, 0, 500, 700]);
    expect(await pay('2', { tip: 100 }, byCard(500), cash(1000))).toEqual([12, 200, 500, 800]);
    expect(await pay('3', {}, cash(500), byCard(688))).toEqual([0, 0, 500, 688]);
    // A till of release 0.1 asked for the exact rest.
    expect(await pay('4', { roundingAmount: 0 }, byCard(500), cash(688))).toEqual([0, 0, 500, 688]);
    const bill = await order(own, '5', [line(own.menu.tea)]);
    expect(await refusalOf(payBill(store, own.waiter, payment(bill, [byCard(500), cash(688)])))).toMatchObject({
      reason: 'paymentShort',
      extra: { due: 12 },
    });
  });

  it('rounds total and tip together in cash, and keeps what a till of before took with an exact tip', async () => {
    const own = await addShop(store);
    await setSetting(own, 'RoundCash', '100:nearest');
    const pay = async (slot: string, more: object, amount: number) => {
      const bill = await order(own, slot, [line(own.menu.tea)]);
      const tea = { ...payment(bill, [cash(amount)]), tip: 50, ...more };
      const { bill: paid, change } = await payBill(store, own.waiter, tea);
      return [paid.total, paid.roundingAmount, paid.tip, change, ...paid.payments.map((one) => one.amount)];
    };
    expect(await pay('1', { roundingAmount: -38 }, 1200)).toEqual([1188, -38, 50, 0, 1200]);
    expect(await pay('2', {}, 2000)).toEqual([1188, -38, 50, 800, 1200]);
    // A till of before rounded the total alone and added the tip.
    expect(await pay('3', { roundingAmount: 12 }, 1250)).toEqual([1188, 12, 50, 0, 1250]);
  });

  it('[R35.29] gives change for foreign cash in multiples of the cash rounding; bill, drawer and Z agree', async () => {
    const own = await addShop(store, { shift: false });
    await setSetting(own, 'RoundCash', '25:nearest');
    await setSetting(own, 'Currencies', ['USD:1542']);
    const shift = await createShift(store, own.waiter, { key: newKey(), openingBalance: 100_000 });
    const usd = { currency: { code: 'USD', units: 100, rate: 1542 }, tendered: 1542 };
    const pay = async (slot: string, amount: number, more: object = {}) => {
      const bill = await order(own, slot, [line(own.menu.tea)]);
      const { bill: paid, change } = await payBill(store, own.waiter, {
        ...payment(bill, [cash(amount, usd)]),
        ...more,
      });
      expect(paid.payments[0]?.amount).toBe(paid.total + paid.roundingAmount);
      return [paid.roundingAmount, change];
    };
    // The total is 11.88; 1.00 USD is 15.42.
    expect(await pay('1', 1192, { roundingAmount: 4 })).toEqual([4, 350]);
    const { expectedCash, byCurrency, rounding } = await xReport(store, own.admin, String(shift.id));
    expect(byCurrency).toEqual([{ currency: 'USD', units: 100, amount: 1542 }]);
    expect([rounding, expectedCash - 1542]).toEqual([4, 100_000 - 350]);
    // A till of before rounded what is due to 12.00: what it took and gave back stays.
    expect(await pay('2', 1200, { roundingAmount: 12 })).toEqual([12, 342]);
  });

  it('[R15.13] refuses to pay without an open shift', async () => {
    const own = await addShop(store);
    const bill = await order(own, '1', [line(own.menu.tea)]);
    const { activeShift, closeShift } = await import('../../shift/service.ts');
    const shift = await activeShift(store, own.outletId);
    await closeShift(store, own.waiter, {
      id: shift?.id ?? 0,
      counted: [{ method: 'Cash', amount: 100_000 }],
      openBills: 'carry',
    });
    expect(await refusalOf(payBill(store, own.waiter, payment(bill)))).toMatchObject({
      reason: 'noShiftActive',
      status: 409,
    });
  });

  it('completes a complimentary bill without a payment, once', async () => {
    const bill = await order(shop, nextSlot(), [line(shop.menu.tea)]);
    const gift = { ...sent(bill.slot), key: bill.key, version: bill.version, discountPercentage: 100 };
    const { bill: free } = await updateBill(store, shop.admin, gift);
    expect(await refusalOf(pay(payment(bill, [])))).toMatchObject({ reason: 'billChanged' });
    const { bill: paid } = await pay(payment(free, []));
    expect(paid).toMatchObject({ status: 'Complete', total: 0, payments: [], payment: null });
    expect((await pay(payment(free, []))).bill).toEqual(paid);
  });

  it('refuses to pay a bill whose items are all void', async () => {
    const bill = await order(shop, nextSlot(), []);
    expect(await refusalOf(pay(payment(bill, [cash(100)])))).toMatchObject({ reason: 'nothingToPay', status: 409 });
  });

  it('accepts items that come with the payment', async () => {
    const bill = await lunch();
    const late = line(shop.menu.tea);
    const items = [...bill.items.map((item) => ({ ...line(item.menuItemId, item.qty), key: item.key })), late];
    const total = bill.total + 1188;
    const { bill: paid } = await pay({ key: bill.key, items, total, payments: [cash(total)] });
    expect(paid).toMatchObject({ status: 'Complete', total });
    expect(paid.items).toHaveLength(3);
  });

  it('gives invoice numbers without gaps while tills pay simultaneously and every tenth payment is refused', async () => {
    const own = await addShop(store, { outlet: { invoice_prefix: 'G' } });
    const numbers: string[] = [];
    let refused = 0;
    const till = async (n: number) => {
      for (let round = 0; round < 8; round += 1) {
        const bill = await order(own, String(n), [line(own.menu.tea)]);
        if ((n + round) % 10 === 0) {
          expect(await refusalOf(payBill(store, own.waiter, payment(bill, [cash(1)])))).toMatchObject({
            reason: 'paymentShort',
          });
          refused += 1;
        }
        numbers.push((await settle(own, bill)).invoiceNumber ?? '');
      }
    };
    await Promise.all(Array.from({ length: 10 }, (_, i) => till(i + 1)));
    const year = numbers[0]?.slice(1, 5);
    expect(refused).toBe(8);
    expect(numbers.toSorted()).toEqual(
      Array.from({ length: 80 }, (_, i) => `G${year}-${String(i + 1).padStart(6, '0')}`),
    );
  });

  it('writes payments, sold items and sums that agree with the bills', async () => {
    const own = await addShop(store);
    const bills: Bill[] = [];
    for (const slotNo of ['1', '2', '3']) {
      const bill = await order(own, slotNo, [line(own.menu.burger, 2), line(own.menu.tea, 1, { isVoid: true })], {
        covers: 2,
      });
      bills.push(await settle(own, bill));
    }
    const total = bills.reduce((sum, bill) => sum + bill.total, 0);
    const added = sql<number>;
    const found = await store.readOutlet(own.outletId, async (db) => ({
      hours: await db.selectFrom('sale_hour').selectAll().where('outlet_id', '=', own.outletId).execute(),
      methods: await db
        .selectFrom('sale_method')
        .select(['method', added`cast(sum(payments) as bigint)`.as('payments')])
        .select(added`cast(sum(amount) as bigint)`.as('amount'))
        .where('outlet_id', '=', own.outletId)
        .groupBy('method')
        .execute(),
      items: await db
        .selectFrom('sale_item')
        .select(['name', added`cast(sum(qty) as bigint)`.as('qty'), added`cast(sum(amount) as bigint)`.as('amount')])
        .where('outlet_id', '=', own.outletId)
        .groupBy('name')
        .execute(),
      sold: await db.selectFrom('sold_item').selectAll().where('outlet_id', '=', own.outletId).execute(),
    }));
    const sum = (
      rows: readonly { total: number; bills: number; covers: number; sub_total: number }[],
      name: 'total' | 'bills' | 'covers' | 'sub_total',
    ) => rows.reduce((all, row) => all + row[name], 0);
    expect([
      sum(found.hours, 'total'),
      sum(found.hours, 'bills'),
      sum(found.hours, 'covers'),
      sum(found.hours, 'sub_total'),
    ]).toEqual([total, 3, 6, 30_000]);
    expect(found.methods).toMatchObject([{ method: 'Cash', payments: 3, amount: total }]);
    expect(found.items).toMatchObject([{ name: 'Burger', qty: 6000, amount: 30_000 }]);
    expect(found.sold.filter((row) => row.is_void)).toHaveLength(3);
    expect(found.sold.reduce((all, row) => all + row.tax, 0)).toBe(bills.reduce((all, bill) => all + bill.gst, 0));
  });

  it('counts a payment to the business day of its time, and to the year of that day', async () => {
    const night = Date.parse('2026-01-01T21:30:00.000Z');
    const own = await addShop(store);
    const at = store.at(night);
    const bill = await order({ ...own, store: at }, '1', [line(own.menu.tea)]);
    const { bill: paid } = await payBill(at, own.waiter, payment(bill));
    // 02:30 on the 2nd in the Maldives is still the 1st until 04:00.
    expect(paid).toMatchObject({
      businessDate: '2026-01-01',
      completedAt: '2026-01-01T21:30:00.000Z',
      invoiceNumber: 'R2026-000001',
    });
    const before = await order({ ...own, store: store.at(Date.parse('2025-12-31T22:00:00.000Z')) }, '1', [
      line(own.menu.tea),
    ]);
    const { bill: old } = await payBill(store.at(Date.parse('2025-12-31T22:00:00.000Z')), own.waiter, payment(before));
    expect(old).toMatchObject({ businessDate: '2025-12-31', invoiceNumber: 'R2025-000001' });
  });

  it('keeps the till’s time of a late payment, unless it is before the open shift', async () => {
    const own = await addShop(store, { shift: false });
    const hours = (n: number) => Date.now() - n * 3600_000;
    const { createShift } = await import('../../shift/service.ts');
    await createShift(store.at(hours(5)), own.waiter, { key: newKey(), openingBalance: 0 });
    const paidAt = async (slotNo: string, ms: number) => {
      const bill = await order(own, slotNo, [line(own.menu.tea)]);
      const input = payment(bill, undefined, { modifiedAt: new Date(ms).toISOString() });
      return Date.parse((await payBill(store, own.waiter, input)).bill.completedAt ?? '');
    };
    const inShift = hours(4);
    expect(await paidAt('1', inShift)).toBe(inShift);
    expect(await paidAt('2', hours(6))).toBeGreaterThan(hours(1));
    expect(await paidAt('3', hours(-6))).toBeGreaterThan(hours(1));
  });

  it('never changes a completed bill', async () => {
    const paid = await settle(shop, await lunch());
    await refusalOf(
      updateBill(store, shop.admin, { ...sent(paid.slot), key: paid.key, version: paid.version, note: 'later' }),
    );
    expect(await findBill(store, shop.outletId, paid.key)).toEqual(paid);
  });
});
