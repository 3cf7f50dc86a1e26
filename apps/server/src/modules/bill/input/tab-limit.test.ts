import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../../platform/store/testing/engine.ts';
import { payBill, updateBill } from '../service.ts';
import { addPerson, grant } from '../testing/grant.ts';
import { addShop, cash, line, order, payment, refusalOf, type Shop, sent } from '../testing/shop.ts';

eachEngine('a tab limit', (on) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await addShop(await on.open());
  });

  it('[R22.16] asks for approval (payment.credit) of items beyond it, and of a greater limit, not of the payment', async () => {
    const { key, total } = await order(shop, '1', [line(shop.menu.tea)]);
    let version = 1;
    const write = async (more: object, actor = shop.waiter) => {
      const done = await updateBill(shop.store, actor, { ...sent('1'), key, version, changed: [], ...more });
      version = done.bill.version;
      return done;
    };
    const { bill } = await write({ tabLimit: 8000, changed: ['tabLimit'] });
    expect(bill.tabLimit).toBe(8000);
    expect((await write({ items: [line(shop.menu.burger)] })).bill.total).toBeLessThanOrEqual(8000);
    const beyond = { items: [line(shop.menu.tea)] };
    expect(await refusalOf(write(beyond))).toMatchObject({ reason: 'forbidden' });
    const [askerId, approverId] = [await addPerson(shop, 'User'), await addPerson(shop, 'Admin')];
    const asking = { ...shop.waiter, userId: askerId, approvable: new Set(['payment.credit']) };
    const refusal = await refusalOf(write(beyond, asking));
    expect(refusal).toMatchObject({
      reason: 'approvalNeeded',
      extra: { permission: 'payment.credit', subjectKey: key },
    });
    const subject = { permission: 'payment.credit', subjectType: 'Bill', subjectKey: key } as const;
    const amount = Number(refusal?.extra?.['amount']);
    const approvalKey = await grant(shop, { ...subject, amount, askerId, approverId });
    const { bill: more } = await write(beyond, { ...asking, approvalKey });
    expect(more.total).toBe(amount);
    expect(more.approved).toContain(approvalKey);
    for (const tabLimit of [8001, null])
      expect(await refusalOf(write({ tabLimit, changed: ['tabLimit'] }, asking))).toMatchObject({
        reason: 'approvalNeeded',
      });
    expect((await write({ tabLimit: 5000, changed: ['tabLimit'] })).bill.tabLimit).toBe(5000);
    expect((await write({ tabLimit: null, changed: ['tabLimit'] }, shop.admin)).bill.tabLimit).toBeNull();
    await write({ tabLimit: 5000, changed: ['tabLimit'] });
    const { bill: paid } = await payBill(shop.store, shop.waiter, payment(more, [cash(more.total)]));
    expect([paid.status, paid.total > total]).toEqual(['Complete', true]);
  });
});
