import { findUnprintable } from '@atoll/domain/contract/bill/print';
import type { Shift, ShiftTotals } from '@atoll/domain/contract/bill/shift';
import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { shiftSlip } from './shift-slip.ts';

const none = { count: 0, amount: 0 };
const totals = {
  bills: 0,
  covers: 0,
  gross: 0,
  discount: 0,
  serviceCharge: 0,
  gst: 0,
  rounding: 0,
  tip: 0,
  total: 0,
  voids: none,
  comps: none,
  refunds: none,
  byMethod: [],
  byType: [],
  gstByRate: [],
  cashIn: 0,
  cashOut: 0,
  expectedCash: 0,
  firstInvoice: null,
  lastInvoice: null,
} as unknown as ShiftTotals;
const signedHead = `1:57:${'0a'.repeat(32)}:${'Zx'.repeat(43)}`;
const shift = {
  number: 3,
  createdAt: '2026-03-10T07:00:00.000Z',
  closedAt: null,
  openingBalance: 0,
  cash: [],
  signedHead,
} as unknown as Shift;
/** Names each word by its key in the catalogue. */
const t = ((key: string) => key) as unknown as TFunction;
const title = 'zReport.signedHead';
const slipOf = (of: Shift) =>
  shiftSlip({ shift: of, totals, timezone: 'Indian/Maldives', isBlind: true }, 'Z report 3', t);

it('[R36.23] prints the signed end of the history on a Z in parts that give it back, and nothing on an older one', () => {
  const rows = slipOf(shift).rows ?? [];
  const start = rows.findIndex(({ label }) => label === title);
  expect(rows[start]?.isHeading).toBe(true);
  const parts = rows.slice(start + 1).map(({ value }) => value);
  expect(parts.every((part) => part.length <= 24)).toBe(true);
  expect(parts.join('')).toBe(signedHead);
  const { signedHead: _head, ...older } = shift;
  expect(slipOf(older as Shift).rows?.some(({ label }) => label === title)).toBe(false);
});

it('[R35.44] prints the cash of a shift as an addition up to the expected cash, then each currency, count and difference', () => {
  const event = { at: '2026-03-10T08:00:00.000Z', reason: 'Ice', byName: 'Aisha', key: 'c', payee: '' };
  const cash = [
    { ...event, kind: 'In', type: 'PayIn', amount: 1000 },
    { ...event, kind: 'Out', type: 'Drop', amount: 2000 },
  ];
  const counted = [
    { method: 'Cash', amount: 7290 },
    { method: 'Cash USD', amount: 6168, units: 400 },
  ];
  const closing = { counted, expected: [], difference: -1542, differenceReason: '', carried: 0 };
  const sums = {
    ...totals,
    byMethod: [{ method: 'Cash', count: 3, amount: 11_000 }],
    byCurrency: [{ currency: 'USD', units: 500, amount: 7710 }],
    cashRefunds: 940,
    cashIn: 1000,
    cashOut: 2000,
    expectedCash: 15_000,
  } as ShiftTotals;
  const subject = {
    shift: { ...shift, openingBalance: 5000, cash, closing } as unknown as Shift,
    totals: sums,
    timezone: 'Indian/Maldives',
  };
  const blockOf = (isBlind: boolean) => {
    const rows = shiftSlip({ ...subject, isBlind }, 'Z report 3', t).rows ?? [];
    return rows
      .slice(rows.findIndex(({ label }) => label === 'shift.cash') + 1)
      .map(({ label, value }) => `${label} ${value}`);
  };
  expect(blockOf(false).slice(0, 13)).toEqual([
    'shift.openingBalance 50.00',
    'shift.cashSales 119.40',
    'zReport.cashRefunds −9.40',
    'shift.cashIn 10.00',
    'floor.drop −20.00',
    'shift.expected 150.00',
    'zReport.ownCash 72.90',
    'zReport.foreignCash 77.10',
    'shift.counted · Cash 72.90',
    'shift.counted · Cash USD 4.00 61.68',
    'shift.difference · MVR 0.00',
    'shift.difference · USD −1.00 −15.42',
    'shift.difference −15.42',
  ]);
  expect(blockOf(true).slice(0, 5)).toEqual([
    'shift.openingBalance 50.00',
    'shift.cashIn 10.00',
    'floor.drop −20.00',
    'shift.counted · Cash 72.90',
    'shift.counted · Cash USD 4.00 61.68',
  ]);
});

it('[R35.91] prints a long reason of a cash movement that the cut would leave with half a character', () => {
  const event = { at: shift.createdAt, type: 'PayOut', kind: 'Out', amount: 500, byName: 'Aisha' };
  for (let length = 40; length < 62; length += 1) {
    const reason = `${'x'.repeat(length)}🥜 for the kitchen`;
    const slip = slipOf({ ...shift, cash: [{ ...event, reason }] } as unknown as Shift);
    expect([length, findUnprintable({ slip })]).toEqual([length, null]);
  }
});
