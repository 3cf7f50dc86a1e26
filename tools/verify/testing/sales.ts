/** A small history of sales of every kind, for tests of the comparison with the history. */
import type { Bill } from '@atoll/domain/bill/bill';
import type { BillActor } from '../../../apps/server/src/modules/bill/service.ts';
import {
  correctPayment,
  mergeBills,
  payBill,
  refundBill,
  splitBill,
  updateBill,
  voidBill,
} from '../../../apps/server/src/modules/bill/service.ts';
import {
  cash,
  line,
  newKey,
  order,
  payment,
  type Shop,
  sent,
  setSetting,
  settle,
} from '../../../apps/server/src/modules/bill/testing/shop.ts';
import { eraseCustomer } from '../../../apps/server/src/modules/customer/personal.ts';
import { createCustomer } from '../../../apps/server/src/modules/customer/service.ts';
import { addCash, closeShift, createShift } from '../../../apps/server/src/modules/shift/service.ts';
import type { Actor } from '../../../apps/server/src/platform/http/actor.ts';

/** What a test changes in the store. */
export interface Sales {
  /** Paid with 59.40 cash. */
  readonly bill: Bill;
  /** Of one of two teas. */
  readonly refund: Bill;
  /** With a discount and a complimentary tea, given by user 1. */
  readonly gift: Bill;
  readonly shiftId: number;
  /** Number of the Z report. */
  readonly z: number;
  /** The closing of the first shift, as it is stored. */
  readonly closing: { readonly counted: readonly { readonly method: string; readonly amount: number }[] };
  readonly totals: { readonly total: number };
}

/** Sells, splits, merges, corrects, refunds and voids in two shifts, of which the first is closed. */
export async function sellForAWeek(shop: Shop): Promise<Sales> {
  const { store, outletId, admin, waiter, menu } = shop;
  await setSetting(shop, 'PaymentMethods', ['Cash', 'Card', 'BankTransfer', 'HouseAccount']);
  const bill = await settle(shop, await order(shop, '1', [line(menu.burger)]));
  const teas = await settle(shop, await order(shop, '1', [line(menu.tea, 2)]));
  const refund = await refundBill(store, admin, {
    key: newKey(),
    billId: teas.key,
    items: [{ key: teas.items[0]?.key ?? '', qty: 1 }],
    payments: [cash(teas.total / 2)],
    reason: 'Cold tea',
  });
  const wrong = await settle(shop, await order(shop, '2', [line(menu.burger)]));
  const fixed = await correct(shop, wrong, 'Card');
  await splitAndMerge(shop);
  await voidBill(store, admin, { billId: (await order(shop, '6', [line(menu.tea)])).key, reason: 'Guests left' });
  await sellToErased(shop);
  const shiftId = bill.shiftId ?? 0;
  const event = (kind: 'In' | 'Out', amount: number) =>
    addCash(store, admin, { key: newKey(), shiftId, kind, amount, reason: 'Change' });
  await event('In', 2000);
  await event('Out', 3000);
  await order(shop, '9', [line(menu.tea)]);
  const counted = [{ method: 'Cash', amount: 100_000 }];
  const { shift, z } = await closeShift(store, admin, {
    id: shiftId,
    counted,
    openBills: 'carry',
    differenceReason: 'Counted twice',
  });
  const next = await createShift(store, waiter, { key: newKey(), openingBalance: 50_000 });
  await addCash(store, admin, { key: newKey(), shiftId: next.id, kind: 'In', amount: 500, reason: 'Coins' });
  const again = await correct(shop, fixed, 'BankTransfer');
  await refundBill(store, admin, {
    key: newKey(),
    billId: bill.key,
    payments: [cash(bill.total)],
    reason: 'Complaint',
  });
  const gift = await giveAway(shop);
  const late = await order(shop, '7', [line(menu.juice, 1, { size: 'Large' })]);
  const modifiedAt = new Date(Date.now() - 600_000).toISOString();
  await payBill(store, waiter, payment(late, [cash(late.total)], { modifiedAt }));
  await setSetting(shop, 'RoundCash', '100:nearest');
  await correct(shop, again, 'Cash');
  await setSetting(shop, 'RoundCash', '');
  const stored = await store.readOutlet(outletId, (db) =>
    db
      .selectFrom('shift')
      .select(['closing', 'totals'])
      .where('outlet_id', '=', outletId)
      .where('id', '=', shift.id)
      .executeTakeFirstOrThrow(),
  );
  if (stored.closing === null || stored.totals === null) throw new Error('The shift is not closed');
  return { bill, refund, gift, shiftId, z: z.number, closing: stored.closing, totals: stored.totals };
}

const correct = (shop: Shop, bill: Bill, method: 'Card' | 'BankTransfer' | 'Cash'): Promise<Bill> =>
  correctPayment(shop.store, shop.admin, {
    billId: bill.key,
    paymentKey: bill.payments.findLast(({ status }) => status === 'Captured')?.key ?? '',
    payment: cash(bill.total, { method }),
    reason: 'Wrong button',
  });

async function splitAndMerge(shop: Shop): Promise<void> {
  const { store, waiter, admin, menu } = shop;
  const both = await order(shop, '3', [line(menu.burger, 2), line(menu.tea)]);
  const checks = await splitBill(store, waiter, {
    billId: both.key,
    items: [{ key: both.items[0]?.key ?? '', qty: 1 }],
  });
  for (const check of checks) await settle(shop, check);
  const [from, to] = [await order(shop, '4', [line(menu.tea)]), await order(shop, '5', [line(menu.burger)])];
  const merged = await mergeBills(store, admin, { from: from.key, to: to.key });
  const half = merged.total / 2;
  await payBill(store, waiter, payment(merged, [cash(half), cash(merged.total - half, { method: 'Card' })]));
}

/** Sells with a discount of the bill and a complimentary item, and refunds an item of it. */
async function giveAway(shop: Shop): Promise<Bill> {
  const { store, admin, menu } = shop;
  const { key, version, slot } = await order(shop, '10', [line(menu.burger, 2)]);
  const items = [line(menu.tea, 1, { isComp: true })];
  const given = await updateBill(store, admin, { ...sent(slot), key, version, items, discountPercentage: 10 });
  const paid = await settle(shop, given.bill);
  const back = paid.items.find(({ menuItemId }) => menuItemId === menu.burger);
  const part = { key: newKey(), billId: paid.key, items: [{ key: back?.key ?? '', qty: 1 }], reason: 'Cold' };
  await refundBill(store, admin, { ...part, payments: [cash(paid.total / 2)] });
  return paid;
}

/** Sells to a customer whose data is erased afterwards. */
async function sellToErased(shop: Shop): Promise<void> {
  const { store, outletId, menu } = shop;
  const signedIn = {
    sessionId: 'session',
    role: 'Admin',
    outlets: [outletId],
    approvable: new Set<string>(),
    limits: {},
  };
  const admin: Actor & BillActor = { ...shop.admin, ...signedIn };
  const guest = await createCustomer(store, admin, { key: newKey(), name: 'Nasra', phone: '7788001' });
  await settle(shop, await order(shop, '8', [line(menu.fish, 0.5, { sellingPrice: 9000 })], { customerId: guest.id }));
  await eraseCustomer(store, admin, guest.id, 'Asked for it');
}
