import type { Shift, ShiftTotals } from '@atoll/domain/contract/bill/shift';
import { currencyRates } from '@atoll/domain/shift/shift';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { serverJson } from '../../../sync/testing/server-answer.ts';
import { openTill, shift } from '../../../sync/testing/till.ts';
import { clear, showAt } from '../../../ui/hook/testing.tsx';
import { CloseShiftForm } from './close-shift-form.tsx';

const totals = {
  byMethod: [],
  byCurrency: [{ currency: 'USD', units: 500, amount: 7710 }],
  cashIn: 0,
  cashOut: 0,
  expectedCash: 7710,
} as unknown as ShiftTotals;
let closed = 0;

let sent = '';

beforeEach(async () => {
  await openTill();
  closed = 0;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const isClose = String(url).endsWith('/bis/shift/close');
    if (isClose) sent = String(init?.body);
    return serverJson(isClose ? { ...shift, isOpen: false } : []);
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
      onClosed={() => (closed += 1)}
      onChanged={() => undefined}
    />,
  );

it('[R13.4] keeps what was counted over a reload, until the shift is closed', async () => {
  await open();
  await page.getByRole('tab', { name: 'Notes and coins' }).click();
  await page.getByLabelText('Number of 100', { exact: true }).fill('3');
  await page.getByLabelText('Counted USD').fill('4');
  await open();
  await expect.element(page.getByLabelText('Counted USD')).toHaveValue('4');
  await expect.element(page.getByText('MVR 300.00')).toBeVisible();
  await page.getByRole('button', { name: 'Close Shift', exact: true }).click();
  await expect.poll(() => closed).toBe(1);
  await open();
  await expect.element(page.getByLabelText('Counted cash')).toHaveValue('');
});

it('[R2.11] shows the expected dollars with their rate, and names missing dollars beside the right sum', async () => {
  await open();
  const cash = page.getByRole('region', { name: 'Cash in the drawer' });
  await expect.element(cash.getByText('including USD 5.00 at 15.42')).toBeVisible();
  await expect.element(cash.getByText('including MVR')).toBeVisible();
  await page.getByLabelText('Counted cash').fill('77.10');
  await page.getByLabelText('Counted USD').fill('0');
  const lines = () =>
    [...document.querySelectorAll('p')].map((one) => one.textContent).filter((text) => text.startsWith('Difference'));
  await expect
    .poll(lines)
    .toEqual(['Difference · MVROver77.10', 'Difference · USD −5.00Short−77.10', 'DifferenceNo difference0.00']);
  await expect.element(page.getByLabelText('Reason for the difference')).toBeVisible();
  await page.getByRole('button', { name: 'Close Shift', exact: true }).click();
  await expect.poll(() => closed).toBe(1);
  expect(JSON.parse(sent)).toMatchObject({ counted: [{ amount: 7710 }, { method: 'Cash USD', amount: 0, units: 0 }] });
});
