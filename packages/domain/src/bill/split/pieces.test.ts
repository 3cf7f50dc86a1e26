import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BillItem } from '../bill.ts';
import { billOf, line, noon } from '../testing/bills.ts';
import { pieceKey } from './piece.ts';
import { piecesOf, sentPieces, unsentQty } from './pieces.ts';
import { splitBill } from './split.ts';

const context = { now: noon, userId: 2, newKey: pieceKey };

/** Cuts 'a' of `qty`: `go` of it to a second check. Returns the item and all known items. */
function cut(qty: number, go: number, sentQty = 0): { item: BillItem; known: Map<string, BillItem> } {
  const check = billOf([], { key: 'check', checkNo: 2 });
  const bill = billOf([line('a', { qty, sentQty })]);
  const done = splitBill(bill, [{ bill: check, parts: [{ key: 'a', qty: go }] }], context);
  if (!done.ok) throw new Error(done.refusal.reason);
  const items = [done.value.from, ...done.value.targets].flatMap((one) => one.items);
  const known = new Map(items.map((item) => [item.key, item]));
  return { item: known.get('a') as BillItem, known };
}

describe('pieces of a cut item', () => {
  it('asks the kitchen for what its pieces need: not for those that are void or were sent', () => {
    const { item, known } = cut(3, 1);
    expect(piecesOf(item, known).map(({ qty }) => qty)).toEqual([2, 1]);
    expect(unsentQty(item, known)).toBe(3);
    const [stays, goes] = piecesOf(item, known) as [BillItem, BillItem];
    expect(unsentQty(item, new Map(known).set(goes.key, { ...goes, isVoid: true }))).toBe(2);
    expect(unsentQty(item, new Map(known).set(stays.key, { ...stays, sentQty: 2 }))).toBe(1);
    expect(unsentQty(item, new Map([['a', item]]))).toBe(3);
    expect(piecesOf(stays, known)).toEqual([]);
  });

  it('divides what was sent among the pieces as a split of a sent item does', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 50 }), fc.nat(100), fc.nat(100), (qty, goPart, sentPart) => {
        const go = 1 + (goPart % (qty - 1));
        const sent = sentPart % (qty + 1);
        const before = cut(qty, go, sent);
        const after = cut(qty, go);
        const found = new Map(sentPieces(after.item, sent, after.known).map((one) => [one.item.key, one.qty]));
        for (const piece of piecesOf(before.item, before.known)) expect(found.get(piece.key) ?? 0).toBe(piece.sentQty);
      }),
      { numRuns: 100 },
    );
  });
});
