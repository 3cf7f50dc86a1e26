import type { PrintSlip } from '@atoll/domain/contract/bill/print';
import type { Shift, ShiftTotals } from '@atoll/domain/contract/bill/shift';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useApp } from '../../../sync/app-store.ts';
import { serverJson } from '../../../sync/testing/server-answer.ts';
import { shift as openShift, openTill } from '../../../sync/testing/till.ts';
import { clear, showAt } from '../../../ui/hook/testing.tsx';
import { XReport } from './x-report.tsx';

const none = { count: 0, amount: 0 };
const sums: ShiftTotals = {
  bills: 2,
  covers: 4,
  gross: 10_000,
  discount: 1000,
  serviceCharge: 900,
  gst: 792,
  rounding: 0,
  tip: 0,
  total: 10_692,
  voids: none,
  comps: none,
  refunds: none,
  byMethod: [{ method: 'Cash', count: 2, amount: 10_692 }],
  byType: [{ type: 'Table', bills: 2, total: 10_692 }],
  gstByRate: [{ gstMode: 'Exclusive', gstPct: 8, base: 9900, gst: 792 }],
  cashIn: 0,
  cashOut: 0,
  expectedCash: 60_692,
  firstInvoice: '2026-000001',
  lastInvoice: '2026-000002',
};
const shift: Shift = {
  ...openShift,
  createdAt: '2026-03-10T07:00:00.000Z',
  createdByName: 'Aisha',
  closedAt: null,
  closedByName: null,
  openingBalance: 50_000,
  cash: [],
  closing: null,
};
let totals = sums;
let printed: Record<string, unknown>[] = [];
let isPrintServerHere = true;
const browserPrint = vi.fn();

beforeEach(async () => {
  await openTill();
  printed = [];
  totals = sums;
  isPrintServerHere = true;
  browserPrint.mockReset();
  // The report is printed from a frame of its own.
  const append = document.body.append.bind(document.body);
  vi.spyOn(document.body, 'append').mockImplementation((...nodes) => {
    append(...nodes);
    for (const node of nodes)
      if (node instanceof HTMLIFrameElement && node.contentWindow) node.contentWindow.print = browserPrint;
  });
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { pathname } = new URL(String(input), location.href);
    if (pathname.includes('/bis/shift/x/')) return serverJson(totals);
    if (pathname !== '/print') return serverJson([]);
    if (!isPrintServerHere) throw new TypeError('Failed to fetch');
    printed.push(JSON.parse(String(init?.body)) as Record<string, unknown>);
    return serverJson({ jobId: 'j', state: 'printed', printer: 'Front', duplicate: false, confirmed: true });
  });
});
afterEach(() => {
  clear();
  vi.restoreAllMocks();
});

async function printX(printer: string): Promise<void> {
  useApp.setState({ settings: [{ key: 'BillPrinter', value: printer }] });
  await showAt('/', <XReport shift={shift} onClose={() => undefined} />);
  await page.getByRole('button', { name: 'Print' }).click();
}

it('[R35.36] lists the corrections of payments on the X report', async () => {
  totals = { ...sums, corrections: [{ from: 'Cash USD', to: 'Card', count: 2, amount: 11_880 }] };
  await showAt('/', <XReport shift={shift} onClose={() => undefined} />);
  await expect.element(page.getByRole('heading', { name: 'Payment corrections' })).toBeVisible();
  await expect.element(page.getByText('Cash USD → Card (2)')).toBeVisible();
  await expect.element(page.getByText('118.80', { exact: true })).toBeVisible();
});

it('asks for the X report of a shift that was opened without the server by its key', async () => {
  await showAt('/', <XReport shift={{ ...shift, id: 0 }} onClose={() => undefined} />);
  await expect.element(page.getByText('Expected cash')).toBeVisible();
  const asked = vi.mocked(fetch).mock.calls.map(([url]) => String(url));
  expect(asked.filter((url) => url.includes('/shift/x/'))).toEqual([expect.stringContaining(`/shift/x/${shift.key}`)]);
});

it('[R2.11] shows no difference before the cash was counted, with foreign cash in the drawer too', async () => {
  totals = { ...sums, byCurrency: [{ currency: 'USD', units: 400, amount: 6168 }] } as ShiftTotals;
  await showAt('/', <XReport shift={shift} onClose={() => undefined} />);
  await expect.element(page.getByText('Expected cash')).toBeVisible();
  expect(page.getByText(/^Difference/).elements()).toEqual([]);
});

it('[R2.11] adds up to the total above its line, with tip and cash rounding below it', async () => {
  totals = { ...sums, tip: 2000, rounding: -8 };
  await showAt('/', <XReport shift={shift} onClose={() => undefined} />);
  await expect.element(page.getByText('Tip')).toBeVisible();
  const labels = [...page.getByRole('dialog').element().querySelectorAll('dt')].map((each) => each.textContent);
  expect(labels.slice(0, 7)).toEqual(['Gross', 'Discount', 'Service charge', 'GST', 'Total', 'Rounding', 'Tip']);
});

it('[R35.44] prints the X report on the receipt printer when one is set, with every figure of the screen', async () => {
  await printX('Front');
  await expect.poll(() => printed.length).toBe(1);
  expect(printed[0]).toMatchObject({ type: 'Slip', printerName: 'Front', slip: { title: 'X report' } });
  const slips = printed.map((body) => body['slip'] as Required<PrintSlip>);
  const rows = slips.flatMap((slip) => slip.rows);
  const shown = page.getByRole('dialog').element().querySelectorAll('article section p, article dt');
  for (const row of shown) {
    const [label = '', value = ''] = row.matches('dt')
      ? [row.textContent, row.nextElementSibling?.textContent]
      : [...row.children].map((part) => part.textContent);
    expect(rows.map((one) => `${one.label}: ${one.value}`)).toContain(`${label}: ${value}`);
  }
  expect(shown.length).toBeGreaterThan(15);
  expect(rows.filter(({ isHeading }) => isHeading).map(({ label }) => label)).toContain('Cash in the drawer');
  expect(browserPrint).not.toHaveBeenCalled();
});

it('[R35.44] prints a report by the browser without a receipt printer, and when the print server cannot be reached', async () => {
  await printX('');
  await expect.poll(() => browserPrint.mock.calls.length).toBe(1);
  expect(printed).toEqual([]);
  isPrintServerHere = false;
  await printX('Front');
  await expect.poll(() => browserPrint.mock.calls.length).toBe(2);
});
