import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasCardNumber } from './card-number.ts';
import { checkTender, type TenderInput } from './check-tender.ts';
import { type PaymentMethod, paymentMethods } from './methods.ts';
import { quickCash } from './quick-cash.ts';
import { amountDue, cashRounding, paidAmount } from './tender.ts';

const cash = (amount: number, tendered?: number): TenderInput => ({
  key: `cash${amount}`,
  method: 'Cash',
  amount,
  tendered,
});
const card = (amount: number, reference = ''): TenderInput => ({
  key: `card${amount}`,
  method: 'Card',
  amount,
  reference,
});
const figures = (due: number, ...payments: TenderInput[]) => {
  const checked = checkTender(due, payments);
  return checked.ok ? checked.value.map((one) => [one.amount, one.tendered, one.change]) : checked.refusal.reason;
};

describe('checkTender', () => {
  it('accepts the exact amount due', () => {
    expect(figures(11_880, cash(11_880))).toEqual([[11_880, 11_880, 0]]);
    expect(figures(11_880, card(10_000), cash(1880))).toEqual([
      [10_000, 10_000, 0],
      [1880, 1880, 0],
    ]);
    expect(figures(0)).toEqual([]);
  });

  it('returns change for cash only', () => {
    expect(figures(11_880, cash(11_880, 20_000))).toEqual([[11_880, 20_000, 8120]]);
    expect(figures(11_880, cash(20_000))).toEqual([[11_880, 20_000, 8120]]);
    expect(figures(11_880, card(12_000))).toBe('overpaid');
    expect(figures(11_880, { ...card(11_880), tendered: 12_000 })).toBe('overpaid');
    expect(figures(11_880, cash(11_880), card(100))).toEqual([
      [11_780, 11_880, 100],
      [100, 100, 0],
    ]);
  });

  it('applies other methods before cash, and returns payments in the order sent', () => {
    expect(figures(10_000, cash(20_000), card(4000))).toEqual([
      [6000, 20_000, 14_000],
      [4000, 4000, 0],
    ]);
  });

  it('refuses payments that are too small and returns the missing amount', () => {
    const short = checkTender(11_880, [card(5000), cash(1000)]);
    expect(!short.ok && [short.refusal.reason, short.refusal.extra]).toEqual(['paymentShort', { due: 5880 }]);
    expect(figures(100)).toBe('paymentShort');
  });

  it('refuses less tendered than applied, a payment of zero, and a repeated key', () => {
    expect(figures(5000, cash(5000, 4000))).toBe('invalid');
    expect(figures(5000, cash(5000), cash(0))).toBe('overpaid');
    expect(figures(5000, card(-5000))).toBe('overpaid');
    expect(figures(5000, card(5000), card(5000))).toBe('keyReused');
  });

  it('refuses a card number as the reference', () => {
    expect(figures(5000, card(5000, 'Visa 4111 1111 1111 1111'))).toBe('cardNumber');
    expect(figures(5000, card(5000, 'Slip 0042'))).toEqual([[5000, 5000, 0]]);
  });

  it('pays out a refund exactly', () => {
    expect(figures(-5000, cash(5000))).toEqual([[-5000, -5000, 0]]);
    expect(figures(-5000, cash(6000))).toBe('overpaid');
    expect(figures(-5000, cash(4000))).toBe('paymentShort');
  });

  it('always applies exactly the amount due', () => {
    const payment = fc.record({
      method: fc.constantFrom('Cash' as const, 'Card' as const),
      amount: fc.integer({ min: 1, max: 9000 }),
    });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000 }), fc.array(payment, { maxLength: 4 }), (due, list) => {
        const checked = checkTender(
          due,
          list.map((one, index) => ({ key: String(index), ...one })),
        );
        if (!checked.ok) return;
        expect(checked.value.reduce((sum, one) => sum + one.amount, 0)).toBe(due);
        for (const one of checked.value) expect(one.tendered - one.change).toBe(one.amount);
      }),
      { numRuns: 1000, seed: 5 },
    );
  });
});

