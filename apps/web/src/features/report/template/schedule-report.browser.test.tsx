import type { ReportTemplate } from '@atoll/domain/contract/outlet/report';
import { type ReactNode, useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { fakeServer } from '../../../sync/testing/fake-server.ts';
import { openTill } from '../../../sync/testing/till.ts';
import { Alert } from '../../../ui/display/alert.tsx';
import { clear, showAt } from '../../../ui/hook/testing.tsx';
import { ToastHost } from '../../../ui/overlay/toast-host.tsx';
import { PublishDialog } from '../../website/publish-dialog.tsx';
import { SaveTemplate } from './save-template.tsx';
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

function Closing({ dialog }: { readonly dialog: (onClose: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <ToastHost />
      {isOpen && dialog(() => setOpen(false))}
    </>
  );
}

it('says in a message why a schedule, a saved report or a website was refused when its dialog was closed before', async () => {
  let gate = Promise.withResolvers<undefined>();
  const server = fakeServer();
  server.handler = async ({ method, path }) => {
    if (path === '/app/templates/recipients') return { body: [{ id: 1, name: 'Aisha' }] };
    if (method === 'GET') return undefined;
    await gate.promise;
    return { status: 422, body: { message: 'Not today', reason: 'invalid' } };
  };
  vi.stubGlobal('fetch', server.fetch);
  const template = { id: 3, name: 'Sales', schedule } as unknown as ReportTemplate;
  for (const [dialog, button, message] of [
    [(onClose: () => void) => <ScheduleReport {...{ template, onClose }} />, 'Save', 'Send by email: Not today'],
    [
      (onClose: () => void) => <SaveTemplate config={{} as never} onClose={onClose} />,
      'Save',
      'Save as template: Not today',
    ],
    [
      (onClose: () => void) => <PublishDialog site={{ status: 'Draft' } as never} onClose={onClose} />,
      'Publish now',
      'Publish: Not today',
    ],
  ] as const) {
    gate = Promise.withResolvers<undefined>();
    const before = server.seen.length;
    await showAt('/reports/templates', <Closing dialog={dialog} />);
    await page.getByRole('button', { name: button }).click();
    await vi.waitFor(() => expect(server.seen.slice(before).some(({ method }) => method !== 'GET')).toBe(true));
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    gate.resolve(undefined);
    await expect.element(page.getByText(message)).toBeVisible();
    clear();
  }
});

it('creates one template when it is saved again after no answer came', async () => {
  const server = fakeServer();
  server.network = 'lost';
  vi.stubGlobal('fetch', server.fetch);
  const keys = () => server.seen.filter(({ path }) => path === '/app/template/create').map(({ body }) => body['key']);
  for (const count of [1, 2]) {
    await showAt('/reports/templates', <SaveTemplate config={{} as never} onClose={() => undefined} />);
    await page.getByRole('textbox', { name: 'Name' }).fill('Sales');
    await page.getByRole('button', { name: 'Save' }).click();
    await vi.waitFor(() => expect(keys()).toHaveLength(count));
    await expect.element(page.getByText('Cannot reach the server', { exact: false })).toBeVisible();
    clear();
  }
  expect(new Set(keys()).size).toBe(1);
});
