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
