import type { Bill } from '@atoll/domain/bill/bill';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { on } from '../../api/event.ts';
import { ApprovalDialog } from '../../approval/approval-dialog.tsx';
import { useBills } from '../../bills/bills.ts';
import { billSent, useOutbox } from '../../outbox/outbox.ts';
import { startSender } from '../../outbox/sender.ts';
import { readOutbox } from '../../outbox/store.ts';
import { useApp } from '../../sync/app-store.ts';
import { type FakeServer, fakeServer } from '../../sync/testing/fake-server.ts';
import { burger, openTill } from '../../sync/testing/till.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { TenderBill } from './tender-bill.tsx';

const manager = { id: 2, name: 'Ibrahim Nasheed', jobTitle: 'Manager', avatar: null };
const approval = '3b241101-e2bb-4255-8caf-4136c566a962';
const overLimit = 'Reef Divers would be 12.00 over its credit limit';
const bill = () => Object.values(useBills.getState().bills).find((one) => one.slot === '4') as Bill;
const stopSender = startSender();
const onPaid = vi.fn();
let server: FakeServer;

beforeEach(async () => {
  await page.viewport(1280, 800);
  localStorage.removeItem('atoll.approver');
  onPaid.mockClear();
  server = fakeServer();
  server.handler = ({ path, headers, body }) => {
    if (path.startsWith('/fin/account/credit/')) return { body: { hasAccount: true, hasCredit: true } };
    if (path === '/auth/approvers/list') return { body: [manager] };
    if (path === '/auth/approval/about') return { status: 404, body: { message: 'Not found' } };
    if (path === '/auth/approve') {
      const expiresAt = new Date(Date.now() + 120_000).toISOString();
      return { body: { key: approval, expiresAt, status: 'Granted' } };
    }
    const isOnAccount = JSON.stringify(body['payments'] ?? []).includes('HouseAccount');
    if (path !== '/bis/bill/pay' || !isOnAccount || headers['x-approval'] === approval) return undefined;
    const about = { permission: 'payment.credit', subjectKey: bill().key, amount: bill().total };
    return {
      status: 403,
      body: { message: 'This needs approval', details: overLimit, reason: 'approvalNeeded', code: 403, ...about },
    };
  };
  globalThis.fetch = server.fetch;
  await openTill();
  const settings = [{ key: 'PaymentMethods', value: '', values: ['Cash', 'HouseAccount'] }];
  useApp.setState({
    settings: [...useApp.getState().settings, { key: 'AutoPrintEnabled', value: 'false' }, ...settings],
    notifications: [],
  });
  const { checkIn, addItem, setCustomer, save } = useBills.getState();
  await checkIn('Table', '4');
  const { key } = bill();
  addItem(key, { menuItem: burger });
  setCustomer(key, { id: 5, key: 'c', name: 'Nadia', phone: '', tin: '' });
  await save(key);
  expect(await billSent(key, 5000)).toBe(true);
  await showAt(
    '/',
    <>
      <TenderBill bill={bill()} onPaid={onPaid} />
      <ApprovalDialog />
    </>,
  );
});
afterEach(async () => {
  clear();
  server.network = 'dead';
  await vi.waitUntil(async () => !(await readOutbox()).some(({ state }) => state === 'sending'));
});
afterAll(() => stopSender());

const pays = () => server.seen.filter(({ path }) => path === '/bis/bill/pay');
const dialog = () => page.getByRole('dialog');

