import type { Bill } from '@atoll/domain/bill/bill';
import type { PaymentInput } from '@atoll/domain/contract/bill/bill';
import type { PaymentMethod } from '@atoll/domain/payment/methods';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../../platform/store/testing/engine.ts';
import { changeDelivery, riderCash } from '../../delivery/service.ts';
import { xReport } from '../../shift/find.ts';
import { closeShift, createShift } from '../../shift/service.ts';
import { listBills } from '../read/list.ts';
import { billTimeline } from '../read/timeline.ts';
import { findBill, payBill, refundBill } from '../service.ts';
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
} from '../testing/shop.ts';
import { type CorrectInput, correctPayment } from './correct-payment.ts';

const withoutZero = (sums: readonly (readonly [string, number])[]) => sums.filter(([, amount]) => amount !== 0);

eachEngine('a correction of a payment method', (on) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await addShop(await on.open());
    await setSetting(shop, 'PaymentMethods', ['Cash', 'Card', 'BankTransfer', 'HouseAccount', 'Complimentary']);
    await setSetting(shop, 'CreditSaleAllowed', 'true');
    await setSetting(shop, 'Currencies', ['USD:1542']);
  });
  const find = (ref: string) => findBill(shop.store, shop.outletId, ref);
  const paidBill = async (slot = '1'): Promise<Bill> => settle(shop, await order(shop, slot, [line(shop.menu.burger)]));
  const by = (method: PaymentMethod, amount: number, more: Partial<PaymentInput> = {}) =>
    cash(amount, { method, ...more });
  const correct = (bill: Bill, to: PaymentInput, more: Partial<CorrectInput> = {}, actor = shop.admin) =>
    correctPayment(shop.store, actor, {
      billId: bill.key,
      paymentKey: bill.payments.findLast(({ status }) => status === 'Captured')?.key ?? '',
      payment: to,
      reason: 'Wrong button',
      ...more,
    });
  const openShift = async () => {
    const [shift] = await shop.store.readOutlet(shop.outletId, (db) =>
      db.selectFrom('shift').selectAll().where('outlet_id', '=', shop.outletId).where('is_open', '=', true).execute(),
    );
    return shift as NonNullable<typeof shift>;
  };
  const x = async () => xReport(shop.store, shop.admin, String((await openShift()).id));
  const storedOf = (bill: Bill) =>
    shop.store.readOutlet(shop.outletId, (db) =>
      db.selectFrom('bill').selectAll().where('outlet_id', '=', shop.outletId).where('key', '=', bill.key).execute(),
    );
  /** The sums by method of all days, and the same from the rows of payments. */
  const methodSums = () =>
    shop.store.readOutlet(shop.outletId, async (db) => {
      const sums = (table: 'sale_method' | 'payment') =>
        db
          .selectFrom(table)
          .select(['method', (eb) => eb.fn.sum<number>('amount').as('amount')])
          .where('outlet_id', '=', shop.outletId)
          .groupBy('method')
          .orderBy('method')
          .execute();
      const plain = (rows: readonly { method: string; amount: number }[]) =>
        rows.map(({ method, amount }) => [method, Number(amount)] as const);
      return { daily: plain(await sums('sale_method')), rows: plain(await sums('payment')) };
    });
  /** The captured payments of all bills by method, as the bills are shown. */
  const shownSums = async () => {
    const rows = await shop.store.readOutlet(shop.outletId, (db) =>
      db.selectFrom('bill').select('key').where('outlet_id', '=', shop.outletId).execute(),
    );
    const sums = new Map<string, number>();
    for (const { key } of rows)
      for (const { method, amount, status } of (await find(key)).payments)
        if (status === 'Captured') sums.set(method, (sums.get(method) ?? 0) + amount);
    return withoutZero([...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  };
  const capturedSum = (bill: Bill) =>
    bill.payments.reduce((sum, { amount, status }) => sum + (status === 'Captured' ? amount : 0), 0);

  it('[R35.36] reverses the first payment and captures the second, with reason, beside a bill that stays as it is', async () => {
    const paid = await paidBill();
    const before = await storedOf(paid);
    const fixed = await correct(paid, by('Card', paid.total, { reference: 'Slip 12' }));
    expect(await storedOf(paid)).toEqual(before);
    expect(fixed).toMatchObject({
      version: paid.version,
      invoiceNumber: paid.invoiceNumber,
      payments: [
        { key: paid.payments[0]?.key, method: 'Cash', status: 'Voided' },
        { method: 'Card', amount: paid.total, reference: 'Slip 12', status: 'Captured' },
      ],
      payment: { method: 'Card' },
      exchanges: [{ reason: 'Wrong button', byName: 'Admin', reversed: { method: 'Cash', amount: -paid.total } }],
    });
    expect(await find(paid.key)).toEqual(fixed);
    const { events } = await billTimeline(shop.store, shop.admin, paid.key);
    expect(events.at(-1)).toMatchObject({
      action: 'PaymentCorrected',
      before: { method: 'Cash', amount: paid.total },
      after: { method: 'Card', reference: 'Slip 12', reason: 'Wrong button' },
    });
  });

  it('[R35.36] lists a corrected bill under its new method and no longer under the old one', async () => {
    const paid = await paidBill();
    await correct(paid, by('BankTransfer', paid.total));
    const listed = async (method: string) => {
      const page = {
        limit: 100,
        offset: 0,
        sort: 'id',
        direction: 'desc',
        search: '',
        from: undefined,
        to: undefined,
      } as const;
      const { bills } = await listBills(shop.store, shop.admin, { ...page, method, isCounted: false });
      return bills.map((text) => JSON.parse(text) as Bill).find(({ key }) => key === paid.key);
    };
    expect(await listed('Cash')).toBeUndefined();
    expect((await listed('BankTransfer'))?.exchanges).toHaveLength(1);
  });

  it('[R35.36] changes expected cash and methods of the open shift, for bills of closed shifts too, and the Z keeps them', async () => {
    const paid = await paidBill();
    const shift = await openShift();
    const first = await x();
    await correct(paid, by('Card', paid.total));
    const now = await x();
    expect(now.expectedCash).toBe(first.expectedCash - paid.total);
    expect(now.total).toBe(first.total);
    expect(now.corrections?.find(({ from, to }) => from === 'Cash' && to === 'Card')).toBeDefined();
    const { z } = await closeShift(shop.store, shop.waiter, {
      id: shift.id,
      counted: [{ method: 'Cash', amount: now.expectedCash }],
      openBills: 'carry',
    });
    expect(z.totals).toEqual(now);
    await createShift(shop.store, shop.waiter, { key: newKey(), openingBalance: 50_000 });
    await correct(await find(paid.key), cash(paid.total, { tendered: paid.total + 1000 }));
    expect(await x()).toMatchObject({
      bills: 0,
      total: 0,
      expectedCash: 50_000 + paid.total,
      byMethod: [
        { method: 'Card', count: -1, amount: -paid.total },
        { method: 'Cash', count: 1, amount: paid.total },
      ],
      corrections: [{ from: 'Card', to: 'Cash', count: 1, amount: paid.total }],
    });
    expect(await xReport(shop.store, shop.admin, String(shift.id))).toEqual(now);
  });

  it('[R35.36] takes foreign cash back, with its change, and puts it into the drawer', async () => {
    const before = await x();
    const paid = await paidBill();
    const usd = { code: 'USD', units: 500, rate: 1542 };
    const fixed = await correct(paid, cash(paid.total, { tendered: 7710, currency: usd }));
    expect(fixed.payment).toMatchObject({ tendered: 7710, change: 7710 - paid.total, currency: usd });
    const during = await x();
    expect(during.byCurrency).toEqual([{ currency: 'USD', units: 500, amount: 7710 }]);
    expect(during.expectedCash).toBe(before.expectedCash + paid.total);
    await correct(fixed, by('Card', paid.total));
    const after = await x();
    expect(after.byCurrency).toEqual([]);
    expect(after.expectedCash).toBe(before.expectedCash);
  });

  it('[R35.36] rounds the cash of a correction, so that cash and change are multiples of the unit, and counts the rounding', async () => {
    const rounding = await addShop(shop.store);
    await setSetting(rounding, 'RoundCash', '100:nearest');
    await setSetting(rounding, 'PaymentMethods', ['Cash', 'Card', 'BankTransfer']);
    await setSetting(rounding, 'Currencies', ['USD:1542']);
    const paidByCard = async (slot: string, tip = 0) => {
      const bill = await order(rounding, slot, [line(rounding.menu.burger)]);
      const card = by('Card', bill.total + tip);
      return (await payBill(rounding.store, rounding.waiter, payment(bill, [card], { tip }))).bill;
    };
    const correctTo = (bill: Bill, to: PaymentInput) =>
      correctPayment(rounding.store, rounding.admin, {
        billId: bill.key,
        paymentKey: bill.payment?.key ?? '',
        payment: to,
        reason: 'Wrong button',
      });
    const xOf = async () => {
      const { id } = await rounding.store.readOutlet(rounding.outletId, (db) =>
        db.selectFrom('shift').select('id').where('outlet_id', '=', rounding.outletId).executeTakeFirstOrThrow(),
      );
      return xReport(rounding.store, rounding.admin, String(id));
    };
    const first = await paidByCard('1');
    expect(first).toMatchObject({ total: 5940, roundingAmount: 0 });
    const start = (await xOf()).expectedCash;
    const inCash = await correctTo(first, cash(first.total));
    expect(inCash).toMatchObject({ roundingAmount: -40, payment: { amount: 5900, tendered: 5900, change: 0 } });
    expect(await xOf()).toMatchObject({
      rounding: -40,
      expectedCash: start + 5900,
      corrections: [{ from: 'Card', to: 'Cash', count: 1, amount: 5900, rounding: -40 }],
    });
    const usd = { code: 'USD', units: 500, rate: 1542 };
    const inDollars = await correctTo(inCash, cash(5940, { tendered: 7710, currency: usd }));
    expect(inDollars).toMatchObject({ roundingAmount: -30, payment: { amount: 5910, tendered: 7710, change: 1800 } });
    const back = await correctTo(inDollars, by('BankTransfer', inDollars.payment?.amount ?? 0));
    expect(back).toMatchObject({ roundingAmount: 0, payment: { amount: 5940 } });
    expect(await xOf()).toMatchObject({ rounding: 0, expectedCash: start });
    const last = await correctTo(back, cash(5900));
    expect(last).toMatchObject({ roundingAmount: -40, payment: { amount: 5900 } });
    const { owed } = await billTimeline(rounding.store, rounding.admin, last.key);
    expect(owed).toBe(5900);
    const refund = await refundBill(rounding.store, rounding.admin, {
      key: newKey(),
      billId: last.key,
      payments: [cash(5900)],
      reason: 'Cold soup',
    });
    expect(refund).toMatchObject({ total: -5940, roundingAmount: 40 });
    const totals = await xOf();
    expect(totals).toMatchObject({ rounding: 0, expectedCash: start });
    const hours = await rounding.store.readOutlet(rounding.outletId, (db) =>
      db.selectFrom('sale_hour').select('rounding').where('outlet_id', '=', rounding.outletId).execute(),
    );
    expect(hours.reduce((sum, one) => sum + Number(one.rounding), 0)).toBe(totals.rounding);
  });

  it('[R35.36] no longer counts a corrected payment as cash that a rider handed in', async () => {
    const items = [line(shop.menu.burger)];
    const rider = { riderName: 'Hassan', deliveryStatus: 'OutForDelivery' } as const;
    const ordered = await order(shop, '5', items, { type: 'Delivery' });
    for (const deliveryStatus of ['Accepted', 'Preparing', 'Ready', 'OutForDelivery', 'Delivered'] as const)
      await changeDelivery(shop.store, shop.admin, { billId: ordered.key, ...rider, deliveryStatus });
    const paid = await settle(shop, await find(ordered.key));
    const handedIn = async () => {
      const { id } = await openShift();
      const riders = await shop.store.readOutlet(shop.outletId, (db) => riderCash(db, shop.outletId, id));
      return riders.find(({ riderName }) => riderName === 'Hassan')?.handedIn;
    };
    expect(await handedIn()).toBe(paid.total);
    await correct(paid, by('BankTransfer', paid.total));
    expect(await handedIn()).toBe(0);
  });

  it('[R35.36] makes one exchange of two corrections at once, and repeats one with the same key without effect', async () => {
    const paid = await paidBill();
    const card = by('Card', paid.total);
    const both = await Promise.allSettled([correct(paid, card), correct(paid, by('BankTransfer', paid.total))]);
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(await refusalOf(correct(paid, by('BankTransfer', paid.total)))).toMatchObject({
      reason: 'paymentCorrected',
      status: 409,
    });
    const again = await correct(paid, card);
    expect(again.exchanges).toHaveLength(1);
    expect(again).toEqual(await find(paid.key));
    expect(await refusalOf(correct(await paidBill(), card))).toMatchObject({ reason: 'keyReused' });
  });

  it('[R35.36] refuses another amount, the same method, open bills, payments of refunds, and no open shift', async () => {
    const paid = await paidBill();
    const reasonOf = async (promise: Promise<unknown>) => (await refusalOf(promise))?.reason;
    expect(await reasonOf(correct(paid, by('Card', paid.total - 1)))).toBe('paymentShort');
    expect(await reasonOf(correct(paid, by('Card', paid.total + 1)))).toBe('overpaid');
    expect(await reasonOf(correct(paid, cash(paid.total)))).toBe('invalid');
    expect(await reasonOf(correct(paid, by('Voucher', paid.total)))).toBe('paymentMethodUnknown');
    expect(await reasonOf(correct(paid, by('Card', paid.total), { paymentKey: newKey() }))).toBe('notFound');
    expect(await reasonOf(correct(paid, by('Card', paid.total, { reference: '4111111111111111' })))).toBe('cardNumber');
    const open = await order(shop, '9', [line(shop.menu.tea)]);
    expect(await reasonOf(correct(open, by('Card', 100), { paymentKey: newKey() }))).toBe('paymentNotCorrectable');
    const payments = [cash(paid.total)];
    const back = await refundBill(shop.store, shop.admin, {
      key: newKey(),
      billId: paid.key,
      payments,
      reason: 'Cold soup',
    });
    expect(await reasonOf(correct(back, by('Card', paid.total)))).toBe('paymentNotCorrectable');
    const closed = await addShop(shop.store);
    const theirs = await settle(closed, await order(closed, '1', [line(closed.menu.burger)]));
    await closeShift(closed.store, closed.waiter, {
      id: theirs.shiftId ?? 0,
      counted: [{ method: 'Cash', amount: 105_940 }],
      openBills: 'carry',
    });
    const late = {
      billId: theirs.key,
      paymentKey: theirs.payments[0]?.key ?? '',
      payment: by('Card', theirs.total),
      reason: 'Late',
    };
    expect(await reasonOf(correctPayment(closed.store, closed.admin, late))).toBe('noShiftActive');
  });

  it('[R35.36] needs the permission payment.correct, which Managers have and role User asks for in place', async () => {
    const paid = await paidBill();
    const card = by('Card', paid.total);
    expect(await refusalOf(correct(paid, card, {}, shop.waiter))).toMatchObject({ reason: 'forbidden' });
    const asking = { ...shop.waiter, approvable: new Set(['payment.correct']) };
    expect(await refusalOf(correct(paid, card, {}, asking))).toMatchObject({
      reason: 'approvalNeeded',
      extra: { permission: 'payment.correct', subjectKey: paid.key },
    });
    const manager = { ...shop.waiter, permissions: new Set([...shop.waiter.permissions, 'payment.correct']) };
    expect(await correct(paid, card, {}, manager)).toMatchObject({ payment: { method: 'Card' } });
  });

  it('[R35.36] keeps payments = total + rounding + tip, and sums by method, after any chain of exchanges', async () => {
    const methods = fc.constantFrom<PaymentMethod>('Cash', 'Card', 'BankTransfer', 'Complimentary');
    const step = fc.record({ bill: fc.nat(2), at: fc.nat(2), to: methods });
    const opening = (await openShift()).opening_balance;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), fc.nat(300), async (steps, tip) => {
        const bills = [
          await order(shop, '3', [line(shop.menu.burger, 2)]),
          await order(shop, '4', [line(shop.menu.tea)]),
        ];
        const paid: Bill[] = [];
        for (const bill of bills) {
          const parts = [by('Card', 300), cash(bill.total + tip - 300)];
          paid.push((await payBill(shop.store, shop.waiter, payment(bill, parts, { tip }))).bill);
        }
        for (const { bill, at, to } of steps) {
          const one = await find(paid[bill % paid.length]?.key ?? '');
          const captured = one.payments.filter(({ status }) => status === 'Captured');
          const of = captured[at % captured.length];
          if (of === undefined || of.method === to) continue;
          await correct(one, by(to, of.amount), { paymentKey: of.key });
        }
        for (const { key } of paid) {
          const now = await find(key);
          expect(capturedSum(now)).toBe(now.total + now.roundingAmount + now.tip);
        }
        const { daily, rows } = await methodSums();
        expect(daily).toEqual(rows);
        expect(withoutZero(daily)).toEqual(await shownSums());
        const totals = await x();
        expect(totals.byMethod.reduce((sum, { amount }) => sum + amount, 0)).toBe(
          totals.total + totals.rounding + totals.tip,
        );
        const inCash = totals.byMethod.find(({ method }) => method === 'Cash')?.amount ?? 0;
        expect(totals.expectedCash).toBe(opening + inCash);
      }),
      { numRuns: 8 },
    );
  });
});
