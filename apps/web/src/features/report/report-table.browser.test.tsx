import type { ReportResult } from '@atoll/domain/contract/outlet/report';
import type { ReportDefinition } from '@atoll/domain/report/report';
import { allReports } from '@atoll/domain/report/reports';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { openTill } from '../../sync/testing/till.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { ReportTable } from './report-table.tsx';

beforeEach(openTill);
afterEach(clear);

const report = allReports.find(({ key }) => key === 'sales-by-item') as ReportDefinition;
const result: ReportResult = {
  id: 1,
  config: { reportKey: 'sales-by-item', range: 'Today', compareTo: 'None', filters: {} },
  range: { from: '2026-03-02', to: '2026-03-02' },
  rows: [{ item: 'Grilled reef fish with lime', size: '', qty: 0.35, unit: 'kg', amount: 9_876_500, share: 100 }],
  totals: { qty: 0.35, amount: 9_876_500 },
  compared: null,
  isCut: false,
  at: '2026-03-02T10:00:00.000Z',
};
const note = () => page.getByText('More columns: scroll sideways');

it('[R35.58] says that the table of a report scrolls sideways exactly when it does', async () => {
  await showAt(
    '/reports/view/1',
    <div data-testid="place" style={{ inlineSize: 900 }}>
      <ReportTable report={report} result={result} timezone="Indian/Maldives" />
    </div>,
  );
  await expect.element(page.getByRole('table', { name: 'Sales by item' })).toBeVisible();
  expect(note().query()).toBeNull();
  const place = page.getByTestId('place').element() as HTMLElement;
  place.style.inlineSize = '320px';
  await expect.element(note()).toBeVisible();
  place.style.inlineSize = '900px';
  await vi.waitFor(() => expect(note().query()).toBeNull());
});

it('[R35.40] shows the unit of an item by weight beside its quantity', async () => {
  await showAt('/reports/view/1', <ReportTable report={report} result={result} timezone="Indian/Maldives" />);
  await expect.element(page.getByRole('columnheader', { name: 'Unit' })).toBeVisible();
  await expect.element(page.getByRole('row', { name: /reef fish .*0\.35 kg/ })).toBeVisible();
});

it('[R35.40] shows no sum and no change of quantities of different units', async () => {
  const mixed: ReportResult = {
    ...result,
    rows: [...result.rows, { item: 'Burger', size: '', qty: 2, unit: '', amount: 10_000, share: 0.1 }],
    totals: { amount: 9_886_500 },
    compared: { range: result.range, rows: [], totals: { amount: 9_886_500 } },
  };
  await showAt('/reports/view/1', <ReportTable report={report} result={mixed} timezone="Indian/Maldives" />);
  const sums = () =>
    [...document.querySelectorAll('tfoot tr')].map((row) => row.querySelectorAll('td')[2]?.textContent);
  await vi.waitFor(() => expect(sums()).toEqual(['', '', '']));
  expect(document.querySelector('tfoot')?.textContent).toContain('98,865.00');
});

it('[R2.23] reads payment methods in the table of a report as on the other screens', async () => {
  const payments = allReports.find(({ key }) => key === 'payments') as ReportDefinition;
  const row = { payments: 1, amount: 100, share: 50 };
  const rows = [
    { ...row, method: 'HouseAccount' },
    { ...row, method: 'BankTransfer' },
  ];
  const paid: ReportResult = { ...result, config: { ...result.config, reportKey: 'payments' }, rows, totals: {} };
  await showAt('/reports/view/1', <ReportTable report={payments} result={paid} timezone="Indian/Maldives" />);
  await expect.element(page.getByRole('cell', { name: 'House account' })).toBeVisible();
  await page.getByRole('button', { name: 'Method' }).click();
  const names = () => [...document.querySelectorAll('tbody tr')].map((one) => one.querySelector('td')?.textContent);
  await expect.poll(names).toEqual(['Bank transfer', 'House account']);
});
