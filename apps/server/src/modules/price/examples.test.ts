import type { Bill } from '@atoll/domain/bill/bill';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { addMenuItem, newKey } from '../bill/testing/shop.ts';

/** The worked examples of the design, as calls and in the report of promotions, to the laari. */
eachEngine('examples of prices', (on) => {
  let app: TestApp;
  let manager: SignedIn;
  let slot = 0;
  let made = 0;
  const items = { a: 0, b: 0, c: 0, juice: 0, coffee: 0, tea: 0, feast: 0, capped: 0, plain: 0 };
  const call = async <T = Bill>(key: string, body: object): Promise<T> => {
    const { status, body: answer } = await app.call(key as never, { as: manager, body });
    expect([key, status, answer.errors ?? answer.message]).toEqual([key, 200, undefined]);
    return answer as T;
  };

  beforeAll(async () => {
    app = await testApp(on);
    manager = await app.signIn('Manager');
    await call('shift.create', { key: newKey(), openingBalance: 0 });
    const prices = {
      a: 12_000,
      b: 10_000,
      c: 8000,
      juice: 3333,
      coffee: 6500,
      tea: 3500,
      feast: 30_000,
      capped: 40_000,
      plain: 25_000,
    };
    for (const [name, sellingPrice] of Object.entries(prices))
      items[name as keyof typeof items] = await addMenuItem(app.store, app.cafe, {
        name,
        sizes: JSON.stringify([{ value: 'Regular', sellingPrice, isDefault: true }]),
        ...(name === 'capped' && { max_discount_bp: 500 }),
      });
  });

  type Rule = { readonly id: number; readonly version: number };
  /** Runs with some promotions and lists, which end with it. */
  const withRules = async <T>(rules: readonly (readonly [string, object])[], work: () => Promise<T>): Promise<T> => {
    const own: (readonly [string, Rule])[] = [];
    for (const [entity, rule] of rules) {
      made += 1;
      const body = { key: newKey(), name: `Rule ${made}`, status: 'Published', ...rule };
      own.push([entity, await call<Rule>(`${entity}.create`, body)]);
    }
    const answer = await work();
    for (const [entity, { id, version }] of own) await call(`${entity}.update`, { id, version, status: 'Draft' });
    return answer;
  };
  const promotion = (rule: object) => ['promotion', { combines: 'OnePerUnit', ...rule }] as const;
  const order = (sold: readonly (readonly [number, number])[], more: object = {}): Promise<Bill> =>
    call('bill.create', {
      key: newKey(),
      type: 'Takeaway',
      slot: String((slot += 1)),
      items: sold.map(([menuItemId, qty]) => ({ key: newKey(), menuItemId, qty })),
      ...more,
    });
  const pay = (bill: Bill): Promise<Bill> =>
    call('bill.pay', {
      key: bill.key,
      seen: { itemKeys: bill.items.map(({ key }) => key), total: bill.total },
      payments: [{ key: newKey(), method: 'Card', amount: bill.total, reference: '1' }],
    });
  const partsOf = ({ applied = [] }: Bill) => applied.map(({ parts = [] }) => parts.map(({ amount }) => amount));
  const takenOff = async (): Promise<number> => {
    const asked = { reportKey: 'promotions', range: 'Today', compareTo: 'None', filters: {} };
    return (await call<{ totals: Record<string, number> }>('report.run', asked)).totals['off'] ?? 0;
  };
  const threeForTwo = () =>
    promotion({ type: 'BuyGet', itemIds: [items.a, items.b, items.c], buyQty: 2, getQty: 1, percent: 100 });
  const pizzas = (qty: number): [number, number][] => [items.a, items.b, items.c].map((id) => [id, qty]);

  it('cases 3, 4, 5 and 6: a list that rounds, buy 2 get 1 once and twice, and a bundle beside a percentage', async () => {
    const before = await takenOff();
    const prices = [{ menuItemId: items.juice, percent: 10 }];
    const listed = await withRules([['price_list', { kind: 'Base', roundTo: 50, prices }]], () =>
      order([[items.juice, 1]]),
    );
    expect([listed.subTotal, listed.items[0]?.listPrice]).toEqual([3650, 3333]);
    const once = await withRules([threeForTwo()], async () => pay(await order(pizzas(1))));
    expect([once.subTotal, once.gst, once.total]).toEqual([22_000, 1760, 23_760]);
    expect(partsOf(once)).toEqual([[3200, 2667, 2133]]);
    const twice = await withRules([threeForTwo()], async () => pay(await order(pizzas(2))));
    expect([twice.total, twice.promotion]).toEqual([45_360, 18_000]);
    const bundle = promotion({
      type: 'Bundle',
      price: 8000,
      parts: [items.coffee, items.tea].map((menuItemId) => ({ menuItemId, qty: 1 })),
    });
    const off = (percent: number) => promotion({ type: 'PercentOff', itemIds: [items.tea], percent });
    const sold: [number, number][] = [
      [items.coffee, 1],
      [items.tea, 1],
    ];
    const better = await withRules([bundle, off(25)], async () => pay(await order(sold)));
    expect(better.total).toBe(8640);
    const other = await withRules([bundle, off(60)], async () => pay(await order(sold)));
    expect([other.total, other.promotion]).toEqual([8532, 2100]);
    expect((await takenOff()) - before).toBe(8000 + 18_000 + 2000 + 2100);
  });

  it('cases 7 and 8: a promotion of the bill before its discount, and items with a greatest discount', async () => {
    const spend = promotion({ type: 'BillOff', amount: 5000, minSpend: 50_000 });
    const sold: [number, number][] = [
      [items.feast, 1],
      [items.plain, 1],
    ];
    const more = { type: 'Table', discountPercentage: 10 };
    const bill = await withRules([spend], () => order(sold, more));
    expect([bill.promotion, bill.discount, bill.serviceCharge, bill.gst, bill.total]).toEqual([
      5000, 5000, 4500, 3960, 53_460,
    ]);
    const both: [number, number][] = [
      [items.capped, 1],
      [items.b, 1],
    ];
    const percent = await withRules([promotion({ type: 'BillOff', percent: 20 })], () => order(both));
    expect(percent.promotion).toBe(2000 + 2000);
    const amount = await withRules([promotion({ type: 'BillOff', amount: 10_000 })], () => order(both));
    expect(amount.promotion).toBe(2000 + 8000);
  });

  it('case 11: of buy 2 get 1 the cheapest is refunded, moved to another check, and another one is void', async () => {
    const [paid, split, open] = await withRules([threeForTwo()], async () => [
      await pay(await order(pizzas(1))),
      await order(pizzas(1)),
      await order(pizzas(1)),
    ]);
    const keyOf = (bill: Bill | undefined, id: number) => bill?.items.find(({ menuItemId }) => menuItemId === id)?.key;
    const before = await takenOff();
    const back = await call('bill.refund', {
      key: newKey(),
      billId: paid?.key,
      reason: 'Cold',
      items: [{ key: keyOf(paid, items.c), qty: 1 }],
      payments: [{ key: newKey(), method: 'Card', amount: 6336, reference: '1' }],
    });
    expect([back.subTotal, back.gst, back.total]).toEqual([-5867, -469, -6336]);
    expect((await takenOff()) - before).toBe(-2133);
    const checks = await call<Bill[]>('bill.split', {
      billId: split?.key,
      items: [{ key: keyOf(split, items.c), qty: 1 }],
    });
    expect(checks.map(({ subTotal }) => subTotal)).toEqual([16_133, 5867]);
    const { key, type, slot: place, version, items: lines } = open as Bill;
    const voided = lines.map((item) => ({
      ...item,
      ...(item.menuItemId === items.b && { isVoid: true, voidReason: 'Left' }),
    }));
    const rest = await call('bill.update', { key, type, slot: place, version, changed: [], items: voided });
    expect([rest.subTotal, rest.promotion ?? 0]).toEqual([20_000, 0]);
  });
});
