import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dueTickets } from '../../ticket/ticket.ts';
import type { Bill, BillItem } from '../bill.ts';
import { liveItems } from '../items.ts';
import { billOf, line, noon } from '../testing/bills.ts';
import { carryDiscount } from './carry-discount.ts';
import { isSplitAway } from './piece.ts';
import { divideItem, splitBill } from './split.ts';
import { equalParts, partsOfAmount } from './split-parts.ts';
import { moveItems } from './transfer.ts';

const settings = [{ key: 'KotPrinter', value: 'Kitchen' }];
const from = billOf([
  line('a', { qty: 3, sentQty: 3, ticketIds: ['t1'] }),
  line('b', { index: 2 }),
  line('v', { index: 3, isVoid: true, voidReason: 'Wrong', voidedBy: 1 }),
]);
const check = billOf([], { key: 'check', checkNo: 2 });
const context = { now: noon, userId: 2, newKey: (key: string, part: number) => `${key}-${part}` };
const reason = (result: { ok: boolean; refusal?: { reason: string } }) => result.refusal?.reason;
const split = (bill: Bill, ...parts: { key: string; qty: number }[][]) => {
  const done = splitBill(
    bill,
    parts.map((one) => ({ bill: check, parts: one })),
    context,
  );
  if (!done.ok) throw new Error(done.refusal.reason);
  return [done.value.from, ...done.value.targets] as [Bill, Bill, ...Bill[]];
};
const sum = (bills: readonly Bill[]) => bills.reduce((all, bill) => all + bill.total, 0);

describe('splitBill', () => {
  it('leaves each discount with who gave it, on every check and in the items that take it along', () => {
    const [ofBill, ofItem] = [5, 7].map((by) => ({ by, approver: null }));
    const own = line('a', { qty: 2, isComp: true, givenBy: ofItem });
    const percent = split(billOf([own, line('b')], { discountPercentage: 10, discountBy: ofBill }), [
      { key: 'a', qty: 1 },
    ]);
    expect(percent.map(({ discountBy }) => discountBy)).toEqual([ofBill, ofBill]);
    expect(percent.flatMap(liveItems).map(({ givenBy }) => givenBy)).toEqual([ofItem, undefined, ofItem]);
    const amount = split(billOf([line('a', { qty: 2 })], { discountAmount: 500, discountBy: ofBill }), [
      { key: 'a', qty: 1 },
    ]);
    expect(amount.flatMap(liveItems).map(({ givenBy }) => givenBy)).toEqual([ofBill, ofBill]);
  });

  it('[R23.22] gives each check the allergies of the bill, and none to a bill without any', () => {
    const bills = split(billOf(from.items, { allergies: 'Nuts' }), [{ key: 'b', qty: 1 }]);
    expect(bills.map(({ allergies }) => allergies)).toEqual(['Nuts', 'Nuts']);
    expect(split(from, [{ key: 'b', qty: 1 }])[1]).not.toHaveProperty('allergies');
  });

  it('moves whole items with their key', () => {
    const [rest, to] = split(from, [{ key: 'b', qty: 1 }]);
    expect(to.items.map((item) => item.key)).toEqual(['b']);
    expect(to).toMatchObject({ status: 'Saved', version: 1 });
    expect(rest.total + to.total).toBe(from.total);
  });

  it('cuts an item into pieces without a kitchen ticket and without counting a void', () => {
    const [rest, two, three] = split(from, [{ key: 'a', qty: 1 }], [{ key: 'a', qty: 0.5 }]);
    expect(rest.items.map((item) => [item.key, item.qty, item.isVoid, item.sentQty])).toEqual([
      ['a', 3, true, 3],
      ['a-0', 1.5, false, 1.5],
      ['b', 1, false, 0],
      ['v', 1, true, 0],
    ]);
    expect([two, three].map((bill) => bill?.items.map((item) => [item.key, item.id, item.qty, item.sentQty]))).toEqual([
      [['a-1', null, 1, 1]],
      [['a-2', null, 0.5, 0.5]],
    ]);
    expect(rest.items.filter(isSplitAway).map((item) => item.key)).toEqual(['a']);
    expect(dueTickets(rest, settings).flatMap((ticket) => ticket.lines.map((one) => one.item.key))).toEqual(['b']);
    expect(dueTickets(two, settings)).toEqual([]);
  });

  it('divides discounts of items and of the bill without losing a laari', () => {
    const cut = line('a', { qty: 3, discount: { type: 'Amount', value: 1000, reason: 'Late' } });
    const bills = split(billOf([cut]), [{ key: 'a', qty: 1 }]);
    expect(bills.flatMap(liveItems).map((item) => item.discount?.value)).toEqual([667, 333]);
    expect(sum(split({ ...from, discountPercentage: 10 }, [{ key: 'a', qty: 3 }]))).toBe(
      billOf(from.items, { discountPercentage: 10 }).total,
    );
    const off = billOf(from.items, { discountAmount: 2500 });
    const parts = split(off, [{ key: 'a', qty: 1 }]);
    expect(parts.map((bill) => bill.discountAmount)).toEqual([null, null]);
    expect(parts.reduce((all, bill) => all + bill.subTotal, 0)).toBe(off.subTotal - off.discount);
  });

  it('refuses more than the quantity, no parts, a repeated item, and a void item', () => {
    const answer = (...parts: { key: string; qty: number }[]) =>
      reason(splitBill(from, [{ bill: check, parts }], context));
    expect(answer({ key: 'a', qty: 4 })).toBe('invalid');
    expect(answer({ key: 'a', qty: 0 })).toBe('invalid');
    expect(answer()).toBe('invalid');
    expect(answer({ key: 'a', qty: 1 }, { key: 'a', qty: 1 })).toBe('invalid');
    expect(answer({ key: 'v', qty: 1 })).toBe('notFound');
    const over = [
      { bill: check, parts: [{ key: 'a', qty: 2 }] },
      { bill: check, parts: [{ key: 'a', qty: 2 }] },
    ];
    expect(reason(splitBill(from, over, context))).toBe('invalid');
  });
});

