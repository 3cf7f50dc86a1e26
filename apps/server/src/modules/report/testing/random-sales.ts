/**
 * Random sales of an outlet over several days, by a seed, through the services that tills use: three GST modes, discounts, complimentary items,
 * modifiers, weights, tips, cash rounding, several payments, house accounts, deliveries, voided items and bills, refunds immediately and days later,
 * cash in and out, received and counted goods. Tests read the result back from the store.
 */
import type { Bill } from '@atoll/domain/bill/bill';
import type { BillItemInput, PaymentInput } from '@atoll/domain/contract/bill/bill';
import { amountDue } from '@atoll/domain/payment/tender';
import type { Store } from '../../../platform/store/store.ts';
import {
  type BillActor,
  correctPayment,
  createBill,
  findBill,
  payBill,
  refundBill,
  splitBill,
  updateBill,
  voidBill,
} from '../../bill/service.ts';
import {
  addMenuItem,
  addShop,
  line,
  newKey,
  person,
  refusalOf,
  type Shop,
  sent,
  setSetting,
} from '../../bill/testing/shop.ts';
import { changeDelivery } from '../../delivery/service.ts';
import { addCash, closeShift, createShift } from '../../shift/service.ts';
import { doSomething, seededRandom } from '../../stock/testing/random-stock.ts';
import { addTestStock, type TestStock } from '../../stock/testing/test-stock.ts';
import { addBuyers, addCategory, addPeople, addVendor, type Buyers } from './random-people.ts';

export interface RandomSales {
  readonly store: Store;
  readonly outletId: number;
  readonly from: string;
  readonly to: string;
}

const hour = 3_600_000;
const day = 24 * hour;
const rounding = '5:nearest';
const goods = ['receipt', 'count', 'adjustment', 'transfer'];

interface Outlet {
  readonly shop: Shop;
  readonly testStock: TestStock;
  readonly vendor: number;
  readonly buyers: Buyers;
  readonly menuItemIds: readonly number[];
  /** Ids of items with the sizes Small and Large. */
  readonly twoSizes: ReadonlySet<number>;
  readonly staff: readonly ReturnType<typeof person>[];
  readonly next: () => number;
  readonly paid: Bill[];
}

/** Plays a number of days with about `perDay` bills each, from a date (YYYY-MM-DD). The shift of the last day stays open. */
export async function playRandomSales(
  store: Store,
  { seed, days, perDay, from }: { seed: number; days: number; perDay: number; from: string },
): Promise<RandomSales> {
  const outlet = await makeOutlet(store, seed);
  const start = Date.parse(`${from}T03:00:00Z`);
  const last = start + (days - 1) * day;
  for (let at = start; at < last; at += day) await closeDay(outlet, at, await playDay(outlet, at, perDay));
  await playDay(outlet, last, perDay);
  const to = new Date(last).toISOString().slice(0, 10);
  return { store, outletId: outlet.shop.outletId, from, to };
}

async function makeOutlet(store: Store, seed: number): Promise<Outlet> {
  const shop = await addShop(store, {
    shift: false,
    outlet: { features: '["Inventory","Delivery"]', is_gst_on_service_charge: seed % 2 === 0 },
  });
  await setSetting(shop, 'RoundCash', rounding);
  await setSetting(shop, 'PaymentMethods', ['Cash', 'Card', 'BankTransfer', 'HouseAccount']);
  const [food, drinks] = [await addCategory(shop, 'Food'), await addCategory(shop, 'Drinks')];
  const size = (value: string, sellingPrice: number, costPrice: number) => ({
    value,
    sellingPrice,
    costPrice,
    isDefault: value === 'Small',
  });
  const add = (name: string, categoryId: number, sizes: object[], more: object = {}) =>
    addMenuItem(store, shop.outletId, {
      name,
      sizes: JSON.stringify(sizes),
      category_ids: JSON.stringify([categoryId]),
      ...more,
    });
  const menuItemIds = [
    shop.menu.burger,
    shop.menu.tea,
    shop.menu.juice,
    await add('Grilled reef fish', food, [size('Small', 13_337, 4100), size('Large', 19_999, 6250)], { gst_bp: 1700 }),
    await add('Coconut water', drinks, [size('Small', 3333, 900)], { gst_mode: 'Inclusive' }),
    await add('Newspaper', drinks, [size('Small', 1777, 1500)], { gst_mode: 'Exempt', is_service_chargeable: false }),
    await add('Nuts', food, [size('Small', 7901, 3003)], { gst_mode: 'Inclusive', gst_bp: 1700 }),
  ];
  const people = await addPeople(store, shop.outletId, ['Aisha', 'Hassan', 'Mariyam']);
  return {
    shop,
    testStock: await addTestStock(shop),
    vendor: await addVendor(shop),
    buyers: await addBuyers(shop),
    menuItemIds,
    twoSizes: new Set([shop.menu.juice, menuItemIds[3] ?? 0]),
    staff: people.map((id) => person(shop.outletId, 'Admin', id)),
    next: seededRandom(seed),
    paid: [],
  };
}

