import type { Bill } from '@atoll/domain/bill/bill';
import { toPay } from '@atoll/domain/bill/card/sold-card';
import { isSetHead } from '@atoll/domain/bill/set-menu/set-menu';
import {
  dishes,
  exampleBill,
  listsOf,
  promotionsOf,
  shownOf,
  tappedAt,
} from '@atoll/domain/bill/testing/price-example-bills';
import {
  type Dish,
  type ExampleBill,
  type ExampleStep,
  exampleMenu,
  exampleTitle,
  type PriceExample,
  priceExamples,
} from '@atoll/domain/bill/testing/price-examples';
import type { PaymentInput } from '@atoll/domain/contract/bill/bill';
import type { Order } from '@atoll/domain/contract/bill/order';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import type { Outlet } from '@atoll/domain/outlet/outlet';
import { last4, newCode, soldCardOf } from '@atoll/domain/wallet/code';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { addMenuItem, newKey, type Shop, setSetting } from '../bill/testing/shop.ts';

const week = 7 * 86_400_000;
/** From this day on, after all examples but the last one, GST is 10 %. */
const later = '2026-06-01T00:00:00.000Z';
const isLater = ({ gstPct }: PriceExample): boolean => gstPct !== undefined;
/** By their times, as the clock of the app only advances. */
const inTime = priceExamples.toSorted((a, b) => Number(isLater(a)) - Number(isLater(b)) || tappedAt(a) - tappedAt(b));

const reportSums = {
  sales: ['subTotal', 'discount', 'serviceCharge', 'gst', 'total'],
  promotions: ['off'],
  discounts: ['billDiscount'],
  'gst-output': ['gst', 'total'],
  'sales-by-item': ['amount'],
  sets: ['amount'],
  payments: ['amount'],
  'wallet-liability': ['balance'],
  points: ['points'],
} as const;
type Sums = Readonly<Record<string, number>>;

const sumOf = (list: readonly number[]): number => list.reduce((sum, one) => sum + one, 0);
const isRefund = (step: ExampleStep) => step.kind === 'refund';

/** Returns what the reports have of an example, once its bills are paid. */
function reported(example: PriceExample): Sums {
  const { steps = [], bill, paidAhead, points = 0, card = 0, paid = {} } = example;
  const made = steps.flatMap((step): readonly ExampleBill[] => step.bills);
  const sold = steps.some((step) => !isRefund(step)) ? made : [bill, ...made];
  const of = (key: 'subTotal' | 'discount' | 'serviceCharge' | 'gst' | 'total' | 'advance') =>
    sumOf(sold.map((one) => one[key] ?? 0));
  const refunds = steps.flatMap((step) => (step.kind === 'refund' ? [step] : []));
  const ahead = paidAhead?.amount ?? 0;
  const gst = of('gst') + (paidAhead?.gst ?? 0);
  const total = of('total') + ahead;
  const isSet = example.sold.some(([dish]) => exampleMenu[dish].parts);
  return {
    'sales subTotal': of('subTotal') - of('advance') + ahead,
    'sales discount': of('discount'),
    'sales serviceCharge': of('serviceCharge'),
    'sales gst': gst,
    'sales total': total,
    'promotions off':
      sumOf(sold.flatMap(({ promotions = [] }) => promotions.map(([, off]) => off))) -
      sumOf(refunds.map(({ promotion = 0 }) => promotion)),
    'discounts billDiscount': of('discount'),
    'gst-output gst': gst,
    'gst-output total': total,
    'sales-by-item amount': of('subTotal'),
    'sets amount': isSet ? bill.subTotal : 0,
    'payments amount': total + card,
    'wallet-liability balance':
      card - (paid['GiftCard'] ?? 0) + sumOf(refunds.map(({ back }) => back['GiftCard'] ?? 0)),
    'points points': points - sumOf(refunds.map((step) => step.points ?? 0)),
  };
}

