import { expect, it } from 'vitest';
import { explainLine } from './explain-line.ts';

const item = { sellingPrice: 2500, qty: 2, modifiers: [], discount: null, isComp: false, isVoid: false } as const;
const typed = { listPrice: 3500, priceReason: 'Staff' } as const;
const happy = { listPrice: 3500, priceRule: { id: 1, version: 1, words: 'Happy hour, 35.00 → 25.00' } } as const;

it('[R21.21] names each step from the price of the menu to what the item costs', () => {
  const modifiers = [{ optionId: 1, name: 'Ginger', priceDelta: 500 }];
  const discount = { type: 'Percent', value: 10, reason: 'Regular' } as const;
  expect(explainLine({ ...item, ...happy, modifiers, discount })).toEqual([
    { kind: 'Menu', words: '', before: 0, after: 7000 },
    { kind: 'List', words: 'Happy hour, 35.00 → 25.00', before: 7000, after: 5000 },
    { kind: 'Options', words: 'Ginger', before: 5000, after: 6000 },
    { kind: 'Discount', words: 'Regular', before: 6000, after: 5400 },
  ]);
});

it('begins with a price override where there is one, and ends at nothing for a complimentary item', () => {
  expect(explainLine({ ...item, priceReason: 'Staff', isComp: true })).toEqual([
    { kind: 'Override', words: 'Staff', before: 0, after: 5000 },
    { kind: 'Complimentary', words: '', before: 5000, after: 0 },
  ]);
  expect(explainLine(item)).toHaveLength(1);
  expect(explainLine({ ...item, ...typed })).toEqual([
    { kind: 'Menu', words: '', before: 0, after: 7000 },
    { kind: 'Override', words: 'Staff', before: 7000, after: 5000 },
  ]);
  expect(explainLine({ ...item, listPrice: 3500 }).map(({ kind }) => kind)).toEqual(['Menu', 'Override']);
});

it('[R21.21] names the promotions of an item before its own discount, and those of the bill after it', () => {
  const share = { key: 'a', promotionId: 1 } as const;
  const discount = { type: 'Percent', value: 10, reason: 'Regular' } as const;
  const steps = explainLine({ ...item, discount }, [
    { ...share, words: 'Buy 2 get 1', scope: 'Line', amount: 1000 },
    { ...share, words: 'Spend 500', scope: 'Bill', amount: 600 },
  ]);
  expect(steps.map(({ kind, words, after }) => [kind, words, after])).toEqual([
    ['Menu', '', 5000],
    ['Promotion', 'Buy 2 get 1', 4000],
    ['Discount', 'Regular', 3600],
    ['Promotion', 'Spend 500', 3000],
  ]);
});
