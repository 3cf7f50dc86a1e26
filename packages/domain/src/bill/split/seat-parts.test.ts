import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Bill, BillItem } from '../bill.ts';
import { billOf, line, noon } from '../testing/bills.ts';
import { pieceKey } from './piece.ts';
import { seatParts } from './seat-parts.ts';
import { splitBill } from './split.ts';

/** Splits a bill by groups of seats; the totals of its checks, laari. */
function totals(
  bill: Bill,
  groups: readonly (readonly number[])[],
): { readonly sums: number[]; readonly pieces: number } {
  const parts = seatParts(bill, groups);
  if (!parts.ok) throw new Error(String(parts.refusal.details));
  const targets = parts.value.map((some, index) => ({ bill: billOf([], { key: `check ${index}` }), parts: some }));
  const split = splitBill(bill, targets, { now: noon, userId: 1, newKey: pieceKey });
  if (!split.ok) throw new Error(split.refusal.message);
  const bills = [split.value.from, ...split.value.targets];
  return { sums: bills.map(({ total }) => total), pieces: bills.flatMap(({ items }) => items).length };
}
const dish = (key: string, sellingPrice: number, seat: number, more: Partial<BillItem> = {}) =>
  line(key, { sellingPrice, seat, ...more });

describe('parts of a bill by seat', () => {
  it('gives each group the items of its seats, and an equal part of what is shared', () => {
    const table = billOf([dish('a', 10_000, 1), dish('b', 5000, 2), dish('c', 9000, 0)]);
    expect(table.total).toBe(28_512);
    expect(totals(table, [[1], [2]]).sums).toEqual([17_226, 11_286]);
    const shared = billOf([dish('a', 0, 1), dish('b', 0, 2), dish('c', 0, 3), dish('d', 10_000, 0)]);
    expect(totals(shared, [[1], [2], [3]]).sums).toEqual([3968, 3956, 3956]);
  });

  it('leaves items of seats that no group names on the bill, and refuses a seat without items or in two groups', () => {
    const bill = billOf([dish('a', 10_000, 1), dish('b', 5000, 2)]);
    expect(seatParts(bill, [[1]])).toMatchObject({ ok: true, value: [[{ key: 'a', qty: 1 }]] });
    expect(seatParts(bill, [[1], [4]])).toMatchObject({ ok: false, refusal: { details: 'Seat 4 has no lines' } });
    expect(seatParts(bill, [[1], [1, 2]])).toMatchObject({ ok: false, refusal: { reason: 'invalid' } });
    expect(seatParts(bill, [[1, 2]])).toMatchObject({ ok: false });
  });

  it('differs from the total of the bill by at most 1 laari for each piece', () => {
    const dishes = fc.array(
      fc.record({
        price: fc.integer({ min: 1, max: 99_999 }),
        seat: fc.integer({ min: 0, max: 3 }),
        qty: fc.integer({ min: 1, max: 4 }),
      }),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(dishes, (some) => {
        const seats = [1, 2, 3].map((seat) => dish(`seat ${seat}`, 1000, seat));
        const bill = billOf([...seats, ...some.map(({ price, seat, qty }, n) => dish(`${n}`, price, seat, { qty }))]);
        const { sums, pieces } = totals(bill, [[1], [2, 3]]);
        expect(Math.abs(sums.reduce((sum, one) => sum + one, 0) - bill.total)).toBeLessThanOrEqual(pieces);
      }),
    );
  });
});
