import { allReports } from '@atoll/domain/report/reports';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { fakeServer } from '../../sync/testing/fake-server.ts';
import { openTill } from '../../sync/testing/till.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { ViewReport } from './view-report.tsx';

beforeEach(openTill);
afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});

it.each([
  ['payments', 400, 'malformed'],
  ['999', 404, 'notFound'],
])('[R35.73] shows that no report has the wrong key %s', async (key, status, reason) => {
  const server = fakeServer();
  server.handler = ({ path }) => {
    if (path === '/app/reports/list') return { body: [] };
    return path.startsWith('/app/report/run/') ? { status, body: { message: 'No', reason, code: status } } : undefined;
  };
  vi.stubGlobal('fetch', server.fetch);
  await showAt(`/reports/view/${key}`, <ViewReport />);
  await expect.element(page.getByRole('heading', { name: 'Report not found' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'All reports' })).toBeVisible();
});

it('[R35.65] [R35.79] offers Yesterday, Last 7 days and Last 30 days, and shows the plot above the table', async () => {
  const run = {
    id: 5,
    config: { reportKey: 'payments', range: 'Today', compareTo: 'None', filters: {} },
    range: { from: '2026-03-04', to: '2026-03-04' },
    rows: [
      { method: 'Cash', payments: 2, amount: 4000, share: 80 },
      { method: 'Card', payments: 1, amount: 1000, share: 20 },
    ],
    totals: { payments: 3, amount: 5000 },
    compared: null,
    isCut: false,
    at: '2026-03-04T08:00:00.000Z',
  };
  const server = fakeServer();
  const asked: unknown[] = [];
  server.handler = ({ path, body }) => {
    if (path === '/app/reports/list') return { body: allReports };
    if (path === '/app/report/run') asked.push(body['range']);
    return path.startsWith('/app/report/run') ? { body: run } : undefined;
  };
  vi.stubGlobal('fetch', server.fetch);
  await showAt('/reports/view/5', <ViewReport />, '/reports/view/$id');
  const plot = page.getByRole('slider', { name: 'Payments by method as a chart' });
  await expect.element(plot).toBeVisible();
  const table = page.getByRole('table', { name: 'Payments by method', exact: true });
  expect(plot.element().compareDocumentPosition(table.element())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  for (const range of ['Yesterday', 'Last 7 days', 'Last 30 days']) {
    await page.getByLabelText('Range').selectOptions(range);
    await vi.waitFor(() => expect(asked.at(-1)).toBe(range));
  }
});
