import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import { applyTotals, emptyBill, newItem } from '@atoll/domain/bill/new-bill';
import type { MenuItem } from '@atoll/domain/menu/menu';
import type { Outlet } from '@atoll/domain/outlet/outlet';
import { billTerms } from '@atoll/domain/tax/tax';
import i18next from 'i18next';
import { useEffect, useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useConnection } from '../../api/connection.ts';
import { useBills } from '../../bills/bills.ts';
import { useApp } from '../../sync/app-store.ts';
import { menuItem, openTill } from '../../sync/testing/till.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { toastParts } from '../../ui/hook/toasts-within.ts';
import { showToast } from '../../ui/overlay/toast.ts';
import { ToastHost } from '../../ui/overlay/toast-host.tsx';
import { BillWork } from './bill-work.tsx';

const now = '2026-01-05T10:00:00.000Z';
const lines = 60;
const dishes: readonly MenuItem[] = Array.from({ length: 20 }, (_, n) => menuItem(n + 1, `Dish ${n + 1}`));
/** With two sizes, so that its tile asks the catalogue for 'from'. */
const large: MenuItem = {
  ...menuItem(99, 'Feast'),
  sizes: [
    { value: 'Small', sellingPrice: 5000, isDefault: true },
    { value: 'Large', sellingPrice: 9000, isDefault: false },
  ],
};
const outlet = () => useApp.getState().outlet as Outlet;

/** Counts how often the totals read an item that no tap changes. */
let computed = 0;

/** Returns a saved bill of 60 lines, as the server sends it. */
function longBill(slot: string, key: string): Bill {
  const terms = billTerms(outlet(), 'Table', now);
  if (!terms) throw new Error('no terms');
  const user = { id: 7, name: 'Aisha' };
  const empty = emptyBill({ key, type: 'Table', slot, terms, now, user });
  const items = Array.from({ length: lines }, (_, n): BillItem => {
    const dish = menuItem(n + 1, `Dish ${n + 1}`);
    const size = dish.sizes[0] as MenuItem['sizes'][number];
    const item = newItem({
      key: `${key}-${n}`,
      menuItem: dish,
      category: null,
      size,
      qty: 1,
      terms,
      now,
      user,
      index: n + 1,
    });
    return { ...item, id: n + 1 };
  });
  const bill = applyTotals({ ...empty, id: Number(slot), version: 1, number: 1, status: 'Saved', isOpen: true, items });
  return { ...bill, items: bill.items.map((item, n) => (n === 0 ? counting(item) : item)) };
}

/** Counts how often the totals read an item's modifiers. The storage reads them too, and so does React, which describes slow renders. */
function counting(item: BillItem): BillItem {
  const { modifiers } = item;
  return Object.defineProperty({ ...item }, 'modifiers', {
    enumerable: true,
    get: () => {
      if (new Error().stack?.includes('/totals.ts')) computed += 1;
      return modifiers;
    },
  });
}

/** Returns how often the catalogue is asked for a word from now on. What was asked before is kept, and not asked for again. */
function asked(): (word?: string) => number {
  const { translator } = i18next as unknown as { translator: { translate: (keys: unknown) => unknown } };
  const translate = vi.spyOn(translator, 'translate');
  return (word) => translate.mock.calls.filter(([keys]) => word === undefined || String(keys) === word).length;
}

/** Returns how many lines and tiles are rendered from now on: each name is asked for, because nothing is kept. */
function rendering(): (word: string) => number {
  (i18next.store as unknown as { emit(name: string): void }).emit('added');
  return asked();
}

let open: (slot: string) => void = () => undefined;

function OneSlot() {
  const [slot, setSlot] = useState('2');
  useEffect(() => {
    open = setSlot;
  }, []);
  return (
    <div style={{ blockSize: 700 }}>
      <ToastHost />
      <BillWork outlet={outlet()} place={{ type: 'Table', slot }} />
    </div>
  );
}

const line = () => page.getByRole('list', { name: 'Items on the bill' }).getByRole('listitem');
const tile = (name: string) => page.getByRole('button', { name: new RegExp(`^${name} MVR`) });

beforeEach(async () => {
  await page.viewport(1280, 800);
  await openTill();
  useConnection.setState({ isOnline: false });
  useApp.setState({
    menus: [{ id: 1, name: 'All', categories: [{ id: 1, name: 'All', menuItems: [large, ...dishes] }] }] as never,
  });
  const { takeServer } = useBills.getState();
  for (const slot of ['2', '3']) takeServer(longBill(slot, `bill-${slot}`));
  await showAt('/billing/new/Table/2', <OneSlot />);
  await expect.poll(() => line().elements().length).toBe(lines);
});
afterEach(() => {
  vi.restoreAllMocks();
  clear();
});

it('renders at most two lines of a long bill and no tile when an item is tapped, and computes the totals once', async () => {
  await tile('Dish 1').click();
  await expect.poll(() => line().elements().length).toBe(lines + 1);
  const words = rendering();
  computed = 0;
  await tile('Dish 2').click();
  await expect.poll(() => line().elements().length).toBe(lines + 2);
  expect(words('service.lineTitle')).toBeGreaterThan(0);
  expect(words('service.lineTitle')).toBeLessThanOrEqual(2);
  expect(words('bill.priceFrom')).toBe(0);
  expect(computed).toBe(1);
  computed = 0;
  await tile('Dish 2').click();
  await expect.element(line().last().getByText('2', { exact: true })).toBeVisible();
  expect(words('service.lineTitle')).toBeLessThanOrEqual(3);
  expect(computed).toBe(1);
});

