import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import { formatAmount, laari } from '@atoll/domain/money/money';
import type { Outlet } from '@atoll/domain/outlet/outlet';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { BillSummary } from '../../../bill/bill-summary.tsx';
import { useBills } from '../../../bills/bills.ts';
import { useApp } from '../../../sync/app-store.ts';
import { burger, juice, openTill } from '../../../sync/testing/till.ts';
import { clear, showAt } from '../../../ui/hook/testing.tsx';
import { BillWork } from '../bill-work.tsx';
import { orderItem } from '../item/order-item.ts';
import { SplitDialog } from './split-dialog.tsx';
import { TransferDialog } from './transfer-dialog.tsx';

const place = { type: 'Table', slot: '4' } as const;
const regular = { value: 'Regular', sellingPrice: 3000, isDefault: true };
const sizes = [regular, { value: 'Large', sellingPrice: 4000, isDefault: false }];

beforeEach(async () => {
  await page.viewport(1280, 800);
  await openTill();
});
afterEach(clear);

it('[R35.41] names the size of an item on the bill only when the item has several', async () => {
  const outlet = useApp.getState().outlet as Outlet;
  await showAt('/billing/new/Table/4', <BillWork {...{ outlet, place }} />);
  await page.getByRole('button', { name: 'Check In' }).click();
  await page.getByRole('button', { name: /^Lagoon Burger/ }).click();
  const several = { ...juice, sizes };
  orderItem(place, { menuItem: several, size: regular });
  const lines = page.getByRole('list', { name: 'Items on the bill' });
  await expect.element(lines.getByText('Lime Juice')).toBeVisible();
  await expect.element(lines.getByText('Regular')).toBeVisible();
  expect(burger.sizes[0]?.value).toBe('Medium');
  expect(lines.getByText('Medium').elements()).toHaveLength(0);
  const bill = Object.values(useBills.getState().bills)[0];
  if (!bill) throw new Error('no bill');
  await showAt('/', <BillSummary bill={bill} />);
  await expect.element(page.getByText('Regular', { exact: true })).toBeVisible();
  expect(page.getByText('Medium').elements()).toHaveLength(0);
  await showAt('/', <SplitDialog bill={bill} onClose={() => undefined} />);
  await expect.element(page.getByText('Regular', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Tap what goes to the new check.')).toBeVisible();
  expect(page.getByText('Medium').elements()).toHaveLength(0);
  const moving = { slotTypes: outlet.slotTypes, isTaken: () => false, isOnline: true, mayMerge: true };
  await showAt(
    '/',
    <TransferDialog bill={bill} {...moving} onMove={async () => undefined} onClose={() => undefined} />,
  );
  await page.getByRole('tab', { name: 'Some items' }).click();
  await expect.element(page.getByRole('checkbox', { name: '1 × Lime Juice · Regular' })).toBeVisible();
});

it('shows a complimentary item with 0.00 and the word, and an item with a discount with what is left, also where a bill is split or paid', async () => {
  await useBills.getState().checkIn('Table', '4');
  const [{ key }] = Object.values(useBills.getState().bills) as [Bill];
  for (const menuItem of [burger, juice]) useBills.getState().addItem(key, { menuItem });
  const { items, ...rest } = useBills.getState().bills[key] as Bill;
  const [first, second] = items as [BillItem, BillItem];
  const off = { type: 'Percent', value: 10, reason: 'Regular guest' } as const;
  const bill: Bill = {
    ...rest,
    items: [
      { ...first, isComp: true },
      { ...second, discount: off },
    ],
  };
  const left = formatAmount(laari(second.sellingPrice * 0.9));
  for (const screen of [
    <BillSummary key="summary" bill={bill} />,
    <SplitDialog key="split" bill={bill} onClose={() => {}} />,
  ]) {
    await showAt('/', screen);
    const lines = page.getByRole('list', { name: 'Items on the bill' }).getByRole('listitem');
    await expect.element(lines.first().getByText('complimentary')).toBeVisible();
    await expect.element(lines.first().getByText('0.00', { exact: true })).toBeVisible();
    await expect.element(lines.last().getByText('−10% · Regular guest')).toBeVisible();
    await expect.element(lines.last().getByText(left, { exact: true })).toBeVisible();
  }
});
