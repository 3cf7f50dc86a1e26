import { billOf, line } from '@atoll/domain/bill/testing/bills';
import type { PurchaseInvoice } from '@atoll/domain/contract/stock/purchase';
import type { ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { ViewBill } from '../features/bill-history/view-bill.tsx';
import { InvoiceBody } from '../features/invoice/invoice-body.tsx';
import { ViewShift } from '../features/shift/report/view-shift.tsx';
import { fakeServer } from '../sync/testing/fake-server.ts';
import { openTill } from '../sync/testing/till.ts';
import { clear, showAt } from '../ui/hook/testing.tsx';

afterEach(clear);

const at = '2026-03-09T06:05:00.000Z';
const shift = {
  id: 7,
  key: 'k',
  number: 7,
  date: '2026-03-09',
  createdAt: at,
  createdByName: 'Mariyam',
  openingBalance: 0,
  isOpen: true,
  status: 'Open',
  closedAt: null,
  totals: null,
  cash: [],
  closing: null,
  version: 1,
};
const invoice = {
  vendorName: 'Bakery',
  vendorInvoiceNo: '1',
  invoiceDate: '2026-03-09',
  dueDate: '2026-04-08',
  storageName: '',
  gstMode: 'Inclusive',
  currency: 'MVR',
  reason: '',
  note: '',
  subTotal: 0,
  discount: 0,
  gst: 0,
  otherCharges: 0,
  total: 0,
  paid: 0,
  items: [],
  lines: [],
  payments: [],
  attachments: [],
} as unknown as PurchaseInvoice;

const shiftScreen: [string, ReactNode, string] = ['/shifts/view/7', <ViewShift key="shift" />, '/shifts/view/$id'];
const billScreen: [string, ReactNode, string] = ['/bills/view/7', <ViewBill key="bill" />, '/bills/view/$id'];

it('[R35.71] [R10.1] shows the dates of a shift as DD-MMM-YYYY', async () => {
  await openTill();
  const server = fakeServer();
  globalThis.fetch = server.fetch;
  server.handler = ({ path }) => (path.includes('/shifts/find/') ? { body: shift } : undefined);
  await showAt(...shiftScreen);
  await expect.element(page.getByText('09-Mar-2026', { exact: true })).toBeVisible();
  await expect.element(page.getByText('09-Mar-2026 11:05')).toBeVisible();
});

it('[R35.71] [R10.1] shows the dates of an invoice as DD-MMM-YYYY', async () => {
  await openTill();
  await showAt('/', <InvoiceBody invoice={invoice} />);
  await expect.element(page.getByText('09-Mar-2026', { exact: true })).toBeVisible();
  await expect.element(page.getByText('08-Apr-2026', { exact: true })).toBeVisible();
});

it('[R35.71] [R10.1] shows the dates of a bill as DD-MMM-YYYY', async () => {
  await openTill();
  const server = fakeServer();
  globalThis.fetch = server.fetch;
  const bill = { ...billOf([line('a')]), id: 7, createdAt: at, version: 1 };
  server.handler = ({ path }) => {
    if (path.includes('/bills/find/')) return { body: bill };
    return path.includes('/bills/timeline/') ? { body: { events: [], refunds: [], left: [], owed: 0 } } : undefined;
  };
  await showAt(...billScreen);
  await expect.element(page.getByText('09-Mar-2026 11:05').first()).toBeVisible();
});
