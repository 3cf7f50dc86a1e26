import type { Bill } from '@atoll/domain/bill/bill';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { partSize } from '../../platform/give-way.ts';
import type { StoreLocation } from '../../platform/store/open-store.ts';
import type { Store } from '../../platform/store/store.ts';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { planOf, statementsOf } from '../../platform/store/testing/statements.ts';
import { correctPayment, refundBill, voidBill } from '../bill/service.ts';
import { addShop, cash, line, newKey, order, type Shop, settle } from '../bill/testing/shop.ts';
import { changeDelivery } from '../delivery/service.ts';
import { expectedCash, xReport } from './find.ts';
import { activeShift, addCash, closeShift, createShift } from './service.ts';

const opening = 100_000;

eachEngine('a shift of many bills', (on) => {
  let at: StoreLocation;
  let store: Store;
  let shop: Shop;
  beforeEach(async () => {
    at ??= await on.placeWithTables();
    store ??= await on.open({ at });
    shop = await addShop(store);
  });
  afterEach(() => void vi.restoreAllMocks());

  const current = async () => (await activeShift(store, shop.outletId))?.id ?? 0;
  const sell = async (slot: string, qty = 1): Promise<Bill> =>
    settle(shop, await order(shop, slot, [line(shop.menu.tea, qty)]));
  const toCard = (bill: Bill) =>
    correctPayment(store, shop.admin, {
      billId: bill.key,
      paymentKey: bill.payments[0]?.key ?? '',
      payment: cash(bill.total, { method: 'Card' }),
      reason: 'Wrong button',
    });
  const moveCash = async (kind: 'In' | 'Out', amount: number) =>
    addCash(store, shop.admin, { key: newKey(), shiftId: await current(), kind, amount, reason: 'Change' });
  const close = async () => {
    const counted = [{ method: 'Cash', amount: opening }];
    return closeShift(store, shop.admin, { id: await current(), counted, differenceReason: 'Test' });
  };
  const inDrawer = async () => {
    const shift = { id: await current(), opening_balance: opening };
    return store.readOutlet(shop.outletId, (db) => expectedCash(db, shop.admin, shift));
  };
  /** Reads of lists then run where they are recorded, and `also` after each. */
  const readHere = (also: () => Promise<unknown> = async () => undefined) =>
    vi.spyOn(store, 'readForLists').mockImplementation(async (outletId, read) => {
      const found = await store.readOutlet(outletId, read);
      await also();
      return found;
    });
  /** The reads of documents of closed bills, by their ids. */
  const documentsOf = (statements: Awaited<ReturnType<typeof statementsOf>>) =>
    statements.filter(({ sql: text }) => /^select [^]*"doc"[^]* from "bill" [^]*"id" in \([?$]/.test(text));

  it('[R34.27] the cash that a drawer should have is the one of the X report, and no bill is read for it', async () => {
    const early = await sell('1', 2);
    const kept = await sell('2', 3);
    await close();
    await createShift(store, shop.waiter, { key: newKey(), openingBalance: opening });
    await toCard(early);
    const paid = await sell('3', 5);
    await toCard(await sell('4', 7));
    const gone = await order(shop, '5', [line(shop.menu.burger)]);
    await voidBill(store, shop.admin, { billId: gone.key, reason: 'Guests left' });
    await refundBill(store, shop.admin, {
      key: newKey(),
      billId: kept.key,
      payments: [cash(kept.total)],
      reason: 'Cold',
    });
    await moveCash('In', 5000);
    await moveCash('Out', 700);
    const x = await xReport(store, shop.admin, String(await current()));
    expect(x.refunds.count).toBe(1);
    expect(x.expectedCash).not.toBe(opening + paid.total + 5000 - 700);
    const statements = await statementsOf(async () => expect(await inDrawer()).toBe(x.expectedCash));
    expect(documentsOf(statements)).toEqual([]);
    const [sum] = statements.filter(({ sql: text }) => text.includes('from "payment"'));
    if (on.engine === 'sqlite')
      expect((await planOf(at, sum ?? { sql: '', parameters: [] })).join('\n')).not.toContain('SCAN payment');
  });

  it('[R34.27] bills are read and added up a few at a time, so that no till waits for those of a whole shift', async () => {
    for (let n = 0; n < partSize + 2; n += 1) await sell(String(1 + n));
    readHere();
    const statements = await statementsOf(async () => {
      const x = await xReport(store, shop.admin, String(await current()));
      expect(x.bills).toBe(partSize + 2);
    });
    const sizes = documentsOf(statements).map(({ parameters }) => parameters.length - 1);
    expect(sizes).toEqual([partSize, 2]);
  });

  it('[R34.27] a closing holds the outlet only for the bills that were paid since it began to add up', async () => {
    const bills = [await sell('1'), await sell('2', 2)];
    const late = await order(shop, '3', [line(shop.menu.tea, 4)]);
    readHere(async () => {
      bills.push(await settle(shop, late));
      await store.readOutlet(shop.outletId, (db) => sql`select 1 as added_up`.execute(db));
    });
    let total = 0;
    const statements = await statementsOf(async () => void (total = (await close()).z.totals.total));
    const from = statements.findIndex(({ sql: text }) => text.includes('added_up'));
    const read = (some: typeof statements) => documentsOf(some).map(({ parameters }) => parameters.slice(1));
    expect(read(statements.slice(0, from))).toEqual([bills.slice(0, 2).map(({ id }) => id)]);
    expect(read(statements.slice(from))).toEqual([[late.id]]);
    expect(bills).toHaveLength(3);
    expect(total).toBe(bills.reduce((sum, bill) => sum + bill.total, 0));
  });

  it('[R34.27] a closing reads no delivered order that is paid: only open ones can be cash that a rider holds', async () => {
    const bill = await order(shop, '1', [line(shop.menu.burger)], { type: 'Delivery' });
    for (const deliveryStatus of ['Accepted', 'Preparing', 'Ready', 'OutForDelivery', 'Delivered'] as const)
      await changeDelivery(store, shop.admin, { billId: bill.key, deliveryStatus, riderName: 'Hassan' });
    await settle(shop, bill);
    readHere();
    const statements = await statementsOf(async () => expect((await close()).z.totals.total).toBe(bill.total));
    const texts = statements.map(({ sql: text }) => text);
    expect(texts.filter((text) => text.includes('"doc"') && text.includes('delivery_status'))).toEqual([]);
  });

  it('a shift is closed with its figures although its bills could not be added up before', async () => {
    const bill = await sell('1', 2);
    vi.spyOn(store, 'readForLists').mockRejectedValue(new Error('The list took too long'));
    expect((await close()).z.totals.total).toBe(bill.total);
  });
});
