import type { Bill } from '@atoll/domain/bill/bill';
import type { PaymentInput } from '@atoll/domain/contract/bill/bill';
import { formatMoney, laari } from '@atoll/domain/money/money';
import { beforeAll, describe, expect, it } from 'vitest';
import { verifyHistory } from '../../../platform/store/outlet/history.ts';
import { eachEngine } from '../../../platform/store/testing/engine.ts';
import { closeShift, createShift } from '../../shift/service.ts';
import { billTimeline } from '../read/timeline.ts';
import { correctPayment, findBill, mergeBills, payBill, splitBill, updateBill } from '../service.ts';
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
import { type RefundInput, refundBill } from './refund.ts';

eachEngine('refund, merge and split of a bill', (on) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await addShop(await on.open());
  });
  const find = (ref: string) => findBill(shop.store, shop.outletId, ref);
  const refund = (paid: Bill, amount: number, more: Partial<RefundInput> = {}, actor = shop.admin) =>
    refundBill(shop.store, actor, {
      key: newKey(),
      billId: paid.key,
      payments: amount > 0 ? [cash(amount)] : [],
      reason: 'Cold soup',
      ...more,
    });
  const paidBill = async (slot: string): Promise<Bill> =>
    settle(shop, await order(shop, slot, [line(shop.menu.burger, 2), line(shop.menu.tea, 3)]));
  const keyOf = (bill: Bill, name: string): string =>
    bill.items.find((item) => item.name === name && !item.isVoid)?.key ?? '';

  describe('a refund', () => {
    it('[R15.7] [R18.7] creates a linked bill of negative quantities and leaves the paid bill unchanged', async () => {
      const paid = await paidBill('1');
      const items = [{ key: keyOf(paid, 'Burger'), qty: 1 }];
      // 50.00 + 10 % + 8 %
      const back = await refund(paid, 5940, { items });
      expect(back).toMatchObject({
        status: 'Complete',
        isOpen: false,
        refundOfId: paid.id,
        refundOf: { invoiceNumber: paid.invoiceNumber, number: String(paid.number) },
        total: -5940,
        note: 'Cold soup',
        items: [{ name: 'Burger', qty: -1 }],
        payments: [{ method: 'Cash', amount: -5940 }],
      });
      expect(back.invoiceNumber).not.toBe(paid.invoiceNumber);
      expect(await find(paid.key)).toEqual({ ...paid, refundState: 'Partial' });
      const rest = paid.total - 5940;
      const timeline = await billTimeline(shop.store, shop.admin, paid.key);
      expect(timeline).toMatchObject({ owed: rest, refunds: [{ id: back.id, total: -5940, reason: 'Cold soup' }] });
      expect(timeline.left.map((one) => one.qty)).toEqual([1, 3]);
      expect(timeline.events.map((event) => event.action)).toEqual(['Created', 'Paid', 'Refunded']);
      await refund(paid, rest);
      expect((await find(paid.key)).refundState).toBe('Full');
      expect(await refusalOf(refund(paid, 1))).toMatchObject({ reason: 'nothingToRefund', status: 409 });
    });

    it('[R18.7] creates a refund once, whichever call is repeated', async () => {
      const paid = await paidBill('1');
      const input: RefundInput = { key: newKey(), billId: paid.id ?? 0, payments: [cash(paid.total)], reason: 'Again' };
      const both = await Promise.all([
        refundBill(shop.store, shop.admin, input),
        refundBill(shop.store, shop.admin, input),
      ]);
      expect(both[1]).toEqual(both[0]);
      expect(await refundBill(shop.store, shop.admin, input)).toEqual(both[0]);
      const other = await paidBill('1');
      expect(await refusalOf(refundBill(shop.store, shop.admin, { ...input, billId: other.key }))).toMatchObject({
        reason: 'keyReused',
      });
    });

    it('[R18.7] refuses a refund above what was sold, of an unpaid bill, of another amount than due, or without permission', async () => {
      const paid = await paidBill('1');
      const open = await order(shop, '2', [line(shop.menu.tea)]);
      expect(await refusalOf(refund(open, 100))).toMatchObject({ reason: 'notPaid' });
      const tooMuch = [{ key: keyOf(paid, 'Burger'), qty: 2.001 }];
      expect(await refusalOf(refund(paid, 100, { items: tooMuch }))).toMatchObject({ reason: 'refundTooLarge' });
      expect(await refusalOf(refund(paid, paid.total - 1))).toMatchObject({
        reason: 'paymentShort',
        extra: { due: 1 },
      });
      expect(await refusalOf(refund(paid, paid.total + 1))).toMatchObject({ reason: 'overpaid' });
      expect(await refusalOf(refund(paid, paid.total, {}, shop.waiter))).toMatchObject({ reason: 'forbidden' });
      const limited = { ...shop.admin, limits: { 'bill.refund': paid.total - 1 } };
      expect(await refusalOf(refund(paid, paid.total, {}, limited))).toMatchObject({
        reason: 'approvalNeeded',
        extra: { permission: 'bill.refund', amount: paid.total },
      });
      const back = await refund(paid, paid.total);
      expect(await refusalOf(refund(back, 1))).toMatchObject({ reason: 'refundOfRefund' });
    });

    it('gives back by a method at most what was paid by it, less what was already given back by it, and anything in cash', async () => {
      const bill = await order(shop, '1', [line(shop.menu.burger, 2), line(shop.menu.tea, 3)]);
      const [card, rest] = [bill.total - 4000, 4000];
      const { bill: paid } = await payBill(shop.store, shop.waiter, payment(bill, [by('Card', card), cash(rest)]));
      const all = { payments: [by('Card', paid.total)] };
      expect(await refusalOf(refund(paid, paid.total, all))).toMatchObject({
        reason: 'refundAboveMethod',
        message: `By Card you can give back at most ${formatMoney(laari(card))}. Give the rest in cash`,
        extra: { method: 'Card', left: card },
      });
      const other = { payments: [by('BankTransfer', paid.total)] };
      expect(await refusalOf(refund(paid, paid.total, other))).toMatchObject({
        message: 'Nothing can be given back by Bank transfer. Give it back in cash',
      });
      const items = [{ key: keyOf(paid, 'Burger'), qty: 1 }];
      await refund(paid, 5940, { items, payments: [by('Card', 5940)] });
      const { byMethod } = await billTimeline(shop.store, shop.admin, paid.key);
      expect(byMethod).toEqual([{ method: 'Card', amount: card - 5940 }]);
      const left = paid.total - 5940;
      const tooMuch = { payments: [by('Card', card - 5940 + 1), cash(rest - 1)] };
      expect(await refusalOf(refund(paid, left, tooMuch))).toMatchObject({ extra: { left: card - 5940 } });
      const back = await refund(paid, left, { payments: [by('Card', card - 5940), cash(rest)] });
      expect(back.payments.map(({ method, amount }) => [method, amount])).toEqual([
        ['Card', 5940 - card],
        ['Cash', -rest],
      ]);
      const cashOnly = await payBill(
        shop.store,
        shop.waiter,
        payment(await order(shop, '1', [line(shop.menu.tea)]), [by('Card', 1188)]),
      );
      expect((await refund(cashOnly.bill, 1188)).payments).toMatchObject([{ method: 'Cash', amount: -1188 }]);
    });

    it('counts the payment that replaced another one when it limits a refund by method', async () => {
      const paid = await settle(shop, await order(shop, '1', [line(shop.menu.tea)]));
      const byCard = { payments: [by('Card', paid.total)] };
      expect(await refusalOf(refund(paid, paid.total, byCard))).toMatchObject({ reason: 'refundAboveMethod' });
      await correctPayment(shop.store, shop.admin, {
        billId: paid.key,
        paymentKey: paid.payments[0]?.key ?? '',
        payment: by('Card', paid.total),
        reason: 'Wrong button',
      });
      const found = await billTimeline(shop.store, shop.admin, paid.key);
      expect(found.byMethod).toEqual([{ method: 'Card', amount: paid.total }]);
      expect((await refund(paid, paid.total, byCard)).payments).toMatchObject([
        { method: 'Card', amount: -paid.total },
      ]);
    });

    it('[R15.13] records a refund in the open shift and subtracts it from its figures', async () => {
      const other = await addShop(shop.store);
      await setSetting(other, 'RoundCash', '100:nearest');
      const bill = await order(other, '1', [line(other.menu.burger)]);
      const done = await settle(other, bill);
      expect(done).toMatchObject({ roundingAmount: -40, payments: [{ amount: 5900, change: 40 }] });
      await closeShift(other.store, other.admin, {
        id: done.shiftId ?? 0,
        counted: [{ method: 'Cash', amount: 105_900 }],
      });
      expect(await refusalOf(refundOf(other, done, 5900))).toMatchObject({ reason: 'noShiftActive' });
      const second = await createShift(other.store, other.admin, { key: newKey(), openingBalance: 20_000 });
      // The cash rounding of the payment is reversed when everything is refunded.
      await refundOf(other, done, 5900);
      const { shift } = await closeShift(other.store, other.admin, {
        id: second.id,
        counted: [{ method: 'Cash', amount: 14_100 }],
      });
      expect(shift.totals).toMatchObject({
        bills: 0,
        refunds: { count: 1, amount: 5940 },
        total: -5940,
        rounding: 40,
        expectedCash: 14_100,
      });
      expect(shift.closing?.difference).toBe(0);
    });
  });

  it('[R15.13] pays out a multiple of the cash rounding in the last refund too: of a bill with a tip, and of a card in cash', async () => {
    const rounding = await addShop(shop.store);
    await setSetting(rounding, 'RoundCash', '100:nearest');
    await setSetting(rounding, 'PaymentMethods', ['Cash', 'Card']);
    const paidBy = async (slot: string, method: 'Cash' | 'Card', tip: number) => {
      const bill = await order(rounding, slot, [line(rounding.menu.burger)]);
      const paid = await payBill(rounding.store, rounding.waiter, payment(bill, [by(method, 6100)], { tip }));
      return paid.bill;
    };
    const tipped = await paidBy('1', 'Cash', 130);
    expect(tipped).toMatchObject({ total: 5940, roundingAmount: 30, payments: [{ amount: 6100 }] });
    const { owed } = await billTimeline(rounding.store, rounding.admin, tipped.key);
    expect(owed).toBe(5970);
    expect(await refusalOf(refundOf(rounding, tipped, 5970))).toMatchObject({
      reason: 'overpaid',
      extra: { due: -5900 },
    });
    const back = await refundOf(rounding, tipped, 5900);
    expect(back).toMatchObject({ total: -5940, roundingAmount: 40, payments: [{ amount: -5900 }] });
    expect(back.payments[0]?.amount).toBe(back.total + back.roundingAmount);
    // Nearest would give back 60 laari more than the card paid without the tip.
    const byCard = await paidBy('2', 'Card', 160);
    expect(await refundOf(rounding, byCard, 5900)).toMatchObject({ roundingAmount: 40, payments: [{ amount: -5900 }] });
  });

  describe('a merge', () => {
    const merge = (from: string, to: string, actor = shop.admin) => mergeBills(shop.store, actor, { from, to });

    it('[R18.9] keeps every item once in a merge, frees the slot, and resolves the absorbed key to the remaining bill', async () => {
      const [a, b] = [
        await order(shop, '3', [line(shop.menu.tea, 1, { sentQty: 1, ticketIds: ['t1'] })], {
          covers: 2,
          note: 'Sea view',
        }),
        await order(shop, '4', [line(shop.menu.burger)], { covers: 3 }),
      ];
      const merged = await merge(a.key, b.key);
      expect(merged).toMatchObject({ key: b.key, slot: '4', covers: 5, note: 'Sea view', total: a.total + b.total });
      expect(merged.items.map((item) => [item.name, item.sentQty, item.ticketIds])).toEqual([
        ['Tea', 1, ['t1']],
        ['Burger', 0, []],
      ]);
      expect(await merge(a.key, b.key)).toEqual(merged);
      for (const ref of [a.key, String(a.id)]) expect((await find(ref)).key).toBe(b.key);
      // Somebody was still adding items to the absorbed bill.
      const late = line(shop.menu.juice, 1, { size: 'Large' });
      const { bill } = await updateBill(shop.store, shop.waiter, { ...sent('3'), key: a.key, items: [late] });
      expect([bill.key, bill.items.length]).toEqual([b.key, 3]);
      expect((await order(shop, '3', [line(shop.menu.tea)])).slot).toBe('3');
    });

    it('[R18.9] follows a chain of merges, also simultaneous ones in both directions, and keeps what each bill cost', async () => {
      const discounted = await order(shop, '5', [line(shop.menu.burger, 2)]);
      const { bill: half } = await updateBill(shop.store, shop.admin, {
        ...sent('5'),
        key: discounted.key,
        version: discounted.version,
        discountPercentage: 50,
      });
      const [b, c] = [await order(shop, '6', [line(shop.menu.tea)]), await order(shop, '7', [line(shop.menu.tea)])];
      const both = await Promise.all([merge(half.key, b.key), merge(b.key, half.key)]);
      expect(both[0]?.key).toBe(both[1]?.key);
      expect(both[1]).toMatchObject({ total: half.total + b.total, discountPercentage: 0 });
      const all = await merge(b.key, c.key);
      for (const one of [half, b, c]) expect((await find(one.key)).key).toBe(c.key);
      expect(all.items).toHaveLength(3);
    });

    it('[R18.9] refuses to merge a paid bill, and a person without the permission', async () => {
      const [a, b] = [await order(shop, '8', [line(shop.menu.tea)]), await order(shop, '9', [line(shop.menu.tea)])];
      expect(await refusalOf(merge(a.key, b.key, shop.waiter))).toMatchObject({ reason: 'forbidden' });
      const paid = await settle(shop, a);
      expect(await refusalOf(merge(paid.key, b.key))).toMatchObject({ reason: 'billClosed' });
      expect(await refusalOf(merge(b.key, paid.key))).toMatchObject({ reason: 'billClosed' });
      expect(await find(b.key)).toEqual(b);
    });
  });

  describe('a split', () => {
    const split = (input: Parameters<typeof splitBill>[2]) => splitBill(shop.store, shop.waiter, input);

    it('[R18.9] splits by items into check 2 of the slot, once, and a late save brings nothing back', async () => {
      const bill = await order(shop, '10', [line(shop.menu.burger, 2, { sentQty: 2 }), line(shop.menu.tea)]);
      const items = [
        { key: keyOf(bill, 'Burger'), qty: 1 },
        { key: keyOf(bill, 'Tea'), qty: 1 },
      ];
      const made = await split({ billId: bill.id ?? 0, items });
      expect(made.map((one) => [one.slot, one.checkNo, one.total])).toEqual([
        ['10', 1, 5940],
        ['10', 2, 7128],
      ]);
      expect(made[1]?.items.map((item) => [item.name, item.qty, item.sentQty])).toEqual([
        ['Burger', 1, 1],
        ['Tea', 1, 0],
      ]);
      expect((await split({ billId: bill.key, items })).map((one) => one.key)).toEqual(made.map((one) => one.key));
      await updateBill(shop.store, shop.waiter, {
        ...sent('10'),
        key: bill.key,
        items: bill.items.map((item) => ({ ...line(item.menuItemId, item.qty), key: item.key })),
      });
      expect((await find(bill.key)).total).toBe(5940);
      const paid = await settle(shop, made[1] as Bill);
      expect((await find(bill.key)).isOpen).toBe(true);
      expect(paid.invoiceNumber).not.toBeNull();
    });

    it('[R18.9] keeps a split when a till that applied it sends the cut item as void and sent to the kitchen', async () => {
      const bill = await order(shop, '37', [line(shop.menu.burger, 2)]);
      const burger = keyOf(bill, 'Burger');
      const [rest, check] = await split({ billId: bill.key, items: [{ key: burger, qty: 1 }] });
      const cutItem = { ...line(shop.menu.burger, 2, { sentQty: 2 }), key: burger, isVoid: true };
      const sendVoid = (voidReason: string) =>
        updateBill(shop.store, shop.admin, { ...sent('37'), key: bill.key, items: [{ ...cutItem, voidReason }] });
      await sendVoid('Split');
      const totals = async () => [(await find(bill.key)).total, (await find(check?.key ?? '')).total];
      expect(await totals()).toEqual([rest?.total, check?.total]);
      expect((await find(check?.key ?? '')).items.map(({ sentQty }) => sentQty)).toEqual([1]);
      // The reason of a person voids the pieces too.
      await sendVoid('Wrong table');
      expect(await totals()).toEqual([0, 0]);
    });

    it('[R18.9] splits in equal parts and by an amount', async () => {
      const bill = await order(shop, '11', [line(shop.menu.burger, 4)]);
      const key = newKey();
      const four = await split({ billId: bill.key, key, parts: 4 });
      expect(four.map((one) => [one.checkNo, one.total])).toEqual([1, 2, 3, 4].map((n) => [n, bill.total / 4]));
      expect((await split({ billId: bill.key, key, parts: 4 })).map((one) => one.key)).toEqual(
        four.map((one) => one.key),
      );
      const other = await order(shop, '12', [line(shop.menu.burger, 1), line(shop.menu.tea, 4)]);
      const [rest, to] = await split({ billId: other.key, key: newKey(), amount: 8000 });
      expect(to?.total).toBeLessThanOrEqual(8000);
      expect(to?.total).toBeGreaterThan(7998);
      expect((rest?.total ?? 0) + (to?.total ?? 0)).toBe(other.total);
    });

    it('[R18.9] splits into another slot only when it is free; a slot has at most nine checks', async () => {
      const bill = await order(shop, '13', [line(shop.menu.tea, 9), line(shop.menu.burger)]);
      const items = [{ key: keyOf(bill, 'Burger'), qty: 1 }];
      const taken = { type: 'Table', slot: '12' } as const;
      expect(await refusalOf(split({ billId: bill.key, items, to: taken }))).toMatchObject({ reason: 'slotOccupied' });
      const [, moved] = await split({ billId: bill.key, items, to: { type: 'Table', slot: '14' } });
      expect([moved?.slot, moved?.checkNo]).toEqual(['14', 1]);
      await split({ billId: bill.key, key: newKey(), parts: 9 });
      const again = split({ billId: bill.key, key: newKey(), amount: 500 });
      expect(await refusalOf(again)).toMatchObject({ reason: 'checksFull' });
      expect(await refusalOf(split({ billId: bill.key, parts: 2 }))).toMatchObject({ reason: 'invalid' });
    });
  });

  it('keeps the history chain valid after refunds, merges and splits', async () => {
    expect(await verifyHistory(shop.store, shop.outletId)).toMatchObject({ ok: true });
  });
});

const by = (method: PaymentInput['method'], amount: number): PaymentInput => ({ key: newKey(), method, amount });

const refundOf = (shop: Shop, paid: Bill, amount: number) =>
  refundBill(shop.store, shop.admin, {
    key: newKey(),
    billId: paid.key,
    payments: [cash(amount)],
    reason: 'All of it',
  });
