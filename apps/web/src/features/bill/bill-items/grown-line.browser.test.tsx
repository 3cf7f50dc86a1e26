import type { Bill } from '@atoll/domain/bill/bill';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useBills } from '../../../bills/bills.ts';
import { fakeServer } from '../../../sync/testing/fake-server.ts';
import { burger, menuItem, openTill } from '../../../sync/testing/till.ts';
import { clear, showAt } from '../../../ui/hook/testing.tsx';
import { BillScreen } from '../bill-screen.tsx';

const bill = () => Object.values(useBills.getState().bills).find((one) => one.slot === '4') as Bill;
const list = () => page.getByRole('list', { name: 'Items on the bill' });
const line = (name: string) => list().getByRole('listitem').filter({ hasText: name });
const add = (id: number, name: string) =>
  useBills.getState().addItem(bill().key, { menuItem: menuItem(id, name), size: burger.sizes[0] as never });

beforeEach(async () => {
  await page.viewport(1280, 800);
  globalThis.fetch = fakeServer().fetch;
  await openTill();
  await useBills.getState().checkIn('Table', '4');
  await showAt(
    '/billing/new/Table/4',
    <div style={{ blockSize: 700 }}>
      <BillScreen />
    </div>,
  );
  for (let n = 1; n <= 40; n += 1) add(n, n === 1 ? burger.name : `Dish ${n}`);
  await expect.element(line('Dish 40')).toBeInViewport({ ratio: 1 });
});
afterEach(clear);

it('brings the line of an item into sight that is ordered again while its line is out of sight', async () => {
  await expect.element(line(burger.name)).not.toBeInViewport();
  await page
    .getByRole('group', { name: 'Items' })
    .getByRole('button', { name: new RegExp(`^${burger.name}`) })
    .click();
  await vi.waitFor(() => expect(bill().items[0]?.qty).toBe(2));
  await expect.element(line(burger.name).getByText(burger.name)).toBeInViewport({ ratio: 1 });
  add(41, 'Dish 41');
  await expect.element(line('Dish 41')).toBeInViewport({ ratio: 1 });
});

it('leaves the list where it is while a line in sight grows, so that a second press meets the same button', async () => {
  const plus = line('Dish 20').getByRole('button', { name: 'Increase' });
  const place = list().element();
  // The upper half of the line is covered by the edge of the list.
  place.scrollTop += line('Dish 20').element().getBoundingClientRect().top - place.getBoundingClientRect().top + 20;
  const before = place.scrollTop;
  for (let n = 0; n < 2; n += 1) (plus.element() as HTMLElement).click();
  await expect.element(line('Dish 20')).toHaveTextContent('3Dish 20150.00−+');
  expect(place.scrollTop).toBe(before);
});
