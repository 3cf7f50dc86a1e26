import type { Bill } from '@atoll/domain/bill/bill';
import { toPay } from '@atoll/domain/bill/card/sold-card';
import type { PaymentInput } from '@atoll/domain/contract/bill/bill';
import { promotion } from '@atoll/domain/resources/promotion';
import { last4, newCode, soldCardOf } from '@atoll/domain/wallet/code';
import { beforeAll, expect, it } from 'vitest';
import type { Actor } from '../../platform/http/actor.ts';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { resourceDb } from '../../resource/row.ts';
import { createRecord, type NewRecord } from '../../resource/write.ts';
import { createBill, payBill, refundBill } from '../bill/service.ts';
import { addShop, cash, line, newKey, payment, refusalOf, type Shop, sent } from '../bill/testing/shop.ts';
import { mergeCustomers } from '../customer/merge.ts';
import { eraseCustomer } from '../customer/personal.ts';
import { createCustomer } from '../customer/service.ts';
import { promotionHooks } from '../price/promotion-hooks.ts';
import { payOutWalletInCash } from '../shift/wallet-payout.ts';
import { blockWallet, replaceWallet } from './change.ts';
import { holdWallet } from './hold.ts';
import { findLedger } from './list.ts';

/** What other programs lose of cards and credit: each is kept here. */
eachEngine('cards and credit', (on) => {
  let shop: Shop;
  let admin: Actor;
  let made = 0;
  beforeAll(async () => {
    shop = await addShop(await on.open(), { outlet: { features: JSON.stringify(['Wallets']) } });
    admin = shop.admin as Actor;
  });
  const makeCode = () => newCode(Uint8Array.from({ length: 12 }, (_, index) => (made += 7) + index));
  const place = () => String((made % 38) + 1);
  const open = (items: ReturnType<typeof line>[], more: object = {}) =>
    createBill(shop.store, shop.waiter, { ...sent(place(), { items, ...more }), type: 'Takeaway' });
  const pay = async (bill: Bill, payments = [cash(toPay(bill))]) =>
    (await payBill(shop.store, shop.waiter, payment(bill, payments))).bill;
  const cardOf = (code: string, amount: number) => line(0, 1, { sellingPrice: amount, card: soldCardOf(code) });
  const sell = async (amount: number) => {
    const code = makeCode();
    await pay(await open([cardOf(code, amount)]));
    return code;
  };
  const held = async (bill: Bill, by: { code: string } | { customerId: number }, amount: number) => {
    const holdKey = newKey();
    const { id, last4: end } = await holdWallet(shop.store, admin, { key: holdKey, billKey: bill.key, amount, ...by });
    const method = 'code' in by ? ('GiftCard' as const) : ('StoreCredit' as const);
    return { key: newKey(), method, amount, wallet: { id, last4: end, holdKey } } satisfies PaymentInput;
  };
  const back = (bill: Bill, payments: PaymentInput[]) =>
    refundBill(shop.store, shop.admin, { key: newKey(), billId: bill.key, payments, reason: 'Cold' });
  const ledger = async (id: number) => {
    const { balance, status, entries } = await findLedger(shop.store, shop.outletId, String(id));
    return { balance, status, entries: entries.map(({ type, amount }) => [type, amount]).toReversed() };
  };
  const byCard = (amount: number): PaymentInput => ({ key: newKey(), method: 'GiftCard', amount });

  it('a promotion takes nothing off a gift card, and counts none for its spend', async () => {
    const resource = { definition: promotion, hooks: promotionHooks };
    const publish = (name: string, rule: object) =>
      createRecord(shop.store, admin, resource, { key: newKey(), name, status: 'Published', ...rule } as NewRecord);
    const half = await publish('Half price', { type: 'PercentOff', percent: 50 });
    const spend = await publish('Spend 200', { type: 'BillOff', percent: 10, minSpend: 20_000 });
    const alone = await open([cardOf(makeCode(), 50_000)]);
    expect([alone.promotion ?? 0, toPay(alone)]).toEqual([0, 50_000]);
    const bill = await open([line(shop.menu.burger), cardOf(makeCode(), 50_000)]);
    expect([bill.promotion, bill.subTotal, bill.cardsSold]).toEqual([2500, 2500, 50_000]);
    for (const { id } of [half, spend])
      await shop.store.writeOutlet(shop.outletId, async (tx) => {
        tx.write(resourceDb(tx.db).updateTable('promotion').set({ status: 'Draft' }).where('id', '=', id));
      });
  });

  it.each(['empty', 'blocked', 'closed'] as const)(
    'a refund to a card that is %s since is closed, and its money is there',
    async (state) => {
      const code = await sell(state === 'empty' ? 1080 : 5000);
      const bill = await open([line(shop.menu.tea)]);
      const payments = [await held(bill, { code }, bill.total)];
      const paid = await pay(bill, payments);
      const id = payments[0]?.wallet?.id ?? 0;
      if (state === 'blocked') await blockWallet(shop.store, shop.admin, { id, isBlocked: true, reason: 'Lost' });
      if (state === 'closed')
        await payOutWalletInCash(shop.store, shop.admin, { key: newKey(), id, reason: 'Brought back' });
      const before = await ledger(id);
      expect(await refusalOf(back(paid, [cash(paid.total)]))).toMatchObject({ reason: 'refundAboveMethod' });
      await back(paid, [byCard(paid.total)]);
      expect(await ledger(id)).toMatchObject({ balance: before.balance + paid.total });
      // It is not refunded again, and what is on the card can be spent or given back.
      expect(await refusalOf(back(paid, [byCard(1)]))).toMatchObject({ status: 409 });
      const next = makeCode();
      await replaceWallet(shop.store, shop.admin, { key: newKey(), id, card: soldCardOf(next), reason: 'Refund' });
      const again = await open([line(shop.menu.tea)]);
      expect(await pay(again, [await held(again, { code: next }, again.total)])).toMatchObject({ status: 'Complete' });
    },
  );

  /** Gives a customer store credit for a tea. */
  const credited = async (customerId: number): Promise<number> => {
    const bill = await pay(await open([line(shop.menu.tea)], { customerId }));
    const given = await back(bill, [{ key: newKey(), method: 'StoreCredit', amount: bill.total, credit: {} }]);
    return given.payments[0]?.wallet?.id ?? 0;
  };
  const guest = async (name: string) => (await createCustomer(shop.store, admin, { key: newKey(), name })).id;

  it('the store credit of merged customers moves in two entries, once, and pays as one', async () => {
    const [kept, double] = [await guest('Kept'), await guest('Double')];
    const [mine, theirs] = [await credited(kept), await credited(double)];
    const tea = (await ledger(mine)).balance;
    await mergeCustomers(shop.store, admin, kept, double);
    await mergeCustomers(shop.store, admin, kept, double);
    expect([await ledger(mine), await ledger(theirs)]).toEqual([
      {
        balance: 2 * tea,
        status: 'Active',
        entries: [
          ['Issue', tea],
          ['MoveIn', tea],
        ],
      },
      {
        balance: 0,
        status: 'Closed',
        entries: [
          ['Issue', tea],
          ['MoveOut', -tea],
        ],
      },
    ]);
    const bill = await open([line(shop.menu.tea, 2)], { customerId: kept });
    const paid = await pay(bill, [await held(bill, { customerId: kept }, bill.total)]);
    expect(paid.payments[0]).toMatchObject({ amount: 2 * tea, wallet: { id: mine, left: 0 } });
    // Who has none yet takes over the wallet itself.
    const [other, last] = [await guest('Other'), await credited(kept)];
    await mergeCustomers(shop.store, admin, other, kept);
    const next = await open([line(shop.menu.tea)], { customerId: other });
    expect(await held(next, { customerId: other }, next.total)).toMatchObject({ wallet: { id: last } });
  });

  it('cards of an erased customer pay by their code, and store credit by a new one', async () => {
    const id = await guest('Erased');
    const code = makeCode();
    await pay(await open([cardOf(code, 5000)], { customerId: id }));
    const credit = await credited(id);
    const { balance } = await ledger(credit);
    await eraseCustomer(shop.store, admin, id, 'Asked for it');
    const bill = await open([line(shop.menu.tea)]);
    await pay(bill, [await held(bill, { code }, bill.total)]);
    const next = makeCode();
    await replaceWallet(shop.store, shop.admin, { key: newKey(), id: credit, card: soldCardOf(next), reason: 'Asked' });
    const again = await open([line(shop.menu.tea)]);
    const { wallet } = await held(again, { code: next }, balance);
    expect(await pay(again, [{ key: newKey(), method: 'StoreCredit', amount: balance, wallet }])).toMatchObject({
      status: 'Complete',
      payments: [{ wallet: { last4: last4(next), left: 0 } }],
    });
  });
});
