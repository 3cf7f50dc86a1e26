import { addDays, wallClock } from '@atoll/domain/date/business-day';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { CallError } from '../../api/api.ts';
import { sendOnce } from '../../api/unanswered.ts';
import { tillNow } from '../../clock/till-clock.ts';
import { recordDate } from '../../locale/instant.ts';
import { useSession } from '../../session/session.ts';
import { businessDayHere } from '../../sync/outlet-time.ts';
import { type FakeServer, fakeServer } from '../../sync/testing/fake-server.ts';
import { emptyDevice, openTill } from '../../sync/testing/till.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { AccountLedger } from './account-ledger.tsx';
import { PaymentDialog } from './account-payment.tsx';

let server: FakeServer;
let asked: string[] = [];
beforeEach(async () => {
  await openTill();
  asked = [];
  server = fakeServer();
  server.handler = ({ path }) =>
    path.includes('/fin/account/ledger/')
      ? {
          body: {
            accountId: 5,
            name: 'Reef Divers',
            balance: 0,
            creditLimit: 0,
            opening: 0,
            closing: 0,
            entries: [],
            ageing: { days30: 0, days60: 0, days90: 0, older: 0, credit: 0 },
          },
        }
      : undefined;
  globalThis.fetch = (input, init) => {
    asked.push(input instanceof Request ? input.url : String(input));
    return server.fetch(input, init);
  };
});
afterEach(async () => {
  clear();
  await emptyDevice();
});

const account = (billingDay: number | null) => ({
  id: 5,
  key: 'k5',
  version: 1,
  isActive: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  createdByName: '',
  modifiedAt: '2026-01-01T00:00:00.000Z',
  kind: 'House',
  billingDay,
});
const last = () => page.getByRole('button', { name: 'Show last statement' });

it('[R35.46] shows the last statement by the day of the statement of the account', async () => {
  await showAt('/account/view/5', <AccountLedger record={account(1)} />);
  await last().click();
  const today = wallClock(tillNow(), 'Indian/Maldives').date;
  const to = addDays(`${today.slice(0, 8)}01`, -1);
  const query = [`from=${to.slice(0, 8)}01`, `to=${to}`];
  await vi.waitFor(() => expect(asked.some((url) => query.every((part) => url.includes(part)))).toBe(true));
});

it('[R35.46] offers no last statement for an account without a day of the statement', async () => {
  await showAt('/account/view/5', <AccountLedger record={account(null)} />);
  await expect.element(page.getByRole('heading', { name: 'Statement', exact: true })).toBeVisible();
  expect(last().elements()).toHaveLength(0);
});

it('[R35.20] asks before it takes more than is owed', async () => {
  const ageing = { days30: 0, days60: 0, days90: 0, older: 0, credit: 0 };
  const ledger = {
    accountId: 5,
    name: 'Reef Divers',
    balance: 66_528,
    creditLimit: 0,
    opening: 0,
    closing: 66_528,
    entries: [],
    ageing,
  };
  await showAt('/', <PaymentDialog ledger={ledger} onPaid={() => undefined} onClose={() => undefined} />);
  const paid = () => server.seen.filter(({ path }) => path.includes('/fin/account/pay')).length;
  await page.getByRole('textbox', { name: 'Amount' }).fill('9999');
  await page.getByRole('button', { name: 'Take payment' }).click();
  await expect.element(page.getByText(/9,333\.72 more than they owe\. Is the amount right\?/)).toBeVisible();
  expect(paid()).toBe(0);
  await page.getByRole('button', { name: 'Take it all' }).click();
  await expect.poll(paid).toBe(1);
});

