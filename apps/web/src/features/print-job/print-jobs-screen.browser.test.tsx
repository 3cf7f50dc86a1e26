import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { changeLanguage } from '../../locale/locale.ts';
import { PrintFault } from '../../printing/print-server.ts';
import { openTill } from '../../sync/testing/till.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { PrintJobsScreen } from './print-jobs-screen.tsx';

const job = (jobId: string, state: string, more: object = {}) => ({
  jobId,
  jobKey: null,
  type: 'Kot',
  printer: 'Kitchen',
  state,
  reason: null,
  message: null,
  title: `KOT ${jobId}`,
  copyNo: 0,
  attempts: 1,
  mayBeDuplicate: false,
  acceptedAt: '2026-03-04T08:00:00.000Z',
  changedAt: '2026-03-04T08:00:00.000Z',
  ...more,
});
let jobs: object[] = [];
let isReachable = true;
/** Method and path of each call to the print server. */
let calls: string[] = [];

beforeEach(async () => {
  await openTill();
  jobs = [];
  isReachable = true;
  calls = [];
  vi.stubGlobal('fetch', async (url: string, options: RequestInit = {}) => {
    if (!isReachable) throw new TypeError('Failed to fetch');
    const path = new URL(url).pathname;
    calls.push(`${options.method} ${path}`);
    if (path.endsWith('/preview')) return Response.json({ text: '2 x Mas Huni' });
    return Response.json(path === '/jobs' ? { items: jobs, count: jobs.length } : jobs[0]);
  });
});
afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});

it('[R16.6] shows how to start an unreachable print server, and lists its jobs when it is back', async () => {
  isReachable = false;
  await showAt('/print-jobs', <PrintJobsScreen />);
  await expect.element(page.getByRole('heading', { name: 'Print server not accessible' })).toBeVisible();
  await expect.element(page.getByText(/npm run print-server/)).toBeVisible();
  isReachable = true;
  jobs = [job('1', 'printed')];
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('KOT 1')).toBeVisible();
});

it('[R35.87] marks a job that its printer did not confirm', async () => {
  const message = 'Kitchen: it took the ticket but did not confirm it. Check that it came out.';
  jobs = [job('1', 'sent', { reason: 'not_confirmed', message }), job('2', 'sent')];
  await showAt('/print-jobs', <PrintJobsScreen />);
  await expect.element(page.getByText('Not confirmed', { exact: true })).toBeVisible();
  await expect.element(page.getByText(/Check that it came out/)).toBeVisible();
  await expect.element(page.getByText('Sent', { exact: true })).toBeVisible();
});

it('[R16.6] shows why a job waits, and refusals, in the language of the screen', async () => {
  jobs = [
    job('1', 'waiting', { reason: 'paper_out', message: 'Words of an older release' }),
    job('2', 'waiting', { reason: 'ink_out' as 'busy', message: 'Ink is out' }),
  ];
  await showAt('/print-jobs', <PrintJobsScreen />);
  await expect.element(page.getByText(/Kitchen: paper is out\. Put in new paper\./)).toBeVisible();
  await expect.element(page.getByText(/Ink is out/)).toBeVisible();
  await changeLanguage('dv');
  await expect.element(page.getByText(/Kitchen: ކަރުދާސް ހުސްވެއްޖެ/)).toBeVisible();
  expect(new PrintFault('printer_unknown', "Printer 'Bar' is not set up").message).toMatch(
    /^’Bar‘ [\p{Script=Thaana} ]+$/u,
  );
  await changeLanguage('en');
});

it('[R16.6] [R1.6] shows the state of each job, prints a waiting one, cancels it, and prints a copy of a printed one', async () => {
  jobs = [job('1', 'waiting', { message: 'Kitchen: paper is out.' }), job('2', 'printed')];
  await showAt('/print-jobs', <PrintJobsScreen />);
  const waiting = page.getByRole('region', { name: 'Not printed yet' });
  await expect.element(waiting.getByText(/Kitchen: paper is out/)).toBeVisible();
  await expect.element(waiting.getByText('Waiting')).toBeVisible();
  await waiting.getByRole('button', { name: 'Print now' }).click();
  await vi.waitFor(() => expect(calls).toContain('POST /jobs/1/retry'));
  await waiting.getByRole('button', { name: 'Cancel' }).click();
  await vi.waitFor(() => expect(calls).toContain('DELETE /jobs/1'));
  const done = page.getByRole('region', { name: 'Done' });
  await done.getByRole('button', { name: 'Reprint' }).click();
  await vi.waitFor(() => expect(calls).toContain('POST /jobs/2/reprint'));
  await done.getByRole('button', { name: 'Preview of KOT 2' }).click();
  await expect.element(page.getByRole('dialog', { name: 'KOT 2' }).getByText('2 x Mas Huni')).toBeVisible();
});
