import { expect, it } from 'vitest';
import { reportCsv } from './report-csv.ts';

it('writes amounts as plain numbers with two decimals, as the screen shows them', () => {
  const columns = [
    { key: 'day', label: 'Date', kind: 'date' },
    { key: 'bills', label: 'Bills', kind: 'count' },
    { key: 'total', label: 'Total', kind: 'money' },
  ] as const;
  const rows = [
    { day: '2026-11-20', bills: 1146, total: 3_175_800 },
    { day: '2026-11-21', bills: 1, total: -11_060 },
  ];
  const same = (text: string) => text;
  expect(reportCsv(columns, rows, { label: same, instant: same }).split('\r\n').slice(1)).toEqual([
    '20-Nov-2026,1146,31758.00',
    '21-Nov-2026,1,-110.60',
    '',
  ]);
});
