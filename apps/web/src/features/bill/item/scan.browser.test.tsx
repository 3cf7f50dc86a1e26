import type { MenuItem } from '@atoll/domain/menu/menu';
import type { Outlet, SlotTypeName } from '@atoll/domain/outlet/outlet';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useBills } from '../../../bills/bills.ts';
import { defaultScanGapMs, setScanGapMs } from '../../../session/scan-gap.ts';
import { useApp } from '../../../sync/app-store.ts';
import { fakeServer } from '../../../sync/testing/fake-server.ts';
import { burger, juice, openTill } from '../../../sync/testing/till.ts';
import { clear, showAt } from '../../../ui/hook/testing.tsx';
import { ToastHost } from '../../../ui/overlay/toast-host.tsx';
import { BillWork } from '../bill-work.tsx';
import { SelectSize } from './select-size.tsx';

const code = '4790123456789';
const bottle = { value: 'Bottle', sellingPrice: 4500, isDefault: false, barcode: '5449000131805' };
const sold: readonly MenuItem[] = [
  { ...burger, barcode: code },
  { ...juice, sizes: [...juice.sizes, bottle] },
];

const items = (type: SlotTypeName) =>
  Object.values(useBills.getState().bills)
    .filter((bill) => bill.type === type)
    .flatMap((bill) => bill.items.map(({ qty, name, size }) => `${qty} ${name} ${size}`));

async function open(type: SlotTypeName, over?: ReactNode, path = `/billing/new/${type}/4`): Promise<void> {
  const outlet = useApp.getState().outlet as Outlet;
  const [table] = outlet.slotTypes;
  const place = { type, slot: '4' };
  const slotTypes = [{ ...table, type }] as Outlet['slotTypes'];
  useApp.setState({ outlet: { ...outlet, slotTypes } });
  await showAt(
    path,
    <>
      <BillWork outlet={{ ...outlet, slotTypes }} place={place} />
      {over}
      <ToastHost />
    </>,
  );
  await expect.element(page.getByRole('button', { name: /^Lagoon Burger/, includeHidden: true })).toBeVisible();
}

/** Presses the keys of a scanner on the focused element, `gapMs` apart by their own time. */
function scan(text: string, gapMs = 5, cutAt = -1): KeyboardEvent[] {
  let at = performance.now();
  return [...text, 'Enter'].map((key, index) => {
    at += index === cutAt ? 300 : gapMs;
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    Object.defineProperty(event, 'timeStamp', { value: at });
    (document.activeElement ?? document.body).dispatchEvent(event);
    return event;
  });
}

/** Presses a key in a field at a time of its own; a character also reaches the field's text. */
function type(field: HTMLInputElement | HTMLTextAreaElement, key: string, at: number): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  Object.defineProperty(event, 'timeStamp', { value: at });
  field.dispatchEvent(event);
  if (key.length > 1) return event;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, field.value + key);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  return event;
}

