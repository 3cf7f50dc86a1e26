import type { Outlet } from '@atoll/domain/outlet/outlet';
import { toast } from 'react-toastify/unstyled';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { useConnection } from '../../api/connection.ts';
import { on } from '../../api/event.ts';
import { words } from '../../api/words.ts';
import { useBills } from '../../bills/bills.ts';
import { sentenceText } from '../../locale/sentence.ts';
import { useOutbox } from '../../outbox/outbox.ts';
import { useApp } from '../../sync/app-store.ts';
import { menuItem, openTill } from '../../sync/testing/till.ts';
import { clear, showAt, staffSizes } from '../../ui/hook/testing.tsx';
import { showToast } from '../../ui/overlay/toast.ts';
import { ToastHost } from '../../ui/overlay/toast-host.tsx';
import { BillWork } from './bill-work.tsx';

const place = { type: 'Table', slot: '4' } as const;
const held = (seq: number) =>
  ({
    seq,
    kind: 'update',
    state: 'held',
    billKey: 'b',
    outletId: 1,
    body: {},
    about: { ...place, number: 3 },
  }) as never;

/** Shows the bill screen as it stands in the shell: under the header, on a phone above the tab bar. */
async function showWork(): Promise<void> {
  await showAt(
    '/billing/new/Table/4',
    <>
      <div style={{ position: 'fixed', inset: '60px 0 0' }}>
        <BillWork outlet={useApp.getState().outlet as Outlet} place={place} />
      </div>
      <ToastHost />
    </>,
  );
}

const messages = () => [...document.querySelectorAll<HTMLElement>('.Toastify__toast')];

/** Returns the names of the buttons and fields that a message lies over, outside of the lists. */
function covered(): string[] {
  const lists = [
    ...document.querySelectorAll('ul, [role="group"][aria-label="Items"], [role="group"][aria-label="Slots"]'),
  ];
  const boxes = messages().map((message) => message.getBoundingClientRect());
  return [...document.querySelectorAll<HTMLElement>('button, input, a')]
    .filter((control) => !control.closest('.Toastify') && !lists.some((list) => list.contains(control)))
    .filter((control) => {
      const { left, right, top, bottom, width } = control.getBoundingClientRect();
      const isUnder = (box: DOMRect) => left < box.right && right > box.left && top < box.bottom && bottom > box.top;
      return width > 0 && boxes.some(isUnder);
    })
    .map((control) => control.textContent || control.getAttribute('aria-label') || control.tagName);
}

beforeEach(async () => {
  await openTill();
  // What an earlier test said while no screen showed it waits for the next screen.
  toast.dismiss();
  useConnection.setState({ isOnline: false });
  const menuItems = Array.from({ length: 40 }, (_, at) => menuItem(100 + at, `Dish ${at}`));
  const categories = [{ id: 1, name: 'Food', nameLocal: '', color: '', gstMode: null, sort: 1, menuItems }];
  useApp.setState({ menus: [{ id: 1, name: 'All', categories }] });
});
afterEach(() => {
  useOutbox.setState({ entries: [] });
  clear();
});

async function showThree(): Promise<void> {
  // Without its check-in there is no bill.
  useOutbox.setState(({ entries }) => ({ entries: [...entries, held(77)] }));
  await expect.element(page.getByRole('alert', { name: '1 change waits for a shift' })).toBeVisible();
  for (const at of [1, 2, 3])
    showToast(`Message ${at} of the kitchen, which is as long as messages are`, 'warning', { sticky: true });
  await expect.poll(() => messages().length).toBe(3);
}

/** Opens a bill with items under a bar, and shows three messages. */
async function showMessages(width: number, height: number): Promise<void> {
  await page.viewport(width, height);
  await showWork();
  await page.getByRole('button', { name: 'Check In' }).first().click();
  await expect.element(page.getByText('Checked in').first()).toBeInTheDocument();
  for (const at of [0, 1, 2]) await page.getByRole('button', { name: new RegExp(`^Dish ${at} `) }).click();
  await showThree();
}

it.each(staffSizes)(
  '[R12.4] shows messages at %i × %i over no button of a bar, the search, the categories or the bill',
  async (width, height) => {
    await showMessages(width, height);
    await expect.poll(covered).toEqual([]);
  },
);

it('[R12.4] shows messages below the lines of a short bill, and over the first ones of a long bill', async () => {
  await showMessages(820, 1180);
  const lines = page.getByRole('list', { name: 'Items on the bill' });
  const edge = (side: 'top' | 'bottom') => lines.getByRole('listitem').last().element().getBoundingClientRect()[side];
  const from = () => Math.min(...messages().map((message) => message.getBoundingClientRect().top));
  await expect.poll(() => from() >= edge('bottom')).toBe(true);
  for (let at = 3; at < 20; at += 1) await page.getByRole('button', { name: new RegExp(`^Dish ${at} `) }).click();
  await expect.poll(() => from() < edge('top')).toBe(true);
  await expect.poll(covered).toEqual([]);
});

it.each(['Bill', 'Slots'])(
  '[R12.4] shows messages on a phone over no button of the step %s of the bill screen',
  async (step) => {
    await showMessages(390, 844);
    await page.getByRole('button', { name: step === 'Bill' ? /^Bill/ : 'Slots' }).click();
    await expect.poll(covered).toEqual([]);
  },
);

it.each(staffSizes)('[R12.4] shows messages at %i × %i not over Check In of a free slot', async (width, height) => {
  await page.viewport(width, height);
  await showWork();
  await showThree();
  await expect.poll(covered).toEqual([]);
});

it('says what a bar of the bill screen says only there', async () => {
  const toasts: string[] = [];
  const stop = on('toast', ({ message }) => void toasts.push(sentenceText(message)));
  await showWork();
  await expect.element(page.getByRole('button', { name: 'Check In' }).first()).toBeVisible();
  const { takeRefused } = useBills.getState();
  takeRefused({ entry: held(77), reason: undefined } as never);
  stop();
  expect(toasts).toEqual([]);
  expect(useApp.getState().notifications).toMatchObject([{ message: words.noShift }]);
});

it('[R35.92] refuses the item that makes a bill too large when it is tapped, in MVR, and keeps the bill', async () => {
  await page.viewport(1280, 800);
  const dear = menuItem(9, 'Yacht', 'NA');
  const yacht = { ...dear, sizes: dear.sizes.map((size) => ({ ...size, sellingPrice: 600_000_000 })) };
  const [menu] = useApp.getState().menus;
  const category = { ...menu?.categories[0], menuItems: [yacht] };
  useApp.setState({ menus: [{ ...menu, categories: [category] }] as never });
  await useBills.getState().checkIn('Table', '4');
  await showWork();
  const bill = () => Object.values(useBills.getState().bills).find(({ slot }) => slot === '4');
  await page.getByRole('button', { name: /^Yacht/ }).click();
  await expect.poll(() => bill()?.items.map(({ qty }) => qty)).toEqual([1]);
  await page.getByRole('button', { name: /^Yacht/ }).click();
  await expect.element(page.getByText('A bill can be at most MVR 9,999,999.99')).toBeVisible();
  expect(bill()?.items.map(({ qty }) => qty)).toEqual([1]);
});
