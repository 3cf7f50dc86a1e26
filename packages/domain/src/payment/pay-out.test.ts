import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PaymentMethod, paymentMethods } from './methods.ts';
import { checkPayOut, type MethodAmount, payOut, payOutDue, refundableBy } from './pay-out.ts';
import type { Payment } from './payment.ts';

const by = (method: PaymentMethod, amount: number): MethodAmount => ({ method, amount });
const paidBy = (method: PaymentMethod, amount: number, status: Payment['status'] = 'Captured') => ({
  ...by(method, amount),
  status,
});
const plain = { roundCash: undefined, most: 1_000_000 };

describe('paying out a refund', () => {
  it('leaves for each method what was paid by it less what was given back by it, without corrected payments and cash', () => {
    const payments = [
      paidBy('Cash', 500),
      paidBy('Card', 3000),
      paidBy('Card', 2000),
      paidBy('HouseAccount', 700),
      paidBy('BankTransfer', 900, 'Voided'),
    ];
    expect(refundableBy(payments, [])).toEqual([by('Card', 5000), by('HouseAccount', 700)]);
    expect(refundableBy(payments, [by('Card', -1200), by('HouseAccount', -700)])).toEqual([by('Card', 3800)]);
  });

  it('refuses more than is left of a method, over all its payments, and names what is left', () => {
    const left = [by('Card', 5000)];
    const refused = (...payments: MethodAmount[]) => {
      const checked = checkPayOut(payments, left);
      return checked.ok ? undefined : checked.refusal;
    };
    expect(refused(by('Card', 5000), by('Cash', 99_999))).toBeUndefined();
    expect(refused(by('Card', 3000), by('Card', 2001))).toMatchObject({
      reason: 'refundAboveMethod',
      message: 'By Card you can give back at most MVR 50.00. Give the rest in cash',
      extra: { method: 'Card', left: 5000 },
    });
    expect(refused(by('HouseAccount', 1))?.message).toBe(
      'Nothing can be given back by House account. Give it back in cash',
    );
  });

  it('gives back as much by the chosen method as can be, and the rest in cash, rounded', () => {
    const left = [by('Card', 5000)];
    expect(payOut(4321, 'Card', left, plain)).toEqual([by('Card', 4321)]);
    expect(payOut(6001, 'Card', left, plain)).toEqual([by('Card', 5000), by('Cash', 1001)]);
    const rounded = { roundCash: '5:nearest', most: 1_000_000 };
    expect(payOut(6001, 'Card', left, rounded)).toEqual([by('Card', 5000), by('Cash', 1000)]);
    expect(payOut(5002, 'Card', left, rounded)).toEqual([by('Card', 5000)]);
    expect(payOut(6004, 'Card', left, rounded)).toEqual([by('Card', 5000), by('Cash', 1005)]);
    expect(payOut(6004, 'Card', left, { ...rounded, most: 6004 })).toEqual([by('Card', 5000), by('Cash', 1000)]);
    expect(payOut(6001, 'Cash', left, rounded)).toEqual([by('Cash', 6000)]);
    expect(payOut(0, 'Card', left, plain)).toEqual([]);
  });

  it('[R15.13] pays out a multiple of the rounding unit in cash, within a unit of what is owed and never more than is left', () => {
    const step = fc.constantFrom(1, 5, 25, 50, 100);
    const mode = fc.constantFrom('nearest', 'up', 'down');
    const amounts = fc.record({ owed: fc.integer({ min: 1, max: 100_000 }), more: fc.nat(200), card: fc.nat(100_000) });
    fc.assert(
      fc.property(amounts, step, mode, ({ owed, more, card }, unit, how) => {
        const limit = { roundCash: `${unit}:${how}`, most: owed + more };
        const payments = payOut(owed, 'Card', [by('Card', card)], limit);
        const inCash = payments.find(({ method }) => method === 'Cash')?.amount ?? 0;
        const sum = payments.reduce((all, { amount }) => all + amount, 0);
        expect(inCash % unit).toBe(0);
        expect(Math.abs(sum - owed)).toBeLessThan(unit);
        expect(sum).toBeLessThanOrEqual(limit.most);
        expect(payOutDue(owed, payments, limit)).toBe(sum);
      }),
    );
  });

  it('never gives back more by a method than is left, and gives back the whole without rounding', () => {
    const amount = fc.integer({ min: 1, max: 100_000 });
    const method = fc.constantFrom(...paymentMethods);
    const lefts = fc.uniqueArray(fc.record({ method, amount }), { selector: (one) => one.method, maxLength: 4 });
    fc.assert(
      fc.property(amount, method, lefts, (total, chosen, left) => {
        const payments = payOut(total, chosen, left, plain);
        expect(checkPayOut(payments, left).ok).toBe(true);
        expect(payments.reduce((sum, one) => sum + one.amount, 0)).toBe(total);
        expect(payments.every((one) => one.amount > 0)).toBe(true);
      }),
    );
  });
});
