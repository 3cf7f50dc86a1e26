import { describe, expect, it } from 'vitest';
import { overlaps } from './overlap.ts';
import type { Promotion } from './promotion.ts';

const rule = (more: Partial<Promotion>): Promotion => ({
  id: 1,
  name: 'Rule',
  type: 'PercentOff',
  priority: 0,
  combines: 'OnePerUnit',
  percent: 10,
  ...more,
});
const categoriesOf = (id: number) => (id < 10 ? [1] : [2]);
const meet = (a: Partial<Promotion>, b: Partial<Promotion>) => {
  expect(overlaps(rule(a), rule(b), categoriesOf)).toBe(overlaps(rule(b), rule(a), categoriesOf));
  return overlaps(rule(a), rule(b), categoriesOf);
};
const hours = (day: 'Every day' | 'Friday' | 'Saturday' | 'Sunday', from: string, to: string) => ({
  availability: [{ day, from, to }],
});

describe('overlapping promotions', () => {
  it('share an item, a category or everything', () => {
    expect(meet({}, { itemIds: [3] })).toBe(true);
    expect(meet({ itemIds: [3] }, { categoryIds: [1] })).toBe(true);
    expect(meet({ itemIds: [3], exceptItemIds: [3] }, { categoryIds: [1] })).toBe(false);
    expect(meet({ itemIds: [3] }, { categoryIds: [2] })).toBe(false);
    expect(meet({ type: 'Bundle', parts: [{ menuItemId: 3, qty: 1 }] }, { itemIds: [3] })).toBe(true);
    expect(meet({ type: 'BuyGet', itemIds: [3], getItemIds: [4] }, { itemIds: [4] })).toBe(true);
  });

  it('count at the same time of the week, also past midnight and the end of the week', () => {
    expect(meet(hours('Every day', '16:00', '18:00'), hours('Friday', '17:00', '19:00'))).toBe(true);
    expect(meet(hours('Every day', '16:00', '18:00'), hours('Friday', '18:00', '19:00'))).toBe(false);
    expect(meet(hours('Friday', '22:00', '02:00'), hours('Saturday', '01:00', '03:00'))).toBe(true);
    expect(meet(hours('Saturday', '22:00', '02:00'), hours('Sunday', '01:00', '03:00'))).toBe(true);
    expect(meet({ toDate: '2026-11-30' }, { fromDate: '2026-12-01' })).toBe(false);
    expect(meet({ orderTypes: ['Table'] }, { orderTypes: ['Counter'] })).toBe(false);
    expect(meet({ groupIds: [1] }, {})).toBe(true);
  });

  it('do not add up', () => {
    expect(meet({ combines: 'Stacks' }, {})).toBe(false);
    expect(meet({ type: 'BillOff' }, {})).toBe(false);
    expect(meet({ type: 'BillOff' }, { type: 'BillOff' })).toBe(true);
    expect(meet({ combines: 'Alone', itemIds: [3] }, { combines: 'Stacks', itemIds: [4] })).toBe(true);
  });
});
