import { expect, it } from 'vitest';
import { unpaidMinutes } from './unpaid-bills.ts';

it('[R35.84] counts the minutes since an unpaid bill was printed, and 0 when the clock of its till ran ahead', () => {
  const now = Date.parse('2026-03-10T09:00:00.000Z');
  const printed = { status: 'BillPrinted' } as const;
  expect(unpaidMinutes({ ...printed, lastSavedAt: '2026-03-10T08:30:00.000Z' }, now)).toBe(30);
  expect(unpaidMinutes({ ...printed, lastSavedAt: '2026-03-13T09:00:00.000Z' }, now)).toBe(0);
});
