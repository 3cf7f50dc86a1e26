import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inState } from '../bill/states.ts';
import { billOf, line } from '../bill/testing/bills.ts';
import { reversalOf } from '../payment/exchange.ts';
import type { Payment } from '../payment/payment.ts';
import { cashSum } from './cash-sum.ts';
import { emptyTotals, shiftTotals } from './shift.ts';

fc.configureGlobal({ seed: 2026 });

const stamp = { receivedBy: 1, shiftId: 1, at: '2026-03-04T10:00:00.000Z' };
const payment = (method: 'Cash' | 'Card', amount: number): Payment => ({
  key: `${method}${amount}`,
  method,
  amount,
  tendered: amount,
  change: 0,
  reference: '',
  status: 'Captured',
  ...stamp,
});
const sale = (...payments: Payment[]) => inState(billOf([line('a')], { payments }), 'Complete');
const refund = (...payments: Payment[]) =>
  inState(billOf([line('a', { qty: -1 })], { payments, refundOfId: 1 }), 'Complete');

it('[R2.11] shows cash sales and cash refunds apart, and other cash out apart from drops and tips', () => {
  const events = [
    { kind: 'In', type: 'PayIn', amount: 1000 },
    { kind: 'Out', type: 'PayOut', amount: 300 },
    { kind: 'Out', type: 'Drop', amount: 2000 },
    { kind: 'Out', type: 'TipOut', amount: 500 },
  ] as const;
  const bills = [sale(payment('Cash', 5940)), sale(payment('Card', 700)), refund(payment('Cash', -940))];
  expect(cashSum(shiftTotals(bills, events, 10_000), 10_000, events)).toEqual([
    { part: 'opening', amount: 10_000 },
    { part: 'sales', amount: 5940 },
    { part: 'refunds', amount: -940 },
    { part: 'cashIn', amount: 1000 },
    { part: 'cashOut', amount: -300 },
    { part: 'drop', amount: -2000 },
    { part: 'tipOut', amount: -500 },
  ]);
});

it('[R2.11] leaves out lines of 0, but not opening balance and cash sales', () => {
  expect(cashSum(emptyTotals(0), 0).map(({ part }) => part)).toEqual(['opening', 'sales']);
});

it('[R2.11] shows the sales after refunds of a Z whose refunds of cash were not counted apart', () => {
  const { cashRefunds, ...older } = shiftTotals([sale(payment('Cash', 5940)), refund(payment('Cash', -940))], [], 0);
  expect(cashRefunds).toBe(940);
  expect(cashSum(older, 0)).toEqual([
    { part: 'opening', amount: 0 },
    { part: 'sales', amount: 5000 },
  ]);
});

it('[R2.11] adds up to the expected cash, whatever was sold, refunded, corrected, put in and taken out', () => {
  const laari = fc.integer({ min: 1, max: 1_000_000 });
  const method = fc.constantFrom('Cash' as const, 'Card' as const);
  const event = fc.record({
    kind: fc.constantFrom('In' as const, 'Out' as const),
    type: fc.constantFrom('PayIn', 'PayOut', ''),
    amount: laari,
  });
  const out = fc.record({ kind: fc.constant('Out' as const), type: fc.constantFrom('Drop', 'TipOut'), amount: laari });
  const paid = fc.array(fc.tuple(method, laari), { maxLength: 6 });
  fc.assert(
    fc.property(paid, paid, paid, fc.array(fc.oneof(event, out)), laari, (sold, given, moved, events, opening) => {
      const bills = [
        ...sold.map(([how, amount]) => sale(payment(how, amount))),
        ...given.map(([how, amount]) => refund(payment(how, -amount))),
      ];
      const exchanges = moved.map(([how, amount]) => {
        const captured = payment(how === 'Cash' ? 'Card' : 'Cash', amount);
        return { reversed: reversalOf(payment(how, amount), 'r', stamp), captured };
      });
      const totals = shiftTotals(bills, events, opening, exchanges);
      const sum = cashSum(totals, opening, events).reduce((all, { amount }) => all + amount, 0);
      expect(sum).toBe(totals.expectedCash);
    }),
  );
});
