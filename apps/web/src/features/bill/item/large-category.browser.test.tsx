import type { MenuCategory, MenuItem } from '@atoll/domain/menu/menu';
import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { clear, show } from '../../../ui/hook/testing.tsx';
import { ItemGrid } from './item-grid.tsx';

afterEach(clear);

const items = Array.from(
  { length: 300 },
  (_, n) =>
    ({
      id: n + 1,
      name: `Item ${n + 1}`,
      sizes: [{ value: 'Regular', sellingPrice: 1500, isDefault: true }],
      isAvailable: true,
      isHalal: true,
    }) as unknown as MenuItem,
);
const categories = [{ id: 1, name: 'Everything', menuItems: items }] as unknown as MenuCategory[];
const tileCount = () => document.querySelectorAll('[role=group] button').length;

it('[R34.6] shows the first tiles of a large category at once, and the others when the browser has time', async () => {
  const counts: number[] = [];
  const watch = new MutationObserver(() => counts.push(tileCount()));
  watch.observe(document.body, { subtree: true, childList: true });
  await show(<ItemGrid categories={categories} onItem={vi.fn()} />);
  // A busy machine has no time between its frames.
  await expect.poll(tileCount, { timeout: 15_000 }).toBe(300);
  watch.disconnect();
  const shown = counts.filter((count) => count > 0);
  expect(shown[0]).toBe(48);
  // No step renders more than a slow device can between two frames.
  expect(Math.max(...shown.map((count, i) => count - (shown[i - 1] ?? 48)))).toBeLessThanOrEqual(24);
  await expect.element(page.getByRole('button', { name: 'Item 300 MVR 15.00' })).toBeInTheDocument();
});