describe('equalParts and partsOfAmount', () => {
  it('shares every item equally, to the thousandth', () => {
    const parts = equalParts(from, 3);
    expect(parts.ok && parts.value).toEqual([
      [
        { key: 'a', qty: 1 },
        { key: 'b', qty: 0.333 },
      ],
      [
        { key: 'a', qty: 1 },
        { key: 'b', qty: 0.333 },
      ],
    ]);
    expect(reason(equalParts(from, 1))).toBe('invalid');
    expect(reason(equalParts(check, 2))).toBe('nothingToPay');
  });

  it('splits off about the amount asked for, keeps the sum to the laari, and equal parts to one laari for each piece', () => {
    const item = fc.record({
      qty: fc.integer({ min: 1, max: 4 }),
      sellingPrice: fc.integer({ min: 500, max: 20_000 }),
    });
    const bills = fc.record({
      items: fc.array(item, { minLength: 1, maxLength: 6 }),
      percent: fc.constantFrom(0, 10),
      share: fc.integer({ min: 1, max: 99 }),
      checks: fc.integer({ min: 2, max: 9 }),
    });
    fc.assert(
      fc.property(bills, ({ items, percent, share, checks }) => {
        const bill = billOf(
          items.map((one, index) => line(`k${index}`, { ...one, index })),
          { discountPercentage: percent },
        );
        const amount = Math.floor((bill.total * share) / 100);
        const parts = partsOfAmount(bill, amount);
        if (parts.ok) {
          const [rest, to] = split(bill, [...parts.value]);
          expect(Math.abs(amount - to.total)).toBeLessThanOrEqual(100);
          expect(rest.total + to.total).toBe(bill.total);
        }
        const equal = equalParts(bill, checks);
        if (!equal.ok) throw new Error(equal.refusal.reason);
        const all = split(bill, ...equal.value.map((one) => [...one]));
        expect(Math.abs(sum(all) - bill.total)).toBeLessThanOrEqual(checks * (items.length + 3));
        const qty = (list: readonly Bill[]) =>
          list.flatMap(liveItems).reduce((total, one) => total + Math.round(one.qty * 1000), 0);
        expect(qty(all)).toBe(qty([bill]));
      }),
      { numRuns: 300, seed: 11 },
    );
  });
});

