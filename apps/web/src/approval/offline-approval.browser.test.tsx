import { maxOfflineApprovals, offlineApprovalOf, offlineApprovalText } from '@atoll/domain/access/offline-approval';
import type { Bill } from '@atoll/domain/bill/bill';
import { allowShare } from '@atoll/domain/bill/discount/discount-seen';
import { applyTotals } from '@atoll/domain/bill/new-bill';
import { lineAmount } from '@atoll/domain/bill/totals';
import { formatMoney, laari } from '@atoll/domain/money/money';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { call } from '../api/api.ts';
import { useConnection } from '../api/connection.ts';
import { voidWithApproval } from '../bill/void-bill.ts';
import { useBills } from '../bills/bills.ts';
import { paymentApproval } from '../cash/refusal-approval.ts';
import { tillNow } from '../clock/till-clock.ts';
import { startSender } from '../outbox/sender.ts';
import { readOutbox } from '../outbox/store.ts';
import { grantOffline, hasApprovalCode, keepApprovalCode, offlineApprovers } from '../session/approval-code.ts';
import { useSession } from '../session/session.ts';
import type { Profile, SessionUser } from '../session/session-user.ts';
import { verifyPasscode } from '../session/verifier/verifier.ts';
import { changeOne, readOne } from '../storage/idb.ts';
import { type FakeServer, fakeServer } from '../sync/testing/fake-server.ts';
import { burger, openTill, waiter } from '../sync/testing/till.ts';
import { accessToken } from '../sync/testing/till-user.ts';
import { clear, show } from '../ui/hook/testing.tsx';
import { ApprovalDialog } from './approval-dialog.tsx';
import { approved } from './approved.ts';

const secret = 'c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LTEyMzQ';
const email = 'ibrahim@atoll.test';
let server: FakeServer;
let key = '';
const manager = (): SessionUser => ({
  ...(useSession.getState().user as SessionUser),
  id: 2,
  email,
  name: 'Ibrahim Nasheed',
  permissions: ['item.void.sent', 'bill.discount', 'bill.lower.printed'],
});
const action = () => ({
  outletId: 1,
  permission: 'item.void.sent' as const,
  subjectKey: key,
  requestedBy: 7,
  shiftKey: 's',
});
const bill = () => useBills.getState().bills[key];

beforeEach(async () => {
  server = fakeServer();
  globalThis.fetch = server.fetch;
  await openTill();
  localStorage.removeItem('atoll.approver');
  await keepApprovalCode(manager(), '482613', { codeId: 'code-0001', secret });
  const opened = await useBills.getState().checkIn('Table', '4');
  key = opened.ok ? opened.value.key : '';
  useBills.getState().addItem(key, { menuItem: burger });
  await useBills.getState().save(key);
  const lines = (bill()?.items ?? []).map((item) => ({ item, qty: 1, change: 'New' as const }));
  useBills.getState().markSent(key, { key: 't1', lines });
  server.network = 'dead';
  useConnection.setState({ isOnline: false });
  await show(
    <QueryClientProvider client={new QueryClient()}>
      <ApprovalDialog />
    </QueryClientProvider>,
  );
});
afterEach(clear);

it('[R36.5] voids a sent dish while the server is away with an approval code, signed for the server', async () => {
  const item = bill()?.items[0]?.key ?? '';
  const done = voidWithApproval(bill() as never, 'Cold', item);
  await expect.element(page.getByLabelText('Approval code of Ibrahim Nasheed')).toBeVisible();
  await expect.element(page.getByText('1 × Lagoon Burger')).toBeVisible();
  await userEvent.keyboard('482614');
  await expect.element(page.getByRole('alert')).toHaveTextContent('Wrong approval code');
  await page.getByLabelText('Approval code of Ibrahim Nasheed').fill('482613');
  expect(await done).toEqual({ state: 'done' });
  await vi.waitFor(() => expect(bill()?.items[0]?.isVoid).toBe(true));
  const entry = (await readOutbox()).at(-1);
  expect(entry?.body['items']).toMatchObject([{ key: item, isVoid: true, voidReason: 'Cold' }]);
  const approval = offlineApprovalOf(entry?.approval);
  const bytes = Uint8Array.from(atob(secret), (c) => c.charCodeAt(0));
  const hmac = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  const mac = Uint8Array.from(atob((approval?.mac ?? '').replaceAll('-', '+').replaceAll('_', '/')), (c) =>
    c.charCodeAt(0),
  );
  const text = new TextEncoder().encode(offlineApprovalText({ ...action(), itemKeys: [item] }, approval as never));
  expect(await crypto.subtle.verify('HMAC', hmac, mac, text)).toBe(true);
});