const below = ({ next }: Outlet, max: number): number => Math.floor(next() * max);
const pick = <T>(outlet: Outlet, of: readonly T[]): T => of[below(outlet, of.length)] as T;

/** Plays one business day, from 08:00 until 03:30 of the next date, and returns the id of its shift. */
async function playDay(outlet: Outlet, opensAt: number, perDay: number): Promise<number> {
  const { store } = outlet.shop;
  const keeper = pick(outlet, outlet.staff);
  const shift = await createShift(store.at(opensAt), keeper, { key: newKey(), openingBalance: 50_000 });
  const count = Math.max(1, perDay - 2 + below(outlet, 5));
  const times = Array.from({ length: count }, () => opensAt + outlet.next() * 18 * hour).sort((a, b) => a - b);
  for (const [index, at] of times.entries()) await serve(outlet, Math.floor(at), index);
  for (const kind of ['In', 'Out'] as const)
    if (outlet.next() < 0.4) {
      const input = { key: newKey(), shiftId: shift.id, kind, amount: 100 * (1 + below(outlet, 90)), reason: 'Change' };
      await addCash(store.at(opensAt + hour), keeper, input);
    }
  const date = new Date(opensAt).toISOString().slice(0, 10);
  const { testStock, vendor, next } = outlet;
  const shop = { ...outlet.shop, store: store.at(opensAt + 2 * hour) };
  await doSomething({ shop, testStock, vendor, next, slots: 0, date }, {}, goods);
  return shift.id;
}

async function closeDay(outlet: Outlet, opensAt: number, id: number): Promise<void> {
  const counted = [{ method: 'Cash', amount: 50_000 + below(outlet, 1000) }];
  const at = outlet.shop.store.at(opensAt + 19.5 * hour);
  await closeShift(at, outlet.shop.admin, { id, counted, differenceReason: 'Counted' });
}

function someLine(outlet: Outlet): BillItemInput {
  const roll = outlet.next();
  const reason = 'By chance';
  const more: Partial<BillItemInput> = {
    ...(outlet.next() < 0.15 ? { isComp: true } : {}),
    ...(outlet.next() < 0.2
      ? { modifiers: [{ optionId: 0, name: 'Extra', priceDelta: below(outlet, 900) - 200 }] }
      : {}),
    ...(roll < 0.15 ? { discount: { type: 'Percent' as const, value: 1 + below(outlet, 40), reason } } : {}),
    ...(roll > 0.9 ? { discount: { type: 'Amount' as const, value: 1 + below(outlet, 2500), reason } } : {}),
  };
  if (outlet.next() < 0.1)
    return line(outlet.shop.menu.fish, (100 + below(outlet, 1900)) / 1000, { ...more, sellingPrice: 9001 });
  const menuItemId = pick(outlet, outlet.menuItemIds);
  const size = outlet.twoSizes.has(menuItemId) && outlet.next() < 0.5 ? 'Large' : 'Small';
  return line(menuItemId, 1 + below(outlet, 4), { sentQty: below(outlet, 2), size, ...more });
}

/** Prints the bill for the guest, who may pay less than it says afterwards. */
async function printed(store: Store, waiter: BillActor, { key, slot, type, version }: Bill): Promise<void> {
  const print = { status: 'BillPrinted', printJobKey: newKey(), changed: [] };
  await updateBill(store, waiter, { ...sent(slot, { type, version }), key, ...print });
}

/** Plays one bill from check-in to payment or void, sometimes with a split, a refund or a delivery status. */
async function serve(outlet: Outlet, at: number, index: number): Promise<void> {
  const { shop, buyers } = outlet;
  const store = shop.store.at(at);
  const waiter = pick(outlet, outlet.staff);
  const type = pick(outlet, ['Table', 'Table', 'Delivery', 'Takeaway', 'Counter'] as const);
  const customerId = outlet.next() < 0.4 ? pick(outlet, buyers.all) : 0;
  const items = Array.from({ length: 1 + below(outlet, 4) }, () => someLine(outlet));
  const off = outlet.next();
  const bill = await createBill(
    store,
    waiter,
    sent(String(1 + (index % 20)), {
      type,
      items,
      customerId,
      covers: below(outlet, 5),
      ...(off < 0.2 ? { discountPercentage: 1 + below(outlet, 30), discountReason: 'Regular guest' } : {}),
      ...(off > 0.9 ? { discountAmount: 1 + below(outlet, 3000) } : {}),
    }),
  );
  const later = shop.store.at(at + 60_000 * (3 + below(outlet, 50)));
  const dropped = outlet.next() < 0.2 ? bill.items[0] : undefined;
  if (dropped && index % 2 === 0) await printed(later, waiter, bill);
  const now = dropped
    ? (
        await updateBill(later, pick(outlet, outlet.staff), {
          ...sent(bill.slot, { type }),
          key: bill.key,
          changed: [],
          items: [
            someLine(outlet),
            { ...line(dropped.menuItemId, dropped.qty), key: dropped.key, isVoid: true, voidReason: 'Spilt' },
          ],
        })
      ).bill
    : bill;
  if (now.items.every((item) => item.isVoid) || outlet.next() < 0.07) {
    await voidBill(later, waiter, { billId: bill.key, reason: 'Guest left' });
    return;
  }
  const cut = now.items.find((item) => !item.isVoid && !item.isComp);
  const checks =
    cut && outlet.next() < 0.1
      ? await splitBill(later, waiter, { billId: now.key, key: newKey(), items: [{ key: cut.key, qty: cut.qty / 2 }] })
      : [now];
  for (const check of checks) await pay(outlet, later, check);
  if (outlet.next() < 0.25) await refundOne(outlet, later);
  if (outlet.next() < 0.2) await correctOne(outlet, later);
  if (type === 'Delivery' && outlet.next() < 0.5)
    await refusalOf(changeDelivery(later, waiter, { billId: bill.id ?? 0, deliveryStatus: 'Accepted' }));
}

