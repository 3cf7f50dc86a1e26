import type { ResourceRecord } from '@atoll/domain/contract/platform/resource';
import type { Outlet } from '@atoll/domain/outlet/outlet';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { showScreens, signInWith } from '../../resource/testing/show-screens.tsx';
import { useApp } from '../../sync/app-store.ts';
import { serverJson } from '../../sync/testing/server-answer.ts';
import { openTill } from '../../sync/testing/till.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { CountedStock } from './counted-stock.tsx';
import { itemScreens } from './item-screens.tsx';
import { categoryScreens } from './menu-screens.tsx';

beforeEach(async () => {
  sessionStorage.clear();
  await openTill();
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => serverJson({ items: [], totalItems: 0 }));
});
afterEach(() => {
  clear();
  vi.restoreAllMocks();
});

const screens = [
  ['item', itemScreens, '/menu/menu-items', 'Ticket'],
  ['category', categoryScreens, '/menu/category', 'Ticket for new items'],
] as const;
const outlets = [
  ['a shop without a printer for tickets', 'Retail', [], 'NA'],
  ['a shop with one', 'Retail', [{ key: 'KotPrinter', value: 'Back' }], 'Kitchen'],
  ['a restaurant', 'Restaurant', [], 'Kitchen'],
] as const;

it.each(screens.flatMap((screen) => outlets.map((outlet) => [...screen, ...outlet] as const)))(
  '[R2.20] a new %s starts with the ticket of its outlet',
  async (_name, parts, path, label, _where, kind, printers, ticket) => {
    useApp.setState(({ outlet }) => ({
      outlet: { ...(outlet as Outlet), businessType: kind },
      settings: [...printers],
    }));
    await showScreens(`${path}/create`, path, parts);
    await expect.element(page.getByRole('textbox', { name: label, exact: true })).toHaveValue(ticket);
  },
);

const bar = { id: 7, name: 'Coffee', defaultType: 'Bar' };
const grill = { id: 8, name: 'Steaks', defaultType: 'Grill' };

/** Makes the server answer with the categories and each of them. */
function answerCategories(): void {
  vi.mocked(fetch).mockImplementation(async (input) => {
    const { pathname, searchParams } = new URL(String(input), location.href);
    const found = [bar, grill].find(({ id }) => pathname.endsWith(`/${id}`));
    return serverJson(found ?? (searchParams.has('page') ? { items: [], totalItems: 0 } : [bar, grill]));
  });
}
const ticket = (label: string) => page.getByRole('textbox', { name: label, exact: true });
async function choose(label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

it('a new item takes the ticket of its first category until a ticket is chosen', async () => {
  answerCategories();
  await showScreens('/menu/menu-items/create', '/menu/menu-items', itemScreens);
  await expect.element(ticket('Ticket')).toHaveValue('Kitchen');
  await choose('Categories', 'Coffee');
  await expect.element(ticket('Ticket')).toHaveValue('Bar');
  await choose('Categories', 'Steaks');
  await expect.element(ticket('Ticket')).toHaveValue('Bar');
});

it('a category chosen later leaves the ticket that a person chose', async () => {
  answerCategories();
  await showScreens('/menu/menu-items/create', '/menu/menu-items', itemScreens);
  await page.getByRole('button', { name: 'Clear Ticket' }).click();
  await choose('Ticket', 'Grill');
  await choose('Categories', 'Coffee');
  await expect.element(page.getByText('Coffee', { exact: true }).first()).toBeVisible();
  await expect.element(ticket('Ticket')).toHaveValue('Grill');
});

it('a new category takes the ticket of the category above it', async () => {
  answerCategories();
  await showScreens('/menu/category/create', '/menu/category', categoryScreens);
  await page.getByText('More', { exact: true }).click();
  await choose('Under', 'Steaks');
  await expect.element(ticket('Ticket for new items')).toHaveValue('Grill');
});

it('[R35.58] the list of menu items shows every size with its price whole at 1280 px', async () => {
  const size = (value: string, sellingPrice: number) => ({ value, sellingPrice, isDefault: value === 'Small' });
  const sizes = [size('Small', 4350), size('Medium', 5150), size('Large', 5950), size('Family', 123_450)];
  const dish = { categoryIds: [1], categories: 'Coffee & tea', type: 'Bar', isAvailable: true, code: 'C001' };
  const items = Array.from({ length: 3 }, (_, index) => ({
    ...dish,
    id: 60 + index,
    version: 1,
    name: 'Hot chocolate with cream and marshmallows',
    sizes,
  }));
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
    serverJson({ items, count: 3, totalItems: 3, pageSize: 100, totalPages: 1 }),
  );
  await page.viewport(1130, 800);
  const List = itemScreens.list;
  await showAt('/menu/menu-items', <List />);
  const cell = page.getByRole('cell', { name: /Small\s43\.50.*Large\s59\.50/ }).first();
  await expect.element(cell).toBeVisible();
  const shown = cell.element();
  await vi.waitFor(() => {
    const range = document.createRange();
    range.selectNodeContents(shown);
    const text = range.getBoundingClientRect();
    const room = shown.getBoundingClientRect();
    expect(text.right).toBeLessThanOrEqual(room.right);
    expect(text.bottom).toBeLessThanOrEqual(room.bottom);
  });
  expect(shown.scrollWidth).toBeLessThanOrEqual(shown.clientWidth);
  await page.viewport(414, 896);
});

