import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { listServer } from '../../resource/testing/list-server.ts';
import { showScreens, signInWith } from '../../resource/testing/show-screens.tsx';
import { useApp } from '../../sync/app-store.ts';
import { clear } from '../../ui/hook/testing.tsx';
import { inventoryItemScreens } from './inventory-item-screens.tsx';

afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});

it('[R35.60] colours stock below zero in the list of inventory items', async () => {
  await page.viewport(1280, 800);
  useApp.setState({ outlet: null });
  signInWith(['Inventory', 'stock.adjust']);
  const item = (id: number, name: string, onHand: number) => ({ id, key: `k${id}`, name, onHand, stockUnit: 'kg' });
  listServer([item(1, 'Salt', -2.5), item(2, 'Rice', 5)]);
  await showScreens('/inventory', '/inventory', inventoryItemScreens);
  const shown = (name: string) => page.getByRole('row').filter({ hasText: name });
  await expect.element(shown('Salt').getByText(/^[-−]2\.5/)).toBeVisible();
  const late = document.createElement('i');
  late.style.color = 'var(--late)';
  document.body.append(late);
  const colour = (element: Element) => getComputedStyle(element).color;
  expect(
    colour(
      shown('Salt')
        .getByText(/^[-−]2\.5/)
        .element(),
    ),
  ).toBe(colour(late));
  expect(colour(shown('Rice').getByText(/^5/).element())).not.toBe(colour(late));
  late.remove();
});
