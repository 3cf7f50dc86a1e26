import { allReports } from '@atoll/domain/report/reports';
import { expect, it } from 'vitest';
import { billSearchOf } from '../../bill/bill-search.ts';
import { billsOfRow } from './drill.ts';

const range = { from: '2026-03-01', to: '2026-03-07' };
const config = { reportKey: '', range: 'Custom', compareTo: 'None', filters: {} } as const;
const searchOf = (key: string, row: Record<string, string | number>, filters = {}) =>
  billsOfRow(key, row, { range, config: { ...config, filters } });

it('[R2.23] leads from a row to the paid bills behind it, within the range and the filters of the report', () => {
  const paid = { status: 'Complete', fromDay: '2026-03-01', toDay: '2026-03-07' };
  expect(searchOf('sales-by-type', { type: 'Delivery' })).toEqual({ ...paid, type: 'Delivery' });
  expect(searchOf('slots', { slot: 'Table 12' })).toEqual({ ...paid, type: 'Table', slot: '12' });
  expect(searchOf('sales', { date: '2026-03-02' }, { type: 'Table' })).toEqual({
    status: 'Complete',
    fromDay: '2026-03-02',
    toDay: '2026-03-02',
    type: 'Table',
  });
  expect(searchOf('payments', { method: 'Card' })).toEqual({ ...paid, method: 'Card' });
  expect(searchOf('sales-by-server', { person: 'Aisha', userId: 7 })).toEqual({ ...paid, userId: '7' });
  expect(searchOf('shifts', { number: '3', shiftId: 9 })).toEqual({ status: 'Complete', shiftId: '9' });
  expect(searchOf('tax-invoices', { invoice: 'AC-2026-000017' })).toEqual({ search: 'AC-2026-000017' });
  expect(searchOf('stock-value', { item: 'Beef' })).toBeNull();
});

it('[R2.23] ignores parts of the address that the report does not contain', () => {
  const known = allReports.filter(({ key }) => searchOf(key, { slot: 'Table 1' }) !== null);
  expect(known.length).toBeGreaterThan(12);
  for (const { key } of known) {
    const search = searchOf(key, { date: '2026-03-02', slot: 'Table 1', type: 'Table', method: 'Cash', bill: '7' });
    expect([key, billSearchOf({ ...search, other: 'x' })]).toEqual([key, search]);
  }
  expect(billSearchOf({ p: 2 })).toBeNull();
});
