/** Plays a till that voids an item on the bill that it left: the void follows the item, and needs what it needs there. */
import type { Bill } from '@atoll/domain/bill/bill';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../../platform/store/testing/engine.ts';
import { splitBill, updateBill } from '../service.ts';
import { addShop, line, newKey, order, type Shop, sent, setSetting } from '../testing/shop.ts';

eachEngine('a void on the former bill of an item', (on) => {
  let shop: Shop;
  let slot = 0;
  beforeAll(async () => {
    shop = await addShop(await on.open());
  });
  /** Voids an item on the bill from which it was split, and returns whether it is void on its check. */
  const isVoided = async (more: { sentQty?: number; voidReason?: string }, actor = shop.waiter): Promise<boolean> => {
    const { sentQty = 0, ...reason } = more;
    const [stays, goes] = [line(shop.menu.burger), line(shop.menu.tea, 1, { sentQty })];
    const bill = await order(shop, String((slot += 1)), [stays, goes]);
    const items = [{ key: goes.key, qty: 1 }];
    const [left, check] = (await splitBill(shop.store, shop.waiter, { billId: bill.key, key: newKey(), items })) as [
      Bill,
      Bill,
    ];
    const voided = [{ ...goes, sentQty: 0, isVoid: true, ...reason }];
    const update = { ...sent(left.slot), key: left.key, version: left.version, items: voided };
    await updateBill(shop.store, actor, update);
    const now = await updateBill(shop.store, shop.admin, {
      ...sent(check.slot),
      key: check.key,
      checkNo: check.checkNo,
    });
    return now.bill.items.some(({ key, isVoid }) => key === goes.key && isVoid);
  };

  it('counts with a reason, and without one only where none is required', async () => {
    expect(await isVoided({ voidReason: 'Wrong dish' })).toBe(true);
    expect(await isVoided({})).toBe(false);
    expect(await isVoided({ voidReason: ' x ' })).toBe(false);
    await setSetting(shop, 'RequireVoidReason', 'false');
    expect(await isVoided({})).toBe(true);
    await setSetting(shop, 'RequireVoidReason', 'true');
  });

  it('of what was sent counts only by a person who may void that, whatever the till says of it', async () => {
    const reason = { sentQty: 1, voidReason: 'Wrong dish' };
    expect(await isVoided(reason)).toBe(false);
    expect(await isVoided(reason, shop.admin)).toBe(true);
  });
});
