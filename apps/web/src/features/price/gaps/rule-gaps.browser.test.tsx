import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { listServer } from '../../../resource/testing/list-server.ts';
import { showScreens, signInWith } from '../../../resource/testing/show-screens.tsx';
import { useApp } from '../../../sync/app-store.ts';
import { burger, juice, openTill } from '../../../sync/testing/till.ts';
import { clear } from '../../../ui/hook/testing.tsx';
import { choiceGroupScreens, priceListScreens } from '../price-screens.tsx';

const category = { id: 1, name: 'Food', nameLocal: '', color: '', gstMode: null, sort: 1, menuItems: [burger, juice] };

beforeEach(async () => {
  await page.viewport(1280, 900);
  sessionStorage.clear();
  await openTill();
  signInWith(['Prices', 'price.manage']);
  useApp.setState({ menus: [{ id: 1, name: 'All', categories: [category] }] });
});
afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});

const own = { version: 1, isActive: true, status: 'Published', availability: [], orderTypes: [], groupIds: [] };
const price = { categoryId: 0, categoryName: '', size: '', price: 2500, percent: null };
const ofJuice = { ...price, menuItemId: juice.id, menuItemName: juice.name };
const ofDoppio = { ...price, menuItemId: 99, menuItemName: 'Espresso Doppio' };
const list = (id: number, name: string, prices: readonly object[], more: object = {}) =>
  ({
    ...own,
    id,
    name,
    kind: 'Offer',
    priority: 0,
    roundTo: 0,
    fromDate: null,
    toDate: null,
    prices,
    ...more,
  }) as never;

it('[R21.1] a price list names in its row and its form what is on no menu, and no more once it is taken out', async () => {
  const server = listServer();
  server.rows = [
    list(1, 'Happy hour', [ofJuice, ofDoppio, { ...ofJuice, size: 'Huge' }]),
    list(2, 'Evening', [ofJuice]),
    list(3, 'Over', [ofDoppio], { toDate: '2020-01-01' }),
  ];
  await showScreens('/menu/prices', '/menu/prices', priceListScreens);
  const row = (name: RegExp) => page.getByRole('row', { name });
  await expect.element(row(/Happy hour/).getByText('Not on any menu: Espresso Doppio')).toBeVisible();
  await expect.element(row(/Happy hour/).getByText('No such size: Lime Juice Huge')).toBeVisible();
  expect(page.getByText(/Not on any menu/).elements()).toHaveLength(1);
  clear();
  await showScreens('/menu/prices/edit/1', '/menu/prices', priceListScreens);
  const dialog = page.getByRole('dialog', { name: 'Edit Price List' });
  const gone = dialog.getByText(/^Not on any menu now: Espresso Doppio\. Put it on a menu again/);
  await expect.element(gone).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove Price 2' }).click();
  await expect.element(gone).not.toBeInTheDocument();
  await expect.element(dialog.getByText(/^No such size of the item now: Lime Juice Huge\./)).toBeVisible();
});

it('[R21.25] the choices of a set name the item that guests cannot choose any more', async () => {
  const server = listServer();
  const choice = { size: '', extraPrice: 0, isDefault: false };
  const choices = [
    { ...choice, menuItemId: juice.id, menuItemName: juice.name },
    { ...choice, menuItemId: 99, menuItemName: 'Espresso Doppio' },
  ];
  server.rows = [{ ...own, id: 1, name: 'Drink', choose: 1, courseNo: 0, choices } as never];
  await showScreens('/menu/sets/view/1', '/menu/sets', choiceGroupScreens);
  const card = page.getByRole('dialog', { name: 'View Choice Group' });
  await expect.element(card.getByText(/^Not on any menu now: Espresso Doppio\./)).toBeVisible();
  await expect.element(page.getByText('Not on any menu: Espresso Doppio', { exact: true })).toBeInTheDocument();
});