const cola = {
  id: 5,
  key: 'k',
  version: 1,
  isActive: true,
  name: 'Cola',
  barcode: '4006381333931',
  type: 'NA',
  isSoldByWeight: false,
  sizes: [],
};

/** Shows a menu item to a person with the permissions, in an outlet without storages; returns what is written. */
async function showCola(permissions: readonly string[], hasRecipe = false) {
  const written: { path: string; body: Record<string, unknown> }[] = [];
  let item: object | undefined;
  vi.mocked(fetch).mockImplementation(async (input, init) => {
    const { pathname, searchParams } = new URL(String(input), location.href);
    if (init?.method === 'POST') {
      const body = JSON.parse(String(init.body)) as Record<string, unknown>;
      written.push({ path: pathname, body });
      if (pathname.endsWith('/ims/item/create')) item = { id: 9, version: 1, onHand: 0, ...body };
      return serverJson({ id: 9, version: 1, ...body });
    }
    if (pathname.endsWith('/5')) return serverJson(cola);
    if (pathname.includes('/recipes/list')) return serverJson(hasRecipe ? [{ id: 1 }] : []);
    if (pathname.includes('/ims/items/list')) return serverJson(item ? [item] : []);
    return serverJson(searchParams.has('page') ? { items: [], totalItems: 0 } : []);
  });
  useApp.setState({ features: ['Inventory'] });
  signInWith(['Menu Items', ...permissions]);
  await showScreens('/menu/menu-items/view/5', '/menu/menu-items', itemScreens);
  await expect.element(page.getByText('4006381333931').first()).toBeVisible();
  return written;
}
const count = () => page.getByRole('button', { name: 'Count the stock of this item' });

it('[R14.2] one tap at a menu item counts its stock: it adds the inventory item, and the first storage of the outlet', async () => {
  const written = await showCola(['Inventory', 'stock.adjust']);
  await count().click();
  await expect.element(page.getByRole('button', { name: 'View Inventory Item' })).toBeVisible();
  expect(written.map(({ path }) => path)).toEqual(['/api/ims/storage/create', '/api/ims/item/create']);
  expect(written[0]?.body).toMatchObject({ name: 'Storage', isDefaultIssue: true, isDefaultReceiving: true });
  expect(written[1]?.body).toMatchObject({
    name: 'Cola',
    menuItemId: 5,
    barcode: '4006381333931',
    category: 'Others',
    stockUnit: 'pc',
  });
  await expect.poll(() => count().elements()).toHaveLength(0);
});

it.each([
  ['who may not write the inventory', ['Inventory'], false],
  ['who does not see it', [], false],
  ['where a recipe counts it', ['Inventory', 'stock.adjust'], true],
] as const)(
  '[R14.2] does not offer to count the stock of a menu item to a person %s',
  async (_who, permissions, hasRecipe) => {
    await showCola(permissions, hasRecipe);
    await expect.poll(() => count().elements()).toHaveLength(0);
  },
);

it('counts the stock of a menu item once when it is asked for again after no answer came', async () => {
  useApp.setState({ features: ['Inventory'] });
  signInWith(['Menu Items', 'Inventory', 'stock.adjust', 'Storages']);
  const sent: { path: string; key: string }[] = [];
  vi.mocked(fetch).mockImplementation(async (input, init) => {
    const { pathname } = new URL(String(input), location.href);
    if (init?.method !== 'POST') return serverJson([]);
    sent.push({ path: pathname, key: (JSON.parse(String(init.body)) as { key: string }).key });
    if (pathname.endsWith('/ims/item/create')) throw new TypeError('Failed to fetch');
    return serverJson({ id: 1 });
  });
  const keys = (path: string) => sent.filter((one) => one.path.endsWith(path)).map(({ key }) => key);
  for (const times of [1, 2]) {
    await showAt('/menu/menu-items', <CountedStock record={cola as unknown as ResourceRecord} />);
    await count().click();
    await vi.waitFor(() => expect(keys('/ims/item/create')).toHaveLength(times));
    clear();
  }
  expect(new Set(keys('/ims/item/create')).size).toBe(1);
  // The storage was created, with an answer: a later one is another.
  expect(new Set(keys('/storage/create')).size).toBe(2);
});
