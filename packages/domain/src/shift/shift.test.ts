import { describe, expect, it } from 'vitest';
import type { Bill } from '../bill/bill.ts';
import { inState } from '../bill/states.ts';
import { billOf, chance, line, shuffled } from '../bill/testing/bills.ts';
import type { ShiftTotals as WireTotals } from '../contract/bill/shift.ts';
import { reversalOf } from '../payment/exchange.ts';
import type { PaymentMethod } from '../payment/methods.ts';
import type { Payment } from '../payment/payment.ts';
import {
  addBill,
  addCash,
  correctedCash,
  countDifference,
  emptyTotals,
  expectedByMethod,
  shiftCommands,
  shiftStatuses,
  shiftTotals,
  shiftTransitions,
  transitShift,
} from './shift.ts';

const payment = (method: PaymentMethod, amount: number, status: Payment['status'] = 'Captured'): Payment => ({
  key: `${method}${amount}${status}`,
  method,
  amount,
  tendered: amount,
  change: 0,
  reference: '',
  status,
  receivedBy: 1,
  shiftId: 1,
  at: null,
});
const paid = (invoice: number, payments: Payment[], more: Partial<Bill> = {}): Bill =>
  inState(
    billOf([line('a'), line('b')], {
      payments,
      covers: 2,
      invoiceNumber: `AC2026-${String(invoice).padStart(6, '0')}`,
      ...more,
    }),
    'Complete',
  );

const bills = [
  paid(2, [payment('Cash', 11_880)]),
  paid(1, [payment('Card', 10_000), payment('Cash', 1880)]),
  paid(10, [payment('Card', 10_800), payment('Card', 1, 'Voided')], { type: 'Takeaway', serviceChargePct: 0, tip: 0 }),
  inState(
    billOf([line('x'), line('y', { isComp: true }), line('z', { isVoid: true })], {
      payments: [payment('Cash', 5940)],
    }),
    'Complete',
  ),
  inState(billOf([line('v')]), 'Void'),
  billOf([line('open')]),
];
const cash = [
  { kind: 'In', amount: 5000 },
  { kind: 'Out', amount: 1500 },
] as const;

describe('shift totals', () => {
  const totals: WireTotals = shiftTotals(bills, cash, 100_000);

  it('sums up complete bills only', () => {
    expect(totals).toMatchObject({ bills: 4, covers: 6, gross: 35_000, serviceCharge: 2500, gst: 3000, total: 40_500 });
    expect(totals.voids).toEqual({ count: 2, amount: 10_000 });
    expect(totals.comps).toEqual({ count: 1, amount: 5000 });
  });

  it('groups by payment method, slot type and GST rate', () => {
    expect(totals.byMethod).toEqual([
      { method: 'Card', count: 2, amount: 20_800 },
      { method: 'Cash', count: 3, amount: 19_700 },
    ]);
    expect(totals.byType).toEqual([
      { type: 'Table', bills: 3, total: 29_700 },
      { type: 'Takeaway', bills: 1, total: 10_800 },
    ]);
    expect(totals.gstByRate).toEqual([{ gstMode: 'Exclusive', gstPct: 8, base: 37_500, gst: 3000 }]);
  });

  it('expects opening + cash taken + cash in − cash out', () => {
    expect(totals).toMatchObject({ cashIn: 5000, cashOut: 1500, expectedCash: 100_000 + 19_700 + 5000 - 1500 });
    expect(expectedByMethod(totals)).toEqual([
      { method: 'Cash', amount: 123_200 },
      { method: 'Card', amount: 20_800 },
    ]);
  });

  it('contains the first and the last invoice number', () => {
    expect([totals.firstInvoice, totals.lastInvoice]).toEqual(['AC2026-000001', 'AC2026-000010']);
    const many = shiftTotals([paid(1_000_000, []), paid(999_999, [])], [], 0);
    expect([many.firstInvoice, many.lastInvoice]).toEqual(['AC2026-999999', 'AC2026-1000000']);
  });

  it('gives the same totals bill by bill and in any order', () => {
    const { below } = chance(6);
    for (let run = 0; run < 20; run += 1) {
      const one = shuffled(bills, below).reduce(addBill, cash.reduce(addCash, emptyTotals(100_000)));
      expect(one).toEqual(totals);
    }
  });

  it('subtracts a refund', () => {
    const refund = paid(3, [payment('Cash', -5940)], { items: [line('a', { qty: -1 })], covers: 0 });
    const after = addBill(totals, inState(billOf(refund.items, { payments: refund.payments }), 'Complete'));
    expect([after.total, after.gst, after.expectedCash]).toEqual([
      totals.total - 5940,
      totals.gst - 440,
      totals.expectedCash - 5940,
    ]);
  });
});

