import type { Bill } from '@atoll/domain/bill/bill';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useBills } from '../../../bills/bills.ts';
import { loadEngine } from '../../../bills/price/line-price.ts';
import { setting } from '../../../printing/testing/printing-till.ts';
import { useApp } from '../../../sync/app-store.ts';
import { burger, openTill } from '../../../sync/testing/till.ts';
import { clear, showAt } from '../../../ui/hook/testing.tsx';
import { BillItems } from '../bill-items/bill-items.tsx';
import { ItemDialog } from '../bill-items/item-dialog.tsx';
import { SwapPart } from '../bill-items/swap-part.tsx';
import { BillScreen } from '../bill-screen.tsx';
import { SelectSize } from './select-size.tsx';

const sized = (id: number, name: string, sellingPrice: number, more: object = {}) => ({
  ...burger,
  id,
  name,
  sizes: [{ value: 'Regular', sellingPrice, isDefault: true }],
  ...more,
});
const choice = (menuItemId: number, extraPrice = 0, isDefault = false) => ({
  menuItemId,
  size: '',
  extraPrice,
  isDefault,
});
const actions = {
  increase: () => {},
  decrease: () => {},
  note: () => {},
  change: () => {},
  remove: () => {},
  swap: () => {},
  voidItem: () => {},
  again: () => {},
};

afterEach(clear);
beforeEach(async () => {
  await openTill();
  const [menu] = useApp.getState().menus;
  const menuItems = [
    sized(501, 'Rice', 6500),
    sized(502, 'Soup', 3000),
    sized(503, 'Juice', 3500),
    sized(504, 'Tea', 1500),
    sized(505, 'Cake', 2000, { isAvailable: false }),
    sized(500, 'Lunch Set', 9900, { type: 'NA', choiceGroupIds: [1, 2, 3] }),
  ];
  useApp.setState({
    menus: [{ ...menu, categories: [{ ...menu?.categories[0], menuItems }] }] as never,
    prices: {
      version: 1,
      lists: [],
      changes: [],
      choices: [
        { id: 1, name: 'Main', choose: 1, choices: [choice(501)] },
        { id: 2, name: 'Side', choose: 1, choices: [choice(502, 0, true), choice(505)] },
        { id: 3, name: 'Drink', choose: 1, choices: [choice(503, 500), choice(504)] },
      ],
    },
  });
  await useBills.getState().checkIn('Table', '4');
});
const bill = () =>
  Object.values(useBills.getState().bills).find(({ slot, type }) => slot === '4' && type === 'Table') as Bill;
const open = () => showAt('/billing/select-size?item=500&r=/billing/new/Table/4', <SelectSize />);
const order = async () => {
  await open();
  await page.getByRole('button', { name: /^Juice/ }).click();
  await page.getByRole('button', { name: 'Add · MVR 104.00' }).click();
  await vi.waitFor(() => expect(bill().items).toHaveLength(4));
};
const partNamed = (name: string) => bill().items.find((item) => item.name === name) as Bill['items'][number];

it('[R21.25] marks the defaults, asks for the rest, and adds a line of 0.00 with a part for each unit', async () => {
  await open();
  await expect.element(page.getByRole('dialog', { name: 'Choose Lunch Set' })).toBeVisible();
  for (const name of ['Rice', 'Soup'])
    await expect.element(page.getByRole('button', { name })).toHaveAttribute('aria-pressed', 'true');
  await expect.element(page.getByRole('button', { name: /^Cake/ })).toBeDisabled();
  await page.getByRole('button', { name: 'Add · MVR 99.00' }).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Choose first: Drink');
  await page.getByRole('button', { name: /^Tea/ }).click();
  await page.getByRole('button', { name: /^Juice/ }).click();
  await page.getByRole('button', { name: 'Add · MVR 104.00' }).click();
  const lines = () => bill().items.map(({ name, sellingPrice }) => [name, sellingPrice]);
  await expect.poll(lines).toEqual([
    ['Lunch Set', 0],
    ['Rice', 4950],
    ['Soup', 2285],
    ['Juice', 3165],
  ]);
});