it('[R36.5] erases a code when the server ended the sign-in of its person, as after a new password', async () => {
  const { user } = useSession.getState();
  await keepApprovalCode(user as SessionUser, '482613', { codeId: 'code-0002', secret });
  server.network = 'fine';
  const ended = { message: 'Your session has ended', reason: 'sessionEnded', code: 401 };
  server.handler = () => ({ status: 401, body: ended });
  await expect(call('app.settings')).rejects.toMatchObject({ status: 401 });
  await vi.waitFor(async () => expect(await hasApprovalCode(user?.email ?? '')).toBe(false));
  expect(await hasApprovalCode(email)).toBe(true);
});

it('[R36.5] trying all codes takes more than a day on the till, and five wrong ones erase it', async () => {
  const started = performance.now();
  expect(await grantOffline(email, '000001', action())).toEqual({ state: 'wrong' });
  const hours = ((performance.now() - started) * 1_000_000) / 3_600_000;
  expect(hours).toBeGreaterThan(24);
  const tries = await Promise.all(
    ['000002', '000003', '000004', '000005'].map((code) => grantOffline(email, code, action())),
  );
  expect(tries.map(({ state }) => state)).toContain('erased');
  expect(await readOne('secret', `approval-code ${email}`)).toBeUndefined();
  expect(await grantOffline(email, '482613', action())).toEqual({ state: 'erased' });
});

it('[R36.5] erases a code when its owner did not unlock the till by the server for 14 days', async () => {
  const unlockedAgo = (ms: number) =>
    changeOne('secret', `approval-code ${email}`, (kept: object) => ({ ...kept, renewedAt: tillNow() - ms }));
  const dayMs = 86_400_000;
  await unlockedAgo(13 * dayMs);
  expect(await hasApprovalCode(email)).toBe(true);
  await unlockedAgo(14 * dayMs + 60_000);
  expect(await hasApprovalCode(email)).toBe(false);
  expect(await readOne('secret', `approval-code ${email}`)).toBeUndefined();
});

it('[R36.5] approves at most ten times in a shift, never the own work, and the code unlocks no screen', async () => {
  const used = maxOfflineApprovals - 1;
  await changeOne('secret', `approval-code ${email}`, (kept: object) => ({ ...kept, usedIn: 's', used }));
  expect((await grantOffline(email, '482613', action())).state).toBe('granted');
  expect(await grantOffline(email, '482613', action())).toEqual({ state: 'limit' });
  expect((await grantOffline(email, '482613', { ...action(), shiftKey: 'next' })).state).toBe('granted');
  expect(await verifyPasscode(email, '4826')).toBe('server-needed');
  const approversFor = async (userId: number) =>
    (await offlineApprovers('item.void.sent', { outletId: 1, userId })).map(({ id }) => id);
  expect([await approversFor(7), await approversFor(manager().id)]).toEqual([[2], []]);
  useSession.setState({ user: manager() });
  const item = bill()?.items[0]?.key ?? '';
  expect(await voidWithApproval(bill() as never, 'Cold', item)).toMatchObject({ state: 'refused' });
});