it('reverses a payment after it asked for the reason, and shows the reversal', async () => {
  useSession.setState(({ user }) => ({
    user: user && { ...user, permissions: [...user.permissions, 'Accounts', 'payment.correct'] },
  }));
  const ageing = { days30: 0, days60: 0, days90: 0, older: 0, credit: 0 };
  const payment = {
    id: 3,
    key: '0199aaaa-0000-7000-8000-000000000001',
    at: '2026-03-04T08:00:00.000Z',
    businessDate: '2026-03-04',
    type: 'Payment',
    amount: -9_000,
    balanceBefore: 9_000,
    balanceAfter: 0,
    billId: null,
    shiftId: 1,
    method: 'Cash',
    reference: '',
    note: '',
    madeByName: 'Aisha',
  };
  const reversal = {
    ...payment,
    id: 4,
    key: 'r',
    amount: 9_000,
    note: 'Wrong button',
    balanceBefore: 0,
    balanceAfter: 9_000,
  };
  let entries: object[] = [payment];
  const ledger = () => ({
    accountId: 5,
    name: 'Reef Divers',
    balance: 0,
    creditLimit: 0,
    opening: 9_000,
    closing: 0,
    entries,
    ageing,
  });
  server.handler = ({ path }) => {
    if (path.includes('/fin/account/ledger/')) return { body: ledger() };
    if (!path.includes('/fin/account/reverse')) return undefined;
    entries = [{ ...payment, isReversed: true }, reversal];
    return { body: reversal };
  };
  const sent = () => server.seen.filter(({ path }) => path.includes('/fin/account/reverse'));
  await showAt('/account/view/5', <AccountLedger record={account(null)} />);
  await page.getByRole('button', { name: /^Reverse the payment of .*, 90\.00$/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Reverse' });
  await expect
    .element(dialog.getByText(/payment of MVR 90\.00 by Cash\? Reef Divers owes this amount again/))
    .toBeVisible();
  await expect.element(dialog.getByText('The cash leaves the drawer of the open shift.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Reverse' }).click();
  await expect
    .element(dialog.getByRole('textbox', { name: 'Reason' }))
    .toHaveAccessibleDescription('Enter a reason of at least 3 letters');
  expect(sent()).toHaveLength(0);
  await dialog.getByRole('button', { name: 'Wrong button' }).click();
  await dialog.getByRole('button', { name: 'Reverse' }).click();
  await expect.element(page.getByRole('cell', { name: /^Payment reversed/ })).toBeVisible();
  await expect.element(page.getByText(/reversed later/)).toBeVisible();
  expect(sent().map(({ body }) => body)).toEqual([{ id: 5, paymentKey: payment.key, reason: 'Wrong button' }]);
  expect(page.getByRole('button', { name: /Reverse the payment/ }).elements()).toHaveLength(0);
});

it('prints the statement up to a day, with the year of each entry and without buttons', async () => {
  useSession.setState(({ user }) => ({
    user: user && { ...user, permissions: [...user.permissions, 'Accounts', 'payment.credit', 'payment.correct'] },
  }));
  const entry = { type: 'Payment', amount: -9_000, balanceBefore: 9_000, balanceAfter: 0, billId: null, shiftId: 1 };
  const entries = [
    { ...entry, id: 3, key: 'p3', at: '2025-03-04T08:00:00.000Z', businessDate: '2025-03-04', method: 'BankTransfer' },
  ].map((one) => ({ ...one, reference: 'TRF 9', note: '', madeByName: 'Aisha' }));
  const { handler } = server;
  server.handler = async (seen) => {
    const answer = await handler(seen);
    return answer?.body ? { ...answer, body: { ...answer.body, opening: 9_000, entries } } : answer;
  };
  const papers: HTMLElement[] = [];
  const { append } = document.body;
  vi.spyOn(document.body, 'append').mockImplementation((...nodes) => {
    append.call(document.body, ...nodes);
    for (const node of nodes)
      if (node instanceof HTMLIFrameElement && node.contentWindow) {
        const paper = node.contentWindow;
        paper.print = () => papers.push(paper.document.body);
      }
  });
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return '#saved';
  });
  await showAt('/account/view/5', <AccountLedger record={account(null)} />);
  await expect.element(page.getByRole('button', { name: /^Reverse the payment/ })).toBeVisible();
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  const paper = papers[0]?.querySelector('[data-report]') as HTMLElement;
  expect(paper.innerText).toContain(`To ${recordDate(businessDayHere())}`);
  expect(paper.querySelector('tbody tr:nth-child(2)')?.textContent).toContain('04-Mar-2025');
  expect([...paper.querySelectorAll('button')].map((button) => button.getClientRects().length)).toEqual([0]);
  await page.getByRole('button', { name: 'CSV', exact: true }).click();
  await expect.poll(() => saved[0]?.text()).toContain('2025-03-04,Payment,Bank transfer TRF 9,-90.00,0.00');
  vi.restoreAllMocks();
});

it('a payment whose dialog is closed before the answer keeps its key, and says so', async () => {
  useSession.setState(({ user }) => ({
    user: user && { ...user, permissions: [...user.permissions, 'Accounts', 'payment.credit'] },
  }));
  const { handler } = server;
  server.handler = (seen) => (seen.path.includes('/fin/account/pay') ? new Promise(() => undefined) : handler(seen));
  const keys = () => server.seen.filter(({ path }) => path.includes('/fin/account/pay')).map(({ body }) => body['key']);
  const dialog = page.getByRole('dialog', { name: 'Payment of Reef Divers' });
  const type = async () => {
    await page.getByRole('button', { name: 'Take payment' }).first().click();
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('500');
  };
  const send = async () => {
    await dialog.getByRole('button', { name: 'Take payment' }).click();
    await dialog.getByRole('button', { name: 'Take it all' }).click();
  };
  await showAt('/account/view/5', <AccountLedger record={account(null)} />);
  await type();
  await send();
  await expect.poll(keys).toHaveLength(1);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await type();
  await expect.element(dialog.getByText(/Sending it again does not take it twice/)).toBeVisible();
  await send();
  await expect.poll(keys).toHaveLength(2);
  expect(keys()[1]).toBe(keys()[0]);
});

it('keeps the key of a write whose answer is unknown, also when a repetition is refused or the storage is full', async () => {
  const keys: string[] = [];
  const send = (failure?: Error, amount = 500) =>
    sendOnce('test', { amount }, async (key) => {
      keys.push(key);
      if (failure) throw failure;
    }).catch(() => undefined);
  const refusal = (status: number) => new CallError(status, { message: 'No' }, '/x');
  const away = new TypeError('Failed to fetch');
  // The first try may have been written, whatever is said to the second one.
  for (const failure of [away, refusal(401), undefined, refusal(409), undefined]) await send(failure);
  expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]]);
  expect(new Set(keys.slice(2)).size).toBe(3);
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  for (const failure of [away, undefined]) await send(failure);
  full.mockRestore();
  await send();
  expect(keys[6]).toBe(keys[5]);
  expect(keys[7]).not.toBe(keys[5]);
  // Another amount is another payment.
  await send(away);
  await send(undefined, 300);
  await send();
  expect(keys[9]).not.toBe(keys[8]);
  expect(keys[10]).toBe(keys[8]);
});
