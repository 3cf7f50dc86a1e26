import type { Bill } from '@atoll/domain/bill/bill';
import type { Outlet, SlotType } from '@atoll/domain/outlet/outlet';
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
        unseen={new Map()}
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

it.each([
  ['Saved', '0', 'saved 0′'],
  ['CheckedIn', 'open', ''],
] as const)('shows a bill of 0.00 that is %s as %s', async (status, amount, mark) => {
  const { slotTypes } = useApp.getState().outlet as Outlet;
  const board = { slotTypes, unsaved: new Set<string>(), unseen: new Map(), lateMinutes: 90, unpaidAfterMinutes: 30 };
  const bills = new Map([['4', { ...bill(), status, total: 0 }]]);
  const now = Date.parse(bill().createdAt);
  await showAt('/', <SlotBoard {...board} type="Table" slot="" bills={bills} now={now} onType={none} onSlot={none} />);
  await expect.element(page.getByRole('button', { name: /^Table 4, / })).toHaveTextContent(`4${amount}${mark}`);
});

it('shows the chosen slot whole in the strip of a tablet, whichever it is', async () => {
  const [first] = (useApp.getState().outlet as Outlet).slotTypes;
  await page.viewport(820, 1180);
  const slotTypes = [{ ...(first as SlotType), slotCount: 41 }];
  const board = { slotTypes, unsaved: new Set<string>(), unseen: new Map(), lateMinutes: 90, unpaidAfterMinutes: 30 };
  for (const slot of ['12', '13', '30', '2']) {
    // Beside the sidebar.
    await showAt(
      '/',
      <div style={{ inlineSize: 708 }}>
        <SlotBoard {...board} type="Table" slot={slot} bills={new Map()} now={0} onType={none} onSlot={none} />
      </div>,
    );
    const button = page.getByRole('button', { name: new RegExp(`^Table ${slot},`) });
    await expect.element(button).toBeInTheDocument();
    const [strip, tile] = [page.getByRole('group', { name: 'Slots' }).element(), button.element()];
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const [box, own] = [strip.getBoundingClientRect(), tile.getBoundingClientRect()];
    expect([slot, own.left >= box.left, own.right <= box.right]).toEqual([slot, true, true]);
    clear();
  }
});

it('[R2.28] scrolls to the chosen slot when the width of the screen changes, and leaves the strip alone otherwise', async () => {
  const [first] = (useApp.getState().outlet as Outlet).slotTypes;
  await page.viewport(1280, 800);
  const slotTypes = [{ ...(first as SlotType), slotCount: 41 }];
  const board = {
    slotTypes,
    bills: new Map(),
    unsaved: new Set<string>(),
    unseen: new Map(),
    lateMinutes: 90,
    unpaidAfterMinutes: 30,
  };
  const shown = (total: number) => (
    <SlotBoard {...board} type="Table" slot="30" now={total} onType={none} onSlot={none} />
  );
  await showAt('/', shown(0));
  await expect.element(page.getByRole('group', { name: 'Slots' })).toBeVisible();
  const strip = page.getByRole('group', { name: 'Slots' }).element();
  expect(strip.scrollLeft).toBe(0);
  await page.viewport(820, 1180);
  const tile = page.getByRole('button', { name: /^Table 30/ }).element();
  const isInside = () => {
    const [box, own] = [strip.getBoundingClientRect(), tile.getBoundingClientRect()];
    return own.left >= box.left && own.right <= box.right;
  };
  await expect.poll(() => strip.scrollWidth).toBeGreaterThan(820);
  await expect.poll(isInside).toBe(true);
  strip.scrollTo({ left: 0 });
  await expect.poll(isInside).toBe(false);
  await page.viewport(820, 1000);
  expect(isInside()).toBe(false);
});
