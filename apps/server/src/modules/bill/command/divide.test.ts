import { pieceKey } from '@atoll/domain/bill/split/piece';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../../platform/store/testing/engine.ts';
import { findTickets } from '../../kitchen/service.ts';
import { divideItem, findBill, updateBill } from '../service.ts';
import { addShop, line, order, refusalOf, type Shop, sent, settle } from '../testing/shop.ts';

const clock = Date.parse('2026-03-04T08:00:00Z');

eachEngine('a part of an item', (on) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await addShop(await on.open({ now: () => clock }), { outlet: { features: '["Kitchen"]' } });
  });

  it('[R35.27] voids two of five portions: the kitchen is told two, the guest pays three', async () => {
    const burgers = line(shop.menu.burger, 5);
    const bill = await order(shop, '27', [burgers, line(shop.menu.fish)]);
    const divided = await divideItem(shop.store, shop.waiter, { billId: bill.key, itemKey: burgers.key, qty: 2 });
    expect(divided.total).toBe(bill.total);
    expect(divided.items.filter(({ isVoid }) => !isVoid).map(({ name, qty }) => [name, qty])).toEqual(
      expect.arrayContaining([
        ['Burger', 3],
        ['Burger', 2],
        ['Fish', 1],
      ]),
    );
    // An item is cut once, however often the call arrives.
    expect(await divideItem(shop.store, shop.waiter, { billId: bill.key, itemKey: burgers.key, qty: 2 })).toEqual(
      divided,
    );
    const key = pieceKey(burgers.key, 1);
    const gone = { ...line(shop.menu.burger, 2), key, isVoid: true, voidReason: 'Guest left' };
    await updateBill(shop.store, shop.admin, { ...sent('27'), key: bill.key, items: [gone] });
    const own = (await findTickets(shop.store, shop.admin, clock)).filter(({ billKey }) => billKey === bill.key);
    const cancelled = own.filter(({ kind }) => kind === 'Cancel').flatMap(({ lines }) => lines);
    expect(cancelled.map(({ name, qty }) => [name, qty])).toEqual([['Burger', 2]]);
    const after = await findBill(shop.store, shop.outletId, bill.key);
    const unit = bill.items.find(({ name }) => name === 'Burger')?.sellingPrice ?? 0;
    expect(bill.subTotal - after.subTotal).toBe(2 * unit);
    await settle(shop, after);
  });

  it('refuses a part of a paid bill, of an unknown item, and of more than there is', async () => {
    const burgers = line(shop.menu.burger, 2);
    const bill = await order(shop, '28', [burgers]);
    const divide = (itemKey: string, qty: number) =>
      refusalOf(divideItem(shop.store, shop.waiter, { billId: bill.key, itemKey, qty }));
    expect(await divide(burgers.key, 2)).toMatchObject({ reason: 'invalid' });
    expect(await divide(pieceKey(burgers.key, 7), 1)).toMatchObject({ reason: 'notFound' });
    await settle(shop, bill);
    expect(await divide(burgers.key, 1)).toMatchObject({ reason: 'billClosed' });
  });
});
