import type { Bill } from '@atoll/domain/bill/bill';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useBills } from '../../bills/bills.ts';
import { showScreens } from '../../resource/testing/show-screens.tsx';
import { serverJson } from '../../sync/testing/server-answer.ts';
import { burger, openTill } from '../../sync/testing/till.ts';
import { clear } from '../../ui/hook/testing.tsx';
import { stationScreens } from './station-screens.tsx';

const curry = { id: 5, key: 'k5', version: 1, isActive: true, name: 'Curry corner', code: 'CURRY' };

beforeEach(async () => {
  await openTill();
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) =>
    serverJson(String(input).includes('/find') ? curry : { items: [curry], totalItems: 1 }),
  );
});
afterEach(() => {
  clear();
  vi.restoreAllMocks();
});

/** Opens a bill with burgers of a station, the last one void. */
async function openBill(slot: string, count: number, station: string): Promise<void> {
  const { checkIn, addItem } = useBills.getState();
  await checkIn('Table', slot);
  const bill = () => Object.values(useBills.getState().bills).find((one) => one.slot === slot) as Bill;
  for (let n = 0; n < count; n += 1)
    addItem(bill().key, { menuItem: { ...burger, id: n + 1 }, size: burger.sizes[0] as never });
  const items = bill().items.map((item, index) => ({ ...item, station, isVoid: index === count - 1 }));
  useBills.setState(({ bills }) => ({ bills: { ...bills, [bill().key]: { ...bill(), items } } }));
}

const remove = () => showScreens('/settings/stations/delete/5', '/settings/stations', stationScreens);
const dialog = () => page.getByRole('dialog');

it('says before a station is removed which open bills have items of it', async () => {
  await openBill('4', 3, 'CURRY');
  await openBill('7', 2, 'CURRY');
  await openBill('9', 3, 'KITCHEN');
  await remove();
  await expect
    .element(dialog().getByText('Open bills have 3 items for it: Table 4, Table 7. They stay there', { exact: false }))
    .toBeVisible();
});

it('says nothing more before a station without open items is removed', async () => {
  await openBill('9', 3, 'KITCHEN');
  await remove();
  await expect.element(dialog().getByText('Curry corner')).toBeVisible();
  expect(dialog().getByText('stay', { exact: false }).elements()).toEqual([]);
});