it('renders no line again when the server sends the same bill, and no tile when another slot is opened', async () => {
  const words = rendering();
  const { server, takeServer } = useBills.getState();
  takeServer({ ...(JSON.parse(JSON.stringify(server['bill-2'])) as Bill), version: 2, covers: 4 });
  await expect.poll(() => document.body.textContent).toMatch(/4\s?guests/);
  expect(words('service.lineTitle')).toBe(0);
  open('3');
  await expect.element(page.getByRole('heading', { name: /Table\s3/ })).toBeVisible();
  expect(words('service.lineTitle')).toBe(lines);
  expect(words('bill.priceFrom')).toBe(0);
  await tile('Dish 2').click();
  await expect.poll(() => useBills.getState().bills['bill-3']?.items.length).toBe(lines + 1);
});

it('looks up in the catalogue only few words at a tap', async () => {
  await tile('Dish 2').click();
  await expect.poll(() => line().elements().length).toBe(lines + 1);
  const words = asked();
  await tile('Dish 2').click();
  await expect.element(line().last().getByText('2', { exact: true })).toBeVisible();
  expect(words()).toBeLessThanOrEqual(4);
});

/** Returns the lines that the browser lays out and paints. */
const rendered = () =>
  line()
    .elements()
    .filter(({ lastElementChild }) => lastElementChild?.checkVisibility({ contentVisibilityAuto: true }));

it('paints of a long bill only the lines near its ends and those in sight, and all around a new line at once', async () => {
  await expect.poll(() => rendered().length).toBeLessThan(lines - 10);
  const blank: Element[] = [];
  const look = (): void => {
    const box = line().first().element().parentElement?.getBoundingClientRect();
    const inSight = line()
      .elements()
      .map((each) => ({ each, at: each.getBoundingClientRect() }))
      .filter(({ at }) => box && at.bottom > box.top && at.top < box.bottom);
    const painted = new Set(rendered());
    blank.push(...inSight.map(({ each }) => each).filter((each) => !painted.has(each)));
  };
  const seen = new Promise<void>((done) =>
    document.addEventListener('click', () => requestAnimationFrame(() => (look(), done())), { once: true }),
  );
  await tile('Dish 2').click();
  await seen;
  await expect.poll(() => line().elements().length).toBe(lines + 1);
  look();
  expect(blank).toEqual([]);
  const last = line().last().element();
  expect(last.getBoundingClientRect().bottom).toBeLessThanOrEqual(
    Math.ceil(last.parentElement?.getBoundingClientRect().bottom ?? 0),
  );
  expect(rendered().length).toBeLessThan(lines - 10);
});

it('shows by one change that a bill is saved, and renders no other line', async () => {
  await tile('Dish 2').click();
  await expect.poll(() => line().elements().length).toBe(lines + 1);
  const words = rendering();
  // The unsaved items at each change: the first one already has none. The answer of the server may be another change.
  const unsaved: number[] = [];
  const stop = useBills.subscribe(({ bills, drafts }, before) => {
    if (bills !== before.bills) unsaved.push(Object.values(drafts).flatMap(({ items }) => items).length);
  });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.element(page.getByText('Not saved yet', { exact: true })).not.toBeInTheDocument();
  stop();
  expect(unsaved[0]).toBe(0);
  expect(words('service.lineTitle')).toBeLessThan(3);
});

/** Calls back as soon as the list has another line, before that is painted. */
function whenLined(act: () => void): void {
  const list = page.getByRole('list', { name: 'Items on the bill' }).element();
  const watch = new MutationObserver(() => (watch.disconnect(), act()));
  watch.observe(list, { childList: true });
}

it('[R34.6] shows the amount at the slot after the new line, which is painted first', async () => {
  const slot = page
    .getByRole('group', { name: 'Slots' })
    .getByRole('button', { name: /^Table\s2,/ })
    .element();
  const before = slot.textContent;
  let atOnce: string | null = '';
  whenLined(() => (atOnce = slot.textContent));
  await tile('Dish 2').click();
  await expect.poll(() => slot.textContent).not.toBe(before);
  expect(atOnce).toBe(before);
});

it('[R34.6] measures for messages nothing at a tap, and after the paint while one is shown', async () => {
  const measure = vi.spyOn(Element.prototype, 'getBoundingClientRect');
  const measured = () => measure.mock.contexts.filter((part) => toastParts.has(part as HTMLElement)).length;
  await tile('Dish 2').click();
  await expect.poll(() => line().elements().length).toBe(lines + 1);
  await new Promise((painted) => requestAnimationFrame(() => setTimeout(() => setTimeout(painted))));
  expect(measured()).toBe(0);
  showToast('Kitchen printer is back', 'info', { sticky: true });
  await expect.element(page.getByText('Kitchen printer is back')).toBeVisible();
  expect(measured()).toBeGreaterThan(0);
  let atOnce = 0;
  measure.mockClear();
  whenLined(() => queueMicrotask(() => (atOnce = measured())));
  await tile('Dish 3').click();
  await expect.poll(measured).toBeGreaterThan(0);
  expect(atOnce).toBe(0);
});