describe('partsOfAmount', () => {
  const terms = { serviceChargePct: 10, gstPct: 8, gstMode: 'Exclusive' as const, gstOnServiceCharge: true };
  const item = fc.record({
    qty: fc.oneof(
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 100, max: 3000 }).map((n) => n / 1000),
    ),
    sellingPrice: fc.integer({ min: 500, max: 30_000 }),
    discount: fc.constantFrom(
      null,
      { type: 'Amount' as const, value: 333, reason: 'Late' },
      { type: 'Percent' as const, value: 12.5, reason: 'Late' },
    ),
    gstPct: fc.constantFrom(0, 8, 17),
    gstMode: fc.constantFrom('Exclusive' as const, 'Inclusive' as const, 'Exempt' as const),
    isComp: fc.constantFrom(false, false, false, true),
    serviceChargeable: fc.boolean(),
  });
  const bills = fc.record({
    items: fc.array(item, { minLength: 1, maxLength: 7 }),
    discountPercentage: fc.constantFrom(0, 10, 33.33),
    discountAmount: fc.constantFrom(null, null, 777),
    share: fc.integer({ min: 5, max: 95 }),
  });
  const made = ({
    items,
    share,
    ...off
  }: { readonly items: readonly Partial<BillItem>[]; readonly share: number } & Partial<Omit<Bill, 'items'>>): [
    Bill,
    number,
  ] => {
    const bill = billOf(
      items.map((one, index) => line(`k${index}`, { gstMode: 'Exclusive', ...one, index })),
      { ...terms, ...off },
    );
    return [bill, Math.round((bill.total * share) / 100)];
  };

  it('makes two bills that add up to the whole to the laari, whatever the items, discounts and charges', () => {
    fc.assert(
      fc.property(bills, (given) => {
        const [bill, amount] = made(given);
        fc.pre(bill.total > 0);
        const parts = partsOfAmount(bill, amount);
        expect(parts.ok).toBe(true);
        expect(sum(split(bill, parts.ok ? [...parts.value] : []))).toBe(bill.total);
      }),
      { numRuns: 200, seed: 3 },
    );
  });

  it('comes nearest to the amount of all parts that cut one item and add up', () => {
    const few = fc.record({
      a: fc.integer({ min: 500, max: 9000 }),
      b: fc.integer({ min: 500, max: 9000 }),
      share: fc.integer({ min: 10, max: 90 }),
    });
    fc.assert(
      fc.property(few, ({ a, b, share }) => {
        const [bill, amount] = made({
          items: [
            { sellingPrice: a, qty: 1 },
            { sellingPrice: b, qty: 1 },
          ],
          share,
        });
        const parts = partsOfAmount(bill, amount);
        if (!parts.ok) throw new Error(parts.refusal.reason);
        const offOf = (some: readonly { key: string; qty: number }[]): number => {
          const both = split(bill, [...some]);
          return sum(both) === bill.total ? Math.abs(both[1].total - amount) : Number.POSITIVE_INFINITY;
        };
        const thousandths = Array.from({ length: 999 }, (_, n) => (n + 1) / 1000);
        const all = ['k0', 'k1'].flatMap((key) => {
          const other = { key: key === 'k0' ? 'k1' : 'k0', qty: 1 };
          const isTaken = split(bill, [other])[1].total <= amount;
          return thousandths.map((qty) => (isTaken ? [other, { key, qty }] : [{ key, qty }]));
        });
        expect(offOf(parts.value)).toBe(Math.min(...all.map(offOf), offOf(all.length > 0 ? parts.value : [])));
      }),
      { numRuns: 12, seed: 5 },
    );
  });
});

describe('carryDiscount', () => {
  const other = billOf([line('x', { sellingPrice: 9000 })], { key: 'other' });
  const moved = (a: Bill, b: Bill) => {
    const done = moveItems(a, b, ['b']);
    if (!done.ok) throw new Error(done.refusal.reason);
    return sum([done.value.from, done.value.to]);
  };

  it('keeps what items cost when they move to another bill', () => {
    const ten = billOf(from.items, { discountPercentage: 10 });
    const off = billOf(from.items, { discountAmount: 3333 });
    const five = billOf(other.items, { discountPercentage: 5 });
    for (const a of [from, ten, off]) {
      expect(Math.abs(moved(a, other) - a.total - other.total)).toBeLessThanOrEqual(2);
      expect(Math.abs(moved(a, check) - a.total)).toBeLessThanOrEqual(2);
    }
    expect(Math.abs(moved(ten, five) - ten.total - five.total)).toBeLessThanOrEqual(2);
    expect(carryDiscount(ten, check, new Set(['b'])).to.discountPercentage).toBe(10);
  });
});

describe('divideItem', () => {
  it('[R35.27] makes a part of an item one of its own; sums and what the kitchen has stay', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 40 }),
        fc.integer({ min: 1, max: 99_999 }),
        fc.nat(40),
        fc.nat(40),
        (qty, sellingPrice, some, sent) => {
          const part = 1 + (some % (qty - 1));
          const sentQty = Math.min(sent, qty);
          const bill = billOf([line('a', { qty, sellingPrice, sentQty }), line('b', { index: 2 })]);
          const cut = divideItem(bill, { key: 'a', qty: part }, context);
          if (!cut.ok) throw new Error(cut.refusal.reason);
          const pieces = liveItems(cut.value).filter(({ key }) => key.startsWith('a-'));
          expect(pieces.map((item) => item.qty)).toEqual([qty - part, part]);
          expect(pieces.reduce((all, item) => all + item.sentQty, 0)).toBe(sentQty);
          expect([cut.value.subTotal, cut.value.total]).toEqual([bill.subTotal, bill.total]);
          expect(dueTickets(cut.value, settings).filter(({ change }) => change === 'Cancel')).toEqual([]);
        },
      ),
    );
  });

  it('refuses the whole quantity, nothing, more, and items that are void or unknown', () => {
    for (const qty of [3, 0, 4, -1])
      expect(reason(divideItem(from, { key: 'a', qty }, context)), `${qty}`).toBe('invalid');
    for (const key of ['v', 'x']) expect(reason(divideItem(from, { key, qty: 0.5 }, context)), key).toBe('notFound');
    const paid = billOf(from.items, { status: 'Complete', isOpen: false });
    expect(reason(divideItem(paid, { key: 'a', qty: 1 }, context))).toBe('billClosed');
  });
});
