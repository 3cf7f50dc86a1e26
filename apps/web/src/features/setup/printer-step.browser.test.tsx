import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { emptyDevice } from '../../sync/testing/till.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { PrinterStep } from './printer-step.tsx';
import { useStart } from './start-draft.ts';

const printer = (name: string, more: object) => ({
  name,
  columns: 48,
  state: 'ready',
  waiting: 0,
  lastError: null,
  ...more,
});
const file = printer('Front', { kind: 'text' });
const nothing = { queues: [], devices: [], hosts: [] };

let items: object[];
let found: object | null;
let asked: string[];
beforeEach(async () => {
  await emptyDevice();
  useStart.getState().clear();
  items = [file];
  found = nothing;
  asked = [];
  vi.stubGlobal('fetch', async (url: string, options?: RequestInit) => {
    const { pathname } = new URL(url);
    const method = options?.method ?? 'GET';
    if (method !== 'GET') asked.push(`${method} ${decodeURIComponent(pathname)}`);
    if (pathname === '/printers') return Response.json({ items });
    if (pathname === '/printers/discover' && found) return Response.json(found);
    if (method === 'PUT') {
      const added = printer('', JSON.parse(String(options?.body)));
      items = [...items, added];
      return Response.json(added);
    }
    if (pathname.endsWith('/test')) return Response.json({ jobId: '1', state: 'sent', printer: '', duplicate: false });
    throw new TypeError('Failed to fetch');
  });
});
afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});

const list = () => page.getByRole('region', { name: 'Found printers' });

it('lists the printers that are set up and those that were found, and a test sets one up that was only found', async () => {
  items = [file, printer('Kitchen', { kind: 'tcp', host: '192.168.1.40', port: 9100 })];
  found = { queues: ['EPSON_TM'], devices: ['/dev/usb/lp0'], hosts: ['192.168.1.40', '192.168.1.50'] };
  await showAt('/', <PrinterStep />);
  await expect.element(list().getByRole('listitem').nth(3)).toBeVisible();
  const rows = list().getByRole('listitem').elements();
  expect(rows.map((row) => row.querySelector('b')?.textContent)).toEqual([
    'Kitchen',
    '192.168.1.50',
    'EPSON_TM',
    'lp0',
  ]);
  await list().getByRole('button', { name: 'Print a test on 192.168.1.50' }).click();
  await expect.element(list().getByText(/The test page is on its way/)).toBeVisible();
  expect(asked).toEqual(['PUT /printers/192.168.1.50', 'POST /printers/192.168.1.50/test']);
  await page.getByRole('combobox', { name: 'Bills and receipts' }).selectOptions('192.168.1.50');
  expect(useStart.getState().values.printers.bill).toBe('192.168.1.50');
  await list().getByRole('button', { name: 'Print a test on Kitchen' }).click();
  expect(asked.at(-1)).toBe('POST /printers/Kitchen/test');
});

it('says that no printer was found, and looks again', async () => {
  await showAt('/', <PrinterStep />);
  await expect.element(list().getByText(/^No printer found/)).toBeVisible();
  expect(list().getByRole('listitem').elements()).toEqual([]);
  found = { ...nothing, hosts: ['192.168.1.50'] };
  await list().getByRole('button', { name: 'Look for printers' }).click();
  await expect.element(list().getByRole('button', { name: 'Print a test on 192.168.1.50' })).toBeVisible();
});

it('says that the print server could not look, which is no empty list', async () => {
  found = null;
  await showAt('/', <PrinterStep />);
  await expect.element(list().getByRole('alert')).toBeVisible();
  expect(
    list()
      .getByText(/^No printer found/)
      .elements(),
  ).toEqual([]);
});
