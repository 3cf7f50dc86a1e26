/** Sales with gift cards, store credit, orders and points, for tests of the comparison with the history. */
import type { Bill } from '@atoll/domain/bill/bill';
import { choiceGroup } from '@atoll/domain/resources/choice-group';
import { pointsRule } from '@atoll/domain/resources/points-rule';
import { newCode, soldCardOf } from '@atoll/domain/wallet/code';
import { mergeBills, payBill, refundBill, voidBill } from '../../../apps/server/src/modules/bill/service.ts';
import {
  addMenuItem,
  cash,
  line,
  newKey,
  order,
  payment,
  type Shop,
  setSetting,
  settle,
} from '../../../apps/server/src/modules/bill/testing/shop.ts';
import { mergeCustomers } from '../../../apps/server/src/modules/customer/merge.ts';
import { eraseCustomer } from '../../../apps/server/src/modules/customer/personal.ts';
import { createCustomer } from '../../../apps/server/src/modules/customer/service.ts';
import { cancelOrder, createOrder, openOrder } from '../../../apps/server/src/modules/order/commands.ts';
import { payOrder } from '../../../apps/server/src/modules/order/pay.ts';
import { adjustPoints } from '../../../apps/server/src/modules/points/adjust.ts';
import { pointsRuleHooks } from '../../../apps/server/src/modules/points/hooks.ts';
import { blockWallet, replaceWallet } from '../../../apps/server/src/modules/wallet/change.ts';
import { holdWallet } from '../../../apps/server/src/modules/wallet/hold.ts';
import type { Actor } from '../../../apps/server/src/platform/http/actor.ts';
import { createRecord } from '../../../apps/server/src/resource/write.ts';

const codeOf = (seed: number): string => newCode(Uint8Array.from({ length: 12 }, (_, index) => seed * 17 + index * 5));

/** Sells two gift cards and spends one, gives store credit, takes orders in parts, and gives points. */
export async function serveGuests(shop: Shop, admin: Actor): Promise<void> {
  await useCards(shop);
  await sellSet(shop, admin);
  await takeOrders(shop, admin);
  await givePoints(shop, admin);
}

async function useCards(shop: Shop): Promise<void> {
  const { store, waiter, admin, menu } = shop;
  const [spent, lost] = [codeOf(1), codeOf(2)];
  const cards = [spent, lost].map((code) => line(0, 1, { sellingPrice: 20_000, card: soldCardOf(code) }));
  const sale = await order(shop, '21', cards);
  await payBill(store, waiter, payment(sale, [cash(40_000)]));
  const bill = await order(shop, '21', [line(menu.burger)]);
  const key = newKey();
  const held = await holdWallet(store, waiter as Actor, { key, code: spent, billKey: bill.key, amount: bill.total });
  const wallet = { id: held.id, last4: held.last4, holdKey: key };
  await payBill(store, waiter, payment(bill, [cash(bill.total, { method: 'GiftCard', wallet })]));
  const other = await holdWallet(store, waiter as Actor, { key: newKey(), code: lost, billKey: newKey(), amount: 100 });
  await blockWallet(store, admin as Actor, { id: other.id, isBlocked: true, reason: 'Lost' });
  const card = soldCardOf(codeOf(3));
  await replaceWallet(store, admin as Actor, { key: newKey(), id: other.id, card, reason: 'Lost' });
  const tea = await order(shop, '21', [line(menu.tea)]);
  await payBill(store, waiter, payment(tea, [cash(tea.total)]));
  const credit = { card: soldCardOf(codeOf(4)) };
  const payments = [cash(tea.total, { method: 'StoreCredit', credit })];
  await refundBill(store, admin, { key: newKey(), billId: tea.key, payments, reason: 'Cold tea' });
}

