import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { signInWith } from '../../resource/testing/show-screens.tsx';
import { serverJson } from '../../sync/testing/server-answer.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { CreateRecipe } from './recipe-screens.tsx';

const tuna = { id: 7, key: 'a', name: 'Yellowfin tuna steak, first quality', stockUnit: 'kg' };
const dish = { id: 9, key: 'b', name: 'Tuna sandwich' };

beforeEach(async () => {
  await page.viewport(1280, 800);
  localStorage.clear();
  sessionStorage.clear();
  signInWith(['Inventory', 'menu.edit']);
  vi.stubGlobal('fetch', async (input: unknown) => {
    const { pathname } = new URL(String(input), location.href);
    if (pathname.includes('/items/find/7')) return serverJson(tuna);
    return serverJson(pathname.includes('/menu/items/') ? [dish] : pathname.includes('/ims/items/') ? [tuna] : []);
  });
});
afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});

const choose = async (label: string, option: string) => {
  await page.getByRole('combobox', { name: label, exact: true }).first().click();
  await page.getByRole('option', { name: option }).first().click();
};
const name = () => page.getByRole('textbox', { name: /^Name/ });

it('takes the name of the dish for a recipe without a name, and keeps a typed one', async () => {
  await showAt('/inventory/recipes/create', <CreateRecipe />);
  await choose('Menu item', dish.name);
  await expect.element(name()).toHaveValue(dish.name);
  await userEvent.fill(name(), 'My own');
  await page.getByRole('button', { name: 'Clear Menu item' }).click();
  await choose('Menu item', dish.name);
  await expect.element(name()).toHaveValue('My own');
});

it('measures an ingredient in the unit in which it is kept, and shows its whole name', async () => {
  await showAt('/inventory/recipes/create', <CreateRecipe />);
  await choose('Item', tuna.name);
  await expect.element(page.getByLabelText(/^Unit/).first()).toHaveValue('kg');
  const box = page
    .getByLabelText(/^Item$/)
    .first()
    .element() as HTMLInputElement;
  expect(box.clientWidth).toBeGreaterThan(230);
});
