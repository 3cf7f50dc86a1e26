import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useStorageRoom } from '../../../storage/storage-space.ts';
import { fakeServer, type Reply } from '../../../sync/testing/fake-server.ts';
import { openTill } from '../../../sync/testing/till.ts';
import { clear, showAt } from '../../../ui/hook/testing.tsx';
import { SettingsScreen } from '../settings-screen.tsx';
import { sizeText } from '../size-text.ts';

const hourMs = 3600 * 1000;
const made = (ageHours: number) => ({
  file: `atoll-${ageHours}.db`,
  kind: 'daily',
  at: new Date(Date.now() - ageHours * hourMs - 1000).toISOString(),
  bytes: 4_200_000,
});
let backups: object[] = [];
let answer: () => Reply;

beforeEach(async () => {
  await openTill();
  answer = () => {
    backups = [made(0), ...backups];
    return { body: backups[0] };
  };
  const server = fakeServer();
  server.handler = ({ method, path }) => {
    if (path === '/app/backups')
      return method === 'POST' ? answer() : { body: { isKeptHere: true, kept: 14, backups } };
    if (path === '/app/info')
      return { body: { name: 'Atoll', version: '1', printPort: 14_141, isNew: false, demo: null } };
    return undefined;
  };
  vi.stubGlobal('fetch', server.fetch);
});
afterEach(() => {
  clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
const open = (section: string) => showAt(`/settings?section=${section}`, <SettingsScreen />);

const shownText = () => page.getByRole('alert').first().element().textContent;

it('shows how old the last backup is, warns when it is overdue, and makes one on request', async () => {
  backups = [made(50)];
  await open('backup');
  await expect.element(page.getByText('50 hours old, and checked when it was made.')).toBeVisible();
  await expect.poll(shownText).toMatch(/overdue/);
  await page.getByRole('button', { name: 'Back up now' }).click();
  await expect.element(page.getByText('Made within the last hour, and checked.')).toBeVisible();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  expect(page.getByRole('list', { name: 'Backups' }).getByRole('listitem').elements()).toHaveLength(2);
});

it('shows the server’s message when a backup could not be made', async () => {
  backups = [];
  answer = () => ({ status: 503, body: { message: 'The backup failed', reason: 'backupFailed' } });
  await open('backup');
  await expect.element(page.getByText(/There is no backup yet/)).toBeVisible();
  expect(page.getByRole('heading', { name: /^On the server/ }).elements()).toHaveLength(0);
  await page.getByRole('button', { name: 'Back up now' }).click();
  await expect.poll(shownText).toMatch(/The backup failed/);
});

it('shows whether the browser keeps this device’s storage, how much is used, and warns before it is full', async () => {
  vi.spyOn(navigator.storage, 'persisted').mockResolvedValue(false);
  const estimate = vi.spyOn(navigator.storage, 'estimate').mockResolvedValue({ usage: 4_200_000, quota: 10_000_000 });
  await open('device');
  await expect.element(page.getByText('4.2 MB of 10 MB used')).toBeVisible();
  await expect.element(page.getByText(/may delete unsent work/)).toBeVisible();
  await expect.element(page.getByText(/running out of space/)).not.toBeInTheDocument();
  estimate.mockResolvedValue({ usage: 8_500_000, quota: 10_000_000 });
  const persist = vi.spyOn(navigator.storage, 'persist').mockResolvedValue(true);
  vi.spyOn(navigator.storage, 'persisted').mockResolvedValue(true);
  await page.getByRole('button', { name: 'Ask the browser to keep unsent work' }).click();
  await expect.element(page.getByText(/keeps unsent work until somebody clears it/)).toBeVisible();
  await expect.poll(shownText).toMatch(/running out of space/);
  expect(persist).toHaveBeenCalled();
  expect(useStorageRoom.getState().isKept).toBe(true);
});

it('formats sizes in readable units', () => {
  expect([0, 999, 12_345, 4_200_000, 10_737_418_240].map(sizeText)).toEqual([
    '0 B',
    '999 B',
    '12 kB',
    '4.2 MB',
    '11 GB',
  ]);
});
