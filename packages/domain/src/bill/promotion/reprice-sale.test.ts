import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { Promotion } from '../../price/promotion.ts';
import type { PriceRules } from '../../price/rules.ts';
import type { Bill, BillItem } from '../bill.ts';
import { isDerivedKey } from '../derived-key.ts';
import { applyTotals } from '../new-bill.ts';
import { billOf, line, noon } from '../testing/bills.ts';
import { planPromotions } from './plan.ts';
import { type PricePlan, type Replay, repriceSale } from './reprice-sale.ts';

const place = { timezone: 'Indian/Maldives', cutoff: '04:00' };
const promotion = (more: Partial<Promotion>): Promotion => ({
  id: 1,
  name: 'Rule',
  type: 'PercentOff',
  priority: 0,
  combines: 'OnePerUnit',
  ...more,
});
const list = { id: 1, name: 'Base', kind: 'Base' as const, priority: 0, roundTo: 0 };
const rules: PriceRules = {
  version: 3,
  lists: [],
  changes: [],
  promotions: [
    promotion({ name: 'Buy 2 get 1', type: 'BuyGet', itemIds: [1, 2, 3], buyQty: 2, getQty: 1, percent: 100 }),
    promotion({ id: 2, name: 'From 300', type: 'BillOff', amount: 500, minSpend: 30_000 }),
  ],
};
const nothing: PricePlan = {
  prices: [],
  lists: [],
  promotions: [],
  rates: { gstPct: null, serviceChargePct: null },
};
const find: Replay['find'] = (id) => ({ categoryIds: [id < 10 ? 1 : 2], openPrice: id === 99 });
const replay = (plan: Partial<PricePlan> = {}): Replay => ({
  ...place,
  plan: { ...nothing, ...plan },
  rulesOf: () => rules,
  find,
  findPlanned: find,
});
const item = (id: number, sellingPrice: number, more: Partial<BillItem> = {}): BillItem =>
  line(`k${id}`, { menuItemId: id, sellingPrice, index: id, rulesVersion: 3, serviceChargeable: true, ...more });
const sale = (items: readonly BillItem[], more: Partial<Bill> = {}): Bill =>
  planPromotions(
    applyTotals(billOf(items, { type: 'Takeaway', serviceChargePct: 0, gstPct: 8, completedAt: noon, ...more })),
    rules,
    { at: Date.parse(noon), ...place, find },
  );
const figures = ({ subTotal, discount, serviceCharge, gst, total }: Bill) => [
  subTotal,
  discount,
  serviceCharge,
  gst,
  total,
];
/** Everything planned about items and categories that no sale has. */
const elsewhere: Partial<PricePlan> = {
  prices: [{ menuItemId: 77, size: 'Standard', price: 1 }],
  lists: [{ ...list, prices: [{ categoryId: 9, percent: 50 }] }],
  promotions: [promotion({ id: 9, percent: 50, itemIds: [77] })],
};

