import { describe, expect, it } from 'vitest';
import type { Bill } from './bill.ts';
import { billOf, line } from './testing/bills.ts';
import { billTotals, grossAmount, lineAmount } from './totals.ts';

const figures = (bill: Bill) => {
  const { subTotal, discount, serviceCharge, gst, total } = billTotals(bill);
  return { subTotal, discount, serviceCharge, gst, total };
};
const takeaway = { type: 'Takeaway', serviceChargePct: 0 } as const;

describe('billTotals', () => {
  it('[R20.1] [R20.2] computes the worked examples to the laari', () => {
    const two = [line('a'), line('b')];
    const hundred = [line('a', { sellingPrice: 10_000 })];
    const inclusive = [line('a', { sellingPrice: 10_800, gstMode: 'Inclusive' })];
    expect(figures(billOf(two))).toEqual({
      subTotal: 10_000,
      discount: 0,
      serviceCharge: 1000,
      gst: 880,
      total: 11_880,
    });
    expect(figures(billOf(two, { discountPercentage: 10 }))).toEqual({
      subTotal: 10_000,
      discount: 1000,
      serviceCharge: 900,
      gst: 792,
      total: 10_692,
    });
    expect(figures(billOf(hundred, takeaway))).toMatchObject({ serviceCharge: 0, gst: 800, total: 10_800 });
    expect(figures(billOf(inclusive, takeaway))).toMatchObject({ subTotal: 10_800, gst: 800, total: 10_800 });
    expect(figures(billOf(hundred, { gstOnServiceCharge: false }))).toMatchObject({
      serviceCharge: 1000,
      gst: 800,
      total: 11_800,
    });
    expect(figures(billOf(inclusive))).toMatchObject({ serviceCharge: 1080, gst: 880, total: 11_880 });
    expect(figures(billOf(inclusive, { gstOnServiceCharge: false }))).toMatchObject({
      serviceCharge: 1080,
      gst: 800,
      total: 11_880,
    });
  });

  it('computes the totals of the same figures once, and those of other figures again', () => {
    const bill = billOf([line('a'), line('b')]);
    const totals = billTotals(bill);
    const other = { taxAmount: 1, notes: ['hot'] };
    expect(billTotals({ ...bill, items: bill.items.map((item) => ({ ...item, ...other })) })).toBe(totals);
    for (const change of [{ qty: 2 }, { sellingPrice: 1 }, { isVoid: true }, { isComp: true }, { gstPct: 1 }] as const)
      expect(billTotals({ ...bill, items: [line('a', change), line('b')] }).total).not.toBe(totals.total);
    expect(billTotals({ ...bill, items: [line('b')] }).lines.map(({ key }) => key)).toEqual(['b']);
    expect(billTotals({ ...bill, discountPercentage: 10 }).discount).toBe(1000);
    expect(billTotals({ ...bill, discountAmount: 300 }).discount).toBe(300);
    expect(billTotals({ ...bill, serviceChargePct: 0 }).serviceCharge).toBe(0);
    expect(billTotals({ ...bill, gstOnServiceCharge: false }).gst).toBe(800);
  });

  it('computes GST once per rate, not per item', () => {
    const three = ['a', 'b', 'c'].map((key) => line(key, { sellingPrice: 106 }));
    expect(billTotals(billOf(three, takeaway)).gst).toBe(25);
    expect(billTotals(billOf(three, takeaway)).lines.map((one) => one.taxAmount)).toEqual([9, 8, 8]);
  });

  it('returns GST and the value without tax for each kind and rate', () => {
    const bill = billOf(
      [
        line('a', { sellingPrice: 10_000 }),
        line('b', { sellingPrice: 11_700, gstMode: 'Inclusive', gstPct: 17 }),
        line('c', { sellingPrice: 3000, gstMode: 'Exempt', gstPct: 0 }),
        line('d', { sellingPrice: 10_000, gstPct: 17 }),
      ],
      takeaway,
    );
    const { gst, total, gstByRate } = billTotals(bill);
    expect(gstByRate).toEqual([
      { gstMode: 'Exclusive', gstPct: 8, base: 10_000, gst: 800 },
      { gstMode: 'Exclusive', gstPct: 17, base: 10_000, gst: 1700 },
      { gstMode: 'Exempt', gstPct: 0, base: 3000, gst: 0 },
      { gstMode: 'Inclusive', gstPct: 17, base: 10_000, gst: 1700 },
    ]);
    expect([gst, total]).toEqual([4200, 34_700 + 2500]);
  });

  it('leaves out void and complimentary items', () => {
    const bill = billOf([line('a'), line('b', { isVoid: true }), line('c', { isComp: true })]);
    expect(figures(bill)).toEqual(figures(billOf([line('a')])));
    expect(billTotals(bill).lines.map((one) => one.key)).toEqual(['a']);
  });

  it('shares nothing of a bill whose items are all void: no discount, no promotion and nothing that was paid ahead', () => {
    const applied = [
      { key: 'p', promotionId: 1, words: 'Happy hour', scope: 'Bill', terms: { amount: 700 } },
      { key: 'q', promotionId: 2, words: 'Set', scope: 'Line', parts: [{ itemKey: 'a', qty: 1, amount: 300 }] },
    ] as unknown as Bill['applied'];
    const advances = [{ key: 'd', amount: 5000 }] as unknown as Bill['advances'];
    const nothing = { subTotal: 0, discount: 0, serviceCharge: 0, gst: 0, total: 0 };
    for (const items of [[], [line('a', { isVoid: true }), line('b', { isComp: true })]])
      for (const off of [{ discountAmount: 2500 }, { discountPercentage: 50 }])
        expect(figures(billOf(items, { ...off, applied, advances } as Partial<Bill>))).toEqual(nothing);
  });

  it('adds no service charge to items that are not chargeable', () => {
    const bill = billOf([line('a'), line('b', { serviceChargeable: false })]);
    expect(billTotals(bill).serviceCharge).toBe(500);
    expect(billTotals(bill).lines.map((one) => one.serviceCharge)).toEqual([500, 0]);
  });

  it('takes the discount amount before the percentage, capped at the subtotal', () => {
    const items = [line('a'), line('b')];
    expect(figures(billOf(items, { discountAmount: 2500, discountPercentage: 50 })).discount).toBe(2500);
    expect(figures(billOf(items, { discountAmount: 0, discountPercentage: 50 })).discount).toBe(0);
    expect(figures(billOf(items, { discountAmount: 99_999 }))).toMatchObject({
      discount: 10_000,
      serviceCharge: 0,
      gst: 0,
      total: 0,
    });
    expect(figures(billOf(items, { discountPercentage: 12.5 })).discount).toBe(1250);
    expect(figures(billOf(items, { discountPercentage: 100 })).total).toBe(0);
  });

  it('applies the discount of an item before the discount of the bill', () => {
    const percent = line('a', { discount: { type: 'Percent', value: 33.33, reason: 'Late' } });
    const amount = line('b', { discount: { type: 'Amount', value: 1500, reason: 'Late' } });
    expect(lineAmount(percent)).toBe(3333);
    expect(lineAmount(amount)).toBe(3500);
    expect(lineAmount({ ...amount, discount: { type: 'Amount', value: 9000, reason: 'Late' } })).toBe(0);
    expect(billTotals(billOf([percent, amount])).subTotal).toBe(6833);
  });

  it('includes modifiers in the unit price, never below zero, and rounds price × quantity', () => {
    const extra = { optionId: 1, name: 'Extra', priceDelta: 250 };
    expect(grossAmount(line('a', { modifiers: [extra, extra], qty: 2 }))).toBe(11_000);
    expect(grossAmount(line('a', { modifiers: [{ ...extra, priceDelta: -6000 }] }))).toBe(0);
    expect(grossAmount(line('a', { sellingPrice: 333, qty: 1.5 }))).toBe(500);
    expect(grossAmount(line('a', { sellingPrice: 1999, qty: 0.335 }))).toBe(670);
    expect(grossAmount(line('a', { sellingPrice: 10, qty: 1.005 }))).toBe(10);
  });

  it('negates every figure for a refund', () => {
    const items = [line('a', { sellingPrice: 3333, qty: 1.5 }), line('b', { sellingPrice: 777, gstMode: 'Inclusive' })];
    const more = { discountPercentage: 7.5 };
    const sale = billTotals(billOf(items, more));
    const refund = billTotals(
      billOf(
        items.map((item) => ({ ...item, qty: -item.qty })),
        more,
      ),
    );
    for (const name of ['subTotal', 'discount', 'serviceCharge', 'gst', 'total'] as const)
      expect(refund[name]).toBe(0 - sale[name]);
    expect(refund.lines.map((one) => one.taxAmount)).toEqual(sale.lines.map((one) => 0 - one.taxAmount));
  });

  it('returns zeros for an empty bill, and never a negative zero', () => {
    expect(billTotals(billOf([]))).toEqual({
      subTotal: 0,
      cardsSold: 0,
      promotion: 0,
      promotions: [],
      discount: 0,
      serviceCharge: 0,
      gst: 0,
      total: 0,
      advance: 0,
      advanceNet: 0,
      lines: [],
      gstByRate: [],
    });
    const free = billTotals(billOf([line('a', { sellingPrice: 0, qty: -1 })], { discountPercentage: 10 }));
    expect(JSON.stringify(Object.values(free).filter((one) => Object.is(one, -0)))).toBe('[]');
    expect(free.lines.flatMap((one) => Object.values(one)).some((one) => Object.is(one, -0))).toBe(false);
  });

  it('throws when an amount is too large to be exact', () => {
    expect(() => billTotals(billOf([line('a', { sellingPrice: 2 ** 50, qty: 1000 })]))).toThrow(RangeError);
  });
});
