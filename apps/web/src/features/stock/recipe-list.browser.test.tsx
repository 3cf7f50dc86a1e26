import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { signInWith } from '../../resource/testing/show-screens.tsx';
import { serverJson } from '../../sync/testing/server-answer.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { RecipesScreen } from './recipe-screens.tsx';

afterEach(async () => {
  clear();
  vi.restoreAllMocks();
  await page.viewport(1280, 800);
});

const line = (name: string) => ({ name, qty: 40, unit: 'g' });
const recipe = {
  ...line('Mas Huni with Egg'),
  id: 12,
  menuItemId: 4,
  menuItemName: 'Mas Huni with Egg',
  size: '',
  lines: [line('Smoked tuna'), line('Coconut'), line('Onions'), line('Eggs')],
  cost: 2420,
  sellingPrice: 6000,
};

it('shows cost, price and the cost as a share of the price beside the sidebar of a screen of 1280 px', async () => {
  signInWith(['Recipes', 'Inventory', 'recipe.edit']);
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => serverJson({ items: [recipe], totalItems: 1 }));
  // What the sidebar and the edges leave.
  await page.viewport(1130, 800);
  await showAt('/inventory/recipes', <RecipesScreen />, '/inventory/recipes');
  const heading = page.getByRole('columnheader', { name: 'Cost as % of price' });
  await expect.element(heading).toBeVisible();
  await expect.element(page.getByText('40 %')).toBeVisible();
  expect(heading.element().getBoundingClientRect().right).toBeLessThanOrEqual(1130 - 52);
});
