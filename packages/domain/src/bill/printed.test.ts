import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Bill } from './bill.ts';
import { applyTotals } from './new-bill.ts';
import {
  afterPrint,
  allowLowering,
  joinPrinted,
  loweringOf,
  mergePrinted,
  paperTotal,
  sharePrinted,
  withPrint,
} from './printed.ts';
import type { PrintedBill } from './printed-bill.ts';
import { pieceKey } from './split/piece.ts';
import { splitBill } from './split/split.ts';
import { equalParts } from './split/split-parts.ts';
import { billOf, line, noon } from './testing/bills.ts';

fc.configureGlobal({ seed: 2026 });

const bill = ({ items = [], ...more }: Partial<Bill>): Bill => billOf(items, more);
const lowered = { by: 2, approvalKey: 'ok', isUnapproved: false };
const three = () => bill({ items: [line('a'), line('b'), line('c')] });
const without = (count: number) => {
  const shown = afterPrint(three());
  return applyTotals({ ...shown, items: shown.items.map((item, at) => ({ ...item, isVoid: at < count })) });
};

describe('what was printed', () => {
  it('[R36.8] a bill is lower by what it is below the print, not below what was added later', () => {
    expect(loweringOf(three())).toBe(0);
    expect(loweringOf(without(0))).toBe(0);
    expect(loweringOf(without(2))).toBe(three().total - without(2).total);
    expect(loweringOf({ ...without(2), isVoid: true })).toBe(0);
    const more = applyTotals({ ...without(1), items: [...without(1).items, line('d')] });
    expect(loweringOf(more)).toBe(0);
  });

  it('[R36.8] what was allowed is the next limit, and a flag that nobody approved stays', () => {
    const once = allowLowering(without(1), lowered);
    expect(loweringOf(once)).toBe(0);
    const twice = applyTotals({ ...once, items: once.items.map((item) => ({ ...item, isVoid: item.key !== 'c' })) });
    expect(loweringOf(twice)).toBe(once.total - twice.total);
    const flagged = allowLowering(without(1), { ...lowered, isUnapproved: true });
    expect(allowLowering(flagged, lowered).printed?.lowered?.isUnapproved).toBe(true);
  });

  it('[R36.8] a later print never lowers what needs no approval, and keeps the greatest total', () => {
    fc.assert(
      fc.property(fc.nat(200_000), fc.nat(200_000), fc.nat(100_000), (first, second, total) => {
        const once = afterPrint({ ...three(), total }, first);
        const twice = afterPrint(once, second);
        expect(twice.printed?.allowed).toBeGreaterThanOrEqual(once.printed?.allowed ?? 0);
        expect(twice.printed?.allowed).toBeLessThanOrEqual(total);
        expect(twice.printed?.total).toBe(Math.max(first, second));
      }),
    );
  });

  it('[R36.8] paper that shows items which are void by now shows more than the bill', () => {
    const now = without(2);
    expect(paperTotal(now, ['a', 'b', 'c'])).toBe(three().total);
    expect(paperTotal(now, ['c'])).toBe(now.total);
    expect(afterPrint(now, paperTotal(now, ['a', 'b', 'c'])).printed?.lowered?.isUnapproved).toBe(true);
  });

  it('[R36.8] pieces of an item that was cut stand for it on paper', () => {
    const from = bill({ items: [line('a', { qty: 2 })] });
    const target = { bill: bill({ key: 'check', items: [] }), parts: [{ key: 'a', qty: 1 }] };
    const split = splitBill(from, [target], { now: noon, userId: 1, newKey: pieceKey });
    const left = split.ok ? split.value.from : from;
    expect(paperTotal(left, ['a'])).toBe(left.total);
  });

  it('[R36.8] a bill that was printed under an earlier release counts as printed at its present total', () => {
    expect(withPrint({ ...three(), printCount: 1 }).printed).toMatchObject({ allowed: three().total });
    expect(withPrint(three()).printed).toBeUndefined();
    expect(withPrint(without(1)).printed).toEqual(without(1).printed);
  });

  it('[R36.8] checks of a split owe together what was printed, whatever the rounding', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 99_999 }), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 2, max: 9 }),
        (prices, count) => {
          const from = afterPrint(bill({ items: prices.map((sellingPrice, at) => line(`i${at}`, { sellingPrice })) }));
          const parts = equalParts(from, count);
          const targets = (parts.ok ? parts.value : []).map((part, at) => ({
            bill: bill({ key: `check-${at}`, items: [] }),
            parts: part,
          }));
          const split = splitBill(from, targets, { now: noon, userId: 1, newKey: pieceKey });
          const bills = split.ok ? sharePrinted(from, [split.value.from, ...split.value.targets]) : [];
          expect(bills.map(loweringOf)).toEqual(bills.map(() => 0));
          const shares = bills.reduce((sum, one) => sum + (one.printed?.total ?? 0), 0);
          const owed = bills.reduce((sum, one) => sum + one.total, 0);
          expect(shares).toBe(Math.min(owed, from.total));
        },
      ),
    );
  });

  it('[R36.8] merged bills owe both what was printed, and what was not printed as it is', () => {
    const printed = without(1);
    const plain = bill({ key: 'other', items: [line('x')] });
    const merged = applyTotals({ ...plain, items: [...printed.items, ...plain.items] });
    expect(loweringOf(joinPrinted([printed, plain], merged))).toBe(loweringOf(printed));
    expect(joinPrinted([plain, plain], merged).printed).toBeUndefined();
  });

  it('[R36.8] two versions of what was printed merge to the same in any order', () => {
    const version: fc.Arbitrary<PrintedBill | undefined> = fc.option(
      fc.record({ total: fc.nat(5), allowed: fc.nat(5), version: fc.nat(3) }),
      { nil: undefined },
    );
    fc.assert(
      fc.property(version, version, version, (a, b, c) => {
        expect(mergePrinted(a, b)).toEqual(mergePrinted(b, a));
        expect(mergePrinted(mergePrinted(a, b), c)).toEqual(mergePrinted(a, mergePrinted(b, c)));
        expect(mergePrinted(a, a)).toEqual(a);
      }),
    );
  });
});
