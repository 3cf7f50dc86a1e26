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

beforeEach(async () => {
  await openTill();
  closed = 0;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) =>
    serverJson(String(url).endsWith('/bis/shift/close') ? { ...shift, isOpen: false } : []),
  );
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
