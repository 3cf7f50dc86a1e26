import type { Bill } from '@atoll/domain/bill/bill';
import { inState } from '@atoll/domain/bill/states';
import { billOf, line } from '@atoll/domain/bill/testing/bills';
import type { BillEvent } from '@atoll/domain/contract/bill/bill';
import type { Payment } from '@atoll/domain/payment/payment';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { fakeServer } from '../../sync/testing/fake-server.ts';
import { openTill } from '../../sync/testing/till.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { ViewBill } from './view-bill.tsx';

const at = '2026-03-09T06:05:00.000Z';
const taken: Payment = {
  key: 'c',
  method: 'Cash',
  amount: 5940,
  tendered: 5940,
  change: 0,
  reference: '',
  status: 'Captured',
  receivedBy: 1,
  shiftId: 3,
  at,
  currency: { code: 'ZZZ', units: 100, rate: 5940 },
  unsetRate: { serverRate: null },
};
const paid: Bill = {
  ...inState(
    billOf([line('a')], { tip: 1000, payments: [taken], payment: taken, invoiceNumber: 'AC2026-000001' }),
    'Complete',
  ),
  id: 7,
  createdAt: at,
};
const event: BillEvent = {
  seq: 3,
  at,
  action: 'Paid',
  userName: 'Aisha',
  isRevoked: false,
  deviceId: null,
  approverName: null,
  before: { total: 5940 },
  after: { total: 5940, invoiceNumber: 'AC2026-000001', payments: [taken] },
};

beforeEach(async () => {
  await openTill();
  const server = fakeServer();
  globalThis.fetch = server.fetch;
  server.handler = ({ path }) => {
    if (path.includes('/bills/timeline/')) return { body: { events: [event], refunds: [], left: [], owed: 0 } };
    return path.includes('/bills/find/') ? { body: paid } : undefined;
  };
  await showAt('/bills/view/7', <ViewBill />, '/bills/view/$id');
});
afterEach(clear);

it('[R36.10] shows with the payment of a bill and in its timeline that nobody had set the rate', async () => {
  await expect.element(page.getByText('Exchange rate to check', { exact: true })).toBeVisible();
  const row = 'Exchange rate to check: ZZZ 1.00 · 59.40 (none set)';
  await expect.element(page.getByRole('region', { name: 'What happened' }).getByText(row)).toBeVisible();
});

it('shows the tip among the payments, as they pay it too', async () => {
  const payments = page.getByLabelText('Payments', { exact: true });
  await expect.poll(() => payments.element().textContent).toMatch(/59\.40.*Tip10\.00$/);
});
