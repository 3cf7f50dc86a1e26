import type { PrintStation } from '@atoll/domain/contract/bill/print-station';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { hasPrintServer } from '../../../printing/print.ts';
import { fakeServer } from '../../../sync/testing/fake-server.ts';
import { openTill } from '../../../sync/testing/till.ts';
import { clear, showAt } from '../../../ui/hook/testing.tsx';
import { StationList } from './station-list.tsx';

const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';
const station = (part: Partial<PrintStation> = {}): PrintStation => ({
  id: 'front',
  device: chrome,
  tillNumber: 2,
  seenAt: '2026-03-04T13:40:00.000Z',
  registeredAt: '2026-03-01T08:00:00.000Z',
  isThis: false,
  isThere: true,
  ...part,
});

let stations: PrintStation[] = [];
let calls: string[] = [];
let refusal: object | null = null;

beforeEach(async () => {
  await openTill();
  localStorage.removeItem('atoll.print-server');
  stations = [station()];
  calls = [];
  refusal = null;
  const server = fakeServer();
  server.handler = ({ method, path }) => {
    if (!path.startsWith('/bis/print/')) return undefined;
    if (path === '/bis/print/claim') return { body: [] };
    if (method === 'GET') return { body: stations };
    calls.push(`${method} ${path}`);
    if (refusal) return { status: 404, body: refusal };
    stations = method === 'PUT' ? [...stations, station({ id: 'here', isThis: true })] : [];
    return { status: 204 };
  };
  vi.stubGlobal('fetch', server.fetch);
});
afterEach(() => {
  clear();
  localStorage.removeItem('atoll.print-server');
  vi.unstubAllGlobals();
});

const list = () => page.getByRole('region', { name: 'Printing for other devices' });
const open = (isHere: boolean) => showAt('/settings', <StationList hasPrintServer={isHere} />);

it('[R36.18] lists the devices that print for others, with till and when they were last seen', async () => {
  stations = [station(), station({ id: 'bar', tillNumber: null, isThere: false })];
  await open(false);
  const rows = list().getByRole('listitem');
  await expect
    .element(rows.first())
    .toHaveTextContent('Chrome on LinuxTill 2 · Last seen 04-Mar-2026 18:40ReadyRemove');
  await expect.element(rows.last()).toHaveTextContent('Chrome on LinuxLast seen 04-Mar-2026 18:40Not connectedRemove');
  await expect
    .element(list().getByText('To add one, open this page on the device that has the printers.'))
    .toBeVisible();
  expect(calls).toEqual([]);
});

it('[R36.18] removes a device after a question, and shows why it could not', async () => {
  await open(false);
  const remove = list().getByRole('button', { name: 'Remove Chrome on Linux' });
  const asked = page.getByRole('dialog', { name: 'Remove Chrome on Linux?' });
  await remove.click();
  await asked.getByRole('button', { name: 'Cancel' }).click();
  expect(calls).toEqual([]);
  refusal = { message: 'Not found', code: 404, reason: 'notFound' };
  await remove.click();
  await asked.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect.element(list().getByRole('alert')).toHaveTextContent('Not found');
  refusal = null;
  await remove.click();
  await asked.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect.element(list().getByText('No device prints for others yet.')).toBeVisible();
  expect(calls).toEqual(['DELETE /bis/print/station/front', 'DELETE /bis/print/station/front']);
});

it('[R36.18] one tap lets this device print for others, where it has a print server', async () => {
  await open(true);
  await list().getByRole('button', { name: 'Use this device to print' }).click();
  await expect.element(list().getByText('This device')).toBeVisible();
  await expect.element(list().getByRole('button', { name: 'Use this device to print' })).not.toBeInTheDocument();
  expect([calls, hasPrintServer()]).toEqual([['PUT /bis/print/station'], true]);
});
