import { expect, it } from 'vitest';
import { deliveryStatuses } from '../bill/bill-delivery.ts';
import { reportCsv } from '../grid/report-csv.ts';
import { gstModes, slotTypeNames } from '../outlet/outlet.ts';
import { paymentMethods } from '../payment/methods.ts';
import { movementTypes } from '../stock/movement.ts';
import { plotOf } from './plot/plot-of.ts';
import { keyWords, wordText } from './report-word.ts';
import { allReports, findReport, reportWords } from './reports.ts';

const same = (word: string): string => word;
const keyed = { isKey: true } as const;

it('[R2.23] reads every key of the program in reports as words of the screens', () => {
  const read = (key: string) => wordText(keyed, key, same);
  expect(['HouseAccount', 'BankTransfer', 'MobileWallet', 'PayIn', 'PayOut', 'Drop', 'Exclusive'].map(read)).toEqual([
    'House account',
    'Bank transfer',
    'Mobile wallet',
    'Cash in',
    'Cash out',
    'Safe drop',
    'Tax is added',
  ]);
  expect(['OutForDelivery', 'StaffMeal', 'PaymentCorrected', 'Cash USD', 'Table 5', ''].map(read)).toEqual([
    'On the way',
    'Staff meal',
    'Payment corrected',
    'Cash USD',
    'Table 5',
    '',
  ]);
  for (const key of [...paymentMethods, ...slotTypeNames, ...gstModes, ...deliveryStatuses, ...movementTypes])
    expect(read(key)).toMatch(/^[A-Z][a-z]+( [a-z]+)*$/);
});

it('[R2.23] translates the words of keys in reports, and leaves the names beside them', () => {
  const word = (text: string) => `«${text}»`;
  expect(['HouseAccount', 'Cash USD', 'Table T 5'].map((text) => wordText(keyed, text, word))).toEqual([
    '«House account»',
    '«Cash» USD',
    '«Table» T 5',
  ]);
  expect(keyWords.filter((text) => !reportWords.includes(text))).toEqual([]);
});

it('[R2.23] marks each column of a report that has keys of the program', () => {
  const names = new Set(['method', 'to', 'type', 'mode', 'status', 'action', 'slot']);
  const unread = allReports.flatMap(({ key, columns }) =>
    columns
      .filter((column) => names.has(column.key) && column.kind === 'text' && !column.isKey)
      .map((column) => `${key} ${column.key}`),
  );
  expect(unread).toEqual([]);
});

it('[R2.23] writes words instead of keys on the chart and in the CSV file of a report', () => {
  const report = findReport('payments');
  const rows = [
    { method: 'Cash', payments: 1, amount: 500 },
    { method: 'HouseAccount', payments: 1, amount: 100 },
  ];
  const source = { rows, range: { from: '2026-03-01', to: '2026-03-01' }, compared: null };
  const plot = report && plotOf(report, source, { word: same, day: same });
  expect(plot).toMatchObject({ points: [{ label: 'Cash' }, { label: 'House account' }] });
  expect(report && reportCsv(report.columns, rows, { label: same, instant: same })).toContain('\nHouse account,1,1');
});
