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

/** Returns the names of the buttons and fields that a message lies over, outside of the lists but for a full one. */
function coveredBeside(full?: Element): string[] {
  const lists = [
    ...document.querySelectorAll('ul, [role="group"][aria-label="Items"], [role="group"][aria-label="Slots"]'),
  ].filter((list) => list !== full);
  const boxes = messages().map((message) => message.getBoundingClientRect());
  return [...document.querySelectorAll<HTMLElement>('button, input, a')]
    .filter((control) => !control.closest('.Toastify') && !lists.some((list) => list.contains(control)))
    .filter((control) => {
      const { left, right, width, ...edges } = control.getBoundingClientRect().toJSON() as DOMRect;
      // What is scrolled out of the list is not in sight.
      const seen = full?.contains(control) ? full.getBoundingClientRect() : edges;
      const [top, bottom] = [Math.max(edges.top, seen.top), Math.min(edges.bottom, seen.bottom)];
      const isUnder = (box: DOMRect) => left < box.right && right > box.left && top < box.bottom && bottom > box.top;
      return width > 0 && bottom > top && boxes.some(isUnder);
    })
    .map((control) => control.textContent || control.getAttribute('aria-label') || control.tagName);
}

const covered = () => coveredBeside();

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

it('[R12.4] shows messages below the lines of a short bill', async () => {
  await showMessages(820, 1180);
  const lines = page.getByRole('list', { name: 'Items on the bill' });
  const edge = () => lines.getByRole('listitem').last().element().getBoundingClientRect().bottom;
  const from = () => Math.min(...messages().map((message) => message.getBoundingClientRect().top));
  await expect.poll(() => from() >= edge()).toBe(true);
});

it.each(staffSizes)(
  'shows the newest message at %i × %i over no button of a full bill, and the older ones after it',
  async (width, height) => {
    await showMessages(width, height);
    const { addItem, bills } = useBills.getState();
    const [bill] = Object.values(bills);
    for (let at = 0; at < 20; at += 1) {
      const item = menuItem(200 + at, `Long ${at}`);
      addItem(bill?.key as string, { menuItem: item, size: item.sizes[0] as never });
    }
    const step = page.getByRole('button', { name: /^Bill/ });
    if (width < 700) await step.click();
    await expect.element(page.getByText('Long 19')).toBeVisible();
    const lines = page.getByRole('list', { name: 'Items on the bill' });
    await expect.poll(() => coveredBeside(lines.element())).toEqual([]);
    const inSight = () => messages().filter((message) => message.getBoundingClientRect().height > 0);
    const shown = () => inSight().map((message) => message.textContent);
    await expect.poll(shown).toEqual([expect.stringContaining('Message 3')]);
    const { top, bottom } = (inSight()[0] as HTMLElement).getBoundingClientRect();
    expect(document.elementFromPoint(width - 60, bottom - 3)?.closest('.Toastify__toast')).toBe(inSight()[0]);
    expect(top).toBeGreaterThanOrEqual(60);
    await page.getByRole('button', { name: 'Dismiss' }).first().click();
    await expect.poll(shown).toEqual([expect.stringContaining('Message 2')]);
    await expect.poll(() => coveredBeside(lines.element())).toEqual([]);
  },
);

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
