import type { Outlet } from '@atoll/domain/outlet/outlet';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useConnection } from '../../../api/connection.ts';
import { ApprovalDialog } from '../../../approval/approval-dialog.tsx';
import { useBills } from '../../../bills/bills.ts';
import { billSent } from '../../../outbox/outbox.ts';
import { startSender } from '../../../outbox/sender.ts';
import { useSession } from '../../../session/session.ts';
import type { Profile } from '../../../session/session-user.ts';
import { useApp } from '../../../sync/app-store.ts';
import { type FakeServer, fakeServer } from '../../../sync/testing/fake-server.ts';
import { burger, openTill } from '../../../sync/testing/till.ts';
import { accessToken } from '../../../sync/testing/till-user.ts';
import { clear, showAt } from '../../../ui/hook/testing.tsx';
import { BillWork } from '../bill-work.tsx';

const place = { type: 'Table', slot: '4' } as const;
const permissions = ['bill.open', 'item.void.unsent', 'bill.viewOthers', 'bill.print'];
const words = 'Needs approval: Void an item of a printed bill, MVR 59.40';
let server: FakeServer;
let stopSender: () => void;
const bill = () => Object.values(useBills.getState().bills).find((one) => one.slot === '4');

beforeEach(async () => {
  await page.viewport(1280, 800);
  await openTill();
  server = fakeServer();
  const plain = server.handler;
  server.handler = (seen) => {
    if (seen.path === '/auth/approvers/list')
      return { body: [{ id: 2, name: 'Ibrahim', jobTitle: 'Manager', avatar: null }] };
    const items = (seen.body['items'] ?? []) as readonly { isVoid?: boolean }[];
    if (!items.some(({ isVoid }) => isVoid)) return plain(seen);
    const extra = { permission: 'bill.lower.printed', subjectKey: bill()?.key, amount: 5940 };
    return { status: 403, body: { message: 'This needs approval', reason: 'approvalNeeded', code: 403, ...extra } };
  };
  globalThis.fetch = server.fetch;
  stopSender = startSender();
  const user = useSession.getState().user as Profile;
  const token = accessToken(permissions, ['bill.lower.printed']);
  useSession.setState({ user: { ...user, token, permissions } });
  const opened = await useBills.getState().checkIn('Table', '4');
  const key = opened.ok ? opened.value.key : '';
  useBills.getState().addItem(key, { menuItem: { ...burger, printable: false } });
  await useBills.getState().save(key);
  await useBills.getState().markPrinted(key, 'job-1');
  await billSent(key, 5000);
  const outlet = useApp.getState().outlet as Outlet;
  await showAt(
    '/billing/new/Table/4',
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <BillWork {...{ outlet, place }} />
      <ApprovalDialog />
    </QueryClientProvider>,
  );
});
afterEach(() => {
  stopSender();
  clear();
});

const voidIt = async () => {
  await page.getByRole('button', { name: 'Void item' }).click();
  const dialog = page.getByRole('dialog', { name: 'Void item' });
  await dialog.getByRole('textbox').fill('Guest sent it back');
  await dialog.getByRole('button', { name: 'Void' }).click();
};

const decline = () => page.getByRole('dialog').last().getByRole('button', { name: 'Close' }).click();

it('[R36.8] asks for approval with the amount before an item of a printed bill is voided', async () => {
  await voidIt();
  await expect.element(page.getByText(words)).toBeVisible();
  await decline();
});

it('[R36.8] asks in the same words without the server, and voids nothing before', async () => {
  server.network = 'dead';
  useConnection.setState({ isOnline: false });
  await voidIt();
  await expect.element(page.getByText(words)).toBeVisible();
  await decline();
  await vi.waitFor(() => expect(bill()).toMatchObject({ total: 5940, items: [{ isVoid: false }] }));
});