async function payOnAccount(): Promise<void> {
  await page.getByRole('radio', { name: /House account/ }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect.element(dialog()).toMatchTextContent(/House account or tab over its limit/);
}

it('[R35.20] over the credit limit asks for the approval at the payment, and pays the bill with it', async () => {
  await payOnAccount();
  expect(document.body.textContent).toContain(overLimit);
  await dialog()
    .getByRole('button', { name: /Ibrahim Nasheed/ })
    .click();
  await dialog().getByRole('textbox', { name: 'Reason' }).fill('Regular guest');
  await dialog().getByLabelText('Passcode of Ibrahim Nasheed').fill('4826');
  await vi.waitFor(() => expect(onPaid).toHaveBeenCalledOnce());
  expect(server.seen.find(({ path }) => path === '/auth/approve')?.body).toMatchObject({
    permission: 'payment.credit',
    subjectType: 'Bill',
    subjectKey: bill().key,
    amount: bill().total,
  });
  expect(pays()).toHaveLength(2);
  expect(pays()[1]).toMatchObject({ body: pays()[0]?.body as object, headers: { 'x-approval': approval } });
  expect(useOutbox.getState().entries).toEqual([]);
  expect(useApp.getState().notifications).toEqual([]);
});

it('[R35.20] takes an unapproved payment back, says why, and takes another one without a tap between', async () => {
  await payOnAccount();
  await dialog().getByRole('button', { name: 'Close' }).click();
  await expect.element(page.getByRole('alert')).toMatchTextContent(new RegExp(overLimit));
  expect(onPaid).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(useOutbox.getState().entries).toEqual([]));
  expect(page.getByRole('list', { name: 'Payments' }).elements()).toHaveLength(0);
  await page.getByRole('radio', { name: 'Cash' }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await vi.waitFor(() => expect(onPaid).toHaveBeenCalledOnce());
  expect(pays().at(-1)?.body['payments']).toMatchObject([{ method: 'Cash', amount: bill().total }]);
});

it('[R35.20] names what nobody approved, when the question about a discount was declined', async () => {
  const { handler } = server;
  const about = { permission: 'bill.discount', subjectKey: bill().key, amount: 25 };
  const refusal = { message: 'This needs approval', reason: 'approvalNeeded', code: 403, ...about };
  server.handler = (seen) => (seen.path === '/bis/bill/pay' ? { status: 403, body: refusal } : handler(seen));
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect.element(dialog()).toMatchTextContent(/Needs approval: Discount on bills, 25 %/);
  await dialog().getByRole('button', { name: 'Close' }).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Needs approval: Discount on bills, 25 %');
  expect(onPaid).not.toHaveBeenCalled();
});

it('says why the server refused a payment in Checkout alone, and keeps it among the notifications', async () => {
  const toasts: string[] = [];
  const stop = on('toast', ({ message }) => void toasts.push(message));
  const { handler } = server;
  const refusal = { message: 'The account was closed', reason: 'invalid', code: 400 };
  server.handler = (seen) => (seen.path === '/bis/bill/pay' ? { status: 400, body: refusal } : handler(seen));
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect.element(page.getByRole('alert')).toMatchTextContent(/The account was closed/);
  expect(useApp.getState().notifications).toMatchObject([{ message: 'The account was closed' }]);
  expect(toasts).toEqual([]);
  stop();
  // The next payment takes the place of the refused one, here and among what waits.
  server.handler = handler;
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await vi.waitFor(() => expect(onPaid).toHaveBeenCalledOnce());
  expect(pays().map(({ body }) => (body['payments'] as unknown[]).length)).toEqual([1, 1]);
  await vi.waitFor(() => expect(useOutbox.getState().entries).toEqual([]));
});

it('says it in a message to a person who left Checkout before the server answered', async () => {
  const toasts: string[] = [];
  const stop = on('toast', ({ message }) => void toasts.push(message));
  const gate = Promise.withResolvers<undefined>();
  const { handler } = server;
  const refusal = { message: 'The account was closed', reason: 'invalid', code: 400 };
  server.handler = async (seen) => {
    if (seen.path !== '/bis/bill/pay') return handler(seen);
    await gate.promise;
    return { status: 400, body: refusal };
  };
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await vi.waitFor(() => expect(pays()).toHaveLength(1));
  clear();
  gate.resolve(undefined);
  await vi.waitFor(() => expect(toasts).toContain('The account was closed'));
  stop();
});
