import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Applied } from '../bill/applied.ts';
import { billOf, line, noon } from '../bill/testing/bills.ts';
import { givenBack, takenBack } from './taken-back.ts';

const item = fc.record({ sellingPrice: fc.integer({ min: 1, max: 9999 }), qty: fc.integer({ min: 1, max: 4 }) });
const sale = fc.record({
  sold: fc.array(item, { minLength: 1, maxLength: 4 }),
  earned: fc.nat(500),
  cost: fc.nat(500),
  percent: fc.integer({ min: 1, max: 100 }),
  order: fc.array(fc.nat(99), { minLength: 16, maxLength: 16 }),
});

/** Returns a use of a reward that takes a percentage off the bill. */
const reward = (percent: number): Applied => ({
  key: 'reward',
  rootKey: 'reward',
  promotionId: 9,
  version: 1,
  words: 'Reward',
  at: noon,
  order: 1,
  scope: 'Bill',
  terms: { percent },
});

it('moves exactly what a bill gave and what its reward cost, never more on the way, in whatever parts and order', () => {
  fc.assert(
    fc.property(sale, ({ sold, earned, cost, percent, order }) => {
      const items = sold.map((one, place) => line(`item ${place}`, one));
      const bill = billOf(items, { applied: [reward(percent)] });
      const units = items.flatMap(({ key, qty }) => Array.from({ length: qty }, () => key));
      const parts = units.map((key, place) => ({ key, at: order[place] ?? 0 })).toSorted((a, b) => a.at - b.at);
      const costs = new Map([['reward', cost]]);
      let before = new Map<string, number>();
      let [taken, given] = [0, 0];
      for (const { key } of parts) {
        const after = new Map(before).set(key, (before.get(key) ?? 0) + 1);
        taken += takenBack(bill, earned, before, after);
        given += givenBack(bill, costs, before, after);
        expect(taken).toBeGreaterThanOrEqual(0);
        expect(taken).toBeLessThanOrEqual(earned);
        expect(given).toBeGreaterThanOrEqual(0);
        expect(given).toBeLessThanOrEqual(cost);
        before = after;
      }
      // A percentage of very little is nothing, and a reward that took nothing off gives nothing back.
      expect([taken, given]).toEqual([earned, bill.promotion ? cost : 0]);
    }),
  );
});