describe('corrections of payments', () => {
  const stamp = { receivedBy: 1, shiftId: 1, at: '2026-03-04T10:00:00.000Z' };
  const pair = (from: Payment, to: Payment) => ({ reversed: reversalOf(from, 'r', stamp), captured: to });
  const cashToCard = pair(payment('Cash', 11_880), payment('Card', 11_880));

  it('[R35.36] moves an amount from one method to another, with the expected cash, and leaves sales as they are', () => {
    const before = shiftTotals(bills, cash, 100_000);
    const totals = shiftTotals(bills, cash, 100_000, [cashToCard]);
    expect(totals.byMethod).toEqual([
      { method: 'Card', count: 3, amount: 32_680 },
      { method: 'Cash', count: 2, amount: 7820 },
    ]);
    expect(totals.corrections).toEqual([{ from: 'Cash', to: 'Card', count: 1, amount: 11_880 }]);
    expect(totals.expectedCash).toBe(before.expectedCash - 11_880);
    expect([totals.total, totals.bills, totals.gst]).toEqual([before.total, before.bills, before.gst]);
    expect(correctedCash(totals)).toBe(-11_880);
    expect(correctedCash(before)).toBe(0);
  });

  it('[R35.36] takes foreign cash out of the drawer again, and leaves out a method without payments', () => {
    const dollars: Payment = {
      ...payment('Cash', 11_880),
      tendered: 15_420,
      change: 3540,
      currency: { code: 'USD', units: 1000, rate: 1542 },
    };
    const bill = paid(3, [dollars]);
    const totals = shiftTotals([bill], [], 0, [pair(dollars, payment('Card', 11_880))]);
    expect(totals).toMatchObject({ byCurrency: [], expectedCash: 0, corrections: [{ from: 'Cash USD', to: 'Card' }] });
    expect(totals.byMethod).toEqual([{ method: 'Card', count: 1, amount: 11_880 }]);
    expect(correctedCash(totals)).toBe(-11_880);
  });
});

describe('foreign cash at rates that were not set', () => {
  const taken = (invoice: number, unsetRate?: Payment['unsetRate']): Bill =>
    paid(invoice, [{ ...payment('Cash', 11_880), currency: { code: 'ZZZ', units: 100, rate: 11_880 }, unsetRate }]);

  it('[R36.10] lists it by invoice, whatever the order of bills, and leaves the other figures as they are', () => {
    const flagged = [taken(12, { serverRate: null }), taken(11, { serverRate: 1542 })];
    const row = { key: 'Cash11880Captured', currency: 'ZZZ', rate: 11_880, units: 100 };
    const { unsetRates, ...rest } = shiftTotals(flagged, [], 0);
    expect(unsetRates).toEqual([
      { ...row, invoice: 'AC2026-000011', serverRate: 1542 },
      { ...row, invoice: 'AC2026-000012', serverRate: null },
    ]);
    expect(shiftTotals(flagged.toReversed(), [], 0).unsetRates).toEqual(unsetRates);
    expect(shiftTotals([taken(12), taken(11)], [], 0)).toEqual(rest);
  });
});

describe('counting', () => {
  const totals = shiftTotals(bills, cash, 100_000);

  it('computes the over/short difference', () => {
    expect(
      countDifference(
        [
          { method: 'Cash', amount: 123_200 },
          { method: 'Card', amount: 20_800 },
        ],
        totals,
      ),
    ).toBe(0);
    expect(countDifference([{ method: 'Cash', amount: 123_000 }], totals)).toBe(-200);
    expect(countDifference([], totals)).toBe(-123_200);
  });
});

describe('the life of a shift', () => {
  it('reaches every state, and every refusal has a message', () => {
    const reached = new Set(Object.values(shiftTransitions).flatMap((row) => Object.values(row)));
    expect([...reached].sort()).toEqual([...shiftStatuses].sort());
    for (const status of [null, ...shiftStatuses]) {
      for (const command of shiftCommands) {
        const to = transitShift(status, command);
        expect(to.ok || to.refusal.message.length > 5).toBe(true);
      }
    }
  });

  it('[R15.13] allows one open shift at a time and does not reopen a closed one', () => {
    const reason = (result: ReturnType<typeof transitShift>) => (result.ok ? result.value : result.refusal.reason);
    expect(reason(transitShift(null, 'open'))).toBe('Open');
    expect(reason(transitShift('Open', 'open'))).toBe('shiftOpen');
    expect(reason(transitShift('Closed', 'close'))).toBe('shiftClosed');
    expect(reason(transitShift(null, 'close'))).toBe('noShiftActive');
    expect(reason(transitShift('Counting', 'close'))).toBe('Closed');
  });
});
