import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { payBill, splitBill, updateBill } from './service.ts';
import { addShop, cash, line, newKey, order, payment, refusalOf, type Shop, sent, setSetting } from './testing/shop.ts';

const minute = 60_000;

eachEngine('outlet settings for bills', (on) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await addShop(await on.open());
    await setSetting(shop, 'RequireCovers', 'true');
    await setSetting(shop, 'PaymentMethods', ['Cash', 'HouseAccount']);
    await setSetting(shop, 'CreditSaleAllowed', 'false');
  });
  const lunch = (slot: string, more = {}) => order(shop, slot, [line(shop.menu.burger), line(shop.menu.tea)], more);

  it('[R18.7] refuses payment of a table without guests counted, except a payment taken offline', async () => {
    const bill = await lunch('1');
    expect(await refusalOf(payBill(shop.store, shop.waiter, payment(bill)))).toMatchObject({
      reason: 'coversMissing',
      status: 409,
      extra: { bill: { key: bill.key } },
    });
    await updateBill(shop.store, shop.waiter, { ...sent('1'), key: bill.key, covers: 3, changed: ['covers'] });
    expect((await payBill(shop.store, shop.waiter, payment(bill))).bill).toMatchObject({ covers: 3 });
    const taken = payment(await lunch('1'), undefined, { modifiedAt: new Date(Date.now() - 5 * minute).toISOString() });
    expect((await payBill(shop.store, shop.waiter, taken)).bill.status).toBe('Complete');
    const takeaway = await lunch('1', { type: 'Takeaway' });
    expect((await payBill(shop.store, shop.waiter, payment(takeaway))).bill.status).toBe('Complete');
  });

  it('[R18.7] counts the guests of a table once for all of its checks', async () => {
    const bill = await lunch('2', { covers: 2 });
    const input = { billId: bill.key, key: newKey(), parts: 2 };
    for (const check of await splitBill(shop.store, shop.admin, input))
      expect((await payBill(shop.store, shop.waiter, payment(check))).bill.status).toBe('Complete');
  });

  it('[R18.6] requires a reason to void a saved item, unless the setting is off', async () => {
    const bill = await lunch('3');
    const [burger] = bill.items;
    const voids = (voidReason: string | null) =>
      updateBill(shop.store, shop.waiter, {
        ...sent('3'),
        key: bill.key,
        items: [{ ...line(shop.menu.burger), key: burger?.key ?? '', isVoid: true, voidReason }],
        changed: [],
      });
    expect(await refusalOf(voids(null))).toMatchObject({ reason: 'reasonMissing', status: 422 });
    expect(await refusalOf(voids('  x '))).toMatchObject({ reason: 'reasonMissing' });
    expect((await voids('Wrong table')).bill.items[0]).toMatchObject({ isVoid: true, voidReason: 'Wrong table' });
  });

  it('requires a reason for a discount where the setting is on, keeps it on the checks, and drops it with the discount', async () => {
    const bill = await lunch('5', { covers: 1 });
    const fields = { discountPercentage: 10, changed: ['discountPercentage'] as const };
    let { version } = bill;
    const give = async (more: object) => {
      const body = { ...sent('5'), key: bill.key, version, ...fields, ...more };
      const done = await updateBill(shop.store, shop.admin, body as never);
      version = done.bill.version;
      return done;
    };
    const [burger] = bill.items;
    const onItem = (reason: string) => {
      const discount = { type: 'Percent' as const, value: 10, reason };
      return give({
        discountPercentage: undefined,
        changed: [],
        items: [{ ...line(shop.menu.burger), key: burger?.key ?? '', discount, modifiedAt: new Date().toISOString() }],
      });
    };
    await give({});
    await give({ discountPercentage: 0 });
    await setSetting(shop, 'RequireDiscountReason', 'true');
    expect(await refusalOf(give({}))).toMatchObject({ reason: 'reasonMissing', status: 422 });
    expect(await refusalOf(give({ discountReason: ' x ' }))).toMatchObject({ reason: 'reasonMissing' });
    expect(await refusalOf(onItem(''))).toMatchObject({ reason: 'reasonMissing' });
    const given = (await give({ discountReason: 'Regular guest' })).bill;
    expect(given).toMatchObject({ discountPercentage: 10, discountReason: 'Regular guest' });
    expect((await onItem('Cold')).bill.items[0]?.discount?.reason).toBe('Cold');
    const checks = await splitBill(shop.store, shop.admin, { billId: bill.key, key: newKey(), parts: 2 });
    expect(checks.map(({ discountReason }) => discountReason)).toEqual(['Regular guest', 'Regular guest']);
    version = checks.find(({ key }) => key === bill.key)?.version ?? 0;
    const none = (await give({ discountPercentage: 0 })).bill;
    expect([none.discountPercentage, none.discountReason]).toEqual([0, undefined]);
    await setSetting(shop, 'RequireDiscountReason', 'false');
  });

  it('[R18.7] refuses house account payments where the setting is off', async () => {
    const bill = await lunch('4', { covers: 1 });
    const onAccount = { ...cash(bill.total), method: 'HouseAccount' as const };
    expect(await refusalOf(payBill(shop.store, shop.admin, payment(bill, [onAccount])))).toMatchObject({
      reason: 'creditOff',
      status: 409,
    });
  });
});
