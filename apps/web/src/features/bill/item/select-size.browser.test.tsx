import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useBills } from '../../../bills/bills.ts';
import { useApp } from '../../../sync/app-store.ts';
import { burger, openTill } from '../../../sync/testing/till.ts';
import { clear, showAt } from '../../../ui/hook/testing.tsx';
import { SelectSize } from './select-size.tsx';

afterEach(clear);

it.each([
  ['/billing/select-size', '/billing'],
  ['/billing/select-size?item=999999', '/billing'],
  ['/billing/select-size?item=1&r=nonsense', '/billing'],
  ['/billing/select-size?item=1&r=https://example.com/', '/billing'],
  ['/billing/select-size?item=1&r=/customers', '/billing'],
])('[R35.72] leads from %s without a usable item or bill to %s', async (from, to) => {
  await openTill();
  const here = await showAt(from, <SelectSize />);
  await vi.waitFor(() => expect(here()).toBe(to));
});

it('[R2.12] a tap on a size adds an item that also has modifiers, with those that are chosen', async () => {
  await openTill();
  const option = { priceDelta: 0, isDefault: false, isActive: true };
  const milk = {
    id: 1,
    name: 'Milk',
    min: 1,
    max: 1,
    freeCount: 0,
    options: [
      { ...option, optionId: 1, name: 'Whole milk', isDefault: true },
      { ...option, optionId: 2, name: 'Oat milk', priceDelta: 800 },
    ],
  };
  const large = { value: 'Large', sellingPrice: 7000, isDefault: false };
  const coffee = { ...burger, id: 77, name: 'Cappuccino', sizes: [...burger.sizes, large], modifierGroups: [milk] };
  const [menu] = useApp.getState().menus;
  const category = { ...menu?.categories[0], menuItems: [coffee] };
  useApp.setState({ menus: [{ ...menu, categories: [category] }] as never });
  await useBills.getState().checkIn('Table', '4');
  await showAt('/billing/select-size?item=77&r=/billing/new/Table/4', <SelectSize />);
  await page.getByRole('button', { name: /^Oat milk/ }).click();
  await page.getByRole('button', { name: 'Large MVR 78.00' }).click();
  const bill = Object.values(useBills.getState().bills).find(({ slot }) => slot === '4');
  expect(bill?.items).toMatchObject([{ name: 'Cappuccino', size: 'Large', modifiers: [{ name: 'Oat milk' }] }]);
});

it('[R2.12] an item by weight opens with the focus in its weight, so that typing and Enter add it', async () => {
  await openTill();
  const bananas = { ...burger, id: 78, name: 'Bananas', soldByWeight: true };
  const [menu] = useApp.getState().menus;
  const category = { ...menu?.categories[0], menuItems: [bananas] };
  useApp.setState({ menus: [{ ...menu, categories: [category] }] as never });
  await useBills.getState().checkIn('Table', '4');
  await showAt('/billing/select-size?item=78&r=/billing/new/Table/4', <SelectSize />);
  await expect.element(page.getByRole('dialog', { name: 'Enter weight' })).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Weight' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('alert')).toHaveTextContent('Enter weight');
  // The decimal key of many keyboards is a comma.
  await userEvent.keyboard('0,3');
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  await userEvent.keyboard('5{Enter}');
  const bill = () => Object.values(useBills.getState().bills).find(({ slot }) => slot === '4');
  await vi.waitFor(() => expect(bill()?.items).toMatchObject([{ name: 'Bananas', qty: 0.35 }]));
});

it('asks once about a weight that is probably a typing mistake, and leads back to it', async () => {
  await openTill();
  const bananas = { ...burger, id: 78, name: 'Bananas', soldByWeight: true };
  const [menu] = useApp.getState().menus;
  const category = { ...menu?.categories[0], menuItems: [bananas] };
  useApp.setState({ menus: [{ ...menu, categories: [category] }] as never });
  await useBills.getState().checkIn('Table', '4');
  await showAt('/billing/select-size?item=78&r=/billing/new/Table/4', <SelectSize />);
  const weight = page.getByRole('textbox', { name: 'Weight' });
  await weight.fill('1500');
  await userEvent.keyboard('{Enter}');
  const question = page.getByRole('dialog', { name: 'Sell 1500.000 kg?' });
  await expect.element(question.getByText(/^1500.000 kg was entered for Bananas/)).toBeVisible();
  const bill = () => Object.values(useBills.getState().bills).find(({ slot }) => slot === '4');
  expect(bill()?.items).toEqual([]);
  await question.getByRole('button', { name: 'Correct it' }).click();
  await expect.element(question).not.toBeInTheDocument();
  await weight.fill('60');
  await userEvent.keyboard('{Enter}');
  await page.getByRole('button', { name: 'It is right' }).click();
  await vi.waitFor(() => expect(bill()?.items).toMatchObject([{ name: 'Bananas', qty: 60 }]));
});
