import type { Bill } from '@atoll/domain/bill/bill';
import { maskBill } from '@atoll/domain/bill/waiter';
import type { Outlet } from '@atoll/domain/outlet/outlet';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ApprovalDialog } from '../../approval/approval-dialog.tsx';
import { WaiterTables } from '../../bill/waiter/waiter-tables.tsx';
import { useBills } from '../../bills/bills.ts';
import { startSender } from '../../outbox/sender.ts';
import { readOutbox } from '../../outbox/store.ts';
import { useSession } from '../../session/session.ts';
import { useApp } from '../../sync/app-store.ts';
import { type FakeServer, fakeServer } from '../../sync/testing/fake-server.ts';
import { openTill } from '../../sync/testing/till.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { ToastHost } from '../../ui/overlay/toast-host.tsx';
import { BillWork } from './bill-work.tsx';

let server: FakeServer;
const { fetch } = globalThis;
let stopSender = (): void => undefined;
const outlet = () => useApp.getState().outlet as Outlet;
const people = [
  { id: 7, name: 'Aisha' },
  { id: 8, name: 'Ibrahim' },
];

function signInWith(permissions: readonly string[], approvable: readonly string[] = []): void {
  const claims = btoa(JSON.stringify({ Permission: permissions, Approval: approvable, pv: 2 }));
  const { user } = useSession.getState();
  if (user) useSession.setState({ user: { ...user, token: `h.${claims}.s`, permissions } });
}
const showWork = () =>
  showAt(
    '/billing/new/Table/4',
    <>
      <BillWork outlet={outlet()} place={{ type: 'Table', slot: '4' }} />
      <WaiterTables />
      <ApprovalDialog />
      <ToastHost />
    </>,
  );
async function order(): Promise<Bill> {
  await page.getByRole('button', { name: 'Check In' }).click();
  await page.getByRole('button', { name: /^Lagoon Burger/ }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await vi.waitUntil(() => [...server.bills.values()][0]?.items.length === 1);
  return [...server.bills.values()][0] as Bill;
}

beforeEach(async () => {
  await page.viewport(1280, 800);
  server = fakeServer();
  server.handler = ({ method, path, body }) => {
    if (path === '/bis/bills/waiters') return { body: people };
    if (method !== 'PUT' || path !== '/bis/bill/hand') return undefined;
    const to = people.find(({ id }) => id === body['toUserId']);
    const handed = [...server.bills.values()].map(
      (bill): Bill => ({ ...bill, waiterId: to?.id, waiterName: to?.name, version: bill.version + 1 }),
    );
    for (const bill of handed) server.bills.set(bill.key, bill);
    return { body: handed };
  };
  globalThis.fetch = server.fetch;
  await openTill();
  stopSender = startSender();
});
afterEach(async () => {
  clear();
  stopSender();
  server.network = 'dead';
  await vi.waitUntil(async () => !(await readOutbox()).some(({ state }) => state === 'sending'));
  globalThis.fetch = fetch;
});

it('[R35.77] shows a slot of another waiter as taken with their name, and nothing to do with its bill', async () => {
  signInWith(['New Bill', 'bill.open', 'bill.transfer.server']);
  await showWork();
  const bill = await order();
  const theirs = { ...bill, waiterId: 8, waiterName: 'Ibrahim', version: bill.version + 1 };
  useBills.getState().takeServer(maskBill(theirs));
  const slot = page.getByRole('button', { name: 'Table 4, Taken, Ibrahim', exact: true });
  await expect.element(slot).toHaveTextContent('4Ibrahim');
  await expect.element(page.getByText('This table is served by Ibrahim')).toBeVisible();
  await expect.element(page.getByText('Ask Ibrahim or a manager to hand it over to you.')).toBeVisible();
  for (const name of ['Save', 'Checkout', 'Transfer', 'Split', 'Void Bill', 'Hand over'])
    await expect.element(page.getByRole('button', { name, exact: true })).not.toBeInTheDocument();
  await page.getByRole('button', { name: /^Lagoon Burger/ }).click();
  await expect.element(page.getByText('This table is served by Ibrahim').nth(1)).toBeVisible();
  expect(Object.values(useBills.getState().drafts).flatMap(({ items }) => items)).toEqual([]);
});

it('[R35.77] says that details need the server for a bill that the person may see but this till no longer has', async () => {
  await showWork();
  const bill = await order();
  server.network = 'dead';
  useBills.setState({ server: { [bill.key]: maskBill(bill) } });
  useBills.getState().show(bill.key);
  await expect.element(page.getByText('Details need the server')).toBeVisible();
});

it('[R35.77] hands a bill to another waiter in three taps from its menu', async () => {
  signInWith(['New Bill', 'bill.open', 'bill.viewOthers', 'bill.transfer.server']);
  await showWork();
  const bill = await order();
  await page.getByRole('button', { name: 'Hand over', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Hand over' });
  await expect.element(dialog.getByRole('button', { name: 'Aisha' })).not.toBeInTheDocument();
  await dialog.getByRole('button', { name: 'Ibrahim' }).click();
  await dialog.getByRole('button', { name: 'Hand over', exact: true }).click();
  await expect.element(page.getByText('Table 4 is now served by Ibrahim')).toBeVisible();
  const call = server.seen.find(({ path }) => path === '/bis/bill/hand');
  expect(call?.body).toEqual({ billIds: [bill.key], toUserId: 8 });
  await expect.element(page.getByText(/^Ibrahim · /)).toBeVisible();
});

it('[R35.77] does not say that nobody else works here when the waiters could not be loaded', async () => {
  signInWith(['New Bill', 'bill.open', 'bill.viewOthers', 'bill.transfer.server']);
  await showWork();
  await order();
  const { handler } = server;
  server.handler = (call) =>
    call.path === '/bis/bills/waiters' ? { status: 500, body: { message: 'Something went wrong' } } : handler?.(call);
  await page.getByRole('button', { name: 'Hand over', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Hand over' });
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/^Could not load the waiters/);
  await expect.element(dialog.getByText(/^Nobody else works here/)).not.toBeInTheDocument();
  if (handler) server.handler = handler;
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect.element(dialog.getByRole('button', { name: 'Ibrahim' })).toBeVisible();
});

it('[R35.77] hands all open tables of a person over at once, and offers it only to who may', async () => {
  signInWith(['New Bill', 'bill.open', 'bill.viewOthers', 'bill.transfer.server']);
  await showWork();
  await order();
  const team = page.getByRole('region', { name: 'Open bills by waiter' });
  await expect.element(team.getByText('1 bill')).toBeVisible();
  await team.getByRole('button', { name: 'Hand over all bills of Aisha' }).click();
  await page.getByRole('button', { name: 'Ibrahim' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Hand over', exact: true }).click();
  await expect.element(page.getByText('1 bill is now served by Ibrahim')).toBeVisible();
  expect(server.seen.find(({ path }) => path === '/bis/bill/hand')?.body).toEqual({ fromUserId: 7, toUserId: 8 });
  await expect.element(team.getByText('Ibrahim')).toBeVisible();
  signInWith(['New Bill', 'bill.open', 'bill.viewOthers']);
  await expect.element(team).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Hand over', exact: true })).not.toBeInTheDocument();
});
