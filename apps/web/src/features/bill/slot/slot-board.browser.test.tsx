import type { Bill } from '@atoll/domain/bill/bill';
import type { Outlet } from '@atoll/domain/outlet/outlet';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { useBills } from '../../../bills/bills.ts';
import { useApp } from '../../../sync/app-store.ts';
import { openTill } from '../../../sync/testing/till.ts';
import { clear, showAt } from '../../../ui/hook/testing.tsx';
import { SlotBoard } from './slot-board.tsx';

const bill = () => Object.values(useBills.getState().bills).find((one) => one.slot === '4') as Bill;
const none = () => undefined;

beforeEach(async () => {
  await openTill();
  await useBills.getState().checkIn('Table', '4');
});
afterEach(clear);

it.each([
  [6296, '62.96'],
  [12_000, '120'],
  [1_234_567, '12,345.67'],
  [12_345_650, '123,457'],
])('shows %i laari on the tile of a slot as %s: exact, or rounded where it is too long', async (total, text) => {
  const slotTypes = (useApp.getState().outlet as Outlet).slotTypes;
  await showAt(
    '/',
    <div style={{ inlineSize: 244 }}>
      <SlotBoard
        slotTypes={slotTypes}
        type="Table"
        slot=""
        bills={new Map([['4', { ...bill(), status: 'Saved', total }]])}
        unsaved={new Set()}
        lateMinutes={90}
        unpaidAfterMinutes={30}
        now={Date.parse(bill().createdAt)}
        onType={none}
        onSlot={none}
      />
    </div>,
  );
  const amount = page.getByText(text, { exact: true });
  await expect.element(amount).toBeVisible();
  const tile = page.getByRole('button', { name: /^Table 4, Saved, MVR/ }).element();
  const { left, right } = amount.element().getBoundingClientRect();
  expect(left).toBeGreaterThanOrEqual(tile.getBoundingClientRect().left);
  expect(right).toBeLessThanOrEqual(tile.getBoundingClientRect().right);
});