describe('cash rounding', () => {
  it('rounds to the nearest step, half away from zero, or up or down', () => {
    expect([11_882, 11_883, 11_885, -11_883].map((total) => cashRounding(total, '5:nearest'))).toEqual([-2, 2, 0, -2]);
    expect(cashRounding(11_825, '50:nearest')).toBe(25);
    expect(cashRounding(-11_825, '50:nearest')).toBe(-25);
    expect([cashRounding(11_881, '100:up'), cashRounding(11_881, '100:down')]).toEqual([19, -81]);
    for (const off of [undefined, '', '5', '0:nearest', '5:sideways']) expect(cashRounding(11_883, off)).toBe(0);
  });

  const paid = (...payments: readonly [PaymentMethod, number][]) =>
    payments.map(([method, amount]) => ({ method, amount }));

  it('rounds a total that is paid in cash, and none that is paid by card', () => {
    expect(amountDue(11_883, paid(['Cash', 11_885]), '5:nearest', 100)).toEqual({ roundingAmount: 2, due: 11_985 });
    expect(amountDue(11_883, paid(['Card', 11_883]), '5:nearest')).toEqual({ roundingAmount: 0, due: 11_883 });
    expect(amountDue(11_883, [], '5:nearest')).toEqual({ roundingAmount: 0, due: 11_883 });
  });

  it('rounds a tip with the total that is paid in cash, so that a multiple of the step is handed over', () => {
    expect(amountDue(11_883, paid(['Cash', 11_885]), '5:nearest', 101)).toEqual({ roundingAmount: 1, due: 11_985 });
    const settings = fc.constantFrom('5:nearest', '25:nearest', '50:up', '100:down');
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200_000 }), fc.nat(3000), settings, (total, tip, setting) => {
        const { roundingAmount, due } = amountDue(total, paid(['Cash', 1]), setting, tip);
        expect(due % Number(setting.split(':')[0])).toBe(0);
        expect(due).toBe(total + roundingAmount + tip);
      }),
    );
  });

  it('[R35.29] rounds the cash part of several payments when cash closes the bill', () => {
    const due = (...payments: readonly [PaymentMethod, number][]) => amountDue(11_883, paid(...payments), '5:nearest');
    expect(due(['Card', 5000], ['Cash', 6885])).toEqual({ roundingAmount: 2, due: 11_885 });
    expect(due(['Card', 5001], ['Cash', 1])).toEqual({ roundingAmount: -2, due: 11_881 });
    expect(due(['Cash', 2000], ['Card', 5000], ['Cash', 0])).toEqual({ roundingAmount: 2, due: 11_885 });
    expect(due(['Cash', 5000], ['Card', 6883])).toEqual({ roundingAmount: 0, due: 11_883 });
    expect(due(['Card', 11_883], ['Cash', 0])).toEqual({ roundingAmount: 0, due: 11_883 });
    expect(amountDue(11_883, paid(['Card', 5000], ['Cash', 0]), '5:nearest', 7).roundingAmount).toBe(0);
  });

  it('[R35.29] leaves a cash part that is a multiple of the step, and payments that add up to total, rounding and tip', () => {
    const method = fc.constantFrom(...paymentMethods);
    const parts = fc.array(fc.record({ method, amount: fc.integer({ min: 1, max: 20_000 }) }), { maxLength: 4 });
    const steps = fc.constantFrom('5:nearest', '50:up', '100:down', '25:nearest');
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200_000 }), fc.nat(3000), parts, steps, (total, tip, before, setting) => {
        const others = before.filter((one) => one.method !== 'Cash');
        const taken = others.reduce((sum, { amount }) => sum + amount, 0);
        fc.pre(others.length > 0 && taken < total + tip);
        const { roundingAmount, due } = amountDue(total, [...others, { method: 'Cash', amount: 1 }], setting, tip);
        const step = Number(setting.split(':')[0]);
        expect((due - taken) % step).toBe(0);
        expect(Math.abs(roundingAmount)).toBeLessThan(step);
        fc.pre(due > taken);
        const sent = [...others, { method: 'Cash' as const, amount: due - taken }];
        const checked = checkTender(
          due,
          sent.map((one, index) => ({ ...one, key: String(index) })),
        );
        expect(checked.ok).toBe(true);
        if (checked.ok)
          expect(checked.value.reduce((sum, { amount }) => sum + amount, 0)).toBe(total + roundingAmount + tip);
      }),
    );
  });

  it('leaves nothing due when the total rounds to zero, unless it is paid by another method', () => {
    expect(amountDue(2, [], '5:nearest')).toEqual({ roundingAmount: -2, due: 0 });
    expect(amountDue(2, paid(['Card', 2]), '5:nearest')).toEqual({ roundingAmount: 0, due: 2 });
    expect(amountDue(2, [], '5:nearest', 100)).toEqual({ roundingAmount: 0, due: 102 });
    expect(amountDue(2, [], undefined)).toEqual({ roundingAmount: 0, due: 2 });
    expect(amountDue(-2, [], '5:nearest')).toEqual({ roundingAmount: 0, due: -2 });
  });
});

it('counts only captured payments as paid', () => {
  expect(
    paidAmount([
      { amount: 100, status: 'Captured' },
      { amount: 50, status: 'Voided' },
      { amount: 25, status: 'Refunded' },
    ]),
  ).toBe(100);
});

it('offers the exact amount and the next round amounts', () => {
  expect(quickCash(11_880)).toEqual([11_880, 12_000, 15_000, 20_000, 50_000]);
  expect(quickCash(10_000)).toEqual([10_000, 50_000, 100_000]);
  expect(quickCash(0)).toEqual([]);
  expect(quickCash(11_880, 2)).toEqual([11_880, 12_000]);
  expect(quickCash(11_880, 5, [50_000, 10_000, 20_000])).toEqual([11_880, 20_000, 50_000]);
});

describe('hasCardNumber', () => {
  it.each([
    '4111111111111111',
    '4111 1111 1111 1111',
    '4111-1111-1111-1111',
    'card 378282246310005 amex',
    'slip 123 4111 1111 1111 1111',
    '4111 1111 1111 1111 12/27',
    '4222222222222',
    'x4111111111111111y',
  ])('finds a card number in %j', (text) => {
    expect(hasCardNumber(text)).toBe(true);
  });

  it.each([
    '',
    'Slip 0042',
    '4111111111111112',
    '411111111111',
    '7771234',
    '4111 1111 1111',
    '2026-03-10 12:00',
    '41111111111111111111',
  ])('finds no card number in %j', (text) => {
    expect(hasCardNumber(text)).toBe(false);
  });
});
