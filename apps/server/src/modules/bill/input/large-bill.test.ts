import { contract } from '@atoll/domain/contract/contract';
import { newCode, soldCardOf } from '@atoll/domain/wallet/code';
import { beforeAll, expect, it } from 'vitest';
import { Refused } from '../../../platform/errors/refused.ts';
import { eachEngine } from '../../../platform/store/testing/engine.ts';
import { findBill, mergeBills, transferBill, updateBill } from '../service.ts';
import { addMenuItem, addShop, line, order, type Shop } from '../testing/shop.ts';

eachEngine('the largest bill', (on) => {
  let shop: Shop;
  let yacht: number;
  beforeAll(async () => {
    shop = await addShop(await on.open(), { outlet: { features: JSON.stringify(['Wallets']) } });
    yacht = await addMenuItem(shop.store, shop.outletId, {
      name: 'Yacht',
      sizes: JSON.stringify([{ value: 'Small', sellingPrice: 600_000_000, isDefault: true }]),
    });
  });

  it('[R35.92] [R36.13] refuses an item that makes the bill too large, with amounts in MVR, and keeps the bill as it was', async () => {
    const bill = await order(shop, '1', [line(yacht)]);
    const { key, type, slot, version } = bill;
    const change = (items: ReturnType<typeof line>[]) =>
      updateBill(shop.store, shop.waiter, { key, type, slot, version, items });
    const refusal = await change([line(yacht)]).catch((error: unknown) => (error as Refused).refusal);
    expect(refusal).toMatchObject({ reason: 'invalid', details: 'A bill can be at most MVR 9,999,999.99' });
    await expect(order(shop, '2', [line(yacht, 2)])).rejects.toThrow(Refused);
    // Gift cards, which stand beside the total, are paid with it.
    const cards = Array.from({ length: 40 }, (_, seed) => {
      const code = newCode(new Uint8Array(12).fill(seed));
      return line(0, 1, { sellingPrice: 10_000_000, card: soldCardOf(code) });
    });
    const withCards = await updateBill(shop.store, shop.admin, { key, type, slot, version, items: cards }).catch(
      (error: unknown) => (error as Refused).refusal,
    );
    expect(withCards).toMatchObject({ reason: 'invalid', details: 'A bill can be at most MVR 9,999,999.99' });
    expect((await change([line(shop.menu.tea)])).bill.items).toHaveLength(2);
  });

  it('[R36.13] refuses the 501st item of a bill, in one request or several, moved or merged, and the 21st note, and keeps the bill', async () => {
    const tea = (count: number) => Array.from({ length: count }, () => line(shop.menu.tea));
    const bill = await order(shop, '3', tea(400));
    const { key, type, slot } = bill;
    const change = (version: number, items: object[]) =>
      updateBill(shop.store, shop.waiter, { key, type, slot, version, items: items as ReturnType<typeof line>[] });
    const full = await change(bill.version, tea(100));
    const refusal = await change(full.bill.version, tea(1)).catch((error: unknown) => (error as Refused).refusal);
    expect(refusal).toMatchObject({
      reason: 'invalid',
      details: 'A bill can have at most 500 items. Open another bill',
    });
    await expect(order(shop, '4', tea(501))).rejects.toThrow(Refused);
    expect((await change(full.bill.version, [])).bill.items).toHaveLength(500);
    // Nor do items come to it from another bill.
    const one = await order(shop, '5', tea(1));
    const words = (moved: Promise<unknown>) => moved.catch((error: unknown) => (error as Refused).refusal.details);
    const manyWords = 'A bill can have at most 500 items. Open another bill';
    expect(await words(mergeBills(shop.store, shop.admin, { from: one.key, to: key }))).toBe(manyWords);
    const items = one.items.map((item) => item.key);
    const transfer = { from: { key: one.key }, to: { type: 'Table' as const, slot: '3' }, items };
    expect(await words(transferBill(shop.store, shop.admin, transfer))).toBe(manyWords);
    const kept = await Promise.all([one.key, key].map((each) => findBill(shop.store, shop.outletId, each)));
    expect(kept.map((each) => each?.items.filter(({ isVoid }) => !isVoid).length)).toEqual([1, 500]);
    const notes = (count: number) => ({
      key,
      type,
      slot,
      version: 1,
      items: [{ ...line(shop.menu.tea), notes: Array(count).fill('no ice') }],
    });
    expect(contract['bill.update'].body?.safeParse(notes(20)).success).toBe(true);
    expect(contract['bill.update'].body?.safeParse(notes(21)).success).toBe(false);
  });
});
