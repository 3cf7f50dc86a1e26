import type { Bill } from '@atoll/domain/bill/bill';
import { joinSlots } from '@atoll/domain/bill/split/join';
import { newPlace } from '@atoll/domain/outlet/floor/floor-plan';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useConnection } from '../../../api/connection.ts';
import { useBills } from '../../../bills/bills.ts';
import { billSent } from '../../../outbox/outbox.ts';
import { startSender } from '../../../outbox/sender.ts';
import { setting } from '../../../printing/testing/printing-till.ts';
import { useSession } from '../../../session/session.ts';
import { useApp } from '../../../sync/app-store.ts';
import { type FakeServer, fakeServer } from '../../../sync/testing/fake-server.ts';
import { menuItem, openTill } from '../../../sync/testing/till.ts';
import { clear, showAt } from '../../../ui/hook/testing.tsx';
import { ToastHost } from '../../../ui/overlay/toast-host.tsx';
import { FloorScreen } from './floor-screen.tsx';

const stopSender = startSender();
let server: FakeServer;
let href: () => string;

const joining: FakeServer['handler'] = ({ path, body }) => {
  if (path !== '/bis/bill/join') return undefined;
  const { billId, slots } = body as { billId: string; slots: string[] };
  const joined = joinSlots(server.bills.get(billId) as Bill, slots);
  if (!joined.ok) throw new Error(joined.refusal.message);
  server.bills.set(billId, joined.value);
  return { body: joined.value };
};

/** Opens a floor of three tables, of which the first has a bill with a course that waits. */
beforeEach(async () => {
  server = fakeServer();
  server.handler = joining;
  globalThis.fetch = server.fetch;
  await page.viewport(1280, 800);
  await openTill();
  localStorage.removeItem('atoll.floor.7');
  setting('Courses', 'true');
  useSession.setState(({ user }) => ({
    user: user && { ...user, permissions: [...user.permissions, 'bill.transfer', 'bill.transfer.server'] },
  }));
  const places = ['1', '2', '3'].map((slot, at) => ({ ...newPlace('Table', slot, []), x: 16 + at * 200 }));
  useApp.setState({ floor: { version: 1, sections: [], places } });
  const opened = await useBills.getState().checkIn('Table', '1');
  if (!opened.ok) throw new Error(opened.refusal.message);
  const { key } = opened.value;
  const dish = (id: number, name: string, courseNo: number) => {
    useBills.getState().addItem(key, { menuItem: menuItem(id, name, 'Kitchen') });
    const item = useBills.getState().bills[key]?.items.find((one) => one.name === name);
    useBills.getState().editItems(key, { [item?.key ?? '']: { courseNo } });
  };
  dish(11, 'Soup', 1);
  dish(12, 'Fish', 2);
  await useBills.getState().save(key);
  expect(await billSent(key, 5000)).toBe(true);
  href = await showAt(
    '/billing/floor',
    <>
      <FloorScreen />
      <ToastHost />
    </>,
  );
  await expect.element(place('1')).toBeVisible();
});
afterEach(() => {
  useApp.setState({ floor: { version: 0, sections: [], places: [] } });
  clear();
});
afterAll(() => stopSender());

const place = (slot: string) => page.getByRole('button', { name: new RegExp(`^Table ${slot},`) });
const menu = (name = 'Table 1') => page.getByRole('dialog', { name, exact: true });
const offered = (name?: string) =>
  menu(name)
    .getByRole('button')
    .elements()
    .map((button) => button.textContent)
    .filter((text) => text !== '');

/** Presses a place until its menu opens, and lets go there. */
async function pressLong(slot: string): Promise<void> {
  const element = place(slot).element();
  const { x, y } = element.getBoundingClientRect();
  const at = { bubbles: true, cancelable: true, clientX: x + 8, clientY: y + 8, isPrimary: true, pointerType: 'touch' };
  element.dispatchEvent(new PointerEvent('pointerdown', at));
  await expect.element(page.getByRole('dialog')).toBeVisible();
  element.dispatchEvent(new PointerEvent('pointerup', at));
  // A browser makes no click of a prevented touch; the click would close the menu.
  expect(element.dispatchEvent(new Event('touchend', at))).toBe(false);
  element.dispatchEvent(new MouseEvent('click', { ...at, detail: 1 }));
}

it('Shift+F10 on a table offers what can be done with its bill, and fires a course; a free table has no menu', async () => {
  (place('2').element() as HTMLElement).focus();
  await userEvent.keyboard('{Shift>}{F10}{/Shift}');
  expect(page.getByRole('dialog').elements()).toEqual([]);
  (place('1').element() as HTMLElement).focus();
  await userEvent.keyboard('{Shift>}{F10}{/Shift}');
  await expect.element(menu()).toBeVisible();
  expect(offered()).toEqual(['Fire course 2', 'Hand over', 'Join tables']);
  await userEvent.keyboard('{Escape}');
  await expect.element(menu()).not.toBeInTheDocument();
  await expect.element(place('1')).toHaveFocus();
  await userEvent.keyboard('{Shift>}{F10}{/Shift}');
  await menu().getByRole('button', { name: 'Fire course 2' }).click();
  await expect.element(page.getByText('Course 2 is fired')).toBeVisible();
  await expect.element(menu()).not.toBeInTheDocument();
  const [bill] = Object.values(useBills.getState().bills);
  expect(bill?.items.every(({ firedAt }) => firedAt)).toBe(true);
  await userEvent.keyboard('{Shift>}{F10}{/Shift}');
  await expect.element(menu()).toBeVisible();
  expect(offered()).toEqual(['Hand over', 'Join tables']);
});

it('a long press on a tile joins tables and takes them apart, and opens no bill', async () => {
  await page.getByRole('tab', { name: 'Tiles' }).click();
  await pressLong('1');
  expect(href()).toBe('/billing/floor');
  await menu().getByRole('button', { name: 'Join tables' }).click();
  const dialog = page.getByRole('dialog', { name: 'Join tables' });
  await dialog.getByRole('button', { name: 'Table 2, Free' }).click();
  await dialog.getByRole('button', { name: 'Join tables', exact: true }).click();
  await expect.element(place('2')).toHaveAccessibleName(/With Table 1/);
  await expect.element(dialog).not.toBeInTheDocument();
  useConnection.setState({ isOnline: false });
  await pressLong('2');
  const apart = menu('Table 1 + 2').getByRole('button', { name: 'Take apart' });
  await expect.element(apart).toBeDisabled();
  useConnection.setState({ isOnline: true });
  await apart.click();
  await expect.element(place('2')).toHaveAccessibleName(/Free/);
  await vi.waitFor(() => expect(page.getByRole('dialog').elements()).toEqual([]));
});

it('a short press still opens the bill', async () => {
  await place('1').click();
  await vi.waitFor(() => expect(href()).toBe('/billing/new/Table/1'));
});
