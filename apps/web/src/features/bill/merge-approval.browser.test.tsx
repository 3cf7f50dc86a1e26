import type { Bill } from '@atoll/domain/bill/bill';
import { absorbBill } from '@atoll/domain/bill/split/transfer';
import type { Outlet } from '@atoll/domain/outlet/outlet';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ApprovalDialog } from '../../approval/approval-dialog.tsx';
import { useBills } from '../../bills/bills.ts';
import { billSent } from '../../outbox/outbox.ts';
import { startSender } from '../../outbox/sender.ts';
import { readOutbox } from '../../outbox/store.ts';
import { useSession } from '../../session/session.ts';
import { useApp } from '../../sync/app-store.ts';
import { type FakeServer, fakeServer } from '../../sync/testing/fake-server.ts';
import { burger, juice, openTill } from '../../sync/testing/till.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { BillWork } from './bill-work.tsx';

const manager = { id: 2, name: 'Ibrahim Nasheed', jobTitle: 'Manager', avatar: null };
const approval = '3b241101-e2bb-4255-8caf-4136c566a962';
const stopSender = startSender();
let server: FakeServer;

/** Saves a bill with one item in a slot that no other test uses, and waits until the server has it. */
async function savedBill(slot: string, menuItem = burger): Promise<string> {
  const { checkIn, addItem, save } = useBills.getState();
  await checkIn('Table', slot);
  const { key } = Object.values(useBills.getState().bills).find((one) => one.slot === slot) as Bill;
  addItem(key, { menuItem });
  await save(key);
  expect(await billSent(key, 5000)).toBe(true);
  return key;
}

beforeEach(async () => {
  await page.viewport(1280, 800);
  localStorage.removeItem('atoll.approver');
  server = fakeServer();
  server.handler = ({ path, headers, body }) => {
    if (path === '/auth/approvers/list') return { body: [manager] };
    if (path === '/auth/approval/about') return { status: 404, body: { message: 'Not found' } };
    if (path === '/auth/approve') {
      const expiresAt = new Date(Date.now() + 120_000).toISOString();
      return { body: { key: approval, expiresAt, status: 'Granted' } };
    }
    if (path !== '/bis/bill/merge') return undefined;
    const [from, to] = [String(body['from']), String(body['to'])];
    if (headers['x-approval'] !== approval) {
      const about = { permission: 'bill.merge', subjectKey: to };
      return { status: 403, body: { message: 'This needs approval', reason: 'approvalNeeded', code: 403, ...about } };
    }
    const merged = absorbBill(server.bills.get(from) as Bill, server.bills.get(to) as Bill);
    if (!merged.ok) throw new Error(merged.refusal.message);
    server.bills.set(to, merged.value);
    return { body: merged.value };
  };
  globalThis.fetch = server.fetch;
  await openTill();
  useApp.setState({ settings: [...useApp.getState().settings, { key: 'AutoPrintEnabled', value: 'false' }] });
  const { user } = useSession.getState();
  const permissions = ['New Bill', 'bill.open', 'bill.viewOthers', 'bill.transfer'];
  const claims = btoa(JSON.stringify({ Permission: permissions, Approval: ['bill.merge'] }));
  if (user) useSession.setState({ user: { ...user, token: `h.${claims}.s`, permissions } });
});
afterEach(async () => {
  clear();
  server.network = 'dead';
  await vi.waitUntil(async () => !(await readOutbox()).some(({ state }) => state === 'sending'));
});
afterAll(() => stopSender());

it('[R35.33] a tap on Merge by a waiter asks a manager in place, and merges the bills with the approval', async () => {
  const [from, to] = [await savedBill('34'), await savedBill('35', juice)];
  const where = await showAt(
    '/billing/new/Table/34',
    <>
      <BillWork outlet={useApp.getState().outlet as Outlet} place={{ type: 'Table', slot: '34' }} />
      <ApprovalDialog />
    </>,
  );
  await page.getByRole('button', { name: 'Transfer', exact: true }).click();
  await page.getByRole('button', { name: 'Table 35, Taken' }).click();
  await page.getByRole('button', { name: 'Merge', exact: true }).click();
  await page.getByRole('button', { name: /Ibrahim Nasheed/ }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('Guests sit together');
  await page.getByLabelText('Passcode of Ibrahim Nasheed').fill('4826');
  await vi.waitFor(() => expect(server.bills.get(to)?.items).toHaveLength(2));
  await vi.waitFor(() => expect(where()).toBe('/billing/new/Table/35'));
  const asked = server.seen.filter(({ path }) => path === '/bis/bill/merge');
  expect(asked.map(({ body, headers }) => [body, headers['x-approval']])).toEqual([
    [{ from, to }, undefined],
    [{ from, to }, approval],
  ]);
  expect(server.seen.find(({ path }) => path === '/auth/approve')?.body).toMatchObject({
    permission: 'bill.merge',
    subjectType: 'Bill',
    subjectKey: to,
    itemKeys: [from],
  });
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});