it('[R21.25] leads from Add to the group in which something is missing, each time', async () => {
  await page.viewport(390, 600);
  const { prices } = useApp.getState();
  const many = Array.from({ length: 40 }, (_, place) => choice(place % 2 ? 501 : 504, place * 100));
  const [, ...others] = prices.choices ?? [];
  useApp.setState({ prices: { ...prices, choices: [{ id: 1, name: 'Main', choose: 2, choices: many }, ...others] } });
  await open();
  const main = page.getByRole('group', { name: /^Main/ });
  for (const _ of ['once', 'again']) {
    await page.getByRole('button', { name: /^Juice/ }).click();
    await page.getByRole('button', { name: /^Add ·/ }).click();
    await expect.element(main.getByRole('alert')).toHaveTextContent('Choose first: Main');
    await expect.element(main.getByRole('alert')).toBeInViewport({ ratio: 1 });
    expect(main.element().contains(document.activeElement)).toBe(true);
  }
  await page.getByRole('button', { name: /^Add ·/ }).click();
  await expect.element(main.getByRole('alert')).toBeInViewport({ ratio: 1 });
  await page.viewport(1280, 800);
});

it('keeps the extra of a choice apart from its name where words run from right to left', async () => {
  document.documentElement.dir = 'rtl';
  await open();
  const juice = page.getByRole('button', { name: /^Juice/ });
  await expect.element(juice).toBeVisible();
  const range = document.createRange();
  const words = document.createTreeWalker(juice.element(), NodeFilter.SHOW_TEXT).nextNode();
  range.selectNode(words as Node);
  const extra = juice.element().querySelector('small')?.getBoundingClientRect();
  const gap = range.getBoundingClientRect().left - (extra?.right ?? 999);
  document.documentElement.dir = 'ltr';
  expect(gap).toBeGreaterThan(3);
});

it('divides the price of a set by what its parts cost by a price change of the day', async () => {
  await loadEngine();
  const { prices } = useApp.getState();
  const change = { id: 1, fromDate: '2020-01-01', prices: [{ menuItemId: 501, size: 'Regular', price: 13_000 }] };
  useApp.setState({ prices: { ...prices, changes: [change] } });
  await order();
  expect(bill().items.map(({ sellingPrice }) => sellingPrice)).toEqual([0, 6600, 1523, 2277]);
});

it('shows Add below the choices of a set on a low phone', async () => {
  await page.viewport(360, 400);
  await open();
  await expect.element(page.getByRole('button', { name: /^Add ·/ })).toBeInViewport({ ratio: 1 });
  // The choices are longer than the screen.
  const dialog = page.getByRole('dialog').element();
  const body = [...dialog.querySelectorAll('*')].find((one) => one.scrollHeight > one.clientHeight + 40);
  expect(body).toBeDefined();
  await page.viewport(1280, 800);
});

it('has the button of each part of an unsaved set beside its name, and Remove at the end of the line', async () => {
  await order();
  clear();
  const unsaved = new Set(bill().items.map(({ key }) => key));
  await showAt('/billing', <BillItems bill={bill()} unsaved={unsaved} failed={new Set()} actions={actions} />);
  await expect.element(page.getByText('Juice')).toBeVisible();
  for (const line of document.querySelectorAll('[data-part="true"]')) {
    const [name, note] = [...line.querySelectorAll('button')].map((one) => one.getBoundingClientRect());
    expect(Math.abs((name?.y ?? 0) + (name?.height ?? 0) / 2 - (note?.y ?? 0) - (note?.height ?? 0) / 2)).toBeLessThan(
      4,
    );
  }
  const remove = page.getByRole('button', { name: 'Remove', exact: true }).element().getBoundingClientRect();
  const prices = [...document.querySelectorAll('[data-kind="new"] > :nth-child(3)')].map(
    (one) => one.getBoundingClientRect().right,
  );
  expect(prices.map((right) => Math.abs(right - remove.right) < 2)).toEqual([true, true, true, true]);
});

it('names one new item on Save for a set with three parts', async () => {
  await order();
  clear();
  await page.viewport(1280, 800);
  await showAt('/billing/new/Table/4', <BillScreen />);
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await expect.element(save).toHaveTextContent('Save · 1 new');
});

it('case 9: the screen has 148.50 + 68.55 + 94.95 = 312.00, and a part no buttons of its own', async () => {
  await order();
  const [head] = bill().items;
  expect(useBills.getState().changeQty(bill().key, head?.key ?? '', 3).ok).toBe(true);
  clear();
  const unsaved = new Set(bill().items.map(({ key }) => key));
  await showAt('/billing', <BillItems bill={bill()} unsaved={unsaved} failed={new Set()} actions={actions} />);
  await vi.waitFor(() => {
    const lines = [...document.querySelectorAll('li')].map((line) => line.innerText.replace(/\s+/g, ' '));
    expect(lines.map((text) => text.match(/[A-Z][a-z]+( Set)? |\d+\.\d\d/g)?.join(''))).toEqual([
      expect.stringContaining('Lunch Set 312.00'),
      'Rice 148.50',
      'Soup 68.55',
      'Juice 94.95',
    ]);
  });
  expect(bill().subTotal).toBe(31_200);
  for (const name of ['Increase', 'Remove'])
    await expect.element(page.getByRole('button', { name, exact: true })).toHaveLength(1);
});

