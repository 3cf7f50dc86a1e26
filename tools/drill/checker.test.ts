import { describe, expect, it } from 'vitest';
import { compare, longestGap, type Stored, type TakenPayment } from './checker.ts';

const taken: readonly TakenPayment[] = [
  { key: 'a', amount: 5000, itemKeys: ['a1'] },
  { key: 'b', amount: 7000, itemKeys: ['b1', 'b2'] },
];
const whole: Stored = {
  payments: [
    { key: 'a', billId: 1, amount: 5000 },
    { key: 'b', billId: 2, amount: 7000 },
  ],
  items: [
    { key: 'a1', billId: 1 },
    { key: 'b1', billId: 2 },
    { key: 'b2', billId: 2 },
  ],
};
const extra = { key: 'a', billId: 3, amount: 5000 };

describe('the checker of the drills', () => {
  it('finds nothing when every payment and item is stored once', () => {
    expect(compare(taken, whole)).toEqual({ lost: [], doubled: [] });
  });

  it('finds a payment that the store lacks, that has another amount, or whose item is gone', () => {
    const without = { ...whole, payments: whole.payments.slice(1) };
    expect(compare(taken, without).lost).toEqual(['a']);
    const less = { ...whole, payments: whole.payments.map((row) => ({ ...row, amount: row.amount - 1 })) };
    expect(compare(taken, less).lost).toEqual(['a', 'b']);
    expect(compare(taken, { ...whole, items: whole.items.slice(0, 2) }).lost).toEqual(['b']);
  });

  it('does not call a payment lost that is still in an outbox', () => {
    const without = { ...whole, payments: whole.payments.slice(1) };
    expect(compare(taken, without, new Set(['a'])).lost).toEqual([]);
  });

  it('finds a payment that is stored twice, an item that is stored twice, and a payment that nobody took', () => {
    expect(compare(taken, { ...whole, payments: [...whole.payments, extra] }).doubled).toEqual(['a']);
    expect(compare(taken, { ...whole, items: [...whole.items, { key: 'b2', billId: 9 }] }).doubled).toEqual(['b']);
    const foreign = { key: 'z', billId: 4, amount: 100 };
    expect(compare(taken, { ...whole, payments: [...whole.payments, foreign] }).doubled).toEqual(['z']);
  });

  it('returns the longest time without a payment, also before the first and after the last', () => {
    expect(longestGap([10, 40, 50], 0, 60)).toBe(30);
    expect(longestGap([10], 0, 100)).toBe(90);
    expect(longestGap([], 5, 25)).toBe(20);
  });
});
