import type { OtherTill, Shift, ShiftTotals } from '@atoll/domain/contract/bill/shift';
import { currencyRates } from '@atoll/domain/shift/shift';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { changeLanguage } from '../../../locale/locale.ts';
import { serverJson } from '../../../sync/testing/server-answer.ts';
import { openTill, shift } from '../../../sync/testing/till.ts';
import { clear, showAt, staffSizes, textsOutside } from '../../../ui/hook/testing.tsx';
import { CloseShiftForm } from './close-shift-form.tsx';

const totals = { byMethod: [], byCurrency: [], cashIn: 0, cashOut: 0, expectedCash: 0 } as unknown as ShiftTotals;
const till = (number: number, part: Partial<OtherTill> = {}): OtherTill => ({
  number,
  userName: 'Aisha',
  heardAt: '2026-03-04T13:40:00.000Z',
  isSilent: false,
  waiting: 0,
  amount: 0,
  ...part,
});
let tills: OtherTill[] = [];
let closed: unknown[] = [];

beforeEach(async () => {
  await openTill();
  tills = [till(2, { waiting: 3, amount: 41_200 }), till(3, { userName: 'Hassan', isSilent: true }), till(4)];
  closed = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    const path = String(url);
    if (path.endsWith(`/bis/shift/tills/${shift.id}`)) return serverJson(tills);
    return serverJson(path.endsWith('/bis/shift/close') ? { ...shift, isOpen: false } : []);
  });
});
afterEach(() => {
  clear();
  vi.restoreAllMocks();
});

const open = () =>
  showAt(
    '/billing/shift/close',
    <CloseShiftForm
      shift={{ ...shift, openingBalance: 0 } as Shift}
      totals={totals}
      currencies={currencyRates(totals)}
      bills={[]}
      onClosed={(answer) => closed.push(answer)}
      onChanged={() => undefined}
    />,
  );
const block = () => page.getByRole('region', { name: 'Other devices' });
const closeButton = () => page.getByRole('button', { name: 'Close Shift', exact: true });
const count = () => page.getByRole('textbox', { name: 'Counted cash' }).fill('0');

it('[R2.11] shows what waits on other tills and which did not report, and checks again', async () => {
  await open();
  await expect.element(block().getByText('Till 2 (Aisha) has 3 changes, MVR 412.00, not yet sent.')).toBeVisible();
  const silent = 'Till 3 (Hassan) was last connected at 18:40. Its sales since then may be missing.';
  await expect.element(block().getByText(silent)).toBeVisible();
  expect(block().getByRole('listitem').elements()).toHaveLength(2);
  tills = [till(4)];
  await block().getByRole('button', { name: 'Check again' }).click();
  await expect.element(block()).not.toBeInTheDocument();
});

it('[R2.11] asks for confirmation before closing without the other tills, and closes anyway', async () => {
  await open();
  await expect.element(block()).toBeVisible();
  await count();
  const asked = page.getByRole('dialog', { name: 'Close without them?' });
  await closeButton().click();
  await expect.element(asked.getByText(/Till 2 \(Aisha\)/)).toBeVisible();
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(asked).not.toBeInTheDocument();
  expect(closed).toEqual([]);
  await closeButton().click();
  await asked.getByRole('button', { name: 'Close anyway' }).click();
  await expect.poll(() => closed).toHaveLength(1);
});

it('[R2.11] closes at once when every other till has reported and sent everything', async () => {
  tills = [till(4)];
  await open();
  await count();
  await closeButton().click();
  await expect.poll(() => closed).toHaveLength(1);
});

const name = 'Abdulla Mohamed Ibrahim Rasheed Maniku A';
const most = 999_999_999;
const methods = ['Cash', 'Card', 'BankTransfer', 'MobileWallet', 'HouseAccount'];
const largest = {
  ...totals,
  byMethod: methods.map((method) => ({ method, count: 9999, amount: most })),
  cashIn: most,
  cashOut: most,
  expectedCash: most,
} as ShiftTotals;
const bills = [{ key: 'b', type: 'Takeaway', slot: '9999', total: most, createdByName: name }];
const openLargest = () =>
  showAt(
    '/billing/shift/close',
    <CloseShiftForm
      shift={{ ...shift, openingBalance: most } as Shift}
      totals={largest}
      currencies={currencyRates(largest)}
      bills={bills}
      onClosed={() => undefined}
      onChanged={() => undefined}
    />,
  );

it('shows the largest amounts and names of 40 letters whole on every screen', async () => {
  tills = [till(99, { userName: name, waiting: 9999, amount: most })];
  for (const [width, height] of staffSizes) {
    await page.viewport(width, height);
    await openLargest();
    await expect.element(block()).toBeVisible();
    expect([width, textsOutside()]).toEqual([width, []]);
  }
});

it('names the open bills in the language of the screen', async () => {
  tills = [];
  await openLargest();
  await expect.element(page.getByText('Takeaway 9999')).toBeVisible();
  await changeLanguage('dv');
  await expect.element(page.getByText('Takeaway 9999')).not.toBeInTheDocument();
  await changeLanguage('en');
});
