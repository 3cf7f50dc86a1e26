import type { Bill } from '@atoll/domain/bill/bill';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ApprovalDialog } from '../approval/approval-dialog.tsx';
import { useBills } from '../bills/bills.ts';
import { billSent } from '../outbox/outbox.ts';
import { startSender } from '../outbox/sender.ts';
import { type FakeServer, fakeServer } from '../sync/testing/fake-server.ts';
import { burger, openTill } from '../sync/testing/till.ts';
import { clear, showAt } from '../ui/hook/testing.tsx';
import { DiscountDialog } from './discount-dialog.tsx';

const manager = { id: 2, name: 'Ibrahim Nasheed', jobTitle: 'Manager', avatar: null };
const approval = '3b241101-e2bb-4255-8caf-4136c566a962';
const stopSender = startSender();
const onClose = vi.fn();
let server: FakeServer;
/** Holds the server's answer to the discount back. */
let gate = Promise.withResolvers<undefined>();
const bill = () => Object.values(useBills.getState().bills).find((one) => one.slot === '4') as Bill;
const discounts = () =>
  server.seen.filter(({ path, body }) => path === '/bis/bill/update' && body['discountPercentage'] !== undefined);
const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
const apply = () => dialog('Discount').getByRole('button', { name: 'Apply' });

beforeEach(async () => {
  await page.viewport(1280, 800);
  localStorage.removeItem('atoll.approver');
  onClose.mockReset();
  gate = Promise.withResolvers<undefined>();
  server = fakeServer();
  server.handler = async ({ path, body, headers }) => {
    if (path === '/auth/approvers/list') return { body: [manager] };
    if (path === '/auth/approval/about') return { status: 404, body: { message: 'Not found' } };
    if (path === '/auth/approve') {
      const expiresAt = new Date(Date.now() + 120_000).toISOString();
      return { body: { key: approval, expiresAt, status: 'Granted' } };
    }
    if (path !== '/bis/bill/update' || body['discountPercentage'] === undefined) return undefined;
    await gate.promise;
    if (headers['x-approval'] === approval) return undefined;
    const about = { permission: 'bill.discount', subjectKey: bill().key, amount: 10 };
    return { status: 403, body: { message: 'This needs approval', reason: 'approvalNeeded', code: 403, ...about } };
  };
  globalThis.fetch = server.fetch;
  await openTill();
  const { checkIn, addItem, save } = useBills.getState();
  await checkIn('Table', '4');
  addItem(bill().key, { menuItem: burger });
  await save(bill().key);
  expect(await billSent(bill().key, 5000)).toBe(true);
  await showAt(
    '/',
    <>
      <DiscountDialog bill={bill()} onClose={onClose} />
      <ApprovalDialog />
    </>,
  );
  await dialog('Discount').getByRole('textbox', { name: 'Percent' }).fill('10');
  await apply().click();
});
afterEach(() => {
  gate.resolve(undefined);
  clear();
  server.network = 'dead';
});
afterAll(() => stopSender());

it('stays busy until the question for the approval is there, and closes when the discount is given', async () => {
  await vi.waitFor(() => expect(discounts()).toHaveLength(1));
  await expect.element(apply()).toHaveAttribute('aria-busy', 'true');
  await apply().click();
  expect(onClose).not.toHaveBeenCalled();
  gate.resolve(undefined);
  await expect.element(dialog('Approval')).toMatchTextContent(/Needs approval: Discount on bills, 10 %/);
  expect(onClose).not.toHaveBeenCalled();
  await dialog('Approval')
    .getByRole('button', { name: /Ibrahim Nasheed/ })
    .click();
  await dialog('Approval').getByRole('textbox', { name: 'Reason' }).fill('Regular guest');
  await dialog('Approval').getByLabelText('Passcode of Ibrahim Nasheed').fill('4826');
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(bill().discountPercentage).toBe(10);
  expect(discounts()).toHaveLength(2);
});

it('stays with what was typed when nobody approved it', async () => {
  gate.resolve(undefined);
  await dialog('Approval').getByRole('button', { name: 'Close' }).click();
  await expect.element(apply()).not.toHaveAttribute('aria-busy');
  await expect.element(dialog('Discount').getByRole('textbox', { name: 'Percent' })).toHaveValue('10');
  expect(onClose).not.toHaveBeenCalled();
  expect(bill().discountPercentage).toBe(0);
});

it('says in its place why the server refused the discount', async () => {
  await vi.waitFor(() => expect(discounts()).toHaveLength(1));
  const { handler } = server;
  server.handler = (seen) =>
    seen.path === '/bis/bill/update' ? { status: 409, body: { message: 'This bill is already paid' } } : handler(seen);
  gate.resolve(undefined);
  await dialog('Approval').getByRole('button', { name: 'Close' }).click();
  await apply().click();
  await expect.element(dialog('Discount').getByRole('alert')).toHaveTextContent('This bill is already paid');
  expect(onClose).not.toHaveBeenCalled();
});
