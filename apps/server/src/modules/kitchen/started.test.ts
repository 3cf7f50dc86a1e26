/** Plays a waiter whose till never says that a dish was sent, and voids it after the kitchen made it. */
import { userApprovableActions } from '@atoll/domain/access/permission';
import type { Bill } from '@atoll/domain/bill/bill';
import type { BillItemInput } from '@atoll/domain/contract/bill/bill';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { type BillActor, splitBill, updateBill, voidBill } from '../bill/service.ts';
import { addShop, line, newKey, order, refusalOf, type Shop, sent } from '../bill/testing/shop.ts';
import { bump, findTickets } from './service.ts';

const minute = 60_000;

eachEngine('a dish that the kitchen began', (on) => {
  let shop: Shop;
  let waiter: BillActor;
  let clock = Date.parse('2026-03-04T08:00:00Z');
  let slot = 0;
  beforeAll(async () => {
    const store = await on.open({ now: () => clock });
    const types = [{ type: 'Table', slotCount: 99, rates: [{ from: '2023-01-01T00:00:00.000Z', gstPct: 8 }] }];
    const slot_types = JSON.stringify(
      types.map(({ rates, ...type }) => ({ ...type, rates: rates.map((rate) => ({ ...rate, serviceChargePct: 0 })) })),
    );
    shop = await addShop(store, { outlet: { features: '["Kitchen"]', slot_types } });
    waiter = { ...shop.waiter, approvable: new Set(userApprovableActions) };
  });
  const ordered = (items: BillItemInput[]) => order(shop, String((slot += 1)), items);
  const moved = async (bill: Bill, state: 'Preparing' | 'Served') => {
    for (const { key } of (await findTickets(shop.store, shop.admin, clock)).filter(
      ({ billKey }) => billKey === bill.key,
    ))
      await bump(shop.store, shop.admin, { key, state }, async () => undefined);
  };
  /** The till says each time that nothing was sent. */
  const voids = (bill: Bill, ...keys: string[]) => {
    const items = keys.map((key) => {
      const { menuItemId = 0, qty = 1 } = bill.items.find((item) => item.key === key) ?? {};
      return { key, menuItemId, qty, sentQty: 0, isVoid: true, voidReason: 'Guest left' };
    });
    const { version, key } = bill;
    return updateBill(shop.store, waiter, { ...sent(bill.slot), key, version, items });
  };
  const asked = async (promise: Promise<unknown>) => {
    const refusal = await refusalOf(promise);
    return refusal && [refusal.reason, refusal.extra['permission']];
  };

  it('is voided with an approval only, whatever the till says of it, and one that nobody began without', async () => {
    const [burger, tea] = [line(shop.menu.burger), line(shop.menu.tea)];
    const bill = await ordered([burger, tea]);
    const [ticket] = await findTickets(shop.store, shop.admin, clock);
    expect(ticket?.lines).toMatchObject([{ key: burger.key }]);
    await bump(shop.store, shop.admin, { key: ticket?.key ?? '', state: 'Preparing' }, async () => undefined);
    expect(await asked(voids(bill, burger.key))).toEqual(['approvalNeeded', 'item.void.sent']);
    expect(await asked(voidBill(shop.store, waiter, { billId: bill.key, reason: 'Guest left' }))).toEqual([
      'approvalNeeded',
      'bill.void',
    ]);
    const { bill: after } = await voids(bill, tea.key);
    expect(after.items.map(({ isVoid, sentQty }) => [isVoid, sentQty])).toEqual([
      [false, 0],
      [true, 0],
    ]);
  });

  it('stays so after it was served, hours later, and on the check to which a part of it was split', async () => {
    const burger = line(shop.menu.burger, 4);
    const bill = await ordered([burger]);
    await moved(bill, 'Served');
    clock += 3 * 60 * minute;
    expect(await asked(voids(bill, burger.key))).toEqual(['approvalNeeded', 'item.void.sent']);
    const [, check] = await splitBill(shop.store, waiter, {
      billId: bill.key,
      key: newKey(),
      items: [{ key: burger.key, qty: 2 }],
    });
    const [piece] = check?.items ?? [];
    expect(check && piece && (await asked(voids(check, piece.key)))).toEqual(['approvalNeeded', 'item.void.sent']);
    // A till that has it on its former bill voids it there: it stays.
    await voids(bill, burger.key);
    const now = await voids(bill);
    expect(now.bill.total).toBeGreaterThan(0);
  });

  it('is waste and a sent item in the bill once a person voids it who may', async () => {
    const burger = line(shop.menu.burger);
    const bill = await ordered([burger]);
    await moved(bill, 'Preparing');
    const { version, key } = bill;
    const items = [{ ...burger, isVoid: true, voidReason: 'Wrong dish' }];
    const done = await updateBill(shop.store, shop.admin, { ...sent(bill.slot), key, version, items });
    expect(done.bill.items).toMatchObject([{ isVoid: true, sentQty: 1 }]);
  });
});
