import type { Bill } from '@atoll/domain/bill/bill';
import { lineBesideMenu } from '@atoll/domain/bill/card/card-line';
import { emptyBill } from '@atoll/domain/bill/new-bill';
import { aboutNothing } from '@atoll/domain/contract/bill/approval-about';
import { newCode } from '@atoll/domain/wallet/code';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ApprovalDialog } from '../../approval/approval-dialog.tsx';
import { useSession } from '../../session/session.ts';
import { useApp } from '../../sync/app-store.ts';
import { type FakeServer, fakeServer } from '../../sync/testing/fake-server.ts';
import { openTill } from '../../sync/testing/till.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { OrderFacts } from './order-facts.tsx';
import { OrdersScreen } from './order-screens.tsx';
import { OrderSteps } from './order-steps.tsx';

const order = {
  id: 1,
  key: '0197a9a0-0000-7000-8000-000000000001',
  version: 1,
  number: 'O-2611-0001',
  kind: 'Layaway' as const,
  status: 'Open' as const,
  tax: 'Instalments' as const,
  name: 'Nadia',
  phone: '7771234',
  total: 80_000,
  paid: 30_000,
  dueAt: '2099-01-01T10:00:00.000Z',
  plan: [{ date: '2026-01-31', amount: 40_000 }],
  billId: null,
  createdAt: '2026-01-01T10:00:00.000Z',
};
const later = { ...order, id: 2, number: 'O-2611-0002', name: 'Zubair', plan: [] };
let server: FakeServer;

beforeEach(async () => {
  await page.viewport(1280, 800);
  await openTill();
  server = fakeServer();
  globalThis.fetch = server.fetch;
  useApp.setState({ features: ['Wallets'] });
  const { user } = useSession.getState();
  useSession.setState({ user: user && { ...user, permissions: [...user.permissions, 'Billing', 'order.cancel'] } });
});
afterEach(() => {
  useApp.setState({ features: [] });
  clear();
});

it('[R22.15] lists dated instalments of a layaway that are overdue', async () => {
  const asked: string[] = [];
  globalThis.fetch = (input, init) => {
    asked.push(String(input));
    return server.fetch(input, init);
  };
  server.handler = ({ path }) =>
    path.startsWith('/fin/orders/list')
      ? { body: { items: [order, later], count: 2, pageSize: 20, totalPages: 1 } }
      : undefined;
  await showAt('/wallets/orders', <OrdersScreen />);
  const row = page.getByRole('row', { name: /O-2611-0001/ });
  await expect.element(row).toMatchTextContent(/Nadia800\.00300\.00500\.00Overdue/);
  await expect.element(page.getByRole('row', { name: /O-2611-0002/ })).toMatchTextContent(/500\.00Open/);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByLabelText('Status').selectOptions('Overdue');
  await expect.poll(() => asked.at(-1)).toMatch(/\/fin\/orders\/list\?.*status=Overdue/);
});

it('takes a part of an order in cash, and opens it as a bill in the slot that is chosen', async () => {
  const details = { ...order, lines: [], advances: [] };
  await showAt('/wallets/orders', <OrderSteps order={details} step="pay" onClose={() => undefined} />);
  await page.getByLabelText('Amount').fill('200');
  await page.getByRole('button', { name: 'Take payment' }).click();
  const sent = (path: string) => server.seen.find((one) => one.path === path)?.body;
  await expect
    .poll(() => sent('/fin/order/pay'))
    .toMatchObject({
      orderKey: order.key,
      amount: 20_000,
      payments: [{ method: 'Cash', amount: 20_000 }],
    });
  clear();
  await showAt('/wallets/orders', <OrderSteps order={details} step="open" onClose={() => undefined} />);
  await page.getByLabelText('Slot').fill('7');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => sent('/fin/order/open')).toMatchObject({ orderKey: order.key, type: 'Table', slot: '7' });
});

it('[R22.14] asks whether the deposit of a cancelled order is given back or kept', async () => {
  const details = { ...order, tax: 'Refundable' as const, lines: [], advances: [] };
  await showAt('/wallets/orders', <OrderSteps order={details} step="cancel" onClose={() => undefined} />);
  await expect.element(page.getByText('Give MVR 300.00 in cash.')).toBeVisible();
  await page.getByRole('tab', { name: 'Keep' }).click();
  await expect.element(page.getByText('MVR 300.00 is kept, and a bill with GST is made for it.')).toBeVisible();
  await page.getByRole('button', { name: 'Nobody came' }).click();
  await page.getByRole('button', { name: 'Cancel order' }).click();
  const sent = () => server.seen.find(({ path }) => path === '/fin/order/cancel')?.body;
  await expect.poll(sent).toMatchObject({ orderKey: order.key, forfeit: true, reason: 'Nobody came' });
});

