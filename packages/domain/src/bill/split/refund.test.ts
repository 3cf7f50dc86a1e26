import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printedLine } from '../../contract/bill/print.ts';
import type { Bill } from '../bill.ts';
import { billOf, line, noon } from '../testing/bills.ts';
import { type RefundDone, type RefundPart, refundableLines, refundBill } from './refund.ts';

const nothing: RefundDone = { qty: new Map(), amount: 0 };
const context = { key: 'refund', now: noon, user: { id: 2, name: 'Manager' }, newKey: (key: string) => `${key}-back` };
const paid = (items: Bill['items'], more: Partial<Bill> = {}): Bill =>
  billOf(items, { id: 7, status: 'Complete', isOpen: false, invoiceNumber: '2026-000001', ...more });
const refund = (bill: Bill, parts: RefundPart[] | null, done = nothing) => {
  const made = refundBill(bill, parts, done, context);
  if (!made.ok) throw new Error(made.refusal.reason);
  return made.value;
};
const reason = (...args: Parameters<typeof refundBill>) => {
  const made = refundBill(...args);
  return made.ok ? undefined : made.refusal.reason;
};
/** What was refunded in total after one more refund. */
const after = (done: RefundDone, parts: readonly RefundPart[], bill: Bill): RefundDone => {
  const qty = new Map(done.qty);
  for (const part of parts) qty.set(part.key, Math.round(((qty.get(part.key) ?? 0) + part.qty) * 1000) / 1000);
  return { qty, amount: done.amount + bill.total + bill.roundingAmount };
};

