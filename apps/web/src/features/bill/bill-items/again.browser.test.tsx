import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import { withFee } from '@atoll/domain/delivery/fee';
import type { MenuItem } from '@atoll/domain/menu/menu';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useBills } from '../../../bills/bills.ts';
import { useApp } from '../../../sync/app-store.ts';
import { fakeServer } from '../../../sync/testing/fake-server.ts';
import { burger, openTill } from '../../../sync/testing/till.ts';
import { clear, showAt } from '../../../ui/hook/testing.tsx';
import { BillScreen } from '../bill-screen.tsx';

const large = { value: 'Large', sellingPrice: 7000, isDefault: false };
const cheese = { optionId: 5, name: 'Extra cheese', priceDelta: 1000, isDefault: false };
const group = { id: 1, name: 'Extras', min: 0, max: 2, freeCount: 0, options: [cheese] };
const sold = {
  ...burger,
  sizes: [...burger.sizes, large],
  modifierGroups: [group] as unknown as MenuItem['modifierGroups'],
};
const modifiers = [{ optionId: 5, name: 'Extra cheese', priceDelta: 1000 }] as unknown as BillItem['modifiers'];
const bill = () => Object.values(useBills.getState().bills).find((one) => one.slot === '4') as Bill;

const offer = (item: MenuItem) => {
  const categories = [{ id: 1, name: 'Food', nameLocal: '', color: '', gstMode: null, sort: 1, menuItems: [item] }];
  useApp.setState({ menus: [{ id: 1, name: 'All', categories }] });
};

let here: () => string;
beforeEach(async () => {
  await page.viewport(1280, 800);
  await openTill();
  globalThis.fetch = fakeServer().fetch;
  offer(sold);
  await useBills.getState().checkIn('Table', '4');
  useBills.getState().addItem(bill().key, { menuItem: sold, size: large, qty: 3, modifiers, notes: ['No onion'] });
  here = await showAt('/billing/new/Table/4', <BillScreen />);
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect.element(page.getByRole('button', { name: 'Again' })).toBeVisible();
});
afterEach(clear);

it('[R35.32] ‘Again’ orders one more of a sent item, in its size and with its modifiers, with one tap', async () => {
  await page.getByRole('button', { name: 'Again' }).click();
  await vi.waitFor(() => expect(bill().items).toHaveLength(2));
  expect(bill().items[1]).toMatchObject({
    id: null,
    qty: 1,
    name: 'Lagoon Burger',
    size: 'Large',
    sellingPrice: 7000,
    modifiers: [{ optionId: 5, name: 'Extra cheese', priceDelta: 1000 }],
  });
  expect(here()).toBe('/billing/new/Table/4');
  await page.getByRole('button', { name: 'Again' }).click();
  await vi.waitFor(() => expect(bill().items.map(({ qty }) => qty)).toEqual([3, 2]));
});

it('[R35.32] ‘Again’ takes today’s price, and asks when the menu no longer has the modifier', async () => {
  offer({ ...sold, sizes: [...burger.sizes, { ...large, sellingPrice: 7500 }] });
  await page.getByRole('button', { name: 'Again' }).click();
  await vi.waitFor(() => expect(bill().items[1]?.sellingPrice).toBe(7500));
  offer({ ...sold, modifierGroups: [] });
  await page.getByRole('button', { name: 'Again' }).click();
  await vi.waitFor(() => expect(here()).toContain('/billing/select-size?item=1'));
});

it('[R35.32] ‘Again’ orders nothing that is sold out', async () => {
  offer({ ...sold, isAvailable: false });
  await page.getByRole('button', { name: 'Again' }).click();
  expect(bill().items).toHaveLength(1);
});

it('[R35.32] offers no ‘Again’ for a delivery fee, and shows its amount in line with the others', async () => {
  const stamp = { name: 'Delivery', now: new Date().toISOString(), userId: 7, userName: 'Aisha' };
  useBills.setState(({ bills }) => ({ bills: { ...bills, [bill().key]: withFee(bill(), 2000, stamp) } }));
  const lines = page.getByRole('list', { name: 'Items on the bill' }).getByRole('listitem');
  const fee = lines.filter({ hasText: 'Delivery' });
  await expect.element(fee.getByText('20.00')).toBeVisible();
  expect(fee.getByRole('button', { name: 'Again' }).elements()).toEqual([]);
  expect(page.getByRole('button', { name: 'Again' }).elements()).toHaveLength(1);
  const endOf = (text: string) => lines.getByText(text, { exact: true }).element().getBoundingClientRect().right;
  expect(endOf('20.00')).toBe(endOf('240.00'));
});