it('[R36.5] lets another person approve who also set a code on this till', async () => {
  await keepApprovalCode({ ...manager(), id: 3, email: 'shifa@atoll.test', name: 'Aminath Shifa' }, '735182', {
    codeId: 'code-0002',
    secret,
  });
  localStorage.setItem('atoll.approver', '2');
  const item = bill()?.items[0]?.key ?? '';
  const done = voidWithApproval(bill() as never, 'Cold', item);
  await expect.element(page.getByLabelText('Approval code of Ibrahim Nasheed')).toBeVisible();
  await page.getByRole('button', { name: 'Choose somebody else' }).click();
  await page.getByRole('button', { name: /Aminath Shifa/ }).click();
  await page.getByLabelText('Approval code of Aminath Shifa').fill('735182');
  expect(await done).toEqual({ state: 'done' });
});

/** Has the server save the bill, and change it as another till does. */
async function saved(change: (known: Bill) => Bill = (known) => known): Promise<void> {
  server.network = 'fine';
  useConnection.setState({ isOnline: true });
  const stop = startSender();
  await vi.waitFor(() => expect(bill()?.number).toBe(1));
  stop();
  const known = server.bills.get(key) as Bill;
  server.bills.set(key, { ...change(known), version: known.version + 1 });
  await useBills.getState().refetch(key);
  server.network = 'dead';
  useConnection.setState({ isOnline: false });
}

it('[R36.9] [R36.5] asks at a payment without the server for the code, and names the discount that grew with both sums', async () => {
  await saved((known) => allowShare(applyTotals({ ...known, discountPercentage: 50 })));
  const token = accessToken(waiter, ['bill.discount']);
  useSession.setState({ user: { ...(useSession.getState().user as Profile), token } });
  useBills.getState().addItem(key, { menuItem: burger, notes: ['later'] });
  const payments = [{ key: crypto.randomUUID(), method: 'Cash', amount: bill()?.total ?? 0 } as const];
  const paid = useBills.getState().pay(key, { payments, approve: paymentApproval(key) });
  const dialog = page.getByRole('dialog');
  await expect.element(dialog).toMatchTextContent(/Needs approval: Discount on bills, 50 %/);
  await expect
    .element(dialog)
    .toMatchTextContent(/Discount of 50 %: MVR.25\.00 off when it was given, MVR.50\.00 off now/);
  expect(bill()?.isOpen).toBe(true);
  await page.getByLabelText('Approval code of Ibrahim Nasheed').fill('482613');
  expect(await paid).toMatchObject({ state: 'kept' });
  const entry = (await readOutbox()).find(({ kind }) => kind === 'pay');
  expect(offlineApprovalOf(entry?.approval)?.amount).toBeGreaterThanOrEqual(50);
});

it('[R36.17] shows who asks, for which bill, table, item and amount, as the till knows them', async () => {
  // Saved: it has its number.
  await saved();
  const { items, total } = bill() as NonNullable<ReturnType<typeof bill>>;
  const done = voidWithApproval(bill() as never, 'Cold', items[0]?.key ?? '');
  const money = (amount: number) => formatMoney(laari(amount));
  const asker = useSession.getState().user?.name ?? '';
  const facts = new RegExp(`^${asker} · Table 4 · bill 1 · MVR.${money(total).slice(4)}$`);
  await expect.element(page.getByText(facts)).toBeVisible();
  const amount = money(lineAmount(items[0] as never));
  await expect.element(page.getByRole('listitem')).toHaveTextContent(`1 × Lagoon Burger${amount}`);
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(await done).toMatchObject({ state: 'declined' });
});

it('[R36.17] names the item too when a printed bill gets smaller while the server is away', async () => {
  const item = bill()?.items[0]?.key ?? '';
  const extra = { permission: 'bill.lower.printed', amount: 5940 };
  const refusal = { status: 403, message: 'This needs approval', reason: 'approvalNeeded', extra } as never;
  const asked = { permission: 'item.void.sent', subjectType: 'Bill', subjectKey: key, itemKeys: [item] } as const;
  const done = approved({ ...asked, reason: 'Cold', worksOffline: true }, async () => ({ ok: false, refusal }));
  await expect.element(page.getByText('Needs approval: Void an item of a printed bill, MVR 59.40')).toBeVisible();
  await expect.element(page.getByText('1 × Lagoon Burger')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(await done).toBeNull();
});
