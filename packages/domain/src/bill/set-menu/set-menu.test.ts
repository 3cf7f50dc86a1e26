import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Bill, BillItem } from '../bill.ts';
import { addSet, removeItem, setQty, voidItem } from '../items.ts';
import { mergeBills } from '../merge/merge.ts';
import { applyTotals } from '../new-bill.ts';
import { planPromotions } from '../promotion/plan.ts';
import { verifyApplied } from '../promotion/verify.ts';
import { pieceKey } from '../split/piece.ts';
import { refundableLines, refundBill } from '../split/refund.ts';
import { divideItem, splitBill } from '../split/split.ts';
import { equalParts, partsOfAmount } from '../split/split-parts.ts';
import { absorbBill, moveItems } from '../split/transfer.ts';
import { billOf, line, noon } from '../testing/bills.ts';
import { billTotals } from '../totals.ts';
import { asSetHead, asSetPart, inSetOrder, setPrices } from './set-menu.ts';

interface Part {
  readonly listPrice: number;
  readonly extraPrice?: number;
}

/** Returns a set with a part for each chosen unit, as a till makes it. */
function setOf(key: string, price: number, parts: readonly Part[], qty = 1): BillItem[] {
  const head = asSetHead(line(key, { name: 'Lunch Set', menuItemId: 50, sellingPrice: price, qty }));
  const prices = setPrices(
    price,
    parts.map(({ listPrice, extraPrice = 0 }) => ({ listPrice, extraPrice })),
  );
  return [
    head,
    ...parts.map(({ listPrice, extraPrice = 0 }, place) =>
      asSetPart(
        line(`${key}-${place}`, { sellingPrice: listPrice, menuItemId: place + 1, index: 1 + (place + 1) / 100 }),
        {
          head,
          groupId: place + 1,
          price: prices[place] as number,
          extraPrice,
        },
      ),
    ),
  ];
}
const lunch = [{ listPrice: 6500 }, { listPrice: 3000 }, { listPrice: 3500, extraPrice: 500 }];
const takeaway = (items: readonly BillItem[], more: Partial<Bill> = {}): Bill =>
  billOf(items, { type: 'Takeaway', serviceChargePct: 0, ...more });
const amounts = (bill: Bill): number[] => billTotals(bill).lines.map(({ amount }) => amount);
const valueOf = <T>(result: { ok: true; value: T } | { ok: false; refusal: { reason: string } }): T => {
  if (!result.ok) throw new Error(result.refusal.reason);
  return result.value;
};
const reasonOf = (result: { ok: boolean; refusal?: { reason: string } }): string | undefined => result.refusal?.reason;
const splitting = { now: noon, userId: 1, newKey: pieceKey };

const anyParts = fc.array(
  fc.record({ listPrice: fc.integer({ min: 0, max: 20_000 }), extraPrice: fc.integer({ min: 0, max: 2000 }) }),
  { minLength: 1, maxLength: 6 },
);
const anyPrice = fc.integer({ min: 0, max: 50_000 });
const anyQty = fc.integer({ min: 1, max: 99 });
const sum = (list: readonly number[]): number => list.reduce((all, one) => all + one, 0);

