import type { Bill } from '@atoll/domain/bill/bill';
import { inState } from '@atoll/domain/bill/states';
import { billOf, line } from '@atoll/domain/bill/testing/bills';
import { reversalOf, withExchanges } from '@atoll/domain/payment/exchange';
import type { Payment } from '@atoll/domain/payment/payment';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { useConnection } from '../../api/connection.ts';
import { useSession } from '../../session/session.ts';
import { useApp } from '../../sync/app-store.ts';
import { type FakeServer, fakeServer } from '../../sync/testing/fake-server.ts';
import { openTill } from '../../sync/testing/till.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { ViewBill } from './view-bill.tsx';

const at = '2026-03-09T06:05:00.000Z';
const cash: Payment = {
  key: 'c',
  method: 'Cash',
  amount: 5940,
  tendered: 6000,
  change: 60,
  reference: '',
  status: 'Captured',
  receivedBy: 1,
  shiftId: 3,
  at,
};
const paid: Bill = {
  ...inState(billOf([line('a')], { payments: [cash], payment: cash, invoiceNumber: 'AC2026-000001' }), 'Complete'),
  id: 7,
  createdAt: at,
  version: 3,
};
let server: FakeServer;
let shown: Bill;

beforeEach(async () => {
  await openTill();
  useSession.setState(({ user }) => ({
    user: user && { ...user, permissions: [...user.permissions, 'Billing History', 'payment.correct'] },
  }));
  useApp.setState({
    settings: [
      { key: 'PaymentMethods', values: ['Cash', 'Card', 'BankTransfer'] },
      { key: 'ReferenceNeeded', values: ['Card'] },
    ] as never,
  });
  shown = paid;
  server = fakeServer();
  globalThis.fetch = server.fetch;
  server.handler = ({ path, body }) => {
    if (path.includes('/bills/timeline/')) return { body: { events: [], refunds: [], left: [], owed: 0 } };
    if (path.includes('/bill/correct-payment')) {
      const stamp = { receivedBy: 1, shiftId: 3, at };
      const captured = { ...cash, ...(body['payment'] as object), ...stamp, tendered: 5940, change: 0 } as Payment;
      const reversed = reversalOf(cash, 'r', stamp);
      shown = withExchanges(paid, [
        { ofKey: 'c', reversed, captured, reason: String(body['reason']), at, byName: 'Aisha' },
      ]);
      return { body: shown };
    }
    return path.includes('/bills/find/') ? { body: shown } : undefined;
  };
  await showAt('/bills/view/7', <ViewBill />, '/bills/view/$id');
});
afterEach(clear);

const open = () => page.getByRole('button', { name: 'Correct payment method' }).click();
const dialog = page.getByRole('dialog', { name: 'Correct payment method' });
const send = () => dialog.getByRole('button', { name: 'Correct payment method' }).click();

it('[R35.36] corrects Cash to Card with reference and reason, and shows the correction with the bill', async () => {
  await open();
  await expect.element(dialog.getByText(/stays MVR 59\.40/)).toBeVisible();
  expect(dialog.getByRole('radio', { name: 'Cash' }).elements()).toHaveLength(0);
  await dialog.getByRole('radio', { name: 'Card' }).click();
  await send();
  await expect.element(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByLabelText('Reference').fill('Slip 12');
  await dialog.getByRole('button', { name: 'Wrong button' }).click();
  await send();
  const corrections = page.getByRole('region', { name: 'Payment corrections' });
  await expect
    .element(corrections)
    .toHaveTextContent('Payment correctionsCash → Card · Slip 1259.40Wrong button · Aisha · 09-Mar-2026 11:05');
  await expect.element(page.getByLabelText('Payments', { exact: true })).toHaveTextContent('Card · Slip 1259.40');
  const sent = server.seen.find(({ path }) => path.includes('correct-payment'))?.body;
  expect(sent).toMatchObject({
    paymentKey: 'c',
    payment: { method: 'Card', amount: 5940, reference: 'Slip 12' },
    reason: 'Wrong button',
  });
});

it('offers no gift card to correct a payment to: only a code pays by one', async () => {
  useApp.setState({ features: ['Wallets'] });
  await open();
  await expect.element(dialog.getByRole('radio', { name: 'Card', exact: true })).toBeVisible();
  expect(dialog.getByRole('radio').elements()).toHaveLength(2);
});

it('[R35.36] rounds the cash of a correction and says so', async () => {
  const card: Payment = { ...cash, method: 'Card', tendered: 5940, change: 0 };
  useApp.setState({
    settings: [
      { key: 'PaymentMethods', values: ['Cash', 'Card'] },
      { key: 'RoundCash', value: '100:nearest' },
    ] as never,
  });
  shown = { ...paid, payments: [card], payment: card };
  await showAt('/bills/view/7', <ViewBill />, '/bills/view/$id');
  await open();
  await expect.element(dialog.getByText(/stays MVR 59\.40/)).toBeVisible();
  await dialog.getByRole('radio', { name: 'Cash' }).click();
  await expect.element(dialog.getByText(/is MVR 59\.00, rounded for cash/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Wrong button' }).click();
  await send();
  await expect
    .poll(() => server.seen.find(({ path }) => path.includes('correct-payment'))?.body)
    .toMatchObject({ payment: { method: 'Cash', amount: 5900 } });
});

it('[R35.36] needs the server to correct a payment, and the button says so', async () => {
  useConnection.setState({ isOnline: false } as never);
  const button = page.getByRole('button', { name: 'Correct payment method · needs the server' });
  await expect.element(button).toBeDisabled();
});

it('[R35.36] does not offer to correct the payments of a refund, nor to people who may not ask', async () => {
  shown = { ...paid, refundOfId: 6 };
  await showAt('/bills/view/7', <ViewBill />, '/bills/view/$id');
  await expect.element(page.getByRole('button', { name: 'Print receipt' })).toBeVisible();
  expect(page.getByRole('button', { name: /Correct payment/ }).elements()).toHaveLength(0);
  shown = paid;
  useSession.setState(({ user }) => ({ user: user && { ...user, permissions: ['Billing History'] } }));
  await showAt('/bills/view/7', <ViewBill />, '/bills/view/$id');
  await expect.element(page.getByRole('button', { name: 'Print receipt' })).toBeVisible();
  expect(page.getByRole('button', { name: /Correct payment/ }).elements()).toHaveLength(0);
});

it('shows what was received in cash and the change, with foreign cash in its currency, and the cash rounding', async () => {
  const payments = page.getByLabelText('Payments', { exact: true });
  await expect.element(payments).toHaveTextContent('Cash59.40Received 60.00 · Change 0.60');
  const usd = {
    ...cash,
    amount: 5950,
    tendered: 7710,
    change: 1760,
    currency: { code: 'USD', units: 500, rate: 1542 },
  };
  shown = { ...paid, payments: [usd], roundingAmount: 10 };
  await showAt('/bills/view/7', <ViewBill />, '/bills/view/$id');
  await expect.element(payments).toHaveTextContent('Cash USD59.50Received USD 5.00 = 77.10 · Change 17.60Rounding0.10');
  const card = { ...cash, method: 'Card' as const, tendered: 5940, change: 0 };
  shown = { ...paid, payments: [card] };
  await showAt('/bills/view/7', <ViewBill />, '/bills/view/$id');
  await expect.poll(() => payments.element().textContent).toBe('Card59.40');
});
