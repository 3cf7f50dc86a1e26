import type { Bill } from '@atoll/domain/bill/bill';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useConnection } from '../../../api/connection.ts';
import { useBills } from '../../../bills/bills.ts';
import { useTickets } from '../../../printing/kept-tickets.ts';
import { setting } from '../../../printing/testing/printing-till.ts';
import { useApp } from '../../../sync/app-store.ts';
import { fakeServer } from '../../../sync/testing/fake-server.ts';
import { menuItem, openTill } from '../../../sync/testing/till.ts';
import { clear, showAt } from '../../../ui/hook/testing.tsx';
import { ToastHost } from '../../../ui/overlay/toast-host.tsx';
import { BillScreen } from '../bill-screen.tsx';

const soup = menuItem(11, 'Soup', 'Kitchen');
const fish = menuItem(12, 'Fish', 'Kitchen');
const card = menuItem(14, 'Card', 'NA');
const bill = () => Object.values(useBills.getState().bills).find((one) => one.slot === '4') as Bill;
const courseOf = (name: string) => bill().items.find((item) => item.name === name);
const lines = () => page.getByRole('list', { name: 'Items on the bill' });
const fire = (course: number) => page.getByRole('button', { name: `Fire course ${course}` });

beforeEach(async () => {
  await page.viewport(1280, 800);
  await openTill();
  globalThis.fetch = fakeServer().fetch;
  const category = (id: number, courseNo: number, item: typeof soup) => ({
    id,
    name: item.name,
    nameLocal: '',
    color: '',
    gstMode: null,
    sort: id,
    courseNo,
    menuItems: [item],
  });
  const categories = [category(1, 1, soup), category(2, 2, fish), category(3, 3, card)];
  useApp.setState({ menus: [{ id: 1, name: 'All', categories }] });
  setting('Courses', 'true');
  await useBills.getState().checkIn('Table', '4');
  for (const item of [soup, fish, card]) useBills.getState().addItem(bill().key, { menuItem: item });
  await showAt(
    '/billing/new/Table/4',
    <>
      <BillScreen />
      <ToastHost />
    </>,
  );
});
afterEach(clear);

it('[R23.16] lists items by course, fires one with a tap, and says when it has nothing for the kitchen, without a ticket', async () => {
  await expect.element(lines().getByText('Course 2')).toBeVisible();
  await expect.element(fire(2)).not.toBeInTheDocument();
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect.element(lines().getByText('fired 0 min ago')).toBeVisible();
  expect(lines().getByText('1 line waiting').elements()).toHaveLength(2);
  // What is ordered in the meantime is not saved with it, also of the same course.
  for (const item of [soup, fish]) useBills.getState().addItem(bill().key, { menuItem: item });
  expect(lines().getByText('1 line waiting').elements()).toHaveLength(2);
  await fire(2).click();
  await expect.element(page.getByText('Course 2 is fired')).toBeVisible();
  expect(useBills.getState().drafts[bill().key]?.items.map(({ name }) => name)).toEqual(['Soup', 'Fish']);
  for (const { key } of bill().items.slice(3)) useBills.getState().removeUnsaved(bill().key, key);
  await expect.element(fire(2)).not.toBeInTheDocument();
  expect(courseOf('Fish')?.firedAt).toBeTruthy();
  await fire(3).click();
  await expect.element(page.getByText('Nothing for the kitchen in course 3')).toBeVisible();
  expect(courseOf('Card')?.firedAt).toBeTruthy();
  const onPaper = () => useTickets.getState().tickets.flatMap(({ lines: all }) => all.map(({ item }) => item.name));
  await vi.waitFor(() => expect(onPaper()).toEqual(['Soup', 'Fish', 'Fish']), 20_000);
});

it('marks the item that waits in a course of which others were fired', async () => {
  await page.getByRole('button', { name: /^Save/ }).click();
  await fire(2).click();
  await expect.element(page.getByText('Course 2 is fired')).toBeVisible();
  await expect.element(lines().getByText('Waiting', { exact: true })).not.toBeInTheDocument();
  const { key } = courseOf('Card') as Bill['items'][number];
  useBills.getState().editItems(bill().key, { [key]: { courseNo: 2 } });
  const waits = lines().getByText('Waiting', { exact: true });
  await expect.element(waits).toBeVisible();
  expect(waits.element().closest('li')?.textContent).toContain('Card');
});

it('[R23.11] gives a new item the course of its category, which the dialog of the item changes until it is fired', async () => {
  const apply = () => page.getByRole('button', { name: 'Apply' }).click();
  const open = (name: string) => page.getByRole('button', { name: `Change ${name}` }).click();
  const courses = page.getByRole('tablist', { name: 'Course' });
  expect(bill().items.map(({ courseNo }) => courseNo)).toEqual([1, 2, 3]);
  await open('Fish');
  await courses.getByRole('tab', { name: 'No course' }).click();
  await expect.element(courses.getByRole('tab', { name: 'No course' })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(courseOf('Fish')?.courseNo).toBe(2);
  await open('Fish');
  await courses.getByRole('tab', { name: '3' }).click();
  await apply();
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect.element(fire(3)).toBeVisible();
  await open('Fish');
  expect(courses.getByRole('tab', { name: 'No course' }).elements()).toHaveLength(0);
  await courses.getByRole('tab', { name: '2' }).click();
  useConnection.setState({ isOnline: false });
  await apply();
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect.element(fire(2)).toBeVisible();
  await open('Soup');
  await expect.element(page.getByRole('tablist', { name: 'Soup' })).not.toBeInTheDocument();
  expect(courses.elements()).toHaveLength(0);
});

it('orders for the chosen seat, changes it after the save without a ticket, and offers to split by seat', async () => {
  setting('Seats', 'true');
  const seats = page.getByRole('tablist', { name: 'Seat', exact: true });
  const seat = (n: string) => seats.getByRole('tab', { name: n });
  const seatsOn = () => bill().items.map((item) => [item.name, item.seat ?? 0]);
  const tile = page.getByRole('button', { name: /^Soup/ }).first();
  await seat('2').click();
  await tile.click();
  await seat('All').click();
  await tile.click();
  const ordered = [
    ['Soup', 0],
    ['Fish', 0],
    ['Card', 0],
    ['Soup', 2],
  ];
  await vi.waitFor(() => expect(seatsOn()).toEqual(ordered));
  expect(bill().items[0]?.qty).toBe(2);
  await page.getByRole('button', { name: /^Save/ }).click();
  const tickets = () => useTickets.getState().tickets.length;
  await vi.waitFor(() => expect(tickets()).toBe(1), 20_000);
  await page.getByRole('button', { name: 'Change Fish' }).click();
  await page.getByRole('dialog').getByRole('tablist', { name: 'Seat' }).getByRole('tab', { name: '1' }).click();
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect.element(lines().getByText('Seat 1')).toBeVisible();
  await page.getByRole('button', { name: 'Split' }).click();
  await page.getByRole('tab', { name: 'Split by seat' }).click();
  await expect
    .element(page.getByRole('tablist', { name: 'Check of seat 2' }).getByRole('tab', { name: 'Check 2' }))
    .toHaveAttribute('aria-selected', 'true');
  await expect.element(page.getByRole('definition').nth(1)).toBeVisible();
  expect(tickets()).toBe(1);
});
