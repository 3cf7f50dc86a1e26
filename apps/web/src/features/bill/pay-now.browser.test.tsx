import type { Bill } from '@atoll/domain/bill/bill';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ApprovalDialog } from '../../approval/approval-dialog.tsx';
import { useBills } from '../../bills/bills.ts';
import { billSent, useOutbox } from '../../outbox/outbox.ts';
import { startSender } from '../../outbox/sender.ts';
import { useApp } from '../../sync/app-store.ts';
import { type FakeServer, fakeServer } from '../../sync/testing/fake-server.ts';
import { burger, openTill } from '../../sync/testing/till.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { PayNow } from './pay-now.tsx';

const stopSender = startSender();
let server: FakeServer;
const bill = () => Object.values(useBills.getState().bills).find((one) => one.slot === '6') as Bill;
const once = (work: () => Promise<unknown>) => () => void work();

beforeEach(async () => {
  await page.viewport(1280, 800);
  server = fakeServer();
  server.handler = ({ path }) => {
    if (path === '/auth/approvers/list') return { body: [] };
    if (path === '/auth/approval/about') return { status: 404, body: { message: 'Not found' } };
    if (path !== '/bis/bill/pay') return undefined;
    const about = { permission: 'bill.discount', subjectKey: bill().key, amount: 25 };
    return { status: 403, body: { message: 'This needs approval', reason: 'approvalNeeded', code: 403, ...about } };
  };
  globalThis.fetch = server.fetch;
  await openTill();
  useApp.setState({
    settings: [...useApp.getState().settings, { key: 'AutoPrintEnabled', value: 'false' }],
    notifications: [],
  });
  const { checkIn, addItem, save } = useBills.getState();
  await checkIn('Table', '6');
  addItem(bill().key, { menuItem: burger });
  await save(bill().key);
  expect(await billSent(bill().key, 5000)).toBe(true);
});
afterEach(() => {
  clear();
  server.network = 'dead';
});
afterAll(() => stopSender());

it('[R35.35] asks for the approval of a quick cash payment, and takes the payment back without one', async () => {
  await showAt(
    '/',
    <>
      <PayNow bill={bill()} due={bill().total} busy={false} once={once} />
      <ApprovalDialog />
    </>,
  );
  await page.getByRole('button').first().click();
  await expect.element(page.getByRole('dialog')).toMatchTextContent(/Needs approval: Discount on bills, 25 %/);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await vi.waitFor(() => expect(useOutbox.getState().entries).toEqual([]));
  expect(bill().status).not.toBe('Complete');
});
