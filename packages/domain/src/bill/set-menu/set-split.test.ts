import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Bill, BillItem } from '../bill.ts';
import { pieceKey } from '../split/piece.ts';
import { type SplitPart, splitBill } from '../split/split.ts';
import { equalParts, partsOfAmount } from '../split/split-parts.ts';
import { billOf, line, noon } from '../testing/bills.ts';
import { asSetHead, asSetPart, isSetHead, partsOfSet, setPrices } from './set-menu.ts';

/** Returns a set of some parts, of which those in `swapped` gave way to another choice. */
function setOf(
  key: string,
  price: number,
  listPrices: readonly number[],
  qty: number,
  swapped: readonly number[],
): BillItem[] {
  const head = asSetHead(line(key, { name: 'Lunch Set', menuItemId: 50, sellingPrice: price, qty }));
  const prices = setPrices(
    price,
    listPrices.map((listPrice) => ({ listPrice, extraPrice: 0 })),
  );
  const parts = listPrices.flatMap((sellingPrice, place) => {
    const part = asSetPart(
      line(`${key}-${place}`, { sellingPrice, menuItemId: place + 1, index: 1 + (place + 1) / 100 }),
      {
        head,
        groupId: place + 1,
        price: prices[place] as number,
        extraPrice: 0,
      },
    );
    return swapped.includes(place)
      ? [
          { ...part, isVoid: true },
          { ...part, key: `${part.key}-new` },
        ]
      : [part];
  });
  return [head, ...parts];
}

const live = ({ items }: Bill): BillItem[] => items.filter(({ isVoid }) => !isVoid);

/** Checks that each set of a bill has as many parts as it had, each in its quantity, and that no part is without its set. */
function expectWhole(bill: Bill, partCount: number): void {
  const here = live(bill);
  const heads = here.filter(isSetHead);
  for (const head of heads)
    expect(partsOfSet(here, head.key).map(({ qty }) => qty)).toEqual(Array(partCount).fill(head.qty));
  expect(here.filter(({ parentKey }) => parentKey)).toHaveLength(heads.length * partCount);
}

const scene = fc.record({
  price: fc.integer({ min: 1, max: 50_000 }),
  listPrices: fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 1, maxLength: 5 }),
  qty: fc.integer({ min: 1, max: 4 }),
  swapped: fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 2 }),
  others: fc.array(fc.integer({ min: 1, max: 9000 }), { maxLength: 3 }),
  how: fc.constantFrom('equal', 'amount', 'some'),
  checks: fc.integer({ min: 2, max: 5 }),
  again: fc.boolean(),
});

describe('a split with set menus', () => {
  it('gives each check sets with all their parts in the same quantity', () => {
    fc.assert(
      fc.property(scene, ({ price, listPrices, qty, swapped, others, how, checks, again }) => {
        const items = [
          ...setOf('s', price, listPrices, qty, swapped),
          ...others.map((sellingPrice, at) => line(`o${at}`, { sellingPrice, index: 9 + at })),
        ];
        const bill = billOf(items, { type: 'Takeaway', serviceChargePct: 0 });
        let rest = [bill];
        for (const round of again ? [1, 2] : [1]) {
          rest = rest.flatMap((one, place) => {
            const parts = partsOf(one, how, checks);
            const done =
              parts &&
              splitBill(
                one,
                parts.map((some, check) => ({
                  bill: billOf([], { type: 'Takeaway', key: `c${round}-${place}-${check}` }),
                  parts: some,
                })),
                { now: noon, userId: 1, newKey: pieceKey },
              );
            return done?.ok ? [done.value.from, ...done.value.targets] : [one];
          });
          for (const one of rest) expectWhole(one, listPrices.length);
        }
        const qtys = rest
          .flatMap(live)
          .filter(isSetHead)
          .map((head) => Math.round(head.qty * 1000));
        expect(qtys.reduce((sum, one) => sum + one, 0)).toBe(qty * 1000);
      }),
      { numRuns: 60 },
    );
  });
});

function partsOf(bill: Bill, how: string, checks: number): readonly (readonly SplitPart[])[] | undefined {
  if (how === 'equal') {
    const parts = equalParts(bill, checks);
    return parts.ok ? parts.value : undefined;
  }
  if (how === 'amount') {
    const parts = partsOfAmount(bill, Math.ceil(bill.total / 3));
    return parts.ok ? [parts.value] : undefined;
  }
  const head = live(bill).find(isSetHead);
  return head && head.qty > 1 ? [[{ key: head.key, qty: 1 }]] : undefined;
}
