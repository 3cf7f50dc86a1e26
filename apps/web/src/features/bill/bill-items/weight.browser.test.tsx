import type { Bill } from '@atoll/domain/bill/bill';
import type { Outlet } from '@atoll/domain/outlet/outlet';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { BillSummary } from '../../../bill/bill-summary.tsx';
import { useBills } from '../../../bills/bills.ts';
import { useApp } from '../../../sync/app-store.ts';
import { menuItem, openTill } from '../../../sync/testing/till.ts';
import { clear, showAt } from '../../../ui/hook/testing.tsx';
import { BillWork } from '../bill-work.tsx';
import { ItemOptions } from '../item/item-options.tsx';

const bill = () => Object.values(useBills.getState().bills).find((one) => one.slot === '4') as Bill;

beforeEach(async () => {
  await page.viewport(1280, 800);
  await openTill();
});
afterEach(clear);

it('[R35.40] shows an item by weight with unit and price per unit, when weighed, on the bill and in its summary', async () => {
  const burger = menuItem(1, 'Lagoon Burger');
  const fish = {
    ...burger,
    soldByWeight: true,
    sizes: burger.sizes.slice(0, 1).map((size) => ({ ...size, sellingPrice: 1600 })),
  };
  await useBills.getState().checkIn('Table', '4');
  const { addItem } = useBills.getState();
  await showAt('/', <ItemOptions item={fish} onAdd={(choice) => void addItem(bill().key, choice)} />);
  await page.getByRole('textbox', { name: 'Weight' }).fill('0.35');
  await expect.element(page.getByText(/0\.350 kg × 16\.00/)).toBeVisible();
  await page.getByRole('button', { name: /5\.60/ }).click();
  expect(bill().items.map(({ qty, unit }) => [qty, unit])).toEqual([[0.35, 'kg']]);

  const place = { type: 'Table', slot: '4' } as const;
  await showAt('/billing/new/Table/4', <BillWork outlet={useApp.getState().outlet as Outlet} place={place} />);
  const line = page.getByRole('list', { name: 'Items on the bill' }).getByRole('listitem');
  await expect.element(line.getByText(/0\.350 kg × 16\.00/)).toBeVisible();
  // A step of one would add a whole kilogram.
  await expect.element(line.getByRole('button', { name: 'Remove' })).toBeVisible();
  for (const name of ['Increase', 'Decrease']) expect(line.getByRole('button', { name }).elements()).toEqual([]);
  // The dialog of the item names the weight and its unit.
  await line
    .getByRole('button', { name: /Lagoon Burger/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByRole('textbox', { name: 'Weight' })).toHaveValue('0.35');
  await expect.element(dialog.getByText('kg', { exact: true })).toBeVisible();
  expect(dialog.getByText('Quantity').elements()).toEqual([]);
  await showAt('/', <BillSummary bill={bill()} />);
  await expect.element(page.getByText(/0\.350 kg × 16\.00/)).toBeVisible();
});
