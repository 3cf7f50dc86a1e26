import { aboutNothing } from '@atoll/domain/contract/bill/approval-about';
import type { WalletLedger } from '@atoll/domain/contract/people/wallet';
import { readCode, soldCardOf } from '@atoll/domain/wallet/code';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ApprovalDialog } from '../../approval/approval-dialog.tsx';
import { serverJson } from '../../sync/testing/server-answer.ts';
import { openTill } from '../../sync/testing/till.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { WalletDialog } from './wallet-dialog.tsx';

const wallet: WalletLedger = {
  id: 5,
  key: 'k',
  version: 1,
  kind: 'GiftCard',
  last4: '7K2Q',
  balance: 32_000,
  status: 'Active',
  expiresOn: null,
  replacedBy: null,
  billId: null,
  createdAt: '2026-11-27T10:00:00.000Z',
  entries: [],
};
const sent = vi.fn<(path: string, body: Record<string, unknown>) => void>();
const onClose = vi.fn();
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

beforeEach(async () => {
  await page.viewport(1280, 800);
  await openTill();
  sent.mockReset();
  onClose.mockReset();
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (!String(url).includes('/fin/wallet/')) throw new TypeError('Failed to fetch');
    sent(String(url), JSON.parse(String(init.body)) as Record<string, unknown>);
    return new Response(JSON.stringify(wallet), { headers: { 'content-type': 'application/json', 'x-store': 's1' } });
  });
});
afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});

it('[R22.10] replaces a lost card by a code that is shown once and sent as its hash', async () => {
  await showAt('/', <WalletDialog wallet={wallet} change="replace" onClose={onClose} />);
  await expect.element(page.getByText('MVR 320.00 moves to a new card. This one will then be closed.')).toBeVisible();
  await press('Lost');
  await press('Replace');
  await expect.element(page.getByText('This is the code of the new card.', { exact: false })).toBeVisible();
  const shown = readCode(page.getByRole('dialog').getByRole('strong').element().textContent ?? '') ?? '';
  const [path, body] = sent.mock.calls[0] ?? ['', {}];
  expect(path).toContain('/fin/wallet/replace');
  expect(body).toMatchObject({ id: 5, card: soldCardOf(shown), reason: 'Lost' });
  expect(JSON.stringify(body)).not.toContain(shown);
});

it('blocks a card with a reason, and lets it pay again', async () => {
  await showAt('/', <WalletDialog wallet={wallet} change="block" onClose={onClose} />);
  await press('Lost');
  await press('Block');
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  clear();
  await showAt('/', <WalletDialog wallet={{ ...wallet, status: 'Blocked' }} change="unblock" onClose={onClose} />);
  await page.getByRole('textbox', { name: 'Reason' }).fill('Found');
  await press('End block');
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(2));
  expect(sent.mock.calls).toEqual([
    [expect.stringContaining('/fin/wallet/block'), { id: 5, isBlocked: true, reason: 'Lost' }],
    [expect.stringContaining('/fin/wallet/block'), { id: 5, isBlocked: false, reason: 'Found' }],
  ]);
});

it('corrects a balance by an amount that is taken off, with a reason', async () => {
  await showAt('/', <WalletDialog wallet={wallet} change="adjust" onClose={onClose} />);
  await press('Wrong amount');
  await press('Adjust');
  await expect.element(page.getByRole('alert')).toMatchTextContent('Enter an amount');
  expect(sent).not.toHaveBeenCalled();
  await page.getByRole('tab', { name: 'Take off' }).click();
  await page.getByRole('textbox', { name: 'Amount' }).fill('20');
  await press('Adjust');
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent.mock.calls[0]?.[1]).toMatchObject({ id: 5, amount: -2000, reason: 'Wrong amount' });
});

it('takes what is left off an expired card, with a reason', async () => {
  await showAt('/', <WalletDialog wallet={{ ...wallet, status: 'Expired' }} change="expire" onClose={onClose} />);
  await expect
    .element(page.getByText('MVR 320.00 is taken off this card, which has expired.', { exact: false }))
    .toBeVisible();
  await press('Expired');
  await press('Take off');
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent.mock.calls[0]).toMatchObject([
    expect.stringContaining('/fin/wallet/expire'),
    { id: 5, reason: 'Expired' },
  ]);
});

it('asks for an approval with the amount before a card is paid out by who may not refund it, and names the card', async () => {
  const manager = { id: 2, name: 'Ibrahim Nasheed', jobTitle: 'Manager', avatar: null };
  const subjectKey = 'wallet 5';
  const needed = { message: 'Needed', code: 403, reason: 'approvalNeeded', permission: 'bill.refund', subjectKey };
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    const path = String(url);
    if (path.includes('/auth/approvers/list')) return Promise.resolve(serverJson([manager]));
    if (path.endsWith('/auth/approval/about')) return Promise.resolve(serverJson({ ...aboutNothing, name: '7K2Q' }));
    if (path.endsWith('/auth/approve')) {
      asked.push(JSON.parse(String(init.body)));
      return Promise.resolve(serverJson({ key: 'granted', expiresAt: wallet.createdAt, status: 'Granted' }));
    }
    if (!path.endsWith('/fin/wallet/payout')) return Promise.reject(new TypeError('Failed to fetch'));
    const isApproved = new Headers(init.headers).get('X-Approval') === 'granted';
    const refusal = { ...needed, details: '', amount: 32_000 };
    return Promise.resolve(isApproved ? serverJson(wallet) : serverJson(refusal, { status: 403 }));
  });
  await showAt(
    '/',
    <>
      <WalletDialog wallet={wallet} change="payout" onClose={onClose} />
      <ApprovalDialog />
    </>,
  );
  await expect.element(page.getByText('MVR 320.00', { exact: false })).toBeVisible();
  await page.getByRole('textbox', { name: 'Reason' }).fill('Moved away');
  await press('Pay out');
  await expect.element(page.getByText('Needs approval: Refund, MVR 320.00')).toBeVisible();
  await expect.element(page.getByText('Aisha · Card 7K2Q')).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
  await page.getByRole('button', { name: /Ibrahim Nasheed/ }).click();
  await userEvent.keyboard('4826');
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(asked).toMatchObject([{ permission: 'bill.refund', subjectType: 'Wallet', subjectKey, amount: 32_000 }]);
});
