/** A full evening with everything that a command writes about money, for tests that edit the store. */
import type { Bill } from '@atoll/domain/bill/bill';
import { foreignValue } from '@atoll/domain/payment/payment';
import { approve, cancelApproval, decideApproval } from '../../../apps/server/src/modules/approval/approve.ts';
import { issueTaxInvoice } from '../../../apps/server/src/modules/bill/command/tax-invoice.ts';
import {
  type BillActor,
  payBill,
  refundBill,
  updateBill,
  voidBill,
} from '../../../apps/server/src/modules/bill/service.ts';
import { addAccountHolder } from '../../../apps/server/src/modules/bill/testing/account-holder.ts';
import { addPerson } from '../../../apps/server/src/modules/bill/testing/grant.ts';
import {
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
import { createCustomer } from '../../../apps/server/src/modules/customer/service.ts';
import { changeDelivery } from '../../../apps/server/src/modules/delivery/service.ts';
import { writeRule } from '../../../apps/server/src/modules/price/rules.ts';
import { openDrawer } from '../../../apps/server/src/modules/shift/drawer.ts';
import { addCash } from '../../../apps/server/src/modules/shift/service.ts';
import type { Actor } from '../../../apps/server/src/platform/http/actor.ts';
import { serveGuests } from './guests.ts';
import { sellForAWeek } from './sales.ts';

/** The seller of a tax invoice. */
export const seller = {
  legal_name: 'Reef Cafe Pvt Ltd',
  address: 'Majeedhee Magu',
  tin: '1000001GST501',
  features: JSON.stringify(['Wallets']),
};

export interface Evening {
  /** A delivery with a customer, a tax invoice, a card payment with a reference and foreign cash. */
  readonly delivered: Bill;
  /** Key of an approval that was used. */
  readonly approval: string;
  readonly shiftId: number;
  /** Two dishes at a table, of which one was voided. */
  readonly open: Bill;
  readonly voided: Bill;
}

const signedIn = (actor: BillActor): Actor & BillActor => ({
  ...actor,
  sessionId: 'session',
  role: 'Admin',
  outlets: [actor.outletId],
  approvable: new Set<string>(),
  limits: {},
});

/** Sells in every way in two shifts, of which the last is open. */
export async function sellForAnEvening(shop: Shop): Promise<Evening> {
  const { store, outletId, admin } = shop;
  // Their ids are those of the shop's people, who come from nowhere else.
  const approverId = await addPerson(shop, 'Admin');
  await addPerson(shop, 'User');
  await store.writeOrg((db) =>
    db.insertInto('user_outlet').values({ user_id: approverId, outlet_id: outletId }).execute(),
  );
  await setSetting(shop, 'Currencies', ['USD:1542']);
  const { shiftId } = await sellForAWeek(shop);
  const delivered = await deliver(shop);
  await payLessThanPrinted(shop);
  await reportPrintLate(shop);
  const late = await settle(shop, await order(shop, '14', [line(shop.menu.tea)]));
  await issueTaxInvoice(store, admin, {
    key: newKey(),
    billId: late.key,
    buyer: { name: 'Island Trading', address: 'Orchid Magu', tin: '1012345GST501' },
  });
  const open = delivered.shiftId ?? 0;
  await openDrawer(store, admin, { key: newKey(), shiftId: open, reason: 'Coins for the bar' });
  const approval = await takeWithApproval(shop, open, approverId);
  await buyOnAccount(shop);
  await serveGuests(shop, signedIn(admin));
  return { delivered, approval, shiftId, ...(await leaveUnpaid(shop)) };
}

/** Pays a bill of which a till had printed more, and reports it only then. */
async function reportPrintLate(shop: Shop): Promise<void> {
  const { store, admin, menu } = shop;
  const placed = await order(shop, '20', [line(menu.burger), line(menu.tea)]);
  const { key, type, slot, version } = placed;
  const items = placed.items.map((item) => ({ key: item.key, menuItemId: item.menuItemId, qty: item.qty }));
  const gone = items.slice(0, 1).map((item) => ({ ...item, isVoid: true, voidReason: 'Wrong item' }));
  await settle(shop, (await updateBill(store, admin, { key, type, slot, version, items: gone })).bill);
  const print = { status: 'BillPrinted', printJobKey: newKey(), changed: [] };
  await updateBill(store, admin, { key, type, slot, version, items, ...print });
}

/** Buys twice on a house account, and takes one of the two back. */
async function buyOnAccount(shop: Shop): Promise<void> {
  const { store, waiter, admin, menu } = shop;
  const customerId = await addAccountHolder(shop);
  const buy = async (slot: string): Promise<Bill> => {
    const bill = await order(shop, slot, [line(menu.tea)], { customerId });
    const onAccount = cash(bill.total, { method: 'HouseAccount' });
    return (await payBill(store, waiter, payment(bill, [onAccount]))).bill;
  };
  await buy('15');
  const { key, total } = await buy('16');
  const back = [cash(total, { method: 'HouseAccount' })];
  await refundBill(store, admin, { key: newKey(), billId: key, payments: back, reason: 'Cold tea' });
}

/** Leaves an open bill with an item that was voided, and a void bill. */
async function leaveUnpaid(shop: Shop): Promise<{ open: Bill; voided: Bill }> {
  const { store, admin, menu } = shop;
  const now = new Date().toISOString();
  const course = { courseNo: 1, seat: 2, placedAt: now, firedAt: now };
  await setPrices(shop, true);
  const placed = await order(shop, '17', [line(menu.burger, 1, course), line(menu.tea)], { covers: 2 });
  await setPrices(shop, false);
  const { key, type, slot, version } = placed;
  const items = placed.items.map((item, place) => ({
    key: item.key,
    menuItemId: item.menuItemId,
    qty: item.qty,
    ...(place === 1 && { isVoid: true, voidReason: 'Wrong item' }),
  }));
  const { bill: open } = await updateBill(store, admin, { key, type, slot, version, items });
  const gone = await order(shop, '18', [line(menu.tea)]);
  const voided = await voidBill(store, admin, { billId: gone.key, reason: 'Guests left' });
  return { open, voided };
}

/** Publishes a price list and promotions, or ends them. */
async function setPrices({ store, outletId, menu }: Shop, isPublished: boolean): Promise<void> {
  const off = { priority: 0, combines: 'OnePerUnit', percent: 10 } as const;
  const list = { id: 1, name: 'Night', kind: 'Base', priority: 0, roundTo: 0 } as const;
  const rules = [
    { kind: 'List', id: 1, rule: { ...list, prices: [{ menuItemId: menu.burger, percent: 20 }] } },
    { kind: 'Promotion', id: 1, rule: { ...off, id: 1, name: 'Juice day', type: 'PercentOff', itemIds: [menu.juice] } },
    { kind: 'Promotion', id: 2, rule: { ...off, id: 2, name: 'Ten off', type: 'BillOff' } },
  ] as const;
  await store.writeOutlet(outletId, async (tx) => {
    for (const one of rules) await writeRule(tx, isPublished ? one : { ...one, rule: null });
  });
}

/** Sells a delivery to a customer who wants a tax invoice and is merged into another one, and prepares it after the payment. */
async function deliver(shop: Shop): Promise<Bill> {
  const { store, waiter, admin, menu } = shop;
  const business = { company: 'Island Trading', tin: '1012345GST501', address: 'Orchid Magu' };
  const guest = await createCustomer(store, signedIn(admin), {
    key: newKey(),
    name: 'Moosa',
    phone: '7788002',
    ...business,
  });
  const now = new Date().toISOString();
  const items = [
    line(menu.burger, 2, {
      notes: ['No onions'],
      discount: { type: 'Percent', value: 10, reason: 'Late' },
      courseNo: 2,
      seat: 3,
      placedAt: now,
      firedAt: now,
    }),
    line(menu.juice, 1, { size: 'Large', modifiers: [{ optionId: 1, name: 'Ice', priceDelta: 0 }] }),
    line(menu.tea, 1, { isComp: true }),
  ];
  const declined = [{ promotionId: 3, reason: 'Not for guests' }];
  const asked = { type: 'Delivery', customerId: guest.id, invoiceType: 'TaxInvoice', covers: 2, declined } as const;
  await setPrices(shop, true);
  const bill = await order({ ...shop, waiter: admin }, '12', items, asked);
  await setPrices(shop, false);
  const to = { address: 'H. Reef', landmark: 'Mosque', name: 'Moosa', phone: '7788002', note: 'Ring twice' };
  const placed = await changeDelivery(store, admin, { billId: bill.key, deliveryStatus: 'Accepted', ...to });
  const currency = { code: 'USD', units: 300, rate: 1542 };
  const dollars = foreignValue(currency);
  const paid = await payBill(
    store,
    waiter,
    payment(placed, [
      cash(dollars, { tendered: dollars, currency }),
      cash(placed.total - dollars, { method: 'Card', reference: '4711' }),
    ]),
  );
  const other = await createCustomer(store, signedIn(admin), { key: newKey(), name: 'Moosa A.', phone: '7788003' });
  const tea = await settle(shop, await order(shop, '14', [line(menu.tea, 2)], { customerId: guest.id }));
  await mergeCustomers(store, signedIn(admin), other.id, guest.id);
  await refundBill(store, admin, {
    key: newKey(),
    billId: tea.key,
    payments: [cash(tea.total + tea.roundingAmount)],
    reason: 'Cold tea',
  });
  // A till that has not heard of the merge.
  await settle(shop, await order(shop, '14', [line(menu.tea)], { customerId: guest.id }));
  return changeDelivery(store, admin, { billId: paid.bill.key, deliveryStatus: 'Preparing' });
}

/** Prints a bill, takes an item off with permission, and takes the rest. */
async function payLessThanPrinted(shop: Shop): Promise<void> {
  const { store, admin, menu } = shop;
  const bill = await order(shop, '13', [line(menu.burger, 2), line(menu.tea)]);
  const { key, type, slot } = bill;
  const items = bill.items.map((item) => ({ key: item.key, menuItemId: item.menuItemId, qty: item.qty }));
  const printed = await updateBill(store, admin, {
    key,
    type,
    slot,
    items,
    version: bill.version,
    status: 'BillPrinted',
    printJobKey: newKey(),
  });
  const gone = items.map((item, place) => (place === 0 ? item : { ...item, isVoid: true, voidReason: 'Spilled' }));
  const { version } = printed.bill;
  const lowered = await updateBill(store, admin, { key, type, slot, version, items: gone });
  await settle(shop, lowered.bill);
}

/** Asks for approvals: one is granted and used for cash out, one denied, one withdrawn and one waits. Returns the key of the first. */
async function takeWithApproval(shop: Shop, shiftId: number, approverId: number): Promise<string> {
  const { store, waiter } = shop;
  const asker = { ...signedIn(waiter), approvable: new Set(['cash.out']) };
  const approver = { ...signedIn(shop.admin), userId: approverId };
  const question = (amount: number) => ({
    permission: 'cash.out' as const,
    subjectType: 'Shift',
    subjectKey: String(shiftId),
    amount,
    reason: 'Fish from the boat',
    approverId,
  });
  const ask = async (amount: number) => (await approve({ store, clock: Date.now }, asker, question(amount))).key;
  const key = await ask(20_000);
  await decideApproval(store, approver, { key, granted: true });
  const event = { key: newKey(), shiftId, kind: 'Out' as const, amount: 20_000, reason: 'Fish', payee: 'Ali' };
  await addCash(store, { ...asker, approvalKey: key }, event);
  await decideApproval(store, approver, { key: await ask(500), granted: false });
  await cancelApproval(store, asker, await ask(600));
  await ask(700);
  return key;
}
