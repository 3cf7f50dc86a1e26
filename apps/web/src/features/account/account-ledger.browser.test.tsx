import { addDays, wallClock } from '@atoll/domain/date/business-day';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { tillNow } from '../../clock/till-clock.ts';
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
