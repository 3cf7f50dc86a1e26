import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PaymentMethod, paymentMethods } from './methods.ts';
import { isChangeUnusual, type PlannedPayment, plannedTotal, planPayment, tenderState } from './plan.ts';
import { checkTender, quickCash } from './tender.ts';

describe('planning payments at the checkout', () => {
  it('returns change for cash above the amount due, and refuses more than is due by another method', () => {
    const cash = planPayment('a', 'Cash', 10_000, 5940, ' ');
    expect(cash).toEqual({ key: 'a', method: 'Cash', amount: 5940, tendered: 10_000, reference: '' });
    expect(planPayment('b', 'Card', 10_000, 5940, 'x')).toBe('over');
    expect(planPayment('c', 'Cash', 0, 5940, '')).toBe('nothing');
    expect(tenderState(5940, [cash as PlannedPayment])).toEqual({ paid: 5940, due: 0, change: 4060 });
  });

  it('[R35.29] asks for a rounded rest in cash after a card, and for the exact rest by card', () => {
    const bill = { total: 11_883, tip: 0, roundCash: '5:nearest' };
    const planned = (method: PaymentMethod, amount: number) => ({
      key: method,
      method,
      amount,
      tendered: amount,
      reference: '',
    });
    const card = planned('Card', 5000);
    expect(plannedTotal(bill, [], 'Cash')).toBe(11_885);
    expect(plannedTotal(bill, [card], 'Cash')).toBe(11_885);
    expect(plannedTotal(bill, [card], 'Card')).toBe(11_883);
    // What was taken decides, whichever method is chosen on the screen.
    for (const method of ['Cash', 'Card'] as const) {
      expect(plannedTotal(bill, [card, planned('Cash', 6885)], method)).toBe(11_885);
      expect(plannedTotal(bill, [planned('Cash', 5002), planned('Card', 6881)], method)).toBe(11_883);
    }
  });

  it('plans only payments that the server accepts, with the same amounts and change', () => {
    const part = fc.record({ method: fc.constantFrom(...paymentMethods), typed: fc.integer({ min: 0, max: 30_000 }) });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20_000 }), fc.array(part, { maxLength: 5 }), (total, typed) => {
        const planned: PlannedPayment[] = [];
        for (const [index, one] of typed.entries()) {
          const { due } = tenderState(total, planned);
          const next = planPayment(String(index), one.method, one.typed, due, '');
          if (due > 0 && typeof next !== 'string') planned.push(next);
        }
        const { due, change } = tenderState(total, planned);
        const checked = checkTender(total - due, planned);
        if (planned.length === 0) return;
        expect(checked.ok).toBe(true);
        if (checked.ok) expect(checked.value.reduce((sum, one) => sum + one.change, 0)).toBe(change);
      }),
    );
  });
});

describe('a change that is probably a typing mistake', () => {
  const cash = (amount: number, tendered: number, currency?: PlannedPayment['currency']): PlannedPayment => ({
    key: 'a',
    method: 'Cash',
    amount,
    tendered,
    reference: '',
    ...(currency ? { currency } : {}),
  });

  it('asks about more than the largest banknote back when ten times the amount was typed', () => {
    expect(isChangeUnusual(cash(1620, 9_999_999_900))).toBe(true);
    expect(isChangeUnusual(cash(15_000, 150_000))).toBe(true);
    expect(isChangeUnusual(cash(15_000, 149_999))).toBe(false);
    expect(isChangeUnusual(cash(1620, 100_000))).toBe(false);
    expect(isChangeUnusual(cash(500_000, 700_000))).toBe(false);
  });

  it('does not ask about a note of 100 of a foreign currency for a small bill', () => {
    const usd = (units: number) => ({ code: 'USD', units, rate: 1542 });
    expect(isChangeUnusual(cash(1620, 154_200, usd(10_000)))).toBe(false);
    expect(isChangeUnusual(cash(1620, 1_542_000, usd(100_000)))).toBe(true);
  });

  it('never asks about the exact amount, the next note or a quick cash amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000_000 }), (due) => {
        for (const sum of quickCash(due)) expect(isChangeUnusual(cash(due, sum))).toBe(false);
      }),
    );
  });
});