it('asks for an approval with the amount before a deposit is given back by who may not refund it, and names the order', async () => {
  const manager = { id: 2, name: 'Ibrahim Nasheed', jobTitle: 'Manager', avatar: null };
  const subjectKey = `order ${order.key}`;
  const needed = { message: 'Needed', reason: 'approvalNeeded', permission: 'bill.refund', subjectKey, amount: 30_000 };
  server.handler = ({ path, headers }) => {
    if (path === '/auth/approvers/list') return { body: [manager] };
    if (path === '/auth/approve') return { body: { key: 'granted', expiresAt: order.dueAt, status: 'Granted' } };
    if (path === '/auth/approval/about') return { body: { ...aboutNothing, name: order.number } };
    if (path !== '/fin/order/cancel') return undefined;
    return headers['x-approval'] === 'granted' ? { body: order } : { status: 403, body: needed };
  };
  const details = { ...order, tax: 'Refundable' as const, lines: [], advances: [] };
  let closed = 0;
  await showAt(
    '/wallets/orders',
    <>
      <OrderSteps order={details} step="cancel" onClose={() => (closed += 1)} />
      <ApprovalDialog />
    </>,
  );
  await page.getByRole('button', { name: 'Nobody came' }).click();
  await page.getByRole('button', { name: 'Cancel order' }).click();
  await expect.element(page.getByText('Needs approval: Refund, MVR 300.00')).toBeVisible();
  await expect.element(page.getByText('Aisha · Order O-2611-0001')).toBeVisible();
  expect(closed).toBe(0);
  await page.getByRole('button', { name: /Ibrahim Nasheed/ }).click();
  await userEvent.keyboard('4826');
  await vi.waitFor(() => expect(closed).toBe(1));
  const asked = server.seen.find(({ path }) => path === '/auth/approve')?.body;
  expect(asked).toMatchObject({ permission: 'bill.refund', subjectType: 'Order', subjectKey, amount: 30_000 });
});

const facts = {
  ...order,
  plan: [
    { date: '2026-01-01', amount: 30_000 },
    { date: '2026-01-31', amount: 25_000 },
    { date: '2099-01-01', amount: 25_000 },
  ],
  lines: [{ name: 'Cake', size: 'Large', qty: 2, amount: 80_000 }],
  advances: [{ key: 'a', billId: 41, invoiceNumber: 'R2601-0041', amount: 30_000, at: '2026-01-01T10:00:00.000Z' }],
};

it('[R22.15] marks the instalments of a layaway that are paid and overdue, and links its papers', async () => {
  await showAt('/wallets/orders', <OrderFacts order={facts} />);
  const section = (name: string) => page.getByRole('region', { name });
  await expect.element(section('Items')).toMatchTextContent(/2 × Cake LargeMVR 800\.00TotalMVR 800\.00/);
  await expect.element(section('Payments')).toMatchTextContent(/R2601-0041.*MVR 300\.00PaidMVR 300\.00RestMVR 500\.00/);
  const paper = page.getByRole('link', { name: 'R2601-0041' });
  await expect.element(paper).toHaveAttribute('href', expect.stringContaining('/billing/history/view/41'));
  const rows = section('Plan').getByRole('listitem');
  await expect.element(rows.nth(0)).toMatchTextContent(/PaidMVR 300\.00/);
  await expect.element(rows.nth(1)).toMatchTextContent(/OverdueMVR 250\.00/);
  await expect.element(rows.nth(2)).not.toMatchTextContent(/Paid|Overdue/);
});

it('shows what the total has beside the items, so that its rows add up', async () => {
  const lines = [{ name: 'Cake', size: 'Large', qty: 2, amount: 74_000 }];
  await showAt('/wallets/orders', <OrderFacts order={{ ...facts, lines }} />);
  const items = page.getByRole('region', { name: 'Items' });
  await expect.element(items).toMatchTextContent(/MVR 740\.00GST, service charge, discountMVR 60\.00TotalMVR 800\.00/);
});

