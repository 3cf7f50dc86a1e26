import { beforeEach, expect, it } from 'vitest';
import type { Store } from '../../platform/store/store.ts';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { updateBill } from '../bill/service.ts';
import { addShop, line, order, type Shop, sent, settle } from '../bill/testing/shop.ts';
import { changesSince, maxChanges } from './find.ts';

eachEngine('catching up', (on) => {
  let store: Store;
  let shop: Shop;
  beforeEach(async () => {
    store ??= await on.open();
    shop = await addShop(store);
  });
  const since = (seq: number, now = Date.now()) => changesSince(store, shop.outletId, seq, now);

  it('[R15.11] returns what changed since a number, each thing once with its newest version, in order', async () => {
    const { head } = await since(Number.MAX_SAFE_INTEGER);
    expect(await since(head)).toEqual({ head, changes: [] });
    const a = await order(shop, '1', [line(shop.menu.tea)]);
    const b = await order(shop, '2', [line(shop.menu.tea)]);
    const { bill: more } = await updateBill(store, shop.waiter, {
      ...sent('1'),
      key: a.key,
      items: [line(shop.menu.tea)],
    });
    const c = await order(shop, '3', [line(shop.menu.tea)]);
    await settle(shop, more);
    expect(await since(head)).toEqual({
      head: head + 5,
      changes: [
        { seq: head + 2, entity: 'Bill', id: b.id, version: 1, action: 'Created' },
        { seq: head + 4, entity: 'Bill', id: c.id, version: 1, action: 'Created' },
        { seq: head + 5, entity: 'Bill', id: a.id, version: 3, action: 'Paid' },
      ],
    });
  });

  it('resets a device that was away for more than 48 hours, or knows more than the outlet', async () => {
    const { head } = await since(Number.MAX_SAFE_INTEGER);
    await order(shop, '1', [line(shop.menu.tea)]);
    expect(await since(head, Date.now() + 49 * 3600_000)).toEqual({ head: head + 1, reset: true });
    expect(await since(head + 2)).toEqual({ head: head + 1, reset: true });
  });

  it('resets a device when more than 500 things changed', async () => {
    const { head } = await since(Number.MAX_SAFE_INTEGER);
    await store.writeOutlet(shop.outletId, async (tx) => {
      for (let n = 0; n <= maxChanges; n += 1) tx.change({ entity: 'Bill', id: n, version: 1, action: 'Updated' });
    });
    expect(await since(head)).toEqual({ head: head + 501, reset: true });
    expect(await since(head + 1)).toMatchObject({ changes: { length: 500 } });
  });
});