describe('refundBill', () => {
  it('[R35.38] keeps the numbers of the bill that it corrects', () => {
    const bill = paid([line('a')], { number: 41 });
    expect(refund(bill, null).bill.refundOf).toEqual({ invoiceNumber: '2026-000001', number: '41' });
  });

  it('negates every figure for a full refund', () => {
    const bill = paid(
      [line('a', { qty: 2 }), line('b', { discount: { type: 'Amount', value: 500, reason: 'Late' } })],
      {
        discountPercentage: 10,
        roundingAmount: -2,
      },
    );
    const { bill: back, isFull } = refund(bill, null);
    expect(isFull).toBe(true);
    expect(back).toMatchObject({
      refundOfId: 7,
      status: 'Complete',
      subTotal: -bill.subTotal,
      discount: -bill.discount,
      serviceCharge: -bill.serviceCharge,
      gst: -bill.gst,
      total: -bill.total,
      roundingAmount: 2,
    });
    expect(back.items.map((item) => [item.key, item.qty, item.sentQty])).toEqual([
      ['a-back', -2, 0],
      ['b-back', -1, 0],
    ]);
  });

  it('returns exactly what was paid over any sequence of partial refunds', () => {
    const item = fc.record({
      qty: fc.constantFrom(1, 2, 3, 0.375),
      sellingPrice: fc.integer({ min: 1, max: 20_000 }),
      off: fc.option(fc.integer({ min: 1, max: 900 }), { nil: null }),
    });
    const bills = fc.record({
      items: fc.array(item, { minLength: 1, maxLength: 4 }),
      discount: fc.constantFrom<Partial<Bill>>({}, { discountPercentage: 12.5 }, { discountAmount: 777 }),
      roundingAmount: fc.integer({ min: -2, max: 2 }),
      cuts: fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 8, maxLength: 8 }),
    });
    fc.assert(
      fc.property(bills, ({ items, discount, roundingAmount, cuts }) => {
        const bill = paid(
          items.map(({ off, ...one }, index) =>
            line(`k${index}`, {
              ...one,
              index,
              ...(off && { discount: { type: 'Amount' as const, value: off, reason: 'x' } }),
            }),
          ),
          { ...discount, roundingAmount },
        );
        let done = nothing;
        for (const cut of cuts) {
          const [first] = refundableLines(bill, done);
          if (!first) break;
          const part = { key: first.item.key, qty: Math.min(first.left, cut / 1000) };
          done = after(done, [part], refund(bill, [part], done).bill);
        }
        if (refundableLines(bill, done).length > 0) {
          const last = refund(bill, null, done);
          expect(last.isFull).toBe(true);
          done = { ...done, amount: done.amount + last.bill.total + last.bill.roundingAmount };
        }
        expect(Math.max(0, bill.total + bill.roundingAmount) + done.amount).toBe(0);
      }),
      { numRuns: 500, seed: 3 },
    );
  });

  it('leaves no rounding after two refunds of parts of one weighed item, and prints the amounts that add up', () => {
    const fish = line('a', { qty: 0.735, unit: 'kg', sellingPrice: 1333 });
    const bill = paid([fish], { serviceChargePct: 10, gstPct: 8 });
    const first = refund(bill, [{ key: 'a', qty: 0.2 }]).bill;
    const last = refund(bill, null, after(nothing, [{ key: 'a', qty: 0.2 }], first)).bill;
    expect([first.roundingAmount, last.roundingAmount]).toEqual([0, 0]);
    expect(first.total + last.total).toBe(-bill.total);
    const printed = [first, last].flatMap(({ items }) => items.map((item) => printedLine(item as never).amount));
    expect(printed.reduce((sum, amount) => sum + amount, 0)).toBe(-bill.subTotal);
  });

  it('adds up to every figure of the paid bill to the laari, whatever parts are refunded in whatever order, without a rounding', () => {
    const item = fc.record({
      qty: fc.oneof(
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 4000 }).map((n) => n / 1000),
      ),
      sellingPrice: fc.integer({ min: 1, max: 20_000 }),
      discount: fc.constantFrom(
        null,
        { type: 'Amount' as const, value: 333, reason: 'Late' },
        { type: 'Percent' as const, value: 7.5, reason: 'Late' },
      ),
      gstMode: fc.constantFrom('Exclusive' as const, 'Inclusive' as const, 'Exempt' as const),
      gstPct: fc.constantFrom(8, 17),
      serviceChargeable: fc.boolean(),
    });
    const bills = fc.record({
      items: fc.array(item, { minLength: 1, maxLength: 4 }),
      off: fc.constantFrom<Partial<Bill>>({}, { discountPercentage: 12.5 }, { discountAmount: 777 }),
      serviceChargePct: fc.constantFrom(0, 10),
      gstOnServiceCharge: fc.boolean(),
      cuts: fc.array(fc.record({ at: fc.nat(3), qty: fc.integer({ min: 1, max: 2500 }) }), { maxLength: 9 }),
    });
    const figures = ['subTotal', 'discount', 'serviceCharge', 'gst', 'total', 'roundingAmount'] as const;
    fc.assert(
      fc.property(bills, ({ items, off, cuts, ...terms }) => {
        const bill = paid(
          items.map((one, index) => line(`k${index}`, { ...one, index })),
          { ...off, ...terms },
        );
        let done = nothing;
        const backs: Bill[] = [];
        const take = (parts: RefundPart[]) => {
          const { bill: back } = refund(bill, parts, done);
          backs.push(back);
          done = after(done, parts, back);
        };
        for (const { at, qty } of cuts) {
          const lines = refundableLines(bill, done);
          lines
            .slice(at % Math.max(1, lines.length))
            .slice(0, 1)
            .forEach(({ item: { key }, left }) => take([{ key, qty: Math.min(left, qty / 1000) }]));
        }
        const rest = refundableLines(bill, done).map(({ item: { key }, left }) => ({ key, qty: left }));
        [rest].filter((parts) => parts.length > 0).forEach(take);
        for (const figure of figures) expect(backs.reduce((sum, back) => sum + back[figure], bill[figure])).toBe(0);
        for (const back of backs) expect([back.roundingAmount, back.total <= 0]).toEqual([0, true]);
      }),
      { numRuns: 500, seed: 7 },
    );
  });

  it('takes back of the price what was paid and what was taken off: a rounding is nobody’s discount', () => {
    const share = { key: 'p', rootKey: 'p', promotionId: 1, version: 1, words: 'Off', at: noon, order: 0 };
    const applied = [{ ...share, scope: 'Line' as const, parts: [{ itemKey: 'a', qty: 3, amount: 1000 }] }];
    const bill = paid([line('a', { qty: 3, sellingPrice: 3334 })], { applied });
    let done = nothing;
    const gross = [1, 2, 3].map(() => {
      const { bill: back } = refund(bill, [{ key: 'a', qty: 1 }], done);
      done = after(done, [{ key: 'a', qty: 1 }], back);
      const { refunded } = back.items[0] as Bill['items'][number];
      expect(refunded?.gross).toBe((refunded?.amount ?? 0) + (refunded?.promotion ?? 0));
      return refunded?.gross ?? 0;
    });
    expect(gross.reduce((sum, one) => sum + one, 0)).toBe(-10_002);
  });

  it('refuses an unpaid bill, a refund, more than is left, an unknown item, and an empty refund', () => {
    const bill = paid([line('a', { qty: 2 }), line('v', { isVoid: true }), line('c', { isComp: true })]);
    const done: RefundDone = { qty: new Map([['a', 1.5]]), amount: -1000 };
    expect(reason(billOf([line('a')]), null, nothing, context)).toBe('notPaid');
    expect(reason({ ...bill, refundOfId: 3 }, null, nothing, context)).toBe('refundOfRefund');
    expect(reason(bill, [{ key: 'a', qty: 1 }], done, context)).toBe('refundTooLarge');
    expect(reason(bill, [{ key: 'v', qty: 1 }], nothing, context)).toBe('refundTooLarge');
    expect(reason(bill, [{ key: 'c', qty: 1 }], nothing, context)).toBe('refundTooLarge');
    expect(reason(bill, [], nothing, context)).toBe('nothingToRefund');
    expect(reason(bill, null, { qty: new Map([['a', 2]]), amount: -bill.total }, context)).toBe('nothingToRefund');
    expect(refund(bill, [{ key: 'a', qty: 0.5 }], done).isFull).toBe(true);
  });
});