it('shows the number of an order whole on a small tablet', async () => {
  await page.viewport(820, 1180);
  server.handler = ({ path }) =>
    path.startsWith('/fin/orders/list')
      ? { body: { items: [order, later], count: 2, pageSize: 20, totalPages: 1 } }
      : undefined;
  await showAt('/wallets/orders', <OrdersScreen />);
  const number = page.getByRole('cell', { name: 'O-2611-0001' });
  await expect.element(number).toBeVisible();
  const { scrollWidth, clientWidth } = number.element();
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
});

it('shows neither a rest nor overdue instalments of a cancelled order, and closes its step by Close', async () => {
  await showAt('/wallets/orders', <OrderFacts order={{ ...facts, status: 'Cancelled' }} />);
  await expect.element(page.getByText('Cancelled')).toBeVisible();
  await expect.element(page.getByText('Rest')).not.toBeInTheDocument();
  await expect.element(page.getByText('Overdue')).not.toBeInTheDocument();
  clear();
  await showAt('/wallets/orders', <OrderSteps order={facts} step="cancel" onClose={() => undefined} />);
  await expect.element(page.getByRole('button', { name: 'Close', exact: true }).last()).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Cancel', exact: true })).not.toBeInTheDocument();
});

it('[R22.3] pays a part of an order by a gift card, at most what is left on it', async () => {
  const code = newCode(Uint8Array.from({ length: 12 }, (_, index) => index * 7));
  const terms = { serviceChargePct: 0, gstPct: 8, gstMode: 'Inclusive', gstOnServiceCharge: false } as const;
  const item = lineBesideMenu({
    key: 'a',
    name: 'Advance',
    amount: 12_000,
    index: 0,
    now: order.createdAt,
    user: null,
  });
  const blank = emptyBill({ key: 'p', type: 'Takeaway', slot: '1', terms, now: order.createdAt, user: null });
  server.handler = ({ path, body }) => {
    if (path === '/fin/wallet/hold')
      return { body: { id: 5, kind: 'GiftCard', last4: '7K2Q', left: 12_000, held: Number(body['amount']) } };
    if (path !== '/fin/order/pay') return undefined;
    const [payment] = body['payments'] as Bill['payments'];
    const paid = { ...payment, status: 'Captured', wallet: { id: 5, last4: '7K2Q', left: 0 } };
    return {
      body: {
        ...blank,
        id: 41,
        status: 'Complete',
        isOpen: false,
        invoiceNumber: 'R-1',
        items: [item],
        payments: [paid],
      },
    };
  };
  await showAt('/wallets/orders', <OrderSteps order={facts} step="pay" onClose={() => undefined} />);
  await page.getByLabelText('Payment method').selectOptions('GiftCard');
  const take = page.getByRole('button', { name: 'Take payment' });
  await page.getByLabelText('Amount').fill('300');
  await take.click();
  await expect.element(page.getByText('Type or scan the card code')).toBeVisible();
  await page.getByLabelText('Card code').fill(code);
  await page.getByRole('button', { name: 'Check' }).click();
  await expect.element(page.getByText('MVR 120.00 left')).toBeVisible();
  await expect.element(page.getByLabelText('Amount')).toHaveValue('120');
  await take.click();
  const sent = (path: string) => server.seen.find((one) => one.path === path)?.body;
  await expect.poll(() => sent('/fin/order/pay')).toMatchObject({ amount: 12_000, payments: [{ method: 'GiftCard' }] });
  const hold = sent('/fin/wallet/hold');
  const paid = sent('/fin/order/pay');
  expect(paid?.['payments']).toMatchObject([{ wallet: { id: 5, last4: '7K2Q', holdKey: hold?.['key'] } }]);
  expect(hold?.['billKey']).toBe(paid?.['key']);
  // Its receipt says what is left on the card.
  const wallet = { last4: '7K2Q', left: 0 };
  await expect.poll(() => server.printed[0]).toMatchObject({ type: 'Bill', bill: { payments: [{ wallet }] } });
});

it('says in words that an order is opened and cancelled only with the server', async () => {
  server.network = 'dead';
  await showAt('/wallets/orders', <OrderSteps order={facts} step="open" onClose={() => undefined} />);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText(/Cannot reach the server/)).toBeVisible();
  clear();
  await showAt('/wallets/orders', <OrderSteps order={facts} step="cancel" onClose={() => undefined} />);
  await page.getByRole('button', { name: 'Nobody came' }).click();
  await page.getByRole('button', { name: 'Cancel order' }).click();
  await expect.element(page.getByText('This needs the server. Try again when you are online.')).toBeVisible();
});
