import type { Bill } from '@atoll/domain/bill/bill';
import type { PaymentInput } from '@atoll/domain/contract/bill/bill';
import type { Order } from '@atoll/domain/contract/bill/order';
import { newCode, soldCardOf } from '@atoll/domain/wallet/code';
import { beforeAll, expect, it } from 'vitest';
import type { Actor } from '../../platform/http/actor.ts';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { describeApproval } from '../approval/about.ts';
import { createBill, mergeBills, payBill, refundBill, updateBill, voidBill } from '../bill/service.ts';
import { addPerson, grant } from '../bill/testing/grant.ts';
import {
  addMenuItem,
  addShop,
  cash,
  line,
  newKey,
  payment,
  refusalOf,
  type Shop,
  sent,
  setSetting,
} from '../bill/testing/shop.ts';
import { mergeCustomers } from '../customer/merge.ts';
import { eraseCustomer } from '../customer/personal.ts';
import { createCustomer } from '../customer/service.ts';
import { runReport } from '../report/run.ts';
import { addTestStock, levelsAndSums } from '../stock/testing/test-stock.ts';
import { replaceWallet } from '../wallet/change.ts';
import { holdWallet, releaseWallet } from '../wallet/hold.ts';
import { cancelOrder, createOrder, openOrder } from './commands.ts';
import { findOrder, listOrders } from './list.ts';
import { payOrder } from './pay.ts';

const hour = 3_600_000;

