import type { Bill } from '@atoll/domain/bill/bill';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { useConnection } from '../../api/connection.ts';
import { useBills } from '../../bills/bills.ts';
import { useApp } from '../../sync/app-store.ts';
import { burger, openTill } from '../../sync/testing/till.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { TenderBill } from './tender-bill.tsx';

const bill = () => Object.values(useBills.getState().bills).find((one) => one.slot === '4') as Bill;
/** The height that the header and the tab bar leave of a phone of 390 × 844. */
const phoneHeight = 720;

beforeEach(async () => {
  await openTill();
  useConnection.setState({ isOnline: false });
  useApp.setState(({ settings }) => ({
    settings: [
      ...settings,
      { key: 'PaymentMethods', value: '', values: ['Cash', 'Card', 'BankTransfer', 'MobileWallet'] },
    ] as never,
  }));
  await useBills.getState().checkIn('Table', '4');
  for (let each = 0; each < 8; each += 1)
    useBills.getState().addItem(bill().key, { menuItem: burger, notes: [`Note ${each}`] });
});
afterEach(clear);

async function checkout(width: number, height: number): Promise<void> {
  await page.viewport(width, height);
  await showAt('/', <div style={{ blockSize: height }}>{<TenderBill bill={bill()} onPaid={() => undefined} />}</div>);
}

it('[R35.34] shows methods, amount and Pay in the first screen of a phone, and the items of the bill on a tap', async () => {
  await checkout(390, phoneHeight);
  const fold = page.getByRole('button', { name: /^8 items/ });
  await expect.element(fold).toHaveAttribute('aria-expanded', 'false');
  for (const control of [
    page.getByRole('radio', { name: 'Mobile wallet' }),
    page.getByRole('textbox', { name: 'Amount' }),
    page.getByRole('button', { name: 'Pay', exact: true }),
  ]) {
    const { top, bottom } = control.element().getBoundingClientRect();
    expect(top).toBeGreaterThan(0);
    expect(bottom).toBeLessThanOrEqual(phoneHeight);
  }
  // 'Pay' stays at the lower edge and covers none of the others.
  const edge = page.getByRole('button', { name: 'Pay', exact: true }).element().getBoundingClientRect().top;
  expect(page.getByRole('textbox', { name: 'Amount' }).element().getBoundingClientRect().bottom).toBeLessThan(edge);
  const lines = page.getByRole('list', { name: 'Items on the bill' });
  await expect.element(lines).not.toBeInTheDocument();
  await fold.click();
  await expect.element(lines).toBeVisible();
  expect(lines.getByRole('listitem').elements()).toHaveLength(8);
  await fold.click();
  await expect.element(lines).not.toBeInTheDocument();
});

it('[R35.34] shows the items of the bill beside the payment on a wide screen', async () => {
  await checkout(1280, 736);
  await expect.element(page.getByRole('list', { name: 'Items on the bill' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: /items/ })).not.toBeInTheDocument();
});
