import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  checkExchange,
  exchangeDue,
  exchangedPayments,
  type PaymentExchange,
  reversalOf,
  withExchanges,
} from './exchange.ts';
import { type PaymentMethod, paymentMethods } from './methods.ts';
import type { Payment } from './payment.ts';

const stamp = { receivedBy: 1, shiftId: 2, at: '2026-03-04T10:00:00.000Z' };
const paid = (key: string, method: PaymentMethod, amount: number, more: Partial<Payment> = {}): Payment => ({
  key,
  method,
  amount,
  tendered: amount,
  change: 0,
  reference: '',
  status: 'Captured',
  ...stamp,
  ...more,
});
const exchange = (of: Payment, captured: Payment, minute = 0): PaymentExchange => ({
  ofKey: of.key,
  reversed: reversalOf(of, `-${of.key}`, stamp),
  captured,
  reason: 'Wrong button',
  at: `2026-03-04T10:${String(minute).padStart(2, '0')}:00.000Z`,
  byName: 'Manager',
});

it('[R35.36] takes back a payment with its change and foreign units', () => {
  const usd = { code: 'USD', units: 1000, rate: 1542 };
  const reversed = reversalOf(paid('a', 'Cash', 15_000, { tendered: 15_420, change: 420, currency: usd }), 'b', stamp);
  expect(reversed).toMatchObject({ key: 'b', amount: -15_000, tendered: -15_420, change: -420 });
  expect(reversed.currency).toEqual({ code: 'USD', units: -1000, rate: 1542 });
});

it('[R35.36] shows a bill with the last captured payment, and one without exchanges as it is', () => {
  const cash = paid('a', 'Cash', 500);
  const bill = { payments: [cash], payment: cash, roundingAmount: 0 };
  expect(withExchanges(bill, [])).toBe(bill);
  const shown = withExchanges(bill, [exchange(cash, paid('b', 'Card', 500))]);
  expect(shown.payments.map(({ key, status }) => [key, status])).toEqual([
    ['a', 'Voided'],
    ['b', 'Captured'],
  ]);
  expect(shown.payment?.key).toBe('b');
});

it('[R35.36] refuses the same method and currency, and any amount but the same', () => {
  const cash = paid('a', 'Cash', 500);
  const reasonOf = (method: PaymentMethod, amount: number) => {
    const checked = checkExchange(cash, { key: 'b', method, amount }, 500);
    return checked.ok ? checked.value.method : checked.refusal.reason;
  };
  expect([reasonOf('Cash', 500), reasonOf('Card', 499), reasonOf('Card', 501)]).toEqual([
    'invalid',
    'paymentShort',
    'overpaid',
  ]);
  expect(reasonOf('Card', 500)).toBe('Card');
  const dollars = {
    key: 'b',
    method: 'Cash',
    amount: 500,
    tendered: 1542,
    currency: { code: 'USD', units: 100, rate: 1542 },
  } as const;
  expect(checkExchange(cash, dollars, 500)).toMatchObject({ ok: true, value: { amount: 500, change: 1042 } });
});

it('[R35.36] keeps the sum of captured payments after any chain of exchanges, in whatever order they arrive', () => {
  const method = fc.constantFrom(...paymentMethods);
  const part = fc.tuple(method, fc.integer({ min: 1, max: 100_000 }));
  const steps = fc.array(fc.tuple(fc.nat(9), method), { maxLength: 12 });
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), steps, fc.nat(1000), (parts, chain, seed) => {
      const payments = parts.map(([by, amount], at) => paid(`p${at}`, by, amount));
      const exchanges: PaymentExchange[] = [];
      for (const [at, to] of chain) {
        const captured = exchangedPayments(payments, exchanges).filter(({ status }) => status === 'Captured');
        const of = captured[at % captured.length] as Payment;
        const input = { key: `e${exchanges.length}`, method: to, amount: of.amount };
        const checked = checkExchange(of, input, of.amount);
        if (checked.ok)
          exchanges.push(exchange(of, { ...checked.value, ...stamp, status: 'Captured' }, exchanges.length));
      }
      const shown = exchangedPayments(payments, exchanges);
      const sum = (of: readonly Payment[]) =>
        of.reduce((all, one) => all + (one.status === 'Captured' ? one.amount : 0), 0);
      expect(sum(shown)).toBe(sum(payments));
      expect(shown).toHaveLength(payments.length + exchanges.length);
      const shuffled = exchanges.toSorted(
        (a, b) => ((a.at.charCodeAt(15) * seed) % 7) - ((b.at.charCodeAt(15) * seed) % 7),
      );
      expect(exchangedPayments(payments, shuffled)).toEqual(shown);
    }),
  );
});

it('[R35.36] rounds the cash of a correction, shows it with the bill, and takes it back with the next one', () => {
  const usd = { code: 'USD', rate: 1542 };
  const to = fc.oneof(
    fc.record({ method: fc.constantFrom<PaymentMethod>('Cash', 'Card', 'BankTransfer') }),
    fc.record({ method: fc.constant<PaymentMethod>('Cash'), units: fc.integer({ min: 1, max: 500_000 }) }),
  );
  const unit = fc.constantFrom(1, 5, 25, 50, 100);
  const mode = fc.constantFrom('nearest', 'up', 'down');
  const amount = fc.integer({ min: 100, max: 100_000 });
  fc.assert(
    fc.property(amount, unit, mode, fc.array(to, { minLength: 1, maxLength: 6 }), (total, step, how, chain) => {
      const roundCash = `${step}:${how}`;
      const first = paid('first', 'Voucher', total);
      const bill = { payments: [first], payment: first, roundingAmount: 0, total };
      const exchanges: PaymentExchange[] = [];
      for (const [index, next] of chain.entries()) {
        const shown = withExchanges(bill, exchanges);
        const of = shown.payment as Payment;
        const currency = 'units' in next ? { ...usd, units: next.units } : undefined;
        const due = exchangeDue(of, { method: next.method, currency }, exchanges, roundCash);
        const tendered = currency && Math.round((currency.units * usd.rate) / 100);
        const input = { key: `e${index}`, method: next.method, amount: due, tendered, ...(currency && { currency }) };
        const checked = checkExchange(of, input, due);
        if (!checked.ok) continue;
        exchanges.push(exchange(of, { ...checked.value, ...stamp, status: 'Captured' }, index));
        const { payment, roundingAmount } = withExchanges(bill, exchanges);
        if (payment === null) throw new Error('A payment counts');
        expect(payment.amount).toBe(total + roundingAmount);
        const local = currency ? payment.change : payment.amount;
        if (next.method === 'Cash') expect(local % step).toBe(0);
        else expect(payment.amount).toBe(total);
      }
    }),
  );
});
