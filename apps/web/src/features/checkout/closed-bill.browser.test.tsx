import type { Bill } from '@atoll/domain/bill/bill';
import { toast } from 'react-toastify/unstyled';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useLastPaid } from '../../bill/last-paid.ts';
import { useBills } from '../../bills/bills.ts';
import { billSent, useOutbox } from '../../outbox/outbox.ts';
import { startSender } from '../../outbox/sender.ts';
import { readOutbox } from '../../outbox/store.ts';
import { uuidv7 } from '../../session/id.ts';
import { useApp } from '../../sync/app-store.ts';
import { type FakeServer, fakeServer } from '../../sync/testing/fake-server.ts';
import { burger, openTill } from '../../sync/testing/till.ts';
import { clear, show, showAt } from '../../ui/hook/testing.tsx';
import { ToastHost } from '../../ui/overlay/toast-host.tsx';
import { LatePayments } from '../bill/attention/late-payments.tsx';
import { CheckoutScreen } from './checkout-screen.tsx';
import { ClosedBill } from './closed-bill.tsx';

const stopSender = startSender();
let server: FakeServer;
const bill = () => Object.values(useBills.getState().bills).find((one) => one.slot === '4') as Bill;
const payment = { key: 'theirs', method: 'Card', amount: 5940, tendered: 5940, change: 0, status: 'Captured' };

beforeEach(async () => {
  await page.viewport(1280, 800);
  server = fakeServer();
  globalThis.fetch = server.fetch;
  await openTill();
  useApp.setState({ settings: [...useApp.getState().settings, { key: 'AutoPrintEnabled', value: 'false' }] });
  await useBills.getState().checkIn('Table', '4');
  // 50.00, with service charge and GST 59.40.
  useBills.getState().addItem(bill().key, { menuItem: burger });
  await useBills.getState().save(bill().key);
  expect(await billSent(bill().key, 5000)).toBe(true);
});
afterEach(async () => {
  clear();
  server.network = 'dead';
  await vi.waitUntil(async () => !(await readOutbox()).some(({ state }) => state === 'sending'));
});
afterAll(() => stopSender());

/** Pays in cash, after another till did by card; `more` is what the refusal says besides. */
async function payLast(more: object): Promise<void> {
  server.handler = ({ path, body }) => {
    if (path !== '/bis/bill/pay') return undefined;
    const known = server.bills.get(String(body['key'])) as Bill;
    const paid = { ...known, version: known.version + 1, status: 'Complete', isOpen: false };
    const refusal = { message: 'This bill is already paid', reason: 'billClosed', code: 409, due: 0 };
    return { status: 409, body: { ...refusal, bill: { ...paid, payments: [payment] }, ...more } };
  };
  const pattern = '/billing/new/checkout/$slot/$type/$id';
  const screen = (
    <>
      <CheckoutScreen />
      <ToastHost />
    </>
  );
  await showAt(`/billing/new/checkout/4/Table/${bill().key}`, screen, pattern);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
}

