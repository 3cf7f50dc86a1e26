import type { Bill } from '@atoll/domain/bill/bill';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../../platform/store/testing/engine.ts';
import type { BillActor } from '../service.ts';
import { updateBill } from '../service.ts';
import { addPerson, grant } from '../testing/grant.ts';
import { addMenuItem, addShop, line, order, refusalOf, type Shop } from '../testing/shop.ts';

eachEngine('the maximum discount of an item', (on) => {
  let shop: Shop;
  let rice = 0;
  beforeAll(async () => {
    shop = await addShop(await on.open());
    const sizes = JSON.stringify([{ value: 'Small', sellingPrice: 2000, isDefault: true }]);
    rice = await addMenuItem(shop.store, shop.outletId, { name: 'Rice', sizes, max_discount_bp: 500 });
  });
  let changes = 0;
  /** Gives a discount on every rice of a bill, later than the change before. */
  const reduce = async (bill: Bill, actor: BillActor, type: 'Percent' | 'Amount', value: number): Promise<Bill> => {
    const { key, slot, version } = bill;
    changes += 1;
    const modifiedAt = new Date(Date.now() + changes * 1000).toISOString();
    const items = bill.items.map((item) => ({
      key: item.key,
      menuItemId: item.menuItemId,
      qty: item.qty,
      modifiedAt,
      ...(item.menuItemId === rice && { discount: { type, value, reason: 'Regular guest' } }),
    }));
    return (await updateBill(shop.store, actor, { key, type: bill.type, slot, version, items, changed: [] })).bill;
  };

  it('[R21.17] a discount on an item above it needs price.override besides, one up to it does not', async () => {
    const [askerId, approverId] = [await addPerson(shop, 'User'), await addPerson(shop, 'Admin')];
    const permissions = new Set([...shop.waiter.permissions, 'item.discount']);
    const asker = { ...shop.waiter, userId: askerId, permissions, approvable: new Set(['price.override']) };
    const bill = await order(shop, '1', [line(rice, 2), line(shop.menu.tea)]);
    const key = bill.items[0]?.key ?? '';
    const needed = { reason: 'approvalNeeded', extra: { permission: 'price.override', subjectKey: bill.key } };
    expect(await refusalOf(reduce(bill, asker, 'Percent', 6))).toMatchObject(needed);
    expect(await refusalOf(reduce(bill, asker, 'Amount', 201))).toMatchObject(needed);
    const upTo = await reduce(bill, asker, 'Percent', 5);
    expect(upTo.items[0]?.discount?.value).toBe(5);
    const subject = {
      permission: 'price.override',
      subjectType: 'Bill',
      subjectKey: bill.key,
      itemKeys: [key],
    } as const;
    const approvalKey = await grant(shop, { ...subject, askerId, approverId });
    const above = await reduce(upTo, { ...asker, approvalKey }, 'Percent', 6);
    expect(above.items[0]?.discount?.value).toBe(6);
    expect((await reduce(above, shop.admin, 'Percent', 50)).items[0]?.discount?.value).toBe(50);
  });
});
