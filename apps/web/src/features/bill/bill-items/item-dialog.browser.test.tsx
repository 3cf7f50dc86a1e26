import type { Bill } from '@atoll/domain/bill/bill';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DiscountDialog } from '../../../bill/discount-dialog.tsx';
import { useBills } from '../../../bills/bills.ts';
import { useApp } from '../../../sync/app-store.ts';
import { menuItem, openTill } from '../../../sync/testing/till.ts';
import { clear, showAt } from '../../../ui/hook/testing.tsx';
import { ItemDialog } from './item-dialog.tsx';

const { reduceItem, discountBill } = useBills.getState();
const bill = () => Object.values(useBills.getState().bills).find((one) => one.slot === '4') as Bill;
const item = () => {
  const [first] = bill().items;
  if (!first) throw new Error('nothing was ordered');
  return first;
};
const onClose = vi.fn();
const apply = () => page.getByRole('button', { name: 'Apply' }).click();
const alert = () => page.getByRole('alert');

/** Returns what gives discounts in the place of the server. */
function giveDiscounts() {
  const given = vi.fn<typeof discountBill>(async () => ({ ok: true, value: bill() }));
  useBills.setState({ discountBill: given });
  return given;
}

beforeEach(async () => {
  await page.viewport(1280, 800);
  await openTill();
  onClose.mockReset();
  await useBills.getState().checkIn('Table', '4');
  const burger = menuItem(1, 'Lagoon Burger');
  const [size] = burger.sizes;
  if (!size) throw new Error('the item has no size');
  useBills.getState().addItem(bill().key, { menuItem: burger, size });
  await showAt('/', <ItemDialog bill={bill()} item={item()} isUnsaved onClose={onClose} />);
});
afterEach(() => {
  useBills.setState({ reduceItem, discountBill });
  clear();
});

it('changes the quantity of an unsaved item', async () => {
  await page.getByRole('textbox', { name: 'Quantity' }).fill('2.5');
  await apply();
  expect(item().qty).toBe(2.5);
  expect(onClose).toHaveBeenCalledOnce();
});

it('says the maximum discount of an item that has one', async () => {
  await page.getByRole('tab', { name: 'Discount' }).click();
  await expect.element(page.getByRole('textbox', { name: 'Percent' })).toBeVisible();
  expect(page.getByText('Maximum discount').elements()).toEqual([]);
  const [menu] = useApp.getState().menus;
  const categories = menu?.categories.map((category) => ({
    ...category,
    menuItems: category.menuItems.map((one) => ({ ...one, maxDiscountPct: 5 })),
  }));
  useApp.setState({ menus: menu && categories ? [{ ...menu, categories }] : [] });
  await expect.element(page.getByText('Maximum discount 5 %')).toBeVisible();
});

it('asks once about a quantity that is probably a typing mistake', async () => {
  await page.getByRole('textbox', { name: 'Quantity' }).fill('1500');
  await apply();
  const question = page.getByRole('dialog', { name: 'Sell 1500?' });
  await expect.element(question).toBeVisible();
  expect(item().qty).toBe(1);
  await question.getByRole('button', { name: 'It is right' }).click();
  expect(item().qty).toBe(1500);
  expect(onClose).toHaveBeenCalledOnce();
});

it('asks for a reason and at most 100 percent, then applies the discount to the item', async () => {
  const reduce = vi.fn<typeof reduceItem>(async () => ({ ok: true, value: bill() }));
  useBills.setState({ reduceItem: reduce });
  await page.getByRole('tab', { name: 'Discount' }).click();
  await page.getByRole('button', { name: '10%' }).click();
  await apply();
  await expect.element(alert()).toHaveTextContent('Enter a reason of at least 3 letters');
  await page.getByRole('textbox', { name: 'Reason' }).fill('Regular guest');
  await page.getByRole('textbox', { name: 'Percent' }).fill('101');
  await apply();
  await expect.element(alert()).toHaveTextContent('Enter a percentage from 0 to 100');
  expect(reduce).not.toHaveBeenCalled();
  await page.getByRole('textbox', { name: 'Percent' }).fill('12.5');
  await apply();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const discount = { type: 'Percent', value: 12.5, reason: 'Regular guest' };
  expect(reduce).toHaveBeenCalledWith(bill().key, item().key, { discount }, {});
});

it('refuses a discount above the amount of the item', async () => {
  await page.getByRole('tab', { name: 'Discount' }).click();
  await page.getByRole('tab', { name: 'Amount' }).click();
  await page.getByRole('textbox', { name: 'Amount' }).fill('100000');
  await page.getByRole('textbox', { name: 'Reason' }).fill('Regular guest');
  await apply();
  await expect.element(page.getByText(/The discount can be at most/)).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
});

it('takes no third decimal of a percentage off a bill, and says at the field what is too much', async () => {
  const given = giveDiscounts();
  await showAt('/', <DiscountDialog bill={bill()} onClose={onClose} />);
  const field = page.getByRole('textbox', { name: 'Percent' });
  await userEvent.type(field, '150');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect.element(field).toHaveAccessibleDescription('Enter a percentage from 0 to 100');
  await userEvent.clear(field);
  await userEvent.type(field, '99.999');
  await expect.element(field).toHaveValue('99.99');
  await page.getByRole('button', { name: 'Apply' }).click();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(given).toHaveBeenCalledExactlyOnceWith(bill().key, { percentage: 99.99, amount: null }, {});
});

it('asks why a bill gets a discount where the outlet requires it, with its own reasons', async () => {
  const given = giveDiscounts();
  const reasons = { key: 'DiscountReasons', values: ['Staff', 'Complaint'] };
  useApp.setState({ settings: [{ key: 'RequireDiscountReason', value: 'true' }, reasons] });
  await showAt('/', <DiscountDialog bill={bill()} onClose={onClose} />);
  await page.getByRole('textbox', { name: 'Percent' }).fill('10');
  await apply();
  const reason = page.getByRole('textbox', { name: 'Reason' });
  await expect.element(reason).toHaveAccessibleDescription('Enter a reason of at least 3 letters');
  expect(given).not.toHaveBeenCalled();
  await page.getByRole('button', { name: 'Complaint' }).click();
  await apply();
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const discount = { percentage: 10, amount: null, reason: 'Complaint' };
  expect(given).toHaveBeenCalledExactlyOnceWith(bill().key, discount, {});
  useBills.getState().setDiscount(bill().key, { percentage: 10, reason: 'Complaint' });
  expect(bill()).toMatchObject({ discountPercentage: 10, discountReason: 'Complaint' });
  useApp.setState({ settings: [] });
});