/** The worked examples of the design by the calls of tills: each bill as it is answered and stored, and the reports, to the laari. */
eachEngine('examples of prices', (on) => {
  let app: TestApp;
  let manager: SignedIn;
  let slot = 0;
  let made = 0;
  let guest = 0;
  const ids = new Map<Dish, number>();
  const groups = new Map<Dish, readonly number[]>();
  const idOf = (dish: Dish): number => ids.get(dish) as number;
  const call = async <T = Bill>(key: string, body: object, params = {}): Promise<T> => {
    const { status, body: answer } = await app.call(key as never, { as: manager, params, ...(body && { body }) });
    expect([key, status, answer.errors ?? answer.message]).toEqual([key, 200, undefined]);
    return answer as T;
  };
  const create = (entity: string, body: object) =>
    call<{ id: number; version: number }>(`${entity}.create`, { key: newKey(), ...body });

  const addDish = async (dish: Dish) => {
    const { name, price, gstMode, maxDiscountPct, parts } = exampleMenu[dish];
    const sizes = [{ value: 'Regular', sellingPrice: price, isDefault: true }];
    if (!parts) {
      const more = { gst_mode: gstMode ?? null, ...(maxDiscountPct && { max_discount_bp: maxDiscountPct * 100 }) };
      ids.set(dish, await addMenuItem(app.store, app.cafe, { name, sizes: JSON.stringify(sizes), ...more }));
      return;
    }
    const chosen: number[] = [];
    for (const [part, same] of Map.groupBy(parts, (one) => one.dish)) {
      const choices = [{ menuItemId: idOf(part), extraPrice: same[0]?.extraPrice ?? 0 }];
      const { id } = await create('choice_group', { name: `${name} ${part}`, choose: same.length, choices });
      for (const _ of same) chosen.push(id);
    }
    groups.set(dish, chosen);
    const choiceGroupIds = [...new Set(chosen)];
    const { id } = await create('menu_item', {
      name,
      categoryIds: [category],
      type: 'NA',
      sizes,
      isSet: true,
      choiceGroupIds,
    });
    ids.set(dish, id);
  };
  let category = 0;

  /** Plans a GST of 10 % for `later`. */
  const raiseGst = async () => {
    const as = await app.signIn('Admin');
    const { body } = await app.call('app.findOutlet', { as, params: { id: app.cafe } });
    const { version, slotTypes } = body as Outlet;
    const raised = slotTypes.map((slots) => ({
      ...slots,
      rates: [...slots.rates, { serviceChargePct: 0, ...slots.rates.at(-1), from: later, gstPct: 10 }],
    }));
    const change = { outletId: app.cafe, version, slotTypes: raised };
    expect((await app.call('outlet.update', { as, body: change })).status).toBe(200);
  };

  beforeAll(async () => {
    app = await testApp(on);
    manager = await app.signIn('Manager');
    const shop = { store: app.store, outletId: app.cafe } as Shop;
    await app.store.writeOrg((db) =>
      db
        .updateTable('outlet')
        .set({ features: JSON.stringify(['Wallets']) })
        .where('id', '=', app.cafe)
        .execute(),
    );
    await setSetting(shop, 'PointsEnabled', 'true');
    await raiseGst();
    await call('shift.create', { key: newKey(), openingBalance: 100_000 });
    const menu = await create('menu', { name: 'All' });
    category = (await create('category', { name: 'All', menuIds: [menu.id] })).id;
    for (const dish of dishes) await addDish(dish);
    guest = (await create('customer', { name: 'Aisha' })).id;
    await create('points_rule', { name: 'Per spend', points: 1, per: 1000 });
  });

  /** Advances the clock to the weekday and time, and signs in again. */
  const advanceTo = async (at: string | undefined, isGstLater = false) => {
    const from = isGstLater ? Math.max(app.now(), Date.parse(later)) : app.now();
    const first = tappedAt({ at: at ?? 'Fri 12:00:00' } as PriceExample);
    const next = first + Math.ceil((from - first) / week) * week;
    app.advance(next - app.now());
    manager = await app.signIn('Manager');
  };

  /** Publishes the rules of an example; returns what ends them. */
  const publish = async (example: PriceExample) => {
    const own: (readonly [entity: string, id: number, version: number])[] = [];
    const add = async (entity: string, body: object) => {
      const { id, version } = await create(entity, { ...body, status: 'Published' });
      own.push([entity, id, version]);
    };
    for (const list of listsOf(example, idOf)) await add('price_list', list);
    for (const one of promotionsOf(example, idOf)) await add('promotion', one);
    return async () => {
      for (const [entity, id, version] of own)
        await call(`${entity}.update`, { id, version, status: 'Draft', name: `Ended ${(made += 1)}` });
    };
  };

  /** Returns the items of an example as a till sends them, and their keys. */
  const sentItems = (example: PriceExample) => {
    const { items } = exampleBill(example);
    const keys = new Map(items.map(({ key }) => [key, newKey()]));
    const set = example.sold.find(([dish]) => exampleMenu[dish].parts)?.[0];
    const dishOf = (menuItemId: number) => dishes[menuItemId - 1] as Dish;
    const sent = items
      .filter(({ card }) => !card)
      .map((item) => ({
        key: keys.get(item.key),
        index: item.index,
        menuItemId: idOf(dishOf(item.menuItemId)),
        qty: item.qty,
        ...((isSetHead(item) || item.parentKey) && {
          sellingPrice: item.sellingPrice,
          ...(item.setPrice !== undefined && { setPrice: item.setPrice }),
        }),
        ...(item.parentKey && {
          size: 'Regular',
          parentKey: keys.get(item.parentKey),
          choiceGroupId: groups.get(set as Dish)?.[(item.choiceGroupId ?? 1) - 1],
        }),
      }));
    return { sent, keyOf: (dish: Dish) => keys.get(dish) as string };
  };

  const cardCode = () => newCode(Uint8Array.from({ length: 12 }, (_, index) => (made += 1) + index));
  const cardItem = (code: string, amount: number) => ({
    key: newKey(),
    menuItemId: 0,
    qty: 1,
    sellingPrice: amount,
    card: soldCardOf(code),
  });
  const place = () => ({ key: newKey(), type: 'Takeaway', slot: String((slot += 1)) });
  const terminal = (amount: number): PaymentInput => ({ key: newKey(), method: 'Card', amount, reference: '1' });
  const pay = (bill: Bill, payments: readonly PaymentInput[] = [terminal(toPay(bill))]): Promise<Bill> =>
    call('bill.pay', {
      key: bill.key,
      seen: { itemKeys: bill.items.map(({ key }) => key), total: bill.total },
      payments,
    });
  const ahead = async (bill: object, amount: number, gst: number): Promise<Bill> => {
    const dueAt = new Date(app.now()).toISOString();
    const order = await call<Order>('order.create', { key: newKey(), bill, name: 'Nadia', dueAt });
    const first = await call('order.pay', { key: newKey(), orderKey: order.key, amount, payments: [terminal(amount)] });
    expect([first.total, first.gst]).toEqual([amount, gst]);
    await advanceTo(undefined, isLaterNow);
    return call('order.open', { ...place(), orderKey: order.key });
  };
  let isLaterNow = false;

  /** Opens the bill of an example. */
  const open = async (example: PriceExample, items: readonly object[]): Promise<Bill> => {
    const { type, card, paidAhead, discountPct, discountAmount, points } = example;
    const bill = {
      ...place(),
      ...(type && { type }),
      items: card ? [...items, cardItem(cardCode(), card)] : items,
      ...(discountPct && { discountPercentage: discountPct }),
      ...(discountAmount && { discountAmount }),
      ...(points !== undefined && { customerId: guest }),
    };
    return paidAhead ? ahead(bill, paidAhead.amount, paidAhead.gst) : call('bill.create', bill);
  };

  /** Returns the payments of an example, with a card of its own where it pays. */
  const paymentsOf = async ({ paid }: PriceExample, bill: Bill, code: string): Promise<PaymentInput[] | undefined> => {
    if (!paid) return undefined;
    const payments: PaymentInput[] = [];
    for (const [method, amount] of Object.entries(paid) as [PaymentInput['method'], number][]) {
      const holdKey = newKey();
      const wallet =
        method === 'GiftCard'
          ? await call<{ id: number }>('wallet.hold', { key: holdKey, code, billKey: bill.key, amount })
          : null;
      const named = wallet && { wallet: { id: wallet.id, last4: last4(code), holdKey } };
      payments.push({ key: newKey(), method, amount, ...named });
    }
    return payments;
  };

  const takeStep = async (step: ExampleStep, bill: Bill, keyOf: (dish: Dish) => string): Promise<readonly Bill[]> => {
    if (step.kind === 'split')
      return call<Bill[]>('bill.split', { billId: bill.key, items: [{ key: keyOf(step.dish), qty: 1 }] });
    if (step.kind === 'void') {
      const { key, type, slot: at, version, items } = bill;
      const voided = items.map((item) =>
        item.key === keyOf(step.dish) ? { ...item, isVoid: true, voidReason: 'Left' } : item,
      );
      return [await call('bill.update', { key, type, slot: at, version, changed: [], items: voided })];
    }
    const payments = Object.entries(step.back).map(([method, amount]) => ({
      key: newKey(),
      method,
      amount,
      ...(method === 'Card' && { reference: '1' }),
    }));
    const items = step.dish && [{ key: keyOf(step.dish), qty: 1 }];
    const back = await call('bill.refund', {
      key: newKey(),
      billId: bill.key,
      reason: 'Cold',
      payments,
      ...(items && { items }),
    });
    const given = Object.fromEntries(back.payments.map(({ method, amount }) => [method, -amount]));
    expect(given).toEqual(step.back);
    if (step.points) expect(back.points?.earned).toBe(-step.points);
    return [back];
  };

  const sums = async (): Promise<Sums> => {
    const all: Record<string, number> = {};
    for (const [reportKey, columns] of Object.entries(reportSums)) {
      const asked = {
        reportKey,
        range: 'Custom',
        from: '2026-03-01',
        to: '2026-12-31',
        compareTo: 'None',
        filters: {},
      };
      const { totals } = await call<{ totals: Record<string, number> }>('report.run', asked);
      for (const column of columns) all[`${reportKey} ${column}`] = totals[column] ?? 0;
    }
    return all;
  };

  /** What the reports had after the example before. */
  let known: Sums | undefined;

  it.each(inTime.map((example) => [exampleTitle(example), example] as const))('%s', async (_, example) => {
    isLaterNow = isLater(example);
    if (!isLaterNow) await advanceTo(example.at);
    const end = await publish(example);
    const code = cardCode();
    if (example.paid?.['GiftCard'])
      await pay(await call('bill.create', { ...place(), items: [cardItem(code, example.paid['GiftCard'])] }));
    const before = example.paid || !known ? await sums() : known;

    const { sent, keyOf } = sentItems(example);
    const bill = await open(example, sent);
    await end();
    expect(shownOf(bill)).toEqual(example.bill);
    const answered: Bill[] = [];
    const { steps = [] } = example;
    const changes = steps.filter((step) => !isRefund(step));
    for (const step of changes) answered.push(...(await takeStep(step, bill, keyOf)));
    if (example.paidAt) await advanceTo(example.paidAt);
    const toBePaid = changes.length > 0 ? [...answered] : [bill];
    for (const one of toBePaid) {
      const paid = await pay(one, await paymentsOf(example, one, code));
      expect(shownOf(paid)).toEqual(shownOf(one));
      if (example.points !== undefined) expect(paid.points?.earned).toBe(example.points);
    }
    for (const step of steps.filter(isRefund)) answered.push(...(await takeStep(step, bill, keyOf)));
    expect(answered.map(shownOf)).toEqual(steps.flatMap((step): readonly ExampleBill[] => step.bills));
    // What is stored is what was answered.
    for (const one of [...toBePaid, ...answered]) {
      const found = await app.call('bill.find', { as: manager, params: { id: one.key } });
      expect(shownOf(found.body as Bill)).toEqual(shownOf(one));
    }
    const after = await sums();
    known = after;
    const moved = Object.fromEntries(Object.entries(after).map(([name, value]) => [name, value - (before[name] ?? 0)]));
    expect(moved).toEqual(reported(example));
  });
});
