import type { ReportTemplate } from '@atoll/domain/contract/outlet/report';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { fakeServer } from '../../../sync/testing/fake-server.ts';
import { openTill } from '../../../sync/testing/till.ts';
import { Alert } from '../../../ui/display/alert.tsx';
import { clear, showAt } from '../../../ui/hook/testing.tsx';
import { ScheduleReport } from './schedule-report.tsx';

beforeEach(openTill);
afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});

const schedule = {
  frequency: 'Daily',
  time: '07:00',
  weekday: 0,
  day: 1,
  userIds: [1],
  format: 'PDF',
  dueAt: '2026-03-03T02:00:00.000Z',
  sentAt: null,
  problem: 'Choose who receives it',
} as const;

it('shows why a report was not sent, and why a schedule was not saved, in the box of all alerts', async () => {
  const server = fakeServer();
  server.handler = ({ path }) => {
    if (path === '/app/templates/recipients') return { body: [{ id: 1, name: 'Aisha' }] };
    return path.endsWith('/schedule')
      ? { status: 422, body: { message: 'Choose a time', reason: 'invalid' } }
      : undefined;
  };
  vi.stubGlobal('fetch', server.fetch);
  const template = { id: 3, name: 'Sales', schedule } as unknown as ReportTemplate;
  await showAt(
    '/reports/templates',
    <>
      <Alert>An alert</Alert>
      <ScheduleReport template={template} onClose={() => undefined} />
    </>,
  );
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText('Choose a time')).toBeVisible();
  const boxOf = (text: string) => getComputedStyle(page.getByText(text).element()).backgroundColor;
  expect([boxOf('Choose a time'), boxOf('Choose who receives it')]).toEqual([boxOf('An alert'), boxOf('An alert')]);
});
