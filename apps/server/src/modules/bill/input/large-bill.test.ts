import { beforeAll, expect, it } from 'vitest';
import { Refused } from '../../../platform/errors/refused.ts';
import { eachEngine } from '../../../platform/store/testing/engine.ts';
import { updateBill } from '../service.ts';
import { addMenuItem, addShop, line, order, type Shop } from '../testing/shop.ts';

eachEngine('the largest bill', (on) => {
  let shop: Shop;
  let yacht: number;
  beforeAll(async () => {
    shop = await addShop(await on.open());
    yacht = await addMenuItem(shop.store, shop.outletId, {
      name: 'Yacht',
      sizes: JSON.stringify([{ value: 'Small', sellingPrice: 600_000_000, isDefault: true }]),
    });
  });

  it('[R35.92] refuses an item that makes the bill too large, with amounts in MVR, and keeps the bill as it was', async () => {
    const bill = await order(shop, '1', [line(yacht)]);
    const { key, type, slot, version } = bill;
    const change = (items: ReturnType<typeof line>[]) =>
      updateBill(shop.store, shop.waiter, { key, type, slot, version, items });
    const refusal = await change([line(yacht)]).catch((error: unknown) => (error as Refused).refusal);
    expect(refusal).toMatchObject({ reason: 'invalid', details: 'A bill can be at most MVR 9,999,999.99' });
    await expect(order(shop, '2', [line(yacht, 2)])).rejects.toThrow(Refused);
    expect((await change([line(shop.menu.tea)])).bill.items).toHaveLength(2);
  });
});
