/** Measures how long a bill with many promotions takes to plan, and how large the rules are that tills load. Source: R21.9. */
import { gzipSync } from 'node:zlib';
import { planPromotions } from '../../packages/domain/src/bill/promotion/plan.ts';
import { priceBasket } from '../../packages/domain/src/bill/promotion/price-basket.ts';
import type { MenuItem } from '../../packages/domain/src/menu/menu.ts';
import type { Promotion } from '../../packages/domain/src/price/promotion.ts';
import type { PriceList, PriceRules } from '../../packages/domain/src/price/rules.ts';
import { atMost, type Figure, median } from '../figure.ts';
import type { Run } from '../run.ts';

const section = 'prices: 50 promotions, 10 lists';
const itemCount = 120;
const listRows = 500;

/** Returns the fields of a promotion of each type; its items are chosen by its number. */
export function promotionFields(n: number, ids: readonly number[]): Omit<Promotion, 'id' | 'name'> {
  const id = (more: number): number => ids[(n * 3 + more) % ids.length] ?? 1;
  const shared = { priority: n % 5, combines: n % 7 === 6 ? ('Stacks' as const) : ('OnePerUnit' as const) };
  switch (n % 5) {
    case 0:
      return {
        ...shared,
        combines: 'OnePerUnit',
        type: 'BuyGet',
        itemIds: [id(0), id(1)],
        buyQty: 2,
        getQty: 1,
        percent: 100,
      };
    case 1: {
      const parts = [id(0), id(2)].map((menuItemId) => ({ menuItemId, qty: 1 }));
      return { ...shared, combines: 'OnePerUnit', type: 'Bundle', price: 5000, parts };
    }
    case 2:
      return { ...shared, type: 'PercentOff', itemIds: [id(0), id(1), id(2)], percent: 10 };
    case 3:
      return { ...shared, type: 'AmountOff', itemIds: [id(0)], amount: 300 };
    default:
      return { ...shared, type: 'BillOff', percent: 1 + (n % 10), minSpend: 1000 * n };
  }
}

const menu = Array.from({ length: itemCount }, (_, n): MenuItem => {
  const sizes = [{ value: 'Regular', sellingPrice: 1500 + n * 137, isDefault: true }];
  return {
    id: n + 1,
    name: `Item ${n + 1}`,
    type: 'Kitchen',
    sizes,
    gstMode: null,
    gstPct: null,
  } as unknown as MenuItem;
});

function largeRules(): PriceRules {
  const ids = menu.map(({ id }) => id);
  const promotions = Array.from({ length: 50 }, (_, n) => ({
    id: n + 1,
    name: `Promotion ${n + 1}`,
    ...promotionFields(n, ids),
  }));
  const lists = Array.from({ length: 10 }, (_, n): PriceList => {
    const prices = Array.from({ length: listRows }, (__, row) => ({
      menuItemId: row + 1,
      price: 1200 + row * 131 + n,
    }));
    return { id: n + 1, name: `List ${n + 1}`, kind: n % 2 ? 'Base' : 'Offer', priority: n, roundTo: 0, prices };
  });
  return { version: 60, lists, changes: [], promotions };
}

const moment = { at: Date.now(), type: 'Table', groupId: 0, timezone: 'Indian/Maldives', cutoff: '04:00' } as const;
const find = (id: number) => ({ categoryIds: [1 + (id % 8)] });
const terms = { serviceChargePct: 10, gstPct: 8, gstMode: 'Exclusive', gstOnServiceCharge: true } as const;

/** Returns the milliseconds of a plan of a bill of some lines, each time with another quantity, as after a tap. */
function planMs(lines: number, rules: PriceRules, rounds: number): number {
  const times: number[] = [];
  for (let round = 0; round < rounds + 5; round += 1) {
    const basket = Array.from({ length: lines }, (_, place) => {
      const item = menu[(place * 7 + round) % menu.length] as MenuItem;
      const [size] = item.sizes;
      return {
        key: `${round} ${place}`,
        item,
        category: null,
        categoryIds: find(item.id).categoryIds,
        size: size as NonNullable<typeof size>,
        qty: 1 + ((place + round) % 3),
      };
    });
    const bill = priceBasket({
      lines: basket,
      customer: null,
      terms,
      rules: { ...rules, promotions: [] },
      moment,
      find,
    });
    const at = performance.now();
    planPromotions(bill, rules, { ...moment, find });
    times.push(performance.now() - at);
  }
  return median(times.slice(5));
}

/** Returns the figures of planning and of the size of rules. */
export function planningFigures(run: Run): Figure[] {
  const rules = largeRules();
  const rounds = run.isQuick ? 5 : 60;
  return [
    { section, name: 'plan 30 lines, p50', value: planMs(30, rules, rounds), unit: 'ms', budget: atMost(5) },
    { section, name: 'plan 200 lines, p50', value: planMs(200, rules, rounds), unit: 'ms', budget: atMost(20) },
    {
      section,
      name: '10 lists of 500 rows and 50 promotions, gzipped',
      value: gzipSync(JSON.stringify(rules)).length / 1000,
      unit: 'kB',
      budget: atMost(30),
    },
  ];
}
