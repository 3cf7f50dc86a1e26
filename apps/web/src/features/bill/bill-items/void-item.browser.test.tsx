import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import { pieceKey } from '@atoll/domain/bill/split/piece';
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

it('[R35.27] voids one of two portions by a tap, when the server is there', async () => {
  const dialog = page.getByRole('dialog', { name: 'Void item' });
  await page.getByRole('button', { name: 'Void item' }).click();
  await expect.element(dialog.getByRole('status').filter({ hasText: '2 of 2' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Decrease' }).click();
  await expect.element(dialog.getByText('1 of 2')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Spilled');
  const { divide, voidItem } = useBills.getState();
  const divided = vi.fn(async () => ({ ok: true as const, value: bill() as Bill }));
  const voided = vi.fn(async () => ({ ok: true as const, value: bill() as Bill }));
  useBills.setState({ divide: divided, voidItem: voided });
  const key = bill()?.items[0]?.key ?? '';
  await dialog.getByRole('button', { name: 'Void', exact: true }).click();
  await expect.poll(() => divided.mock.calls).toEqual([[bill()?.key, key, 1]]);
  await expect.poll(() => voided.mock.calls).toEqual([[bill()?.key, pieceKey(key, 1), 'Spilled', expect.anything()]]);
  useBills.setState({ divide, voidItem });
});
