import { noPriceRules } from '@atoll/domain/price/rules';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { changeLanguage, t } from '../../locale/locale.ts';
import { listServer } from '../../resource/testing/list-server.ts';
import { showScreens, signInWith } from '../../resource/testing/show-screens.tsx';
import { useApp } from '../../sync/app-store.ts';
import { openTill } from '../../sync/testing/till.ts';
import { clear } from '../../ui/hook/testing.tsx';
import { promotionScreens } from './price-screens.tsx';
import { promotionSentence } from './promotion-sentence.ts';

beforeEach(async () => {
  await page.viewport(1280, 900);
  sessionStorage.clear();
  await openTill();
});
afterEach(() => {
  useApp.setState({ prices: noPriceRules });
  clear();
  vi.unstubAllGlobals();
});

const chosen = (...names: string[]) => names.map((name, place) => ({ id: place + 1, name }));
const friday = { day: 'Friday', from: '17:00', to: '19:00' };

it('the form of a promotion shows the fields of its type, says what it does, names overlaps, and sends no field of another type', async () => {
  const server = listServer();
  signInWith(['Prices', 'price.manage']);
  const drinks = { name: 'Drinks', type: 'PercentOff', priority: 0, combines: 'OnePerUnit', percent: 20 } as const;
  useApp.setState({ prices: { ...noPriceRules, version: 1, promotions: [{ ...drinks, id: 9 }] } });
  await showScreens('/menu/promotions/create', '/menu/promotions', promotionScreens);
  const dialog = page.getByRole('dialog', { name: 'Create Promotion' });
  const box = (name: string) => dialog.getByRole('textbox', { name, exact: true });
  const choose = async (label: string, option: string) => {
    await dialog.getByRole('button', { name: `Clear ${label}` }).click();
    await dialog.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await box('Name').fill('Two for one');
  await box('Percent off').fill('20');
  await expect.element(dialog.getByText('20 % off everything', { exact: true })).toBeVisible();
  expect(box('Buy').query()).toBeNull();
  expect(dialog.getByText(/Overlaps/).query()).toBeNull();
  await choose('Type', 'Amount off items');
  expect(box('Percent off').query()).toBeNull();
  await box('Amount off').fill('5.50');
  await expect.element(dialog.getByText('5.50 off each of everything', { exact: true })).toBeVisible();
  await dialog.getByText('More', { exact: true }).click();
  await choose('Trigger', 'Birthday');
  await expect.element(dialog.getByText(/for a guest’s birthday, 3 days before/)).toBeVisible();
  expect(box('Costs points').query()).toBeNull();
  await choose('Status', 'Published');
  await expect.element(dialog.getByText('Overlaps with Drinks.', { exact: false })).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await vi.waitFor(() =>
    expect(server.last('POST')?.body).toMatchObject({ type: 'AmountOff', amount: 550, trigger: 'Birthday' }),
  );
  expect(server.last('POST')?.body).toMatchObject({ percent: null, minSpend: null });
});

it('the sentence of a promotion says what it does, when and for whom, in each language', async () => {
  const pizzas = { categoryIds: chosen('Pizzas'), availability: [friday] };
  const says = (more: object) => promotionSentence(t, more as never);
  const threeForTwo = { type: 'BuyGet', buyQty: 2, getQty: 1, percent: 100, ...pizzas };
  expect(says(threeForTwo)).toBe('Buy 2 of Pizzas, get 1 free, Friday 17:00–19:00');
  expect(says({ ...threeForTwo, percent: 50, getItemIds: chosen('Juice'), maxPerBill: 1 })).toBe(
    'Buy 2 of Pizzas, get 1 of Juice at 50 % off, Friday 17:00–19:00, at most once a bill',
  );
  const daily = { day: 'Every day', from: '16:00', to: '18:00' };
  expect(says({ type: 'PercentOff', percent: 20, categoryIds: chosen('Drinks'), availability: [daily] })).toBe(
    '20 % off Drinks, every day 16:00–18:00',
  );
  const parts = [{ menuItemId: null, categoryId: chosen('Pizzas')[0], qty: 2 }];
  expect(says({ type: 'Bundle', parts, price: 15_000, orderTypes: ['Table'] })).toBe(
    '2 × Pizzas for 150.00, for Table',
  );
  const spend = { type: 'BillOff', percent: 10, minSpend: 50_000, toDate: '2026-12-31', groupIds: chosen('Staff') };
  expect(says(spend)).toBe('10 % off the bill from a spend of 500.00, until 31-Dec-2026, for Staff');
  expect(says({ type: 'BillOff', percent: 10, trigger: 'Birthday' })).toBe(
    '10 % off the bill, for a guest’s birthday, 3 days before to 7 days after, once a year',
  );
  expect(says({ ...spend, trigger: 'Coupon' })).toBe(
    '10 % off the bill from a spend of 500.00, with a coupon, until 31-Dec-2026, for Staff',
  );
  expect(says({ type: 'AmountOff' })).toBe('… off each of everything');
  await changeLanguage('dv');
  expect(says(threeForTwo)).toBe('Pizzas: 2 ގަންނައިރު 1 ހިލޭ، ހުކުރު 17:00–19:00');
  await changeLanguage('en');
});

it('shows of a promotion only what its type uses', async () => {
  const server = listServer();
  signInWith(['Promotions', 'Prices', 'price.manage']);
  const row = {
    id: 1,
    version: 1,
    isActive: true,
    name: 'Friends',
    type: 'BillOff',
    status: 'Published',
    trigger: 'Coupon',
  };
  server.rows = [{ ...row, percent: 5, availability: [], orderTypes: [], groupIds: [] } as never];
  await showScreens('/menu/promotions/view/1', '/menu/promotions', promotionScreens);
  const dialog = page.getByRole('dialog', { name: 'View Promotion' });
  await expect.element(dialog.getByText('From a spend of', { exact: true })).toBeVisible();
  for (const label of ['Buy', 'Get', 'Price of the bundle', 'Items', 'Costs points'])
    expect(dialog.getByText(label, { exact: true }).query(), label).toBeNull();
});
