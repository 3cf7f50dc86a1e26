import type { Outlet } from '@atoll/domain/outlet/outlet';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { showScreens } from '../../resource/testing/show-screens.tsx';
import { useApp } from '../../sync/app-store.ts';
import { serverJson } from '../../sync/testing/server-answer.ts';
import { openTill } from '../../sync/testing/till.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
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
