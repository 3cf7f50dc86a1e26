import type { Bill } from '@atoll/domain/bill/bill';
import { newPlace } from '@atoll/domain/outlet/floor/floor-plan';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useBills } from '../../bills/bills.ts';
import { showScreens, signInWith } from '../../resource/testing/show-screens.tsx';
import { useApp } from '../../sync/app-store.ts';
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

it('[R35.48] adds a new section of the floor plan from the dropdown of a station, and chooses it', async () => {
  const floor = { version: 4, sections: [{ id: 1, name: 'Terrace' }], places: [newPlace('Table', '1', [])] };
  useApp.setState({ floor });
  signInWith(['settings.manage', 'Settings']);
  const section = { id: 2, name: 'Roof' };
  const sent: unknown[] = [];
  vi.mocked(fetch).mockImplementation(async (input, init) => {
    if (!String(input).includes('/floor')) return serverJson({ items: [curry], totalItems: 1 });
    if (init?.method === 'PUT') sent.push(JSON.parse(String(init.body)));
    return serverJson({ ...floor, version: 5, sections: [...floor.sections, section] });
  });
  await showScreens('/settings/stations/create', '/settings/stations', stationScreens);
  await page.getByRole('dialog').getByText('More', { exact: true }).click();
  await page.getByRole('combobox', { name: 'Sections' }).fill('Roof');
  await page.getByRole('option', { name: 'Add a new Section [Roof]' }).click();
  await expect.element(page.getByRole('list', { name: 'Sections' }).getByText('Roof')).toBeVisible();
  expect(sent).toEqual([{ ...floor, sections: [...floor.sections, section] }]);
  // Without the right to change the plan only what is there can be chosen.
  signInWith(['Settings']);
  await page.getByRole('combobox', { name: 'Sections' }).fill('Hall');
  await expect.element(page.getByText('No results found')).toBeVisible();
});
