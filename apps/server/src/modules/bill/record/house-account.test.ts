import type { Bill } from '@atoll/domain/bill/bill';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../../platform/store/testing/engine.ts';
import { correctPayment, createBill, payBill, refundBill } from '../service.ts';
import { addAccountHolder } from '../testing/account-holder.ts';
import { addShop, cash, line, newKey, payment, refusalOf, type Shop, sent, setSetting } from '../testing/shop.ts';

eachEngine('a house account', (on) => {
  let shop: Shop;
  let customerId: number;
  beforeAll(async () => {
    shop = await addShop(await on.open());
    await setSetting(shop, 'PaymentMethods', ['Cash', 'HouseAccount']);
    customerId = await addAccountHolder(shop, 100_00);
  });
  const bill = (slot: string, customer = customerId): Promise<Bill> =>
    createBill(shop.store, shop.waiter, sent(slot, { customerId: customer, items: [line(shop.menu.burger)] }));
  const onAccount = (amount: number) => ({ ...cash(amount), method: 'HouseAccount' as const });
  const balance = async (): Promise<number> => {
    const rows = await shop.store.readOutlet(shop.outletId, (db) =>
      db.selectFrom('account_entry').select('amount').where('outlet_id', '=', shop.outletId).execute(),
    );
    return rows.reduce((sum, row) => sum + row.amount, 0);
  };

  it('[R18.7] charges a house account once for a bill, and credits it with a refund', async () => {
    const one = await bill('1');
    const input = payment(one, [onAccount(one.total)]);
    const { bill: paid } = await payBill(shop.store, shop.waiter, input);
    await payBill(shop.store, shop.waiter, input);
    expect(await balance()).toBe(one.total);
    await refundBill(shop.store, shop.admin, {
      key: newKey(),
      billId: paid.key,
      payments: [onAccount(paid.total)],
      reason: 'Cold soup',
    });
    expect(await balance()).toBe(0);
  });

  it('[R18.7] [R35.20] exceeds the limit of a house account only with permission, and requires a customer with an account', async () => {
    const one = await bill('2');
    await payBill(shop.store, shop.waiter, payment(one, [onAccount(one.total)]));
    const two = await bill('3');
    const over = payment(two, [onAccount(two.total)]);
    await expect(payBill(shop.store, shop.waiter, over)).rejects.toMatchObject({
      refusal: {
        reason: 'forbidden',
        details: expect.stringMatching(/^Reef Divers would be [\d,.]+ over its credit limit$/),
      },
    });
    expect(await balance()).toBe(one.total);
    const { bill: paid } = await payBill(shop.store, shop.admin, over);
    expect([paid.status, await balance()]).toEqual(['Complete', one.total + two.total]);
    // The history says who sent it in another name.
    const sentBy = await bill('5');
    await payBill(shop.store, { ...shop.admin, sentBy: 2 }, payment(sentBy, [onAccount(sentBy.total)]));
    const { data } = await shop.store.readOutlet(shop.outletId, (db) =>
      db
        .selectFrom('history')
        .select('data')
        .where('outlet_id', '=', shop.outletId)
        .where('subject', '=', 'Account')
        .orderBy('seq', 'desc')
        .executeTakeFirstOrThrow(),
    );
    expect(JSON.parse(data)).toMatchObject({ sentBy: 2 });
    const nobody = await bill('4', 0);
    expect(await refusalOf(payBill(shop.store, shop.admin, payment(nobody, [onAccount(nobody.total)])))).toMatchObject({
      reason: 'invalid',
      status: 422,
    });
  });

  it('[R35.36] charges and credits the house account by exchanges of payments, and never above its limit', async () => {
    const own = await addAccountHolder(shop, 60_00, 'C2');
    const ownBalance = async () => {
      const account = await shop.store.readOutlet(shop.outletId, (db) =>
        db
          .selectFrom('account')
          .select('balance')
          .where('outlet_id', '=', shop.outletId)
          .where('code', '=', 'C2')
          .execute(),
      );
      return account[0]?.balance;
    };
    const settled = async (slot: string) =>
      (await payBill(shop.store, shop.waiter, payment(await bill(slot, own)))).bill;
    const correct = (paid: Bill, to: ReturnType<typeof onAccount> | ReturnType<typeof cash>) =>
      correctPayment(shop.store, shop.admin, {
        billId: paid.key,
        paymentKey: paid.payments.findLast(({ status }) => status === 'Captured')?.key ?? '',
        payment: to,
        reason: 'Wrong button',
      });
    const [one, two] = [await settled('5'), await settled('6')];
    const charged = await correct(one, onAccount(one.total));
    expect(await ownBalance()).toBe(one.total);
    await expect(correct(two, onAccount(two.total))).rejects.toMatchObject({
      refusal: { reason: 'invalid', details: expect.stringMatching(/over its credit limit$/) },
    });
    expect(await ownBalance()).toBe(one.total);
    await correct(charged, cash(one.total));
    expect(await ownBalance()).toBe(0);
    const nobody = (await payBill(shop.store, shop.waiter, payment(await bill('7', 0)))).bill;
    expect(await refusalOf(correct(nobody, onAccount(nobody.total)))).toMatchObject({ reason: 'invalid' });
  });
});
