import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Bill, BillItem } from '../bill.ts';
import { applyTotals } from '../new-bill.ts';
import { refundBill } from '../split/refund.ts';
import { billOf, line } from '../testing/bills.ts';
import { billTotals } from '../totals.ts';
import { mergeAdvances } from './advance.ts';

const takeaway = { type: 'Takeaway', serviceChargePct: 0 } as const;
const paid = (...amounts: number[]) => ({
  advances: amounts.map((amount, index) => ({
    key: `a${index}`,
    billId: index + 1,
    invoiceNumber: `A-${index}`,
    amount,
  })),
});
const cake = (more: Partial<BillItem> = {}) => line('cake', { sellingPrice: 80_000, gstMode: 'Inclusive', ...more });
const figures = (bill: Bill) => {
  const { subTotal, gst, advance, advanceNet, total } = billTotals(bill);
  return { subTotal, gst, advance, advanceNet, total };
};

describe('the totals of a bill with advances', () => {
  it('[R22.13] charges GST on the rest only: a cake of 800.00 with 300.00 paid ahead', () => {
    const instalment = billOf([line('a', { sellingPrice: 30_000, gstMode: 'Inclusive' })], takeaway);
    expect(billTotals(instalment)).toMatchObject({ gst: 2222, total: 30_000 });
    const last = billOf([cake()], { ...takeaway, ...paid(30_000) });
    expect(figures(last)).toEqual({ subTotal: 80_000, gst: 3704, advance: 30_000, advanceNet: 30_000, total: 50_000 });
    const later = billOf([cake({ gstPct: 10 })], { ...takeaway, ...paid(30_000) });
    expect(figures(later)).toMatchObject({ gst: 4545, total: 50_000 });
    // Where the tax is added, the guest pays the same sum in all.
    const added = billOf([cake({ gstMode: 'Exclusive' })], { ...takeaway, ...paid(30_000) });
    expect(figures(added)).toEqual({ subTotal: 80_000, gst: 4178, advance: 30_000, advanceNet: 27_778, total: 56_400 });
    expect(billTotals(added).gstByRate).toEqual([{ gstMode: 'Exclusive', gstPct: 8, base: 52_222, gst: 4178 }]);
    const exempt = billOf([cake({ gstMode: 'Exempt', gstPct: 0 })], { ...takeaway, ...paid(30_000) });
    expect(figures(exempt)).toMatchObject({ gst: 0, total: 50_000 });
  });

  it('takes several instalments off, up to the whole total and never below it', () => {
    expect(figures(billOf([cake()], { ...takeaway, ...paid(30_000, 50_000) }))).toMatchObject({ gst: 0, total: 0 });
    expect(figures(billOf([cake()], { ...takeaway, ...paid(90_000) }))).toMatchObject({ advance: 80_000, total: 0 });
    const served = billOf([cake({ gstMode: 'Exclusive' })], { gstOnServiceCharge: false, ...paid(94_400) });
    expect(figures(served)).toMatchObject({ gst: 0, total: 0 });
  });

  it('gives back by a refund what was paid of the last bill, in parts or at once', () => {
    const bill = applyTotals({
      ...billOf([cake({ qty: 2, gstMode: 'Exclusive' }), line('b')], { ...takeaway, ...paid(30_000) }),
      id: 9,
      status: 'Complete',
      isOpen: false,
      invoiceNumber: 'A-9',
    });
    const context = { key: 'r', now: bill.createdAt, user: { id: 1, name: 'A' }, newKey: (key: string) => `r ${key}` };
    const back = (
      parts: readonly { key: string; qty: number }[] | null,
      qty: Record<string, number>,
      amount: number,
    ) => {
      const made = refundBill(bill, parts, { qty: new Map(Object.entries(qty)), amount }, context);
      if (!made.ok) throw new Error(made.refusal.reason);
      return made.value.bill;
    };
    const whole = back(null, {}, 0);
    expect([whole.total, whole.gst, whole.roundingAmount]).toEqual([-bill.total, -bill.gst, 0]);
    const first = back([{ key: 'cake', qty: 1 }], {}, 0);
    const rest = back(null, { cake: 1 }, first.total);
    expect([first.total + rest.total, first.gst + rest.gst]).toEqual([-bill.total, -bill.gst]);
  });

  it('adds up whatever the items, rates and advances are, in any order', () => {
    const item = fc.record({
      sellingPrice: fc.integer({ min: 0, max: 90_000 }),
      gstMode: fc.constantFrom('Exclusive', 'Inclusive', 'Exempt') as fc.Arbitrary<BillItem['gstMode']>,
      gstPct: fc.constantFrom(0, 8, 17),
      serviceChargeable: fc.boolean(),
    });
    const ahead = fc.array(fc.integer({ min: 1, max: 60_000 }), { maxLength: 3 });
    fc.assert(
      fc.property(fc.array(item, { maxLength: 5 }), ahead, fc.boolean(), (items, amounts, gstOnServiceCharge) => {
        const lines = items.map((one, index) => line(`i${index}`, one));
        const whole = billTotals(billOf(lines, { gstOnServiceCharge }));
        const bill = billOf(lines, { gstOnServiceCharge, ...paid(...amounts) });
        const totals = billTotals(bill);
        const sum = amounts.reduce((all, one) => all + one, 0);
        expect(totals.total).toBe(whole.total - Math.min(sum, whole.total));
        expect(totals.gst).toBeLessThanOrEqual(whole.gst + whole.gstByRate.length);
        expect(totals.gst).toBe(totals.gstByRate.reduce((all, { gst }) => all + gst, 0));
        const of = (name: 'net' | 'serviceCharge' | 'taxAmount' | 'advance', only = () => true as boolean) =>
          totals.lines.filter(only).reduce((all, one) => all + one[name], 0);
        expect([of('taxAmount'), of('advance')]).toEqual([totals.gst, totals.advanceNet]);
        const added = totals.gstByRate.reduce((all, { gstMode, gst }) => all + (gstMode === 'Exclusive' ? gst : 0), 0);
        expect(of('net') + of('serviceCharge') - of('advance') + added).toBe(totals.total);
        const { lines: _, ...turned } = billTotals({ ...bill, items: bill.items.toReversed() });
        const { lines: __, ...same } = totals;
        expect(turned).toEqual(same);
        if (sum === 0) expect({ ...totals, lines: [] }).toEqual({ ...whole, lines: [] });
      }),
    );
  });

  it('unites the advances of two bills, whichever comes first', () => {
    const order = { key: 'o', number: 'O-2611-0001' };
    const [a, b] = [{ ...paid(5), order }, { ...paid(5, 7) }];
    expect(mergeAdvances(a, b)).toEqual({ ...paid(5, 7), order });
    expect(mergeAdvances(b, a)).toEqual(mergeAdvances(a, b));
    expect(mergeAdvances({}, {})).toEqual({});
    expect(mergeAdvances(a, a).advances).toBe(a.advances);
  });
});
