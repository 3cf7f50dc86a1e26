import type { ReportResult } from '@atoll/domain/contract/outlet/report';
import { findReport } from '@atoll/domain/report/reports';
import { beforeAll, expect, it } from 'vitest';
import { fetchMoreWords, startLocale } from '../../locale/locale.ts';
import { reportSlip } from './report-slip.ts';

const result = (more: Partial<ReportResult>): ReportResult => ({
  id: 1,
  config: { reportKey: 'payments-by-day', range: 'Today', compareTo: 'None', filters: {} },
  range: { from: '2026-03-01', to: '2026-03-07' },
  rows: [],
  totals: {},
  compared: null,
  isCut: false,
  at: '2026-03-07T12:00:00.000Z',
  ...more,
});

beforeAll(async () => {
  await startLocale();
  await fetchMoreWords();
});

it('[R2.23] prints a report on a slip: each row with its names and figure, then the sums, then the days', () => {
  const report = findReport('payments-by-day');
  const rows = [
    { date: '2026-03-01', method: 'Cash', payments: 2, amount: 125_050 },
    { date: '2026-03-01', method: 'Card', payments: 1, amount: 9900 },
  ];
  const slip =
    report && reportSlip(report, result({ rows, totals: { payments: 3, amount: 134_950 } }), 'Indian/Maldives');
  expect(slip).toMatchObject({ title: 'Payments by day', note: '2026-03-01 – 2026-03-07' });
  expect(slip?.rows?.map(({ label, value }) => `${label} ${value}`)).toEqual([
    expect.stringMatching(/2026 · Cash 1,250\.50$/),
    expect.stringMatching(/2026 · Card 99\.00$/),
    'Total Payments 3',
    'Total Amount 1,349.50',
  ]);
});

it('[R2.23] omits rows beyond the length of a slip, and says so', () => {
  const report = findReport('stock-value');
  const rows = Array.from({ length: 400 }, (_, n) => ({ item: `Item ${n}`, onHand: n, worth: 1 }));
  const slip = report && reportSlip(report, result({ rows, totals: { worth: 400 } }), 'Indian/Maldives');
  expect(slip?.rows).toHaveLength(151);
  expect(slip?.note).toContain('150');
});

it('[R2.23] prints the words of payment methods on the slip of a report, and not their keys', () => {
  const report = findReport('payments');
  const rows = [{ method: 'HouseAccount', payments: 1, amount: 100, share: 100 }];
  const slip = report && reportSlip(report, result({ rows, totals: {} }), 'Indian/Maldives');
  expect(slip?.rows?.[0]).toEqual({ label: 'House account', value: '1.00' });
});
