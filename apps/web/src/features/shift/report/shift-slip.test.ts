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