eachEngine('an advance order', (on) => {
  let shop: Shop;
  let cake = 0;
  let slot = 0;
  beforeAll(async () => {
    shop = await addShop(await on.open(), { outlet: { features: JSON.stringify(['Wallets', 'Inventory']) } });
    const sizes = JSON.stringify([{ value: '', sellingPrice: 80_000, isDefault: true }]);
    cake = await addMenuItem(shop.store, shop.outletId, { name: 'Cake', sizes, gst_mode: 'Inclusive' });
  });
  const takeaway = { type: 'Takeaway' as const };
  const make = async (more: object = {}, items = [line(cake)]) => {
    const bill = { ...sent('1', { items }), ...takeaway };
    const dueAt = new Date(Date.now() + 48 * hour).toISOString();
    const key = await createOrder(shop.store, shop.waiter, { key: newKey(), bill, name: 'Nadia', dueAt, ...more });
    return findOrder(shop.store, shop.outletId, key);
  };
  const pay = (orderKey: string, amount: number, payments: PaymentInput[] = [cash(amount)], key = newKey()) =>
    payOrder(shop.store, shop.waiter, { key, orderKey, amount, payments });
  const open = (orderKey: string, key = newKey()) =>
    openOrder(shop.store, shop.waiter, { key, orderKey, ...takeaway, slot: String((slot += 1)) });
  const paid = async (bill: Bill) => (await payBill(shop.store, shop.waiter, payment(bill, [cash(bill.total)]))).bill;
  const find = (key: string) => findOrder(shop.store, shop.outletId, key);

  it('[R22.13] bears the GST of an instalment when it is paid, on its own paper; the last bill charges it on the rest', async () => {
    const order = await make();
    expect(order).toMatchObject({
      status: 'Open',
      total: 80_000,
      paid: 0,
      number: expect.stringMatching(/^O-\d{4}-0001$/),
    });
    const key = newKey();
    const first = await pay(order.key, 30_000, [cash(30_000)], key);
    expect(first).toMatchObject({ status: 'Complete', total: 30_000, gst: 2222, order: { number: order.number } });
    expect(first.invoiceNumber).toMatch(/^R\d{4}-/);
    expect(first.items.map(({ name }) => name)).toEqual([`Advance, order ${order.number}`]);
    // The same key pays once.
    expect((await pay(order.key, 30_000, [cash(30_000)], key)).id).toBe(first.id);
    expect(await find(order.key)).toMatchObject({ paid: 30_000 });
    expect(await refusalOf(pay(order.key, 50_001))).toMatchObject({ reason: 'overpaid', extra: { due: 50_000 } });
    const bill = await open(order.key);
    expect(bill).toMatchObject({ subTotal: 80_000, advance: 30_000, gst: 3704, total: 50_000 });
    expect(bill.advances).toMatchObject([{ invoiceNumber: first.invoiceNumber, amount: 30_000 }]);
    const last = await paid(bill);
    expect([last.total, first.gst + last.gst]).toEqual([50_000, 5926]);
    expect(await refusalOf(pay(order.key, 100))).toMatchObject({ reason: 'orderClosed' });
    const sums = await shop.store.readOutlet(shop.outletId, async (db) => ({
      hours: await db.selectFrom('sale_hour').select(['sub_total', 'gst', 'total']).execute(),
      taxes: await db.selectFrom('sale_tax').select(['base', 'gst']).execute(),
      items: await db.selectFrom('sold_item').select(['name', 'amount']).execute(),
    }));
    const sum = (of: readonly object[], name: string) =>
      of.reduce((all, row) => all + Number((row as Record<string, unknown>)[name]), 0);
    expect(['sub_total', 'gst', 'total'].map((name) => sum(sums.hours, name))).toEqual([80_000, 5926, 80_000]);
    expect([sum(sums.taxes, 'base'), sum(sums.taxes, 'gst')]).toEqual([74_074, 5926]);
    expect(sums.items).toEqual([{ name: 'Cake', amount: 80_000 }]);
  });

  it('takes instalments that were refunded in cash, which is rounded, as not paid, and reports them as no item', async () => {
    await setSetting(shop, 'RoundCash', '25:nearest');
    const order = await make();
    const first = await pay(order.key, 10_408, [cash(10_400)]);
    const second = await pay(order.key, 5003, [cash(5000)]);
    const back = (bill: Bill, amount: number) =>
      refundBill(shop.store, shop.admin, { key: newKey(), billId: bill.key, payments: [cash(amount)], reason: 'Ill' });
    await back(first, 10_400);
    expect(await find(order.key)).toMatchObject({ paid: 5003 });
    await back(second, 5000);
    expect(await find(order.key)).toMatchObject({ paid: 0 });
    await cancelOrder(shop.store, shop.admin, { orderKey: order.key, forfeit: false, reason: 'Nobody came' });
    await setSetting(shop, 'RoundCash', '');
    const sums = await shop.store.readOutlet(shop.outletId, (db) =>
      db.selectFrom('sale_item').select('name').where('outlet_id', '=', shop.outletId).execute(),
    );
    expect(sums.filter(({ name }) => name.startsWith('Advance'))).toEqual([]);
  });

  it('[R22.12] fixes the prices of its lines, and opens once as a bill when it is to be made', async () => {
    const order = await make({}, [line(shop.menu.burger), line(shop.menu.tea, 2)]);
    await shop.store.writeOutlet(shop.outletId, async (tx) => {
      const sizes = JSON.stringify([{ value: 'Small', sellingPrice: 9900, isDefault: true }]);
      tx.write(tx.db.updateTable('menu_item').set({ sizes }).where('id', '=', shop.menu.burger));
      tx.change({ entity: 'Menu', id: null, version: 9, action: 'Updated' });
    });
    await pay(order.key, 2000);
    const key = newKey();
    const bill = await open(order.key, key);
    expect(bill.items.map(({ name, sellingPrice, qty }) => [name, sellingPrice, qty])).toEqual([
      ['Burger', 5000, 1],
      ['Tea', 1000, 2],
    ]);
    expect([bill.status, bill.isOpen, bill.total]).toEqual(['Saved', true, order.total - 2000]);
    expect((await open(order.key, key)).id).toBe(bill.id);
    expect(await refusalOf(open(order.key))).toMatchObject({ reason: 'orderClosed' });
    const taken = { key: newKey(), orderKey: (await make()).key, ...takeaway, slot: bill.slot };
    expect(await refusalOf(openOrder(shop.store, shop.waiter, taken))).toMatchObject({ reason: 'slotOccupied' });
    // An instalment that an open bill takes off is not given back.
    const back = {
      key: newKey(),
      billId: bill.advances?.[0]?.billId ?? 0,
      payments: [cash(2000)],
      reason: 'Not wanted',
    };
    expect(await refusalOf(refundBill(shop.store, shop.admin, back))).toMatchObject({ reason: 'orderClosed' });
    // A void bill gives its order back, and what was paid counts for the next one.
    await voidBill(shop.store, shop.admin, { billId: bill.key, reason: 'Wrong day' });
    expect(await find(order.key)).toMatchObject({ status: 'Open', paid: 2000, billId: null });
    expect((await open(order.key)).total).toBe(order.total - 2000);
  });

  it('ends a check-in that a till emptied without the server only while it is that one and has no items', async () => {
    const end = (bill: Bill, checkInKey = bill.key) =>
      voidBill(shop.store, shop.admin, { billId: bill.key, reason: 'Check in cancelled', checkInKey });
    const empty = await createBill(shop.store, shop.waiter, sent('38'));
    expect(await end(empty, newKey())).toMatchObject({ isVoid: false, version: empty.version });
    expect([(await end(empty)).isVoid, (await end(empty)).isVoid]).toEqual([true, true]);
    const used = await createBill(shop.store, shop.waiter, sent('38', { items: [line(shop.menu.tea)] }));
    expect(await end(used)).toMatchObject({ isVoid: false, isOpen: true, version: used.version });
  });

  it('takes stock when the bill is paid that it becomes, not when it is made or paid ahead', async () => {
    const { kitchen, bun } = await addTestStock(shop);
    const taken = async () => (await levelsAndSums(shop.store, shop.outletId)).get(`${bun} ${kitchen}`)?.[0] ?? 0;
    const order = await make({}, [line(shop.menu.burger, 2)]);
    await pay(order.key, 2000);
    const bill = await open(order.key);
    expect(await taken()).toBe(0);
    await paid(bill);
    expect(await taken()).toBe(-2000);
  });

  it('gives no instalment back while another bill takes it off with which its own was merged, and opens again when that is void', async () => {
    const [order, other] = [await make(), await make()];
    const first = await pay(order.key, 30_000);
    await pay(other.key, 20_000);
    const bills = [await open(order.key), await open(other.key)];
    const table = await createBill(shop.store, shop.waiter, sent('40', { items: [line(shop.menu.tea)] }));
    for (const { key } of bills) await mergeBills(shop.store, shop.admin, { from: key, to: table.key });
    expect(await find(order.key)).toMatchObject({ status: 'Collected', billId: table.id });
    const back = { key: newKey(), billId: first.key, payments: [cash(30_000)], reason: 'Not wanted' };
    expect(await refusalOf(refundBill(shop.store, shop.admin, back))).toMatchObject({ reason: 'orderClosed' });
    await voidBill(shop.store, shop.admin, { billId: table.key, reason: 'Wrong day' });
    expect(await find(order.key)).toMatchObject({ status: 'Open', paid: 30_000, billId: null });
    expect(await find(other.key)).toMatchObject({ status: 'Open', paid: 20_000, billId: null });
    const last = await open(order.key);
    expect(last.total).toBe(50_000);
  });

  it('owes its instalments in the report on liability until the bill that takes them off is paid', async () => {
    const asked = { reportKey: 'wallet-liability', range: 'Today', compareTo: 'None', filters: {} } as const;
    const owed = async () => {
      const { rows } = await runReport(shop.store, shop.admin as Actor, asked, Date.now());
      const row = rows.find(({ kind }) => kind === 'Instalments of orders');
      expect(row?.['gst']).toBe('Paid');
      return [Number(row?.['cards']), Number(row?.['balance'])] as const;
    };
    const [order, other] = [await make(), await make()];
    await pay(order.key, 30_000);
    const [orders, before] = await owed();
    await pay(order.key, 5000);
    const part = await pay(other.key, 20_000);
    expect(await owed()).toEqual([orders + 1, before + 25_000]);
    const back = { key: newKey(), billId: part.key, payments: [cash(20_000)], reason: 'Not wanted' };
    await refundBill(shop.store, shop.admin, back);
    expect(await owed()).toEqual([orders, before + 5000]);
    await pay(other.key, 1000);
    const bills = [await open(order.key), await open(other.key)];
    const table = await createBill(shop.store, shop.waiter, sent('39', { items: [line(shop.menu.tea)] }));
    const keys = { from: bills[0]?.key ?? '', to: table.key };
    await mergeBills(shop.store, shop.admin, keys);
    const merged = await mergeBills(shop.store, shop.admin, { ...keys, from: bills[1]?.key ?? '' });
    expect(await owed()).toEqual([orders + 1, before + 6000]);
    await paid(merged);
    await pay((await make()).key, 700);
    expect(await owed()).toEqual([orders, before - 30_000 + 700]);
  });

  it('is cancelled with what was paid kept, or after its instalments were refunded', async () => {
    const order = await make();
    const first = await pay(order.key, 10_000);
    const cancel = (forfeit: boolean) =>
      cancelOrder(shop.store, shop.admin, { orderKey: order.key, forfeit, reason: 'Not wanted' });
    expect(await refusalOf(cancel(false))).toMatchObject({ reason: 'stateForbids' });
    await refundBill(shop.store, shop.admin, {
      key: newKey(),
      billId: first.key,
      payments: [cash(10_000)],
      reason: 'Not wanted',
    });
    expect(await find(order.key)).toMatchObject({ paid: 0 });
    await cancel(false);
    await cancel(false);
    expect(await find(order.key)).toMatchObject({ status: 'Cancelled' });
    expect(await refusalOf(open(order.key))).toMatchObject({ reason: 'orderClosed' });
    const kept = await make();
    await pay(kept.key, 10_000);
    await cancelOrder(shop.store, shop.admin, { orderKey: kept.key, forfeit: true, reason: 'Nobody came' });
    expect(await find(kept.key)).toMatchObject({ status: 'Cancelled', paid: 10_000 });
  });

  it('[R22.14] takes a deposit that bears no GST until it is applied or kept, and gives it back in cash', async () => {
    const refundable = () => make({ tax: 'Refundable' });
    const deposit = async (key: string) => {
      const rows = shop.store.readOutlet(shop.outletId, (db) =>
        db.selectFrom('wallet').selectAll().where('order_key', '=', key).execute(),
      );
      return (await rows).map(({ kind, balance, status }) => [kind, balance, status]);
    };
    const applied = await refundable();
    const taken = await pay(applied.key, 10_000);
    expect(taken).toMatchObject({ status: 'Complete', subTotal: 0, gst: 0, total: 0, cardsSold: 10_000 });
    expect(taken.items.map(({ name }) => name)).toEqual([`Deposit, order ${applied.number}`]);
    await pay(applied.key, 20_000);
    expect(await find(applied.key)).toMatchObject({ tax: 'Refundable', paid: 30_000 });
    expect(await deposit(applied.key)).toEqual([['Deposit', 30_000, 'Active']]);
    expect(await refusalOf(pay(applied.key, 50_001))).toMatchObject({ reason: 'overpaid', extra: { due: 50_000 } });
    // The bill charges GST on all of it, and the deposit pays as far as it goes.
    const bill = await open(applied.key);
    expect([bill.advance, bill.gst, bill.total]).toEqual([undefined, 5926, 80_000]);
    const hold = (key: string, orderKey: string, billKey = bill.key) =>
      holdWallet(shop.store, shop.waiter, { key, orderKey, billKey, amount: 80_000 });
    const holdKey = newKey();
    const held = await hold(holdKey, applied.key);
    expect(held).toMatchObject({ kind: 'Deposit', left: 30_000, held: 30_000 });
    const byDeposit = (amount: number) => ({
      ...cash(amount),
      method: 'Deposit' as const,
      wallet: { id: held.id, last4: held.last4, holdKey },
    });
    // It pays no other bill.
    const [other] = [await open((await make()).key)];
    const stolen = payBill(shop.store, shop.waiter, payment(other, [byDeposit(30_000), cash(50_000)]));
    expect(await refusalOf(stolen)).toMatchObject({ reason: 'walletUnknown' });
    await payBill(shop.store, shop.waiter, payment(bill, [byDeposit(30_000), cash(50_000)]));
    expect(await deposit(applied.key)).toEqual([['Deposit', 0, 'Active']]);
    expect(await find(applied.key)).toMatchObject({ status: 'Collected', paid: 30_000 });
    // One that is kept is a bill with GST included; one that is given back leaves the drawer.
    const cancel = (orderKey: string, forfeit: boolean) =>
      cancelOrder(shop.store, shop.admin, { orderKey, forfeit, reason: 'Nobody came' });
    const kept = await refundable();
    await pay(kept.key, 10_800);
    await cancel(kept.key, true);
    await cancel(kept.key, true);
    expect(await deposit(kept.key)).toEqual([['Deposit', 0, 'Active']]);
    const given = await refundable();
    await pay(given.key, 7000);
    await cancel(given.key, false);
    await cancel(given.key, false);
    expect(await deposit(given.key)).toEqual([['Deposit', 0, 'Closed']]);
    expect(await find(given.key)).toMatchObject({ status: 'Cancelled', paid: 0 });
    const found = await shop.store.readOutlet(shop.outletId, async (db) => ({
      entries: await db.selectFrom('wallet_entry').select(['type', 'amount']).orderBy('id').execute(),
      bills: await db.selectFrom('bill').select(['doc']).orderBy('id', 'desc').limit(2).execute(),
      cash: await db.selectFrom('cash_event').select(['type', 'amount', 'payee']).execute(),
    }));
    expect(found.entries.map(({ type, amount }) => [type, amount])).toEqual([
      ['Issue', 10_000],
      ['Load', 20_000],
      ['Redeem', -30_000],
      ['Issue', 10_800],
      ['Forfeit', -10_800],
      ['Issue', 7000],
      ['PayOut', -7000],
    ]);
    expect(found.bills.map(({ doc }) => [doc.total, doc.gst, doc.cardsSold])).toEqual([
      [0, 0, 7000],
      [10_800, 800, undefined],
    ]);
    expect(found.cash).toMatchObject([{ type: 'PayOut', payee: expect.stringMatching(/^Deposit \w{4}$/) }]);
  });

  it('gives a deposit back in cash only to who may refund that much, or with an approval of that order, once', async () => {
    const order = await make({ tax: 'Refundable' });
    await pay(order.key, 7000);
    const userId = await addPerson(shop, 'User');
    const canceller = { ...shop.waiter, userId, permissions: new Set([...shop.waiter.permissions, 'order.cancel']) };
    const asked = { ...canceller, approvable: new Set(['bill.refund']) };
    const cancel = (who: Shop['waiter'], more: object = {}, forfeit = false) =>
      cancelOrder(shop.store, { ...who, ...more }, { orderKey: order.key, forfeit, reason: 'Guest fell ill' });
    const subjectKey = `order ${order.key}`;
    const need = { permission: 'bill.refund', subjectKey, amount: 7000 };
    expect(await refusalOf(cancel(canceller))).toMatchObject({ reason: 'forbidden' });
    expect(await refusalOf(cancel(asked))).toMatchObject({ reason: 'approvalNeeded', extra: need });
    const limited = {
      permissions: new Set([...canceller.permissions, 'bill.refund']),
      limits: { 'bill.refund': 6999 },
    };
    expect(await refusalOf(cancel(canceller, limited))).toMatchObject({ reason: 'approvalNeeded', extra: need });
    const approverId = await addPerson(shop, 'Admin');
    const allow = (more: object = {}) =>
      grant(shop, {
        permission: 'bill.refund',
        subjectType: 'Order',
        subjectKey,
        amount: 7000,
        askerId: userId,
        approverId,
        ...more,
      });
    // Nor with an approval of another order, of a bill, or of less.
    for (const other of [{ subjectKey: `order ${newKey()}` }, { subjectType: 'Bill' }, { amount: 6999 }]) {
      const approvalKey = await allow(other);
      expect(await refusalOf(cancel(asked, { approvalKey }))).toMatchObject({ reason: 'approvalInvalid' });
    }
    const paidOut = () =>
      shop.store.readOutlet(shop.outletId, (db) =>
        db
          .selectFrom('cash_event')
          .select(['amount', 'approval_key'])
          .where('reason', '=', 'Guest fell ill')
          .where('made_by', '=', userId)
          .execute(),
      );
    expect([(await find(order.key)).status, await paidOut()]).toEqual(['Open', []]);
    const about = await shop.store.readOutlet(shop.outletId, (db) =>
      describeApproval(db, { subjectType: 'Order', subjectKey }, { ...shop, askerId: userId, viewer: null }),
    );
    expect(about).toMatchObject({ name: order.number, bill: null, items: [] });
    const approvalKey = await allow();
    await cancel(asked, { approvalKey });
    // Sent again, it neither asks nor pays again.
    await cancel(asked, { approvalKey });
    expect((await find(order.key)).status).toBe('Cancelled');
    expect(await paidOut()).toEqual([{ amount: 7000, approval_key: approvalKey }]);
    // What is kept stays in the drawer: nobody has to approve it.
    const kept = await make({ tax: 'Refundable' });
    await pay(kept.key, 7000);
    await cancelOrder(shop.store, asked, { orderKey: kept.key, forfeit: true, reason: 'Guest fell ill' });
    expect((await find(kept.key)).status).toBe('Cancelled');
  });

  it('raises no deposit by itself: what pays it is other money', async () => {
    const order = await make({ tax: 'Refundable' });
    await pay(order.key, 30_000);
    const balance = async () => {
      const rows = await shop.store.readOutlet(shop.outletId, (db) =>
        db.selectFrom('wallet').select('balance').where('order_key', '=', order.key).execute(),
      );
      return rows.map((row) => row.balance);
    };
    const key = newKey();
    const hold = { key, orderKey: order.key, billKey: newKey(), amount: 30_000 };
    const { id, last4 } = await holdWallet(shop.store, shop.waiter, hold);
    const byDeposit = { ...cash(30_000), method: 'Deposit' as const, wallet: { id, last4, holdKey: key } };
    expect(await refusalOf(pay(order.key, 30_000, [byDeposit]))).toMatchObject({ reason: 'paymentMethodUnknown' });
    expect([await balance(), (await find(order.key)).paid]).toEqual([[30_000], 30_000]);
  });

  it('keeps the deposit of an order with its order when its card is replaced', async () => {
    const order = await make({ tax: 'Refundable' });
    await pay(order.key, 30_000);
    const hold = { key: newKey(), orderKey: order.key, billKey: newKey(), amount: 30_000 };
    const held = () => holdWallet(shop.store, shop.waiter, hold);
    const card = soldCardOf(newCode(new Uint8Array(12).fill(9)));
    const { id } = await held();
    await replaceWallet(shop.store, shop.admin as Actor, { key: newKey(), id, card, reason: 'Wanted on paper' });
    expect(await find(order.key)).toMatchObject({ paid: 30_000 });
    const next = { ...hold, key: newKey() };
    expect(await holdWallet(shop.store, shop.waiter, next)).toMatchObject({ last4: card.last4, left: 30_000 });
  });

  /** A gift card of an amount, laari, with its code. */
  const sellCard = async (amount: number) => {
    const code = newCode(crypto.getRandomValues(new Uint8Array(12)));
    const item = { ...line(0), name: '', menuItemId: 0, sellingPrice: amount, card: soldCardOf(code) };
    const bill = await createBill(shop.store, shop.admin, {
      ...sent(String((slot += 1)), { items: [item] }),
      ...takeaway,
    });
    await payBill(shop.store, shop.admin, payment(bill, [cash(amount)]));
    const key = newKey();
    const { id } = await held(code, 1, key);
    await releaseWallet(shop.store, shop.waiter as Actor, key);
    return { code, id };
  };
  const held = (code: string, amount: number, key = newKey()) =>
    holdWallet(shop.store, shop.waiter, { key, code, billKey: newKey(), amount });
  const byCard = async (code: string, amount: number) => {
    const holdKey = newKey();
    const { id, last4 } = await held(code, amount, holdKey);
    return { ...cash(amount), method: 'GiftCard' as const, wallet: { id, last4, holdKey } };
  };
  const toCard = (amount: number) => ({ key: newKey(), method: 'GiftCard' as const, amount });
  const balanceOf = async (id: number) => {
    const rows = await shop.store.readOutlet(shop.outletId, (db) =>
      db.selectFrom('wallet').select('balance').where('id', '=', id).execute(),
    );
    return rows[0]?.balance;
  };

  it('[R22.3] takes a gift card for a part of an instalment, says what is left, and gives a refund back to the card first', async () => {
    const card = await sellCard(20_000);
    const order = await make();
    const first = await pay(order.key, 30_000, [await byCard(card.code, 15_000), cash(15_000)]);
    expect(first.payments.map(({ method, amount, wallet }) => [method, amount, wallet?.left])).toEqual([
      ['GiftCard', 15_000, 5000],
      ['Cash', 15_000, undefined],
    ]);
    expect([await balanceOf(card.id), (await find(order.key)).paid]).toEqual([5000, 30_000]);
    const short = pay(order.key, 6000, [await byCard(card.code, 5000).then((one) => ({ ...one, amount: 6000 }))]);
    expect(await refusalOf(short)).toMatchObject({ reason: 'walletShort' });
    const back = { key: newKey(), billId: first.key, payments: [cash(30_000)], reason: 'Not wanted' };
    expect(await refusalOf(refundBill(shop.store, shop.admin, back))).toMatchObject({ reason: 'refundAboveMethod' });
    const payments = [toCard(15_000), cash(15_000)];
    await refundBill(shop.store, shop.admin, { ...back, key: newKey(), payments });
    expect([await balanceOf(card.id), (await find(order.key)).paid]).toEqual([20_000, 0]);
  });

  it('[R22.7] gives a deposit back to the gift card that paid of it, and only the rest in cash', async () => {
    const card = await sellCard(20_000);
    const order = await make({ tax: 'Refundable' });
    await pay(order.key, 10_000, [await byCard(card.code, 7000), cash(3000)]);
    expect(await find(order.key)).toMatchObject({ paid: 10_000, toCards: 7000 });
    const reason = 'Wanted elsewhere';
    const cancel = () => cancelOrder(shop.store, shop.admin, { orderKey: order.key, forfeit: false, reason });
    await cancel();
    await cancel();
    expect(await find(order.key)).toMatchObject({ status: 'Cancelled', paid: 0 });
    expect(await balanceOf(card.id)).toBe(20_000);
    const given = await shop.store.readOutlet(shop.outletId, (db) =>
      db.selectFrom('cash_event').select('amount').where('reason', '=', reason).execute(),
    );
    expect(given).toEqual([{ amount: 3000 }]);
    const whole = await make({ tax: 'Refundable' });
    await pay(whole.key, 7000, [await byCard(card.code, 7000)]);
    await cancelOrder(shop.store, shop.admin, { orderKey: whole.key, forfeit: false, reason });
    expect([await balanceOf(card.id), (await find(whole.key)).paid]).toEqual([20_000, 0]);
  });

  const digits = (text: string) => Number(text.slice(-4));
  /** What a till sends that made an order at that instant, with the number on its slip. */
  const keptAt = (madeAt: string, number: string, more: object = {}) => ({
    key: newKey(),
    bill: { ...sent('1', { items: [line(cake)], meta: [{ key: 'deviceNumber', value: number }] }), ...takeaway },
    name: 'Nadia',
    dueAt: new Date(Date.now() + 48 * hour).toISOString(),
    madeAt,
    ...more,
  });

  it('[R22.12] takes an order that two tills made without the server with its instalment, each once, with number, GST and paper', async () => {
    const minute = (ago: number) => new Date(Date.now() - ago * 60_000).toISOString();
    const tills = ['T3-127', 'T4-5'].map((number) =>
      keptAt(minute(3), number, { amount: 30_000, payments: [cash(30_000)] }),
    );
    const sendAll = () => Promise.all(tills.map((one) => createOrder(shop.store, shop.waiter, one)));
    const keys = await sendAll();
    // Sent again, as after an answer that was lost.
    await sendAll();
    const orders = await Promise.all(keys.map(find));
    expect(orders.map(({ status, paid: sum, deviceNumber }) => [status, sum, deviceNumber])).toEqual([
      ['Open', 30_000, 'T3-127'],
      ['Open', 30_000, 'T4-5'],
    ]);
    const [a = '', b = ''] = orders.map(({ number }) => number);
    expect(Math.abs(digits(a) - digits(b))).toBe(1);
    const papers = await shop.store.readOutlet(shop.outletId, (db) =>
      db
        .selectFrom('bill')
        .select('doc')
        .where(
          'id',
          'in',
          orders.flatMap(({ advances }) => advances.map(({ billId }) => billId)),
        )
        .orderBy('id')
        .execute(),
    );
    expect(papers.map(({ doc }) => [doc.status, doc.total, doc.gst, doc.meta[0]?.value])).toEqual([
      ['Complete', 30_000, 2222, 'T3-127'],
      ['Complete', 30_000, 2222, 'T4-5'],
    ]);
    expect(new Set(papers.map(({ doc }) => doc.invoiceNumber)).size).toBe(2);
    expect((await open(keys[0] ?? '')).total).toBe(50_000);
  });

  it('[R22.13] counts an instalment of a till without the server at the time that it was taken', async () => {
    await shop.store.writeOutlet(shop.outletId, async (tx) => {
      const started = { created_at: tx.clockNow - hour };
      tx.write(tx.db.updateTable('shift').set(started).where('outlet_id', '=', shop.outletId));
    });
    const madeAt = new Date(Date.now() - hour / 2).toISOString();
    const part = { amount: 30_000, payments: [cash(30_000)] };
    const { advances } = await find(await createOrder(shop.store, shop.waiter, keptAt(madeAt, 'T9-1', part)));
    expect(advances).toMatchObject([{ at: madeAt, amount: 30_000 }]);
    const paper = await shop.store.readOutlet(shop.outletId, (db) =>
      db
        .selectFrom('bill')
        .select('doc')
        .where('id', '=', advances[0]?.billId ?? 0)
        .executeTakeFirstOrThrow(),
    );
    expect([paper.doc.completedAt, paper.doc.payments[0]?.at]).toEqual([madeAt, madeAt]);
  });

  it('takes no part without the amount, nor from who takes no payments, nor more than the order costs', async () => {
    const now = new Date().toISOString();
    const made = (more: object, who = shop.waiter) => createOrder(shop.store, who, keptAt(now, 'T3-128', more));
    const part = { amount: 30_000, payments: [cash(30_000)] };
    const seller = { ...shop.waiter, permissions: new Set(['bill.open'] as const) };
    expect(await refusalOf(made({ payments: part.payments }))).toMatchObject({ reason: 'invalid' });
    expect(await refusalOf(made(part, seller as never))).toMatchObject({ reason: 'forbidden' });
    const dear = made({ amount: 80_001, payments: [cash(80_001)] });
    expect(await refusalOf(dear)).toMatchObject({ reason: 'overpaid', extra: { due: 80_000 } });
    // Nothing of a refused one stays.
    const { number } = await make();
    expect(digits((await make()).number)).toBe(digits(number) + 1);
  });

  it('follows the setting DepositTax where nobody chose', async () => {
    await setSetting(shop, 'DepositTax', 'Refundable');
    expect(await make()).toMatchObject({ tax: 'Refundable' });
    await setSetting(shop, 'DepositTax', 'Instalments');
    expect(await make()).toMatchObject({ tax: 'Instalments' });
  });

  it('refuses the payment of a bill that costs less than was paid ahead', async () => {
    const order = await make({}, [line(cake), line(shop.menu.tea)]);
    await pay(order.key, 80_500);
    const bill = await open(order.key);
    const [first] = bill.items;
    const items = [{ ...line(cake), key: first?.key ?? '', isVoid: true, voidReason: 'Broken' }];
    const change = { ...sent(bill.slot), ...takeaway, key: bill.key, version: bill.version, items, changed: [] };
    const { bill: less } = await updateBill(shop.store, shop.admin, change);
    expect(less.total).toBe(0);
    expect(await refusalOf(payBill(shop.store, shop.waiter, payment(less, [])))).toMatchObject({
      reason: 'advanceTooLarge',
    });
  });

  it('gives a person nothing that a bill would not give them, one payment of the rest, and no other outlet anything', async () => {
    const given = [
      make({}, [line(cake), line(shop.menu.tea, 1, { isComp: true })]),
      make({}, [line(cake, 1, { discount: { type: 'Percent', value: 90, reason: 'Friend' } })]),
      createOrder(shop.store, shop.waiter, {
        key: newKey(),
        bill: { ...sent('1', { items: [line(cake)] }), ...takeaway, discountPercentage: 90 },
        name: 'Friend',
        dueAt: new Date().toISOString(),
      }),
    ];
    for (const one of given) expect(['forbidden', 'approvalNeeded']).toContain((await refusalOf(one))?.reason);
    const order = await make({}, [line(cake, 1, { sellingPrice: 1 })]);
    expect(order.total).toBe(80_000);
    const odd = cash(80_000, { tendered: 80_000, currency: { code: 'ZZZ', units: 100, rate: 80_000 } });
    expect(await refusalOf(pay(order.key, 80_000, [odd]))).toMatchObject({ reason: 'currencyRate' });
    const other = await addShop(shop.store, { outlet: { features: JSON.stringify(['Wallets']) } });
    const theirs = { key: newKey(), orderKey: order.key };
    const foreign = [
      payOrder(other.store, other.admin, { ...theirs, amount: 100, payments: [cash(100)] }),
      openOrder(other.store, other.admin, { ...theirs, ...takeaway, slot: '1' }),
      cancelOrder(other.store, other.admin, { ...theirs, forfeit: true, reason: 'Not theirs' }),
    ];
    for (const one of foreign) expect(await refusalOf(one)).toMatchObject({ reason: 'notFound' });
    const [key, again] = [newKey(), newKey()];
    const both = [pay(order.key, 80_000, [cash(80_000)], key), pay(order.key, 80_000, [cash(80_000)], again)];
    const results = await Promise.allSettled(both);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const taken = results[0]?.status === 'fulfilled' ? key : again;
    expect(await refusalOf(pay(order.key, 1, [cash(1)], taken))).toMatchObject({ reason: 'keyReused' });
    expect(await find(order.key)).toMatchObject({ paid: 80_000 });
  });

  it('keeps no guest in the history, and none at all once its customer, also a merged one, is erased', async () => {
    const { store, outletId } = shop;
    const admin = shop.admin as Actor;
    const add = (name: string) => createCustomer(store, admin, { key: newKey(), name, phone: '7788123' });
    const [kept, double] = [await add('Rilwana'), await add('Rilwana double')];
    const bill = { ...sent('1', { items: [line(cake)] }), ...takeaway, customerId: double.id };
    const order = await make({ bill, name: 'Rilwana to fetch', phone: '7788123' });
    await mergeCustomers(store, admin, kept.id, double.id);
    const stored = () =>
      store.readOutlet(outletId, async (db) => {
        const row = await db
          .selectFrom('advance_order')
          .select(['name', 'phone', 'doc'])
          .where('key', '=', order.key)
          .executeTakeFirstOrThrow();
        const notes = await db.selectFrom('history').select('data').where('subject_key', '=', order.key).execute();
        return [JSON.stringify(row), JSON.stringify(notes)].map((text) => /Rilwana|7788123/.test(text));
      });
    expect(await stored()).toEqual([true, false]);
    await eraseCustomer(store, admin, kept.id, 'Asked for it');
    expect(await stored()).toEqual([false, false]);
    expect((await open(order.key)).total).toBe(80_000);
  });

  it('is listed by its day, found by its number and name, and refused where wallets are switched off', async () => {
    const plan = [{ date: '2026-01-31', amount: 20_000 }];
    const layaway = await make({ kind: 'Layaway', plan, name: 'Zubair' });
    const request = { isPaged: false, sort: 'dueAt', direction: 'asc', limit: 10, offset: 0 } as const;
    const list = (search: string) =>
      listOrders(shop.store, shop.outletId, { ...request, search } as never, { status: 'Open' }, Date.now());
    expect(await list('Zubair')).toMatchObject([{ id: layaway.id, kind: 'Layaway', plan }]);
    expect(await list(layaway.number)).toHaveLength(1);
    // Its bill is due in two days, an instalment of it was due long ago.
    const overdue = async (now = Date.now()) => {
      const found = { ...request, search: 'Zubair' } as never;
      const orders = await listOrders(shop.store, shop.outletId, found, { status: 'Overdue' }, now);
      return (orders as Order[]).map(({ id }) => id);
    };
    expect(await overdue()).toEqual([layaway.id]);
    expect(await overdue(Date.parse('2026-01-31T12:00:00.000Z'))).toEqual([]);
    await pay(layaway.key, 20_000);
    expect(await overdue()).toEqual([]);
    expect(await overdue(Date.now() + 72 * hour)).toEqual([layaway.id]);
    const dear = make({ plan: [{ date: '2026-01-31', amount: 90_000 }] });
    expect(await refusalOf(dear)).toMatchObject({ reason: 'invalid' });
    const plain = await addShop(shop.store);
    const bill = { ...sent('1', { items: [line(plain.menu.tea)] }), ...takeaway };
    const body = { key: newKey(), bill, name: 'Nadia', dueAt: new Date().toISOString() };
    expect(await refusalOf(createOrder(plain.store, plain.waiter, body))).toMatchObject({ reason: 'forbidden' });
  });
});
