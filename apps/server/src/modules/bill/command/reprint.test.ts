import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../../platform/store/testing/engine.ts';
import { billTimeline } from '../read/timeline.ts';
import { addShop, line, newKey, order, refusalOf, type Shop, settle } from '../testing/shop.ts';
import { reprintBill } from './reprint.ts';

eachEngine('a receipt that is printed again', (on) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await addShop(await on.open());
  });

  it('requires approval for a reprint and writes it to the history once, with its copy number', async () => {
    const open = await order(shop, '1', [line(shop.menu.tea)]);
    const input = { billId: open.key, jobKey: newKey(), copyNo: 1 };
    expect(await refusalOf(reprintBill(shop.store, shop.admin, input))).toMatchObject({ reason: 'notPaid' });
    const paid = await settle(shop, open);
    expect(await refusalOf(reprintBill(shop.store, shop.waiter, input))).toMatchObject({ reason: 'forbidden' });
    const asked = { ...shop.waiter, approvable: new Set(['bill.reprint']) };
    expect(await refusalOf(reprintBill(shop.store, asked, input))).toMatchObject({
      reason: 'approvalNeeded',
      extra: { permission: 'bill.reprint', subjectKey: paid.key },
    });
    expect(await reprintBill(shop.store, shop.admin, input)).toEqual(paid);
    await reprintBill(shop.store, shop.admin, input);
    const { events } = await billTimeline(shop.store, shop.admin, paid.key);
    expect(events.map(({ action, after }) => ({ action, after })).slice(2)).toEqual([
      { action: 'Reprinted', after: { copyNo: 1 } },
    ]);
  });
});