it('[R21.27] swaps a part with one tap, for the same price of the set, and is not removed alone', async () => {
  await order();
  const juice = partNamed('Juice');
  expect(useBills.getState().removeUnsaved(bill().key, juice.key)).toMatchObject({ refusal: { reason: 'setPart' } });
  clear();
  let isClosed = false;
  await showAt('/billing', <SwapPart bill={bill()} item={juice} isUnsaved onClose={() => (isClosed = true)} />);
  await page.getByRole('button', { name: 'Tea' }).click();
  await vi.waitFor(() => expect(isClosed).toBe(true));
  expect(partNamed('Tea')).toMatchObject({ sellingPrice: 2665, parentKey: juice.parentKey });
  expect(bill().subTotal).toBe(9900);
  // The set goes with its parts, and comes back with them.
  const head = partNamed('Lunch Set');
  useBills.getState().removeUnsaved(bill().key, head.key);
  expect(bill().items).toEqual([]);
  useBills.getState().undoRemove(bill().key);
  expect(bill().subTotal).toBe(9900);
});

it('has the courses of its parts, by their group or category, and moves those that are not fired, and their seat, together', async () => {
  setting('Courses', 'true');
  setting('Seats', 'true');
  const {
    menus: [menu],
    prices,
  } = useApp.getState();
  const choices = (prices.choices ?? []).map((group) => (group.id === 3 ? { ...group, courseNo: 3 } : group));
  useApp.setState({
    menus: [{ ...menu, categories: [{ ...menu?.categories[0], courseNo: 2 }] }] as never,
    prices: { ...prices, choices },
  });
  await order();
  const places = () => bill().items.map(({ name, courseNo = 0, seat = 0 }) => `${name} ${courseNo} ${seat}`);
  expect(places()).toEqual(['Lunch Set 0 0', 'Rice 2 0', 'Soup 2 0', 'Juice 3 0']);
  const change = async (shown: Bill, isUnsaved: boolean, tabs: Readonly<Record<string, string>>) => {
    clear();
    const item = shown.items[0] as Bill['items'][number];
    await showAt('/billing', <ItemDialog bill={shown} item={item} isUnsaved={isUnsaved} onClose={() => undefined} />);
    for (const [name, tab] of Object.entries(tabs))
      await page.getByRole('tablist', { name, exact: true }).getByRole('tab', { name: tab }).click();
    await page.getByRole('button', { name: 'Apply' }).click();
  };
  await change(bill(), true, { Course: '4', Seat: '2' });
  await expect.poll(places).toEqual(['Lunch Set 0 2', 'Rice 4 2', 'Soup 4 2', 'Juice 4 2']);
  const items = bill().items.map((item) => (item.name === 'Rice' ? { ...item, firedAt: item.createdAt } : item));
  await change({ ...bill(), items }, false, { Course: '1' });
  await expect.poll(places).toEqual(['Lunch Set 0 2', 'Rice 4 2', 'Soup 1 2', 'Juice 1 2']);
});

it('a course of which only parts of a set wait is fired where the set is listed', async () => {
  setting('Courses', 'true');
  const { prices } = useApp.getState();
  const courses = [1, 2, 2];
  const choices = (prices.choices ?? []).map((group, place) => ({ ...group, courseNo: courses[place] }));
  useApp.setState({ prices: { ...prices, choices } });
  await order();
  expect((await useBills.getState().save(bill().key)).ok).toBe(true);
  clear();
  await page.viewport(1280, 800);
  await showAt('/billing/new/Table/4', <BillScreen />);
  const lines = page.getByRole('list', { name: 'Items on the bill' });
  await expect.element(lines.getByText('2 lines waiting')).toBeVisible();
  await expect.element(lines.getByText('fired 0 min ago')).toBeVisible();
  const tags = () =>
    [...document.querySelectorAll('[data-part="true"]')].map((one) => /Course \d/.exec(one.textContent)?.[0]);
  await expect.poll(tags).toEqual(['Course 1', 'Course 2', 'Course 2']);
  expect(page.getByRole('button', { name: 'Fire course 1' }).elements()).toEqual([]);
  await page.getByRole('button', { name: 'Fire course 2' }).click();
  await expect.element(page.getByRole('button', { name: 'Fire course 2' })).not.toBeInTheDocument();
  expect(bill().items.map(({ firedAt }) => firedAt !== undefined)).toEqual([false, true, true, true]);
});