describe('set menus', () => {
  it('case 9: three sets of 99.00 with an extra of 5.00 cost 148.50 + 68.55 + 94.95 = 312.00', () => {
    const bill = takeaway(setOf('s', 9900, lunch, 3));
    expect(amounts(bill)).toEqual([14_850, 6855, 9495]);
    expect([bill.subTotal, bill.gst, bill.total]).toEqual([31_200, 2496, 33_696]);
  });

  it('case 10: a part three times in a set of 50.00 costs 16.67, 16.67 and 16.66', () => {
    expect(
      setPrices(
        5000,
        Array.from({ length: 3 }, () => ({ listPrice: 2000, extraPrice: 0 })),
      ),
    ).toEqual([1667, 1667, 1666]);
  });

  it('[R21.25] the parts add up to the price and the extras of the set exactly, at every quantity', () => {
    fc.assert(
      fc.property(anyPrice, anyParts, anyQty, (price, parts, qty) => {
        const items = setOf('s', price, parts, qty);
        expect(items[0]?.sellingPrice).toBe(0);
        expect(items).toHaveLength(parts.length + 1);
        const extras = sum(parts.map(({ extraPrice }) => extraPrice));
        expect(takeaway(items).subTotal).toBe((price + extras) * qty);
      }),
    );
  });

  it('parts take the kind of GST of the set and keep their rate; an exempt one stays exempt', () => {
    const head = asSetHead(line('s', { sellingPrice: 9900, gstMode: 'Inclusive' }));
    const place = { head, groupId: 1, price: 100, extraPrice: 0 };
    const kinds = (['Exclusive', 'Inclusive', 'Exempt'] as const).map((gstMode) => {
      const part = asSetPart(line('p', { gstMode, gstPct: 16 }), place);
      return [part.gstMode, part.gstPct];
    });
    expect(kinds).toEqual([
      ['Inclusive', 16],
      ['Inclusive', 16],
      ['Exempt', 16],
    ]);
    const exempt = { ...place, head: { ...head, gstMode: 'Exempt' as const } };
    expect(asSetPart(line('p'), exempt).gstMode).toBe('Exempt');
  });

  it('the head has no figures of its own: no line, no rate of GST, no station, no course', () => {
    const [head, ...parts] = setOf('s', 9900, lunch) as [BillItem, ...BillItem[]];
    const bill = takeaway([{ ...head, gstPct: 16 }, ...parts]);
    expect(billTotals(bill).lines.map(({ key }) => key)).toEqual(['s-0', 's-1', 's-2']);
    expect(billTotals(bill).gstByRate.map(({ gstPct }) => gstPct)).toEqual([8]);
    expect(head.menuItem?.type).toBe('NA');
    const { courseNo, firedAt } = asSetHead(line('s', { courseNo: 2, firedAt: noon, firedBy: 1 }));
    expect([courseNo, firedAt]).toEqual([undefined, undefined]);
  });

  it('the quantity of a set is that of its parts; a part has none of its own and is not removed alone', () => {
    const bill = valueOf(addSet(takeaway([]), setOf('s', 9900, lunch)));
    const more = valueOf(setQty(bill, 's', 3, noon));
    expect(more.items.map(({ qty }) => qty)).toEqual([3, 3, 3, 3]);
    expect(more.subTotal).toBe(31_200);
    expect(valueOf(setQty(bill, 's', 1.4, noon)).items.map(({ qty }) => qty)).toEqual([2, 2, 2, 2]);
    expect(reasonOf(setQty(bill, 's-1', 2, noon))).toBe('setPart');
    expect(reasonOf(removeItem(bill, 's-1'))).toBe('setPart');
    expect(valueOf(removeItem(bill, 's')).items).toEqual([]);
  });

  it('is void as a whole', () => {
    const bill = takeaway([...setOf('s', 9900, lunch), line('coffee')]);
    const by = { reason: 'Wrong', user: 1, now: noon };
    expect(reasonOf(voidItem(bill, 's-1', by))).toBe('setPart');
    const voided = valueOf(voidItem(bill, 's', by));
    expect(voided.items.filter(({ isVoid }) => isVoid).map(({ key }) => key)).toEqual(['s', 's-0', 's-1', 's-2']);
    expect(voided.subTotal).toBe(5000);
  });

  it('moves as a whole, by split, transfer and merge, for the same total', () => {
    const bill = takeaway([...setOf('s', 9900, lunch, 3), line('coffee', { index: 9 })], { applied: [] });
    const check = { bill: takeaway([], { key: 'check', checkNo: 2 }), parts: [{ key: 's', qty: 1 }] };
    const done = valueOf(splitBill(bill, [check], splitting));
    expect(amounts(done.targets[0] as Bill).toSorted((a, b) => a - b)).toEqual([2285, 3165, 4950]);
    expect(done.from.subTotal).toBe(20_800 + 5000);
    const heads = done.targets[0]?.items.filter(({ parentKey }) => !parentKey).map(({ key }) => key);
    expect(done.targets[0]?.items.filter(({ parentKey }) => parentKey === heads?.[0])).toHaveLength(3);
    const lone = { ...check, parts: [{ key: 's-0', qty: 3 }] };
    expect(reasonOf(splitBill(bill, [lone], splitting))).toBe('setPart');

    const other = takeaway([], { key: 'other', slot: '2' });
    expect(reasonOf(moveItems(bill, other, ['s-0']))).toBe('setPart');
    const moved = valueOf(moveItems(bill, other, ['s']));
    expect([moved.to.subTotal, moved.from.subTotal]).toEqual([31_200, 5000]);
    expect(valueOf(absorbBill(moved.to, moved.from)).subTotal).toBe(36_200);
    const cut = valueOf(divideItem(bill, { key: 's', qty: 1 }, splitting));
    expect(cut.subTotal).toBe(bill.subTotal);
    expect(reasonOf(divideItem(bill, { key: 's-0', qty: 1 }, splitting))).toBe('setPart');
    expect(sum(valueOf(equalParts(bill, 2))[0]?.map(({ qty }) => qty) ?? [])).toBe(2);
    const amount = valueOf(partsOfAmount(bill, 5400));
    expect(valueOf(splitBill(bill, [{ ...check, parts: amount }], splitting)).targets[0]?.total).toBe(5400);
  });

  it('gives back a part at its own price, and all of it in any order what was paid', () => {
    const paid = takeaway([...setOf('s', 9900, lunch, 3), line('coffee')], {
      id: 7,
      status: 'Complete',
      isOpen: false,
      discountPercentage: 7,
    });
    const context = { key: 'back', now: noon, user: { id: 2, name: 'M' }, newKey: (key: string) => `${key}-back` };
    const none = { qty: new Map<string, number>(), amount: 0 };
    expect(refundableLines(paid, none).map(({ item }) => item.key)).toEqual(['s-0', 's-1', 's-2', 'coffee']);
    const undiscounted = applyTotals({ ...paid, discountPercentage: 0 });
    const one = valueOf(refundBill(undiscounted, [{ key: 's-1', qty: 1 }], none, context));
    expect([one.bill.subTotal, one.bill.total]).toEqual([-2285, -2468]);
    const whole = valueOf(refundBill(undiscounted, [{ key: 's', qty: 1 }], none, context));
    expect(whole.bill.subTotal).toBe(-10_400);
    fc.assert(
      fc.property(fc.shuffledSubarray(['s-0', 's-1', 's-2', 'coffee'], { minLength: 4 }), (order) => {
        let back = 0;
        const qty = new Map<string, number>();
        for (const key of order) {
          const parts = [{ key, qty: key === 'coffee' ? 1 : 3 }];
          const { bill } = valueOf(refundBill(paid, parts, { qty, amount: back }, context));
          back += bill.total + bill.roundingAmount;
          qty.set(key, 3);
        }
        expect(back).toBe(-(paid.total + paid.roundingAmount));
      }),
      { numRuns: 24 },
    );
  });

  it('is one unit for promotions, which its parts share; a promotion never picks a part', () => {
    const context = {
      at: Date.parse(noon),
      timezone: 'Indian/Maldives',
      cutoff: '04:00',
      find: () => ({ categoryIds: [1] }),
    };
    const rulesOf = (more: object) => ({
      version: 1,
      lists: [],
      changes: [],
      promotions: [
        { id: 1, name: 'Off', type: 'PercentOff', percent: 10, priority: 0, combines: 'OnePerUnit', ...more } as const,
      ],
    });
    const bill = takeaway([...setOf('s', 9900, lunch, 3), ...setOf('t', 5000, lunch.slice(0, 2))]);
    const off = (more: object) => {
      const planned = planPromotions(bill, rulesOf(more) as never, context);
      const { applied = [] } = planned;
      for (const [place, one] of applied.entries())
        expect(verifyApplied({ ...bill, applied: applied.slice(0, place) }, one, rulesOf(more) as never, context)).toBe(
          true,
        );
      return billTotals(planned).lines.map(({ promotion }) => promotion);
    };
    expect(off({ itemIds: [1] })).toEqual([0, 0, 0, 0, 0]);
    // 10 % of 312.00, and of 50.00.
    expect(off({ itemIds: [50] })).toEqual([1485, 686, 949, 342, 158]);
    // The cheapest of four sets is free: its amount is borne by all.
    expect(sum(off({ type: 'BuyGet', buyQty: 3, getQty: 1, percent: 100 }))).toBe(5000);
    // Two bundles: of two sets of 99.00, and of one and the set of 50.00.
    expect(sum(off({ type: 'Bundle', price: 12_000, parts: [{ menuItemId: 50, qty: 2 }] }))).toBe(7800 + 2900);
  });

  it('is the same merged in any order, with each part after its set', () => {
    const bill = takeaway(setOf('s', 9900, lunch), { id: 1 });
    const mine = takeaway([...bill.items, ...setOf('m', 5000, lunch)], { id: 1 });
    const theirs = valueOf(
      voidItem(takeaway([...bill.items, line('tea')], { id: 1 }), 's', { reason: 'No', user: 2, now: noon }),
    );
    const merged = mergeBills(mine, theirs);
    expect(mergeBills(theirs, mine)).toEqual(merged);
    expect(merged.subTotal).toBe(5500 + 5000);
    expect(merged.items.find(({ key }) => key === 'm')).toMatchObject({ setPrice: 5000 });
    expect(inSetOrder(merged.items).map(({ key }) => key)).toEqual([
      'm',
      'm-0',
      'm-1',
      'm-2',
      's',
      's-0',
      's-1',
      's-2',
      'tea',
    ]);
  });
});
