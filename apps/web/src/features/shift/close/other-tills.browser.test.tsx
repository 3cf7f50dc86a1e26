import type { OtherTill, Shift, ShiftTotals } from '@atoll/domain/contract/bill/shift';
import { currencyRates } from '@atoll/domain/shift/shift';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { serverJson } from '../../../sync/testing/server-answer.ts';
import { openTill, shift } from '../../../sync/testing/till.ts';
import { clear, showAt } from '../../../ui/hook/testing.tsx';
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
