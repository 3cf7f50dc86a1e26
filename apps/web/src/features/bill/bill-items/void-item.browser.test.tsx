import type { BillItem } from '@atoll/domain/bill/bill';
import type { Outlet } from '@atoll/domain/outlet/outlet';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useBills } from '../../../bills/bills.ts';
import { useApp } from '../../../sync/app-store.ts';
import { fakeServer } from '../../../sync/testing/fake-server.ts';
import { burger, openTill } from '../../../sync/testing/till.ts';
import { clear, showAt } from '../../../ui/hook/testing.tsx';
import { BillWork } from '../bill-work.tsx';
import { orderItem } from '../item/order-item.ts';

const place = { type: 'Table', slot: '4' } as const;
const large = { value: 'Large', sellingPrice: 7000, isDefault: false };
const several = { ...burger, sizes: [...burger.sizes, large] };
const modifiers = ['Extra cheese', 'No onion'].map((name, i) => ({ optionId: i + 1, name, priceDelta: 500 }));
const bill = () => Object.values(useBills.getState().bills).find((one) => one.slot === '4');

beforeEach(async () => {
  await page.viewport(1280, 800);
  await openTill();
  globalThis.fetch = fakeServer().fetch;
  const outlet = useApp.getState().outlet as Outlet;
  await showAt('/billing/new/Table/4', <BillWork {...{ outlet, place }} />);
  await page.getByRole('button', { name: 'Check In' }).click();
  await vi.waitFor(() => expect(bill()).toBeDefined());
  orderItem(place, { menuItem: several, size: large, qty: 2, modifiers: modifiers as BillItem['modifiers'] });
  await page.getByRole('button', { name: /^Save/ }).click();
});
afterEach(clear);

it('[R35.27] ‘Void item’ names quantity, item, size and modifiers of what is voided', async () => {
  await page.getByRole('button', { name: 'Void item' }).click();
  const dialog = page.getByRole('dialog', { name: 'Void item' });
  await expect.element(dialog.getByText('2 × Lagoon Burger · Large · Extra cheese · No onion')).toBeVisible();
});
