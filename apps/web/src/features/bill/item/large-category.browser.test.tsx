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

it('[R34.6] renders of a category of 300 items the tiles near the visible part alone, and scrolls to the last', async () => {
  await page.viewport(1024, 768);
  await show(
    <div style={{ blockSize: 700 }}>
      <ItemGrid {...gridOf(300)} onItem={vi.fn()} />
    </div>,
  );
  const last = page.getByRole('button', { name: 'Item 300 MVR 15.00' });
  await expect.element(page.getByRole('button', { name: 'Item 1 MVR 15.00' })).toBeVisible();
  expect(tileCount()).toBeLessThanOrEqual(60);
  const grid = document.querySelector('[role=group]') as HTMLElement;
  await vi.waitFor(() => {
    grid.scrollTop = grid.scrollHeight;
    expect(last.elements()).toHaveLength(1);
  });
  await expect.element(last).toBeInViewport();
  expect(tileCount()).toBeLessThanOrEqual(70);
});

it('[R34.6] renders a large category once that is chosen again, and lays nothing out for its size and columns', async () => {
  await page.viewport(1024, 768);
  const categories = [
    { id: 1, name: 'Everything', menuItems: itemsOf(300) },
    { id: 2, name: 'Few', menuItems: itemsOf(3) },
  ];
  const menus = [{ id: 1, name: 'All', categories }] as unknown as Menu[];
  await show(
    <div style={{ blockSize: 700 }}>
      <ItemGrid slot="Table4" menus={menus} offer={offerAt(menus, 'Table', Date.now())} onItem={vi.fn()} />
    </div>,
  );
  await expect.poll(() => document.querySelector('[role=group] [data-index]')).not.toBeNull();
  await page.getByRole('tab', { name: 'Few' }).click();
  await expect.poll(tileCount).toBe(3);
  const grid = page.getByRole('group', { name: 'Items' }).element();
  const changes: MutationRecord[] = [];
  const watch = new MutationObserver((records) => changes.push(...records));
  watch.observe(grid, { childList: true, attributes: true, subtree: true });
  await page.getByRole('tab', { name: 'Everything' }).click();
  await expect.element(page.getByRole('button', { name: 'Item 4 MVR 15.00' })).toBeVisible();
  watch.disconnect();
  expect(grid.querySelectorAll('[data-index]').length).toBeGreaterThan(3);
  expect(changes.filter(({ target }) => target !== grid)).toEqual([]);
});

it('[R34.6] changes neither layers nor transitions when a tile is pressed', async () => {
  await show(<ItemGrid {...gridOf(3)} onItem={vi.fn()} />);
  const tile = await page.getByRole('button', { name: 'Item 1 MVR 15.00' }).findElement();
  const { transform, transitionDuration, willChange } = getComputedStyle(tile);
  expect({ transform, transitionDuration, willChange }).toEqual({
    transform: 'none',
    transitionDuration: '0s',
    willChange: 'auto',
  });
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

it('keeps where a large category is scrolled to when items are chosen and it is rendered again', async () => {
  await page.viewport(1024, 768);
  const grid = gridOf(300);
  function Chosen() {
    const [count, setCount] = useState(0);
    return (
      <div style={{ blockSize: 700 }}>
        <output>{count} chosen</output>
        <ItemGrid {...grid} onItem={() => setCount(count + 1)} />
      </div>
    );
  }
  await show(<Chosen />);
  const element = (await page.getByRole('group', { name: 'Items' }).findElement()) as HTMLElement;
  const tile = page.getByRole('button', { name: 'Item 150 MVR 15.00' });
  await vi.waitFor(() => {
    element.scrollTop = (element.scrollHeight - element.clientHeight) / 2;
    expect(tile.elements()).toHaveLength(1);
  });
  await tile.click();
  await expect.element(page.getByText('1 chosen')).toBeVisible();
  const { top } = tile.element().getBoundingClientRect();
  await tile.click();
  await expect.element(page.getByText('2 chosen')).toBeVisible();
  expect(Math.abs(tile.element().getBoundingClientRect().top - top)).toBeLessThan(1);
  expect(document.querySelector('[role=group]')).toBe(element);
});

it('[R21.28] says of more than a screen of found items too when they are offered', async () => {
  const { offer, ...grid } = gridOf(80);
  await show(
    <div style={{ blockSize: 700 }}>
      <ItemGrid {...grid} offer={{ ...offer, hoursOf: () => 'Offered 07:00–11:00' }} onItem={vi.fn()} />
    </div>,
  );
  await page.getByRole('searchbox').fill('item');
  await expect.poll(() => document.querySelector('[role=group] [data-index]')).not.toBeNull();
  const tile = page.getByRole('button', { name: 'Item 1 MVR 15.00' });
  await expect.element(tile.getByText('Offered 07:00–11:00')).toBeVisible();
  expect(tile.element().closest('[data-index]')).not.toBeNull();
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
