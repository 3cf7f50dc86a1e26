import type { Menu, MenuItem } from '@atoll/domain/menu/menu';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { clear, show } from '../../../ui/hook/testing.tsx';
import { ItemGrid } from './item-grid.tsx';
import { offerAt } from './offer.ts';

afterEach(clear);

const itemsOf = (length: number) =>
  Array.from(
    { length },
    (_, n) =>
      ({
        id: n + 1,
        name: `Item ${n + 1}`,
        nameLocal: '',
        code: `I${n + 1}`,
        barcode: '',
        sizes: [{ value: 'Regular', sellingPrice: 1500, isDefault: true }],
        isAvailable: true,
        isHalal: true,
      }) as unknown as MenuItem,
  );
const menusOf = (length: number) =>
  [
    { id: 1, name: 'All', categories: [{ id: 1, name: 'Everything', menuItems: itemsOf(length) }] },
  ] as unknown as Menu[];
const gridOf = (length: number) => {
  const menus = menusOf(length);
  return { slot: 'Table4', menus, offer: offerAt(menus, 'Table', Date.now()) };
};
const tileCount = () => document.querySelectorAll('[role=group] button').length;

it('[R34.6] shows the first tiles of a large category at once, and the others when the browser has time', async () => {
  const counts: number[] = [];
  const watch = new MutationObserver(() => counts.push(tileCount()));
  watch.observe(document.body, { subtree: true, childList: true });
  await show(<ItemGrid {...gridOf(300)} onItem={vi.fn()} />);
  // A busy machine has no time between its frames.
  await expect.poll(tileCount, { timeout: 15_000 }).toBe(300);
  watch.disconnect();
  const shown = counts.filter((count) => count > 0);
  expect(shown[0]).toBe(48);
  // No step renders more than a slow device can between two frames.
  expect(Math.max(...shown.map((count, i) => count - (shown[i - 1] ?? 48)))).toBeLessThanOrEqual(24);
  await expect.element(page.getByRole('button', { name: 'Item 300 MVR 15.00' })).toBeInTheDocument();
});

it('[R34.7] renders of a category of thousands the tiles near the visible part, and the others where the grid is scrolled to', async () => {
  await page.viewport(1024, 768);
  const onItem = vi.fn();
  await show(
    <div style={{ blockSize: 700 }}>
      <ItemGrid {...gridOf(5000)} onItem={onItem} />
    </div>,
  );
  await expect.element(page.getByRole('button', { name: 'Item 1 MVR 15.00' })).toBeVisible();
  const last = page.getByRole('button', { name: 'Item 5000 MVR 15.00' });
  const grid = document.querySelector('[role=group]') as HTMLElement;
  await vi.waitFor(() => {
    grid.scrollTop = grid.scrollHeight;
    expect(last.elements()).toHaveLength(1);
  });
  expect(tileCount()).toBeLessThan(200);
  await last.click();
  expect(onItem).toHaveBeenCalledOnce();
  await page.getByRole('searchbox').fill('item 4321');
  await page.getByRole('button', { name: 'Item 4321 MVR 15.00' }).click();
  expect(onItem).toHaveBeenCalledTimes(2);
});

it('begins with all items again at another table, after a search at the one before', async () => {
  const grid = gridOf(3);
  const onItem = vi.fn();
  function TwoTables() {
    const [slot, setSlot] = useState('Table4');
    return (
      <>
        <button type="button" onClick={() => setSlot('Table5')}>
          Other table
        </button>
        <ItemGrid {...grid} slot={slot} onItem={onItem} />
      </>
    );
  }
  await show(<TwoTables />);
  await page.getByRole('searchbox').fill('item 2');
  await expect.poll(tileCount).toBe(1);
  await page.getByRole('button', { name: 'Other table' }).click();
  await expect.element(page.getByRole('searchbox')).toHaveValue('');
  await expect.poll(tileCount).toBe(3);
});
