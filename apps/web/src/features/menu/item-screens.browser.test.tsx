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