async function sellSet(shop: Shop, admin: Actor): Promise<void> {
  const { store, menu } = shop;
  const choice = { key: newKey(), name: 'Drink', choose: 1, choices: [{ menuItemId: menu.tea, extraPrice: 0 }] };
  const group = await createRecord(store, admin, { definition: choiceGroup, hooks: {} }, choice as never);
  const sizes = JSON.stringify([{ value: '', sellingPrice: 9900, isDefault: true }]);
  const more = { name: 'Set', sizes, is_set: true, choice_group_ids: JSON.stringify([group.id]) };
  const setId = await addMenuItem(store, shop.outletId, more as never);
  const sale = async (): Promise<Bill> => {
    const head = line(setId, 1, { sellingPrice: 0, setPrice: 9900 });
    const part = line(menu.tea, 1, { parentKey: head.key, choiceGroupId: group.id, sellingPrice: 9900 });
    return settle(shop, await order(shop, '27', [head, part]));
  };
  await sale();
  const { key, total } = await sale();
  await refundBill(store, shop.admin, { key: newKey(), billId: key, payments: [cash(total)], reason: 'Cold' });
}

async function takeOrders(shop: Shop, actor: Actor): Promise<void> {
  const { store, waiter, admin, menu } = shop;
  const make = async (more: object = {}, tax: 'Instalments' | 'Refundable' = 'Instalments'): Promise<string> => {
    const bill = { key: newKey(), type: 'Table' as const, slot: '22', items: [line(menu.burger, 2)], ...more };
    const dueAt = new Date().toISOString();
    const plan = [{ date: '2026-01-31', amount: 3000 }];
    const orderKey = await createOrder(store, waiter, {
      key: newKey(),
      bill,
      name: 'Nadia',
      dueAt,
      plan,
      tax,
    } as never);
    await payOrder(store, waiter, { key: newKey(), orderKey, amount: 3000, payments: [cash(3000)] });
    return orderKey;
  };
  const open = async (slot: string): Promise<Bill> =>
    openOrder(store, waiter, { key: newKey(), orderKey: await make(), type: 'Table', slot });
  const collected = await open('22');
  await payBill(store, waiter, payment(collected, [cash(collected.total)]));
  await voidBill(store, admin, { billId: (await open('23')).key, reason: 'Wrong day' });
  const [from, to] = [await open('24'), await order(shop, '25', [line(menu.tea)])];
  const merged = await mergeBills(store, admin, { from: from.key, to: to.key });
  await payBill(store, waiter, payment(merged, [cash(merged.total)]));
  await cancelOrder(store, admin, { orderKey: await make(), forfeit: true, reason: 'Nobody came' });
  for (const forfeit of [true, false]) {
    const deposit = await make({}, 'Refundable');
    await payOrder(store, waiter, { key: newKey(), orderKey: deposit, amount: 500, payments: [cash(500)] });
    await cancelOrder(store, admin, { orderKey: deposit, forfeit, reason: 'Nobody came' });
  }
  const orderKey = await make({}, 'Refundable');
  const last = await openOrder(store, waiter, { key: newKey(), orderKey, type: 'Table', slot: '28' });
  const key = newKey();
  const hold = { key, orderKey, billKey: last.key, amount: 3000 };
  const { id, last4 } = await holdWallet(store, waiter as Actor, hold);
  const byDeposit = cash(3000, { method: 'Deposit', wallet: { id, last4, holdKey: key } });
  await payBill(store, waiter, payment(last, [byDeposit, cash(last.total - 3000)]));
  const guest = await createCustomer(store, actor, { key: newKey(), name: 'Nadia' });
  await make({ customerId: guest.id });
  await eraseCustomer(store, actor, guest.id, 'Asked for it');
}

async function givePoints(shop: Shop, admin: Actor): Promise<void> {
  const { store, waiter, menu } = shop;
  await setSetting(shop, 'PointsEnabled', 'true');
  const rule = { key: newKey(), name: 'Per spend', points: 1, per: 1000 };
  await createRecord(store, admin, { definition: pointsRule, hooks: pointsRuleHooks }, rule as never);
  const add = (name: string) => createCustomer(store, admin, { key: newKey(), name });
  const [guest, same] = [await add('Aisha'), await add('Aisha A.')];
  for (const { id: customerId } of [guest, same]) {
    const bill = await order(shop, '26', [line(menu.burger, 2)], { customerId });
    await payBill(store, waiter, payment(bill, [cash(bill.total)]));
  }
  await adjustPoints(store, admin, { key: newKey(), customerId: guest.id, points: 5, reason: 'Welcome' });
  await mergeCustomers(store, admin, guest.id, same.id);
  await setSetting(shop, 'PointsEnabled', 'false');
}