describe('repriceSale', () => {
  it('returns each sale as it was without a plan, with rates that do not change, and with a plan about other items', () => {
    const items = fc.array(
      fc.record({
        id: fc.integer({ min: 1, max: 12 }),
        price: fc.integer({ min: 0, max: 20_000 }),
        qty: fc.integer({ min: 1, max: 4 }),
        isVoid: fc.boolean(),
      }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(items, fc.constantFrom(0, 10), fc.constantFrom(0, 7.5), (made, serviceChargePct, percent) => {
        const bill = sale(
          made.map(({ id, price, qty, isVoid }, at) => item(id, price, { key: `k${at}`, index: at, qty, isVoid })),
          { serviceChargePct, discountPercentage: percent },
        );
        const rates = { gstPct: 8, serviceChargePct: serviceChargePct || null };
        for (const plan of [{}, { rates }, elsewhere, { ...elsewhere, rates }])
          expect(figures(repriceSale(bill, replay(plan)))).toEqual(figures(bill));
        expect(repriceSale(bill, replay())).toBe(bill);
      }),
      { numRuns: 60 },
    );
  });

  it('takes the planned price of the menu, and divides a promotion again by it', () => {
    const pizzas = sale([item(1, 12_000), item(2, 10_000), item(3, 8000)]);
    expect(figures(pizzas)).toEqual([21_500, 0, 0, 1720, 23_220]);
    const size = pizzas.items[0]?.size ?? '';
    const prices = [{ menuItemId: 3, size, price: 9000 }];
    // The dearer third pizza is free too.
    expect(figures(repriceSale(pizzas, replay({ prices })))).toEqual([21_500, 0, 0, 1720, 23_220]);
    const dearer = [{ menuItemId: 1, size, price: 13_000 }];
    expect(figures(repriceSale(pizzas, replay({ prices: dearer })))).toEqual([22_500, 0, 0, 1800, 24_300]);
  });

  it('applies a planned list, also one that begins later, by the hours of the sale', () => {
    const juice = sale([item(11, 3500)]);
    const lists = [{ ...list, kind: 'Offer' as const, prices: [{ menuItemId: 11, price: 2500 }] }];
    const dated = lists.map((one) => ({ ...one, fromDate: '2027-01-01' }));
    expect(figures(repriceSale(juice, replay({ lists: dated })))).toEqual([2500, 0, 0, 200, 2700]);
    // Noon of the sale is Tuesday.
    const hours = lists.map((one) => ({
      ...one,
      availability: [{ day: 'Friday' as const, from: '00:00', to: '23:59' }],
    }));
    expect(repriceSale(juice, replay({ lists: hours }))).toBe(juice);
  });

  it('plans a planned promotion beside those that the sale had, and leaves own prices alone', () => {
    const bill = sale([item(11, 10_000), item(12, 10_000, { priceReason: 'Friend' }), item(99, 10_000)]);
    const promotions = [promotion({ id: 9, percent: 50, categoryIds: [2] })];
    expect(figures(repriceSale(bill, replay({ promotions })))).toEqual([24_500, 0, 0, 1960, 26_460]);
    const prices = [11, 12, 99].map((menuItemId) => ({ menuItemId, size: bill.items[0]?.size ?? '', price: 11_000 }));
    expect(figures(repriceSale(bill, replay({ prices })))).toEqual([30_500, 0, 0, 2440, 32_940]);
  });

  it('derives no keys for what it only compares, and plans a sale that keeps its promotions once', () => {
    const pizzas = sale([item(1, 12_000), item(2, 10_000), item(3, 8000)]);
    const bought = replay({ promotions: [promotion({ id: 9, percent: 100, itemIds: [1] })] });
    const other = repriceSale(pizzas, bought).applied ?? [];
    expect(other.map(({ promotionId, key }) => [promotionId, isDerivedKey(key)])).toContainEqual([9, false]);
    // Its items are looked up for their prices, and not for the promotions that it had.
    const { find: before, ...planned } = replay(elsewhere);
    const looked = vi.fn(before);
    expect(repriceSale(pizzas, { ...planned, find: looked })).toBe(pizzas);
    expect(looked.mock.calls.length).toBeLessThanOrEqual(2 * pizzas.items.length);
  });

  it('takes planned rates where the sale has the rate of its bill, and a service charge', () => {
    const items = [
      item(11, 10_000),
      item(12, 10_000, { gstPct: 17 }),
      item(13, 1000, { gstMode: 'Exempt', gstPct: 0 }),
    ];
    const bill = sale(items, { serviceChargePct: 10 });
    const rates = { gstPct: 10, serviceChargePct: 5 };
    const { serviceCharge, gst } = repriceSale(bill, replay({ rates }));
    expect([serviceCharge, gst]).toEqual([1050, 1050 + 1785]);
    expect(repriceSale(sale(items), replay({ rates })).serviceCharge).toBe(0);
  });

  it('divides a set that costs something else as it was divided, with its extras', () => {
    const head = item(11, 0, { key: 'set', setPrice: 9900 });
    const part = (key: string, price: number, more: Partial<BillItem> = {}) =>
      item(12, price, { key, parentKey: 'set', ...more });
    const bill = sale([head, part('a', 4950), part('b', 2285), part('c', 3165, { extraPrice: 500 })]);
    const prices = [{ menuItemId: 11, size: head.size, price: 19_800 }];
    const next = repriceSale(bill, replay({ prices }));
    expect(next.items.map(({ sellingPrice }) => sellingPrice)).toEqual([0, 9900, 4570, 5830]);
    expect(next.subTotal).toBe(20_300);
  });
});
