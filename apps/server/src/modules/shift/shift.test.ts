import { shiftCash } from '@atoll/domain/contract/bill/shift';
import { isAllowed } from '@atoll/domain/contract/platform/endpoint';
import { beforeEach, expect, it } from 'vitest';
import type { CommittedChange, Store } from '../../platform/store/store.ts';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { payBill, voidBill } from '../bill/service.ts';
import { addPerson, grant } from '../bill/testing/grant.ts';
import {
  addShop,
  cash,
  line,
  newKey,
  order,
  payment,
  person,
  refusalOf,
  type Shop,
  setSetting,
  settle,
} from '../bill/testing/shop.ts';
import { findShift, listShifts, shiftToCount, xReport } from './find.ts';
import { activeShift, addCash, closeShift, createShift } from './service.ts';

eachEngine('a shift', (on) => {
  let store: Store;
  let shop: Shop;
  beforeEach(async () => {
    store ??= await on.open();
    shop = await addShop(store);
  });
  const current = async () => {
    const shift = await activeShift(store, shop.outletId);
    if (shift === null) throw new Error('No shift is open');
    return shift;
  };
  const counted = (amount: number) => [{ method: 'Cash', amount }];

  it('[R18.15] returns null until a shift is opened, then the open shift', async () => {
    const own = await addShop(store, { shift: false });
    expect(await activeShift(store, own.outletId)).toBeNull();
    const key = newKey();
    const shift = await createShift(store, own.waiter, { key, openingBalance: 50_000 });
    expect(shift).toMatchObject({
      key,
      number: 1,
      isOpen: true,
      status: 'Open',
      openingBalance: 50_000,
      createdByName: 'User',
      totals: null,
    });
    expect(await activeShift(store, own.outletId)).toEqual(shift);
    expect(await findShift(store, own.admin, key)).toEqual(shift);
  });

  it('opens one shift per key, and refuses a second open shift', async () => {
    const own = await addShop(store, { shift: false });
    const input = { key: newKey(), openingBalance: 100 };
    const shifts = await Promise.all([createShift(store, own.waiter, input), createShift(store, own.waiter, input)]);
    expect(shifts[0]).toEqual(shifts[1]);
    expect(await refusalOf(createShift(store, own.waiter, { ...input, openingBalance: 1 }))).toMatchObject({
      reason: 'keyReused',
      status: 422,
    });
    expect(await refusalOf(createShift(store, own.waiter, { key: newKey(), openingBalance: 1 }))).toMatchObject({
      reason: 'shiftOpen',
      status: 409,
    });
  });

  it('records cash in and out with a reason, once per key', async () => {
    const shift = await current();
    const input = {
      key: newKey(),
      shiftId: shift.id,
      kind: 'In' as const,
      amount: 5000,
      reason: 'Change from the bank',
    };
    const after = await addCash(store, shop.admin, input);
    expect(after.cash).toMatchObject([{ kind: 'In', amount: 5000, byName: 'Admin' }]);
    expect(await addCash(store, shop.admin, input)).toEqual(after);
    expect(await refusalOf(addCash(store, shop.admin, { ...input, amount: 1 }))).toMatchObject({ reason: 'keyReused' });
    expect(await refusalOf(addCash(store, shop.waiter, { ...input, key: newKey() }))).toMatchObject({
      reason: 'forbidden',
    });
    expect(await refusalOf(addCash(store, shop.admin, { ...input, key: newKey(), shiftId: 999_999 }))).toMatchObject({
      reason: 'notFound',
    });
  });

  it('[R17.3] lets a waiter who may not take cash out ask for an approval of it', async () => {
    const asked = { ...shop.waiter, approvable: new Set(['cash.out']) };
    expect(isAllowed(shiftCash.access, asked.permissions)).toBe(true);
    const { id } = await current();
    const input = { key: newKey(), shiftId: id, kind: 'Out' as const, amount: 20_000, reason: 'Taxi' };
    expect(await refusalOf(addCash(store, asked, input))).toMatchObject({
      reason: 'approvalNeeded',
      extra: { permission: 'cash.out', amount: 20_000 },
    });
  });

  it('computes the expected cash of the X report: opening + cash taken + in − out', async () => {
    const shift = await current();
    const sold = await settle(shop, await order(shop, '1', [line(shop.menu.burger, 2)], { covers: 2 }));
    const card = await order(shop, '2', [line(shop.menu.tea)]);
    await payBill(store, shop.waiter, payment(card, [{ key: newKey(), method: 'Card', amount: card.total }]));
    const gone = await order(shop, '3', [line(shop.menu.burger)]);
    await voidBill(store, shop.admin, { billId: gone.key, reason: 'Guests left' });
    await order(shop, '4', [line(shop.menu.burger)]);
    await addCash(store, shop.admin, { key: newKey(), shiftId: shift.key, kind: 'Out', amount: 700, reason: 'Ice' });
    const x = await xReport(store, shop.admin, String(shift.id));
    expect(x).toMatchObject({
      bills: 2,
      covers: 2,
      gross: 11_000,
      total: sold.total + card.total,
      voids: { count: 1, amount: 5000 },
      byMethod: [
        { method: 'Card', count: 1, amount: card.total },
        { method: 'Cash', count: 1, amount: sold.total },
      ],
      cashOut: 700,
      expectedCash: 100_000 + sold.total - 700,
      firstInvoice: sold.invoiceNumber,
    });
    expect((await current()).status).toBe('Open');
  });

  it('refuses to close a shift with open bills, lists them, and closes when they are carried over', async () => {
    const shift = await current();
    const open = await order(shop, '5', [line(shop.menu.tea)]);
    const input = { id: shift.id, counted: counted(100_000) };
    expect(await refusalOf(closeShift(store, shop.waiter, input))).toMatchObject({
      reason: 'openBills',
      status: 409,
      extra: { openBills: [{ id: open.id, key: open.key, type: 'Table', slot: '5', total: open.total }] },
    });
    const { shift: closed } = await closeShift(store, shop.waiter, { ...input, openBills: 'carry' });
    expect(closed).toMatchObject({ status: 'Closed', isOpen: false, closing: { carried: 1, difference: 0 } });
    await createShift(store, shop.waiter, { key: newKey(), openingBalance: 0 });
    const paid = await settle(shop, open);
    expect(paid.shiftId).toBe((await current()).id);
    expect((await xReport(store, shop.admin, shift.key)).bills).toBe(0);
    expect((await xReport(store, shop.admin, String(paid.shiftId))).bills).toBe(1);
  });

  it('closes a shift although a slot was checked in and nothing ordered, and carries nothing over', async () => {
    const shift = await current();
    const empty = await order(shop, '6', []);
    expect(empty.items).toEqual([]);
    const { shift: closed } = await closeShift(store, shop.waiter, { id: shift.id, counted: counted(100_000) });
    expect(closed).toMatchObject({ isOpen: false, closing: { carried: 0 } });
  });

  it('closes a shift once with a numbered Z that never changes, and notifies the other tills', async () => {
    const shift = await current();
    const bill = await settle(shop, await order(shop, '6', [line(shop.menu.burger)]));
    const notified: CommittedChange[] = [];
    store.onCommitted((changes) => notified.push(...changes.filter(({ outlet }) => outlet === shop.outletId)));
    const input = { id: shift.key, counted: counted(100_000 + bill.total - 50), note: 'Busy' };
    const closed = await closeShift(store, shop.waiter, input);
    expect(closed.shift.closing).toMatchObject({
      difference: -50,
      note: 'Busy',
      expected: [{ method: 'Cash', amount: 100_000 + bill.total }],
    });
    expect(closed.z).toMatchObject({ number: 1, totals: { bills: 1, total: bill.total } });
    expect(notified).toMatchObject([{ entity: 'Shift', id: shift.id, version: 2, action: 'Updated' }]);
    expect(await closeShift(store, shop.waiter, input)).toEqual(closed);
    expect(await refusalOf(closeShift(store, shop.waiter, { ...input, counted: counted(1) }))).toMatchObject({
      reason: 'shiftClosed',
    });
    expect(await activeShift(store, shop.outletId)).toBeNull();
    expect(await xReport(store, shop.waiter, shift.key)).toEqual(closed.z.totals);
  });

  it('requires a reason and an approval when the difference exceeds the outlet’s limit', async () => {
    await setSetting(shop, 'MaxCashDifference', '500');
    const { id } = await current();
    const input = { id, counted: counted(99_000) };
    expect(await refusalOf(closeShift(store, shop.waiter, input))).toMatchObject({
      reason: 'reasonMissing',
      status: 422,
    });
    const withReason = { ...input, differenceReason: 'Paid the baker' };
    const waiter = { ...shop.waiter, approvable: new Set(['drawer.open']) };
    expect(await refusalOf(closeShift(store, waiter, withReason))).toMatchObject({ reason: 'approvalNeeded' });
    const { shift } = await closeShift(store, shop.admin, withReason);
    expect(shift.closing).toMatchObject({ difference: -1000, differenceReason: 'Paid the baker' });
  });

  it('[R2.11] requires a reason when dollars are missing and as many rufiyaa too many, and stores the counted units', async () => {
    await setSetting(shop, 'MaxCashDifference', '500');
    await setSetting(shop, 'Currencies', ['USD:1542']);
    const bill = await order(shop, '1', [line(shop.menu.burger, 2)]);
    const currency = { code: 'USD', units: 1000, rate: 1542 };
    await payBill(store, shop.admin, payment(bill, [cash(bill.total, { tendered: 15_420, currency })]));
    const { id } = await current();
    const all = 100_000 + bill.total;
    const dollars = (units: number, amount: number) => ({ method: 'Cash USD', amount, units });
    const input = { id, counted: [...counted(all - 7710), dollars(0, 15_420)] };
    expect(await refusalOf(closeShift(store, shop.admin, input))).toMatchObject({ reason: 'reasonMissing' });
    const swapped = { ...input, counted: [...counted(all), dollars(0, 15_420)] };
    expect(await refusalOf(closeShift(store, shop.admin, swapped))).toMatchObject({
      reason: 'reasonMissing',
      extra: { difference: 0 },
    });
    const huge = { ...input, counted: [...counted(all), dollars(999_999_999, 1)] };
    expect(await refusalOf(closeShift(store, shop.admin, huge))).toMatchObject({ reason: 'invalid' });
    const reasoned = { ...swapped, differenceReason: 'Changed them' };
    const closed = await closeShift(store, shop.admin, reasoned);
    expect(closed.shift.closing).toMatchObject({
      counted: [{ method: 'Cash', amount: all }, dollars(0, 0)],
      expected: [{ method: 'Cash', amount: all - 15_420 }, dollars(1000, 15_420)],
      difference: 0,
    });
    expect(await closeShift(store, shop.admin, reasoned)).toEqual(closed);
    const other = { ...reasoned, counted: [...counted(all), dollars(1, 15_420)] };
    expect(await refusalOf(closeShift(store, shop.admin, other))).toMatchObject({ reason: 'shiftClosed' });
  });

  it('lets the person who opened a shift close it, or a person with the permission shift.closeOther', async () => {
    const { id } = await current();
    const other = person(shop.outletId, 'User', 77);
    expect(await refusalOf(closeShift(store, other, { id, counted: counted(100_000) }))).toMatchObject({
      reason: 'forbidden',
    });
    expect((await closeShift(store, shop.admin, { id, counted: counted(100_000) })).shift.closedByName).toBe('Admin');
  });

  it('[R2.11] lets a person close the shift of somebody else with an approval, and send the closing again', async () => {
    const { id, key } = await current();
    const [otherId, approverId] = [await addPerson(shop, 'User'), await addPerson(shop, 'Admin')];
    const other = { ...person(shop.outletId, 'User', otherId), approvable: new Set(['shift.closeOther']) };
    const input = { id, counted: counted(100_000) };
    expect(await refusalOf(closeShift(store, other, input))).toMatchObject({
      reason: 'approvalNeeded',
      extra: { permission: 'shift.closeOther', subjectKey: key },
    });
    const permission = 'shift.closeOther';
    const approvalKey = await grant(shop, {
      permission,
      subjectType: 'Shift',
      subjectKey: key,
      askerId: otherId,
      approverId,
    });
    const approved = { ...other, approvalKey };
    const closed = await closeShift(store, approved, input);
    expect(closed.shift.isOpen).toBe(false);
    expect(await closeShift(store, approved, input)).toEqual(closed);
  });

  it('hides the expected cash of a shift while counting is blind', async () => {
    await setSetting(shop, 'BlindClose', 'true');
    const { key } = await current();
    expect(await refusalOf(xReport(store, shop.waiter, key))).toMatchObject({ reason: 'forbidden' });
    expect((await xReport(store, shop.admin, key)).expectedCash).toBe(100_000);
  });

  it('[R35.67] gives the figures of a closed shift only to who closed it and to people with Shift History', async () => {
    const { id, key } = await current();
    const { z } = await closeShift(store, shop.waiter, { id, counted: counted(100_000) });
    expect(await xReport(store, shop.waiter, key)).toEqual(z.totals);
    expect(await xReport(store, shop.admin, key)).toEqual(z.totals);
    const other = person(shop.outletId, 'User', 77);
    expect(await refusalOf(xReport(store, other, key))).toMatchObject({
      reason: 'forbidden',
      extra: { permission: 'Shift History' },
    });
  });

  it('[R35.19] lets a person with shift.close alone close blind, with currencies shown but no amounts', async () => {
    await setSetting(shop, 'BlindClose', 'true');
    await setSetting(shop, 'Currencies', ['USD:1542']);
    const bill = await order(shop, '1', [line(shop.menu.burger, 2)]);
    const currency = { code: 'USD', units: 1000, rate: 1542 };
    await payBill(store, shop.waiter, payment(bill, [cash(bill.total, { tendered: 15_420, currency })]));
    const { id, key } = await current();
    const counter = { ...shop.waiter, permissions: new Set(['Close Shift', 'shift.close']) };
    const toCount = await shiftToCount(store, shop.outletId, key);
    expect(toCount).toEqual({ currencies: [{ currency: 'USD', rate: 15.42 }] });
    const { shift } = await closeShift(store, counter, { id, counted: counted(100_000) });
    expect(shift.isOpen).toBe(false);
  });

  it('[R35.19] tells a person who closed blind nothing of what was expected, also on repetition; others see it', async () => {
    await setSetting(shop, 'BlindClose', 'true');
    await setSetting(shop, 'MaxCashDifference', '100');
    const bill = await order(shop, '1', [line(shop.menu.burger, 2)]);
    await payBill(store, shop.waiter, payment(bill, [cash(bill.total)]));
    const { id, key } = await current();
    const counter = { ...shop.waiter, permissions: new Set(['shift.close', 'drawer.open']) };
    const input = { id, counted: counted(100_000) };
    const refusal = await refusalOf(closeShift(store, counter, input));
    expect(refusal).toMatchObject({ reason: 'reasonMissing' });
    expect(refusal?.extra).not.toHaveProperty('difference');
    const reasoned = { ...input, differenceReason: 'Change was short' };
    for (const closed of [await closeShift(store, counter, reasoned), await closeShift(store, counter, reasoned)]) {
      expect(closed.shift).toMatchObject({ isBlind: true, closing: { expected: [], difference: 0 } });
      for (const totals of [closed.shift.totals, closed.z.totals])
        expect(totals).toMatchObject({ total: bill.total, expectedCash: 0, byMethod: [], byCurrency: [] });
    }
    const historian = { ...shop.waiter, permissions: new Set(['Shift History']) };
    expect(await findShift(store, historian, key)).toMatchObject({
      isBlind: true,
      closing: { expected: [], difference: 0 },
      totals: { expectedCash: 0, byMethod: [] },
    });
    expect((await refusalOf(xReport(store, historian, key)))?.reason).toBe('forbidden');
    const seen = await findShift(store, shop.admin, key);
    expect(seen.closing?.difference).toBe(100_000 - (seen.totals?.expectedCash ?? 0));
    expect(seen.totals?.expectedCash).toBeGreaterThan(bill.total);
  });

  it('lists shifts newest first, and finds them by number or name', async () => {
    const shift = await current();
    await closeShift(store, shop.waiter, { id: shift.id, counted: counted(100_000) });
    const second = await createShift(store, shop.admin, { key: newKey(), openingBalance: 0 });
    const ask = {
      limit: 10,
      offset: 0,
      sort: 'id',
      direction: 'desc',
      search: '',
      from: undefined,
      to: undefined,
    } as const;
    const all = await listShifts(store, shop.admin, ask);
    expect(all).toMatchObject({
      count: 2,
      shifts: [
        { id: second.id, number: 2 },
        { id: shift.id, number: 1 },
      ],
    });
    expect((await listShifts(store, shop.admin, { ...ask, search: 'admin' })).shifts).toMatchObject([{ number: 2 }]);
    expect((await listShifts(store, shop.admin, { ...ask, search: '1' })).shifts).toMatchObject([{ number: 1 }]);
    expect((await listShifts(store, shop.admin, { ...ask, from: Date.now() + 1000 })).count).toBe(0);
  });

  it('refuses cash in or out of a closed shift', async () => {
    const { id } = await current();
    await closeShift(store, shop.waiter, { id, counted: counted(100_000) });
    const late = { key: newKey(), shiftId: id, kind: 'In' as const, amount: 1, reason: 'Late' };
    expect(await refusalOf(addCash(store, shop.admin, late))).toMatchObject({ reason: 'shiftClosed', status: 409 });
  });
});
