import type { Outlet } from '@atoll/domain/outlet/outlet';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { showScreens } from '../../resource/testing/show-screens.tsx';
import { useApp } from '../../sync/app-store.ts';
import { serverJson } from '../../sync/testing/server-answer.ts';
import { openTill } from '../../sync/testing/till.ts';
import { clear } from '../../ui/hook/testing.tsx';
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