it('says after a payment that came too late who took what for the bill, and what to do with the money', async () => {
  await payLast({ paidBy: 'Hawwa Manik' });
  await expect.element(page.getByRole('heading', { name: 'Table 4: a payment came too late' })).toBeVisible();
  const why =
    'MVR 59.40. Hawwa Manik took the payment for this bill first, on another till: Card MVR 59.40. ' +
    'The money you took here is not on it. Give it back, then press Refund.';
  const paragraphs = () => [...document.querySelectorAll('p')].map((one) => one.textContent.replaceAll('\u00a0', ' '));
  await expect.poll(paragraphs).toContain(why);
  const messages = () => useApp.getState().notifications.map(({ message }) => message);
  await expect.poll(messages).toContain('Table 4: a payment came too late');
  await page.getByRole('button', { name: 'Refund' }).click();
  await expect.element(page.getByRole('heading', { name: 'This bill is no longer open' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Back to the bill' })).toBeVisible();
  await expect.poll(() => useOutbox.getState().entries).toEqual([]);
  await expect.element(page.getByText('Money refunded')).toBeVisible();
});

it('says once that the money was given back when Refund is pressed twice', async () => {
  await payLast({});
  const refund = page.getByRole('button', { name: 'Refund' });
  await expect.element(refund).toBeVisible();
  // Those of the test before.
  toast.dismiss();
  await expect.poll(() => page.getByText('Money refunded').elements()).toHaveLength(0);
  const button = refund.element() as HTMLElement;
  button.click();
  button.click();
  await expect.poll(() => useOutbox.getState().entries).toEqual([]);
  await expect.poll(() => page.getByText('Money refunded').elements()).not.toHaveLength(0);
  expect(page.getByText('Money refunded').elements()).toHaveLength(1);
});

it('says that another till was first where the server does not tell who took the money', async () => {
  await payLast({});
  await expect.element(page.getByText(/Another till took the payment for this bill first\./)).toBeVisible();
});

it('says of a payment that was short what is due now, and offers to take the rest, as the bar of the bill screen does', async () => {
  const { key } = bill();
  server.handler = ({ path }) =>
    path === '/bis/bill/pay'
      ? { status: 409, body: { message: 'The bill has changed', reason: 'billChanged', code: 409, due: 11_880 } }
      : undefined;
  const cash = { key: uuidv7(), method: 'Cash', amount: 5940, tendered: 5940, reference: '' } as const;
  await useBills.getState().pay(key, { payments: [cash] });
  await expect.poll(() => useOutbox.getState().entries.map(({ state }) => state)).toContain('rejected');
  await showAt(
    '/late',
    <>
      <LatePayments />
      <ClosedBill billKey={key} level={1} />
    </>,
    '/late',
  );
  await expect.element(page.getByRole('heading', { name: 'Table 4: a payment came too late' })).toBeVisible();
  const said = page.getByText(/MVR\s59\.40 was taken, but the bill has changed\. MVR\s118\.80 is due now/);
  await expect.poll(() => said.elements()).toHaveLength(2);
  expect(page.getByRole('button', { name: 'Collect the rest' }).elements()).toHaveLength(2);
});

it('does not call a bill closed while its payment is on the way', async () => {
  const answer = Promise.withResolvers<undefined>();
  server.handler = ({ path }) => (path === '/bis/bill/pay' ? answer.promise : undefined);
  const pattern = '/billing/new/checkout/$slot/$type/$id';
  await showAt(`/billing/new/checkout/4/Table/${bill().key}`, <CheckoutScreen />, pattern);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect.poll(() => server.seen.some(({ path }) => path === '/bis/bill/pay')).toBe(true);
  const states = [page.getByText('This bill is no longer open').elements().length];
  const isBusy = page.getByRole('button', { name: 'Pay' }).element().getAttribute('aria-busy');
  answer.resolve(undefined);
  expect([...states, isBusy]).toEqual([0, 'true']);
});

it('[R35.34] after a reload while the payment is on the way it shows that it was taken, and the change', async () => {
  const answer = Promise.withResolvers<undefined>();
  server.handler = ({ path }) => (path === '/bis/bill/pay' ? answer.promise : undefined);
  const { key, type, slot } = bill();
  void useBills
    .getState()
    .pay(key, { payments: [{ key: uuidv7(), method: 'Cash', amount: 5940, tendered: 10_000, reference: '' }] });
  await expect.poll(() => server.seen.some(({ path }) => path === '/bis/bill/pay')).toBe(true);
  const pattern = '/billing/new/checkout/$slot/$type/$id';
  const here = await showAt(`/billing/new/checkout/4/Table/${key}`, <CheckoutScreen />, pattern);
  await expect.poll(here).toBe('/billing/new/Table/4');
  await show(<Last type={type} slot={slot} />);
  await expect.element(page.getByText('change 4060')).toBeVisible();
  answer.resolve(undefined);
});

function Last({ type, slot }: { type: string; slot: string }) {
  return <p>change {useLastPaid(type, slot)?.change}</p>;
}