/** Returns payments of the due amount by one or two methods. */
function tenders(outlet: Outlet, due: number, methods: readonly PaymentInput['method'][]): PaymentInput[] {
  const one = (method: PaymentInput['method'], amount: number): PaymentInput => ({ key: newKey(), method, amount });
  const [first = 'Cash', second] = methods;
  if (due <= 0) return [];
  if (second === undefined || due < 2) return [one(second ?? first, due)];
  const part = 1 + below(outlet, due - 1);
  return [one(first, part), one(second, due - part)];
}

async function pay(outlet: Outlet, store: Store, bill: Bill): Promise<void> {
  const roll = outlet.next();
  const hasAccount = outlet.buyers.account === bill.customerId;
  const methods: readonly PaymentInput['method'][] =
    hasAccount && roll < 0.7
      ? ['HouseAccount']
      : roll < 0.5
        ? ['Cash']
        : roll < 0.7
          ? ['Card']
          : roll < 0.9
            ? ['Cash', 'Card']
            : ['BankTransfer'];
  const tip = bill.total > 0 && methods[0] !== 'HouseAccount' && outlet.next() < 0.2 ? 1 + below(outlet, 1500) : 0;
  const { due } = amountDue(
    bill.total,
    methods.map((method) => ({ method, amount: 0 })),
    rounding,
    tip,
  );
  const paid = await payBill(store, pick(outlet, outlet.staff), {
    key: bill.key,
    seen: { itemKeys: bill.items.map((item) => item.key), total: bill.total },
    payments: tenders(outlet, due, methods),
    tip,
  });
  outlet.paid.push(paid.bill);
}

/** Refunds a recent bill in part or in whole. A refused refund is skipped. */
async function refundOne(outlet: Outlet, store: Store): Promise<void> {
  const paid = pick(outlet, outlet.paid.slice(-12));
  const item = paid.items.find((one) => !one.isVoid && !one.isComp);
  if (!item) return;
  const method = paid.payments[0]?.method ?? 'Cash';
  const back = {
    key: newKey(),
    billId: paid.key,
    reason: 'Cold',
    ...(outlet.next() < 0.5 ? {} : { items: [{ key: item.key, qty: item.qty > 1 ? 1 : item.qty }] }),
  };
  const actor = pick(outlet, outlet.staff);
  const give = (how: PaymentInput['method'], amount: number) =>
    refusalOf(refundBill(store, actor, { ...back, payments: [{ key: newKey(), method: how, amount }] }));
  // A refund of too little money is refused with the amount that is due.
  const refund = async (how: PaymentInput['method']) => {
    const short = await give(how, 1);
    return short?.reason === 'paymentShort' ? give(how, 1 + Number(short.extra['due'])) : short;
  };
  const refused = await refund(method);
  if (refused?.reason === 'refundAboveMethod') await refund('Cash');
}

/** Corrects the payment method of a recent bill, sometimes for the second time, to the house account where there is one. */
async function correctOne(outlet: Outlet, store: Store): Promise<void> {
  const { key, customerId } = pick(outlet, outlet.paid.slice(-12));
  const { payments } = await findBill(store, outlet.shop.outletId, key);
  const captured = payments.filter(({ status }) => status === 'Captured');
  if (captured.length === 0) return;
  const of = pick(outlet, captured);
  const methods = [
    'Cash',
    'Card',
    'BankTransfer',
    ...(customerId === outlet.buyers.account ? ['HouseAccount'] : []),
  ] as const;
  const method = pick(
    outlet,
    methods.filter((each) => each !== of.method),
  ) as PaymentInput['method'];
  const payment = { key: newKey(), method, amount: of.amount };
  const correction = { billId: key, paymentKey: of.key, payment, reason: 'Wrong button' };
  await correctPayment(store, pick(outlet, outlet.staff), correction);
}