beforeEach(async () => {
  await page.viewport(1280, 800);
  await openTill();
  globalThis.fetch = fakeServer().fetch;
  useApp.setState({
    menus: [
      {
        id: 1,
        name: 'All',
        categories: [{ id: 1, name: 'Food', nameLocal: '', color: '', gstMode: null, sort: 1, menuItems: sold }],
      },
    ],
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  setScanGapMs(defaultScanGapMs);
  clear();
});

it('[R35.23] a scan at a free counter checks in and adds the item, and the next scan adds to the same bill', async () => {
  useApp.setState({ settings: [{ key: 'CheckInByItemCounter', value: 'false' }] });
  await open('Counter');
  scan(code);
  scan(code);
  await vi.waitFor(() => expect(items('Counter')).toEqual(['2 Lagoon Burger Medium']));
  expect(Object.values(useBills.getState().bills)).toHaveLength(1);
});

it('[R35.23] a scan at a free table asks for the check-in first', async () => {
  await open('Table');
  scan(code);
  await expect.element(page.getByRole('button', { name: 'Check In' }).first()).toBeVisible();
  expect(items('Table')).toEqual([]);
});

it('[R35.23] takes a scan while a button, a tab or a checkbox has the focus, and presses nothing', async () => {
  await open('Counter');
  const tab = page.getByRole('tab', { name: 'Food' }).element() as HTMLElement;
  tab.focus();
  const keys = scan(code);
  expect(keys.at(-1)?.defaultPrevented).toBe(true);
  const box = document.body.appendChild(document.createElement('input'));
  box.type = 'checkbox';
  box.focus();
  scan(code);
  await vi.waitFor(() => expect(items('Counter')).toEqual(['2 Lagoon Burger Medium']));
  box.remove();
});

it('[R35.23] leaves the keys to a text field that is being typed in', async () => {
  await open('Counter');
  const field = document.body.appendChild(document.createElement('textarea'));
  field.focus();
  // A person types a key now and then.
  type(field, 'a', performance.now() - 400);
  const keys = scan(code);
  expect(keys.some((key) => key.defaultPrevented)).toBe(false);
  field.remove();
  scan(code);
  await vi.waitFor(() => expect(items('Counter')).toEqual(['1 Lagoon Burger Medium']));
});

it('[R35.23] takes a scan from a text field that only has the focus, which keeps its own text', async () => {
  await open('Counter');
  const find = page.getByRole('searchbox', { name: 'Find an item' }).element() as HTMLInputElement;
  find.focus();
  for (const [index, key] of [...code].entries()) type(find, key, performance.now() + index * 5);
  expect(find.value).toBe(code);
  const enter = type(find, 'Enter', performance.now() + code.length * 5);
  expect(enter.defaultPrevented).toBe(true);
  await vi.waitFor(() => expect(items('Counter')).toEqual(['1 Lagoon Burger Medium']));
  expect(find.value).toBe('');
  for (const [index, key] of [...'15000', 'Enter'].entries()) type(find, key, performance.now() + 5000 + index * 5);
  expect(find.value).toBe('15000');
});

it('[R35.23] takes a scan from Find after a person typed into it, which keeps what the person typed', async () => {
  await open('Counter');
  const find = page.getByRole('searchbox', { name: 'Find an item' }).element() as HTMLInputElement;
  find.focus();
  const start = performance.now();
  for (const [index, key] of [...'lime'].entries()) type(find, key, start + index * 200);
  for (const [index, key] of [...code, 'Enter'].entries()) type(find, key, start + 1200 + index * 5);
  await vi.waitFor(() => expect(items('Counter')).toEqual(['1 Lagoon Burger Medium']));
  expect(find.value).toBe('lime');
});

it.each(['Transfer', 'Discount'])(
  '[R35.23] adds nothing to the bill behind the dialog %s: a sound and a message say to close it first',
  async (name) => {
    await open('Counter');
    scan(code);
    await vi.waitFor(() => expect(items('Counter')).toEqual(['1 Lagoon Burger Medium']));
    await page.getByRole('button', { name, exact: true }).click();
    await expect.element(page.getByRole('dialog', { name })).toBeVisible();
    const tone = vi.spyOn(AudioContext.prototype, 'createOscillator');
    scan(code);
    await expect.element(page.getByText('Not added. Close this dialog first, then scan again.')).toBeVisible();
    expect(tone).toHaveBeenCalled();
    expect(items('Counter')).toEqual(['1 Lagoon Burger Medium']);
    await page.getByRole('button', { name: 'Close', exact: true }).first().click();
    await expect.element(page.getByRole('dialog', { name })).not.toBeInTheDocument();
    scan(code);
    await vi.waitFor(() => expect(items('Counter')).toEqual(['2 Lagoon Burger Medium']));
  },
);

it('sounds for every scan that is not on the bill: a code that no item has, and a sold-out item', async () => {
  await open('Counter');
  const tone = vi.spyOn(AudioContext.prototype, 'createOscillator');
  const isHeard = async (message: string) => {
    await expect.element(page.getByText(message)).toBeVisible();
    expect(tone, message).toHaveBeenCalled();
    tone.mockClear();
  };
  scan('9999999999994');
  await isHeard('No item has the code 9999999999994');
  useApp.setState(({ menus }) => ({
    menus: menus.map((menu) => ({
      ...menu,
      categories: menu.categories.map((each) => ({
        ...each,
        menuItems: each.menuItems.map((item) => ({ ...item, isAvailable: false })),
      })),
    })),
  }));
  scan(code);
  await isHeard('Lagoon Burger: Sold out');
  expect(items('Counter')).toEqual([]);
});

it('[R35.23] a scan while a weight is asked for changes neither the weight nor the bill', async () => {
  const bananas = { ...burger, id: 78, name: 'Bananas', soldByWeight: true };
  useApp.setState(({ menus }) => ({
    menus: menus.map((menu) => ({
      ...menu,
      categories: menu.categories.map((each) => ({ ...each, menuItems: [...sold, bananas] })),
    })),
  }));
  await useBills.getState().checkIn('Counter', '4');
  await open('Counter', <SelectSize />, '/billing/select-size?item=78&r=/billing/new/Counter/4');
  await expect.element(page.getByRole('dialog', { name: 'Enter weight' })).toBeVisible();
  const weight = page.getByRole('textbox', { name: 'Weight' }).element() as HTMLInputElement;
  await vi.waitFor(() => expect(document.activeElement).toBe(weight));
  for (const [at, scanned] of [code, '9999999999999'].entries()) {
    const start = performance.now() + at * 5000;
    type(weight, '3', start);
    const typed = weight.value;
    for (const [index, key] of [...scanned].entries()) type(weight, key, start + 400 + index * 5);
    expect(type(weight, 'Enter', start + 400 + scanned.length * 5).defaultPrevented).toBe(true);
    expect(weight.value).toBe(typed);
  }
  await expect.element(page.getByText('Not added. Close this dialog first, then scan again.')).toBeVisible();
  expect(items('Counter')).toEqual([]);
});

it('[R35.23] accepts keys up to the gap that is set on the device, 100 ms at first', async () => {
  await open('Counter');
  scan(code, 150);
  scan(code, 100);
  await vi.waitFor(() => expect(items('Counter')).toEqual(['1 Lagoon Burger Medium']));
  setScanGapMs(150);
  scan(code, 150);
  await vi.waitFor(() => expect(items('Counter')).toEqual(['2 Lagoon Burger Medium']));
});

it('[R35.23] drops a code that is cut in two as a whole, also when its rest is the code of another item', async () => {
  useApp.setState(({ menus }) => ({
    menus: menus.map((menu) => ({
      ...menu,
      categories: menu.categories.map((each) => ({
        ...each,
        menuItems: [...sold, { ...juice, id: 9, code: '456789' }],
      })),
    })),
  }));
  await open('Counter');
  const keys = scan(code, 5, 7);
  expect(keys.at(-1)?.defaultPrevented).toBe(true);
  expect(items('Counter')).toEqual([]);
  scan(code);
  await vi.waitFor(() => expect(items('Counter')).toEqual(['1 Lagoon Burger Medium']));
});

it('[R35.24] the barcode of a size orders that size without asking, by scan and by search', async () => {
  await open('Counter');
  scan(bottle.barcode);
  await vi.waitFor(() => expect(items('Counter')).toEqual(['1 Lime Juice Bottle']));
  const find = page.getByRole('searchbox', { name: 'Find an item' });
  await find.fill(bottle.barcode);
  await expect.element(page.getByRole('button', { name: /^Lime Juice/ })).toBeVisible();
  find.element().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  await vi.waitFor(() => expect(items('Counter')).toEqual(['2 Lime Juice Bottle']));
});

it('[R35.35] on a phone a scan shows the bill with its payment', async () => {
  await page.viewport(390, 844);
  await open('Counter');
  scan(code);
  await expect.element(page.getByRole('list', { name: 'Items on the bill' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Checkout' })).toBeVisible();
});
