import { formatAmount } from '@atoll/domain/money/money';
import { expect, it } from 'vitest';
import type { GridColumn } from './grid.ts';
import { csvOf } from './grid-export.ts';

interface Row {
  readonly name: string;
  readonly difference: number;
}
const columns: readonly GridColumn<Row>[] = [
  { key: 'name', label: 'Name', cell: (row) => row.name },
  { key: 'difference', label: 'Difference', align: 'end', cell: (row) => formatAmount(row.difference) },
];

it('writes amounts as plain numbers, which a spreadsheet adds up', () => {
  const csv = csvOf(columns, [
    { name: 'First, of two', difference: -123_450 },
    { name: '−1', difference: 5 },
  ]);
  expect(csv.split('\r\n').slice(1)).toEqual(['"First, of two",-1234.50', '−1,0.05', '']);
});
