import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import type { Outlet } from '@atoll/domain/outlet/outlet';
import type { Promotion } from '@atoll/domain/price/promotion';
import { noPriceRules, type PriceList } from '@atoll/domain/price/rules';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useConnection } from '../../../api/connection.ts';
import { on } from '../../../api/event.ts';
import { useBills } from '../../../bills/bills.ts';
import { withEngine } from '../../../bills/price/line-price.ts';
import { useOutbox } from '../../../outbox/outbox.ts';
import { useSession } from '../../../session/session.ts';
import { useApp } from '../../../sync/app-store.ts';
import { fakeServer } from '../../../sync/testing/fake-server.ts';
import { juice, openTill, waiter } from '../../../sync/testing/till.ts';
import { clear, showAt } from '../../../ui/hook/testing.tsx';
import { BillItems } from '../bill-items/bill-items.tsx';
import { BillWork } from '../bill-work.tsx';

/** 2026-11-27 is a Friday; Malé is five hours ahead. */
const friday = (time: string): number => Date.parse(`2026-11-27T${time}+05:00`);
const happy: PriceList = {
  id: 1,
  name: 'Happy hour',
  kind: 'Offer',
  priority: 0,
  roundTo: 0,
  availability: [{ day: 'Friday', from: '17:00', to: '19:00' }],
  prices: [{ categoryId: 1, percent: -20 }],
};
const rule = async (version: number, ...lists: PriceList[]) =>
  useApp.setState({ prices: await withEngine({ version, lists, changes: [] }) });
const items = () =>
  Object.values(useBills.getState().bills).flatMap((bill) =>
    bill.items.map(({ name, qty, sellingPrice, listPrice, rulesVersion }) => [
      name,
      qty,
      sellingPrice,
      listPrice,
      rulesVersion,
    ]),
  );
const tile = (name: string) =>
  page.getByRole('group', { name: 'Items' }).getByRole('button', { name: new RegExp(`^${name}`) });

async function open(at: number): Promise<void> {
  vi.useFakeTimers({ now: at, toFake: ['Date'] });
  useSession.setState(({ user }) => ({ user: user && { ...user, permissions: waiter } }) as never);
  const outlet = useApp.getState().outlet as Outlet;
  await useBills.getState().checkIn('Table', '4');
  await showAt('/billing/new/Table/4', <BillWork outlet={outlet} place={{ type: 'Table', slot: '4' }} />);
}
const billKey = () => Object.keys(useBills.getState().bills)[0] ?? '';

beforeEach(async () => {
  await page.viewport(1280, 800);
  await openTill();
  globalThis.fetch = fakeServer().fetch;
});
afterEach(() => {
  useApp.setState({ prices: noPriceRules });
  vi.useRealTimers();
  vi.restoreAllMocks();
  clear();
});

it('[R21.4] tiles show the price of the hour beside the menu’s, and a line keeps the price of its tap', async () => {
  await rule(5, happy);
  await open(friday('16:59:58'));
  await expect.element(tile('Lime Juice')).toHaveAccessibleName('Lime Juice MVR 30.00');
  vi.setSystemTime(friday('17:00:00'));
  // The screen follows when the minute begins.
  await expect.element(tile('Lime Juice')).toHaveAccessibleName('Lime Juice MVR 24.00');
  await expect.element(tile('Lime Juice').getByText('30.00')).toBeVisible();
  await tile('Lime Juice').click();
  await expect.element(page.getByText('Happy hour, 30.00 → 24.00')).toBeVisible();
  vi.setSystemTime(friday('19:00:00'));
  await tile('Lime Juice').click();
  expect(items()).toEqual([
    ['Lime Juice', 1, 2400, 3000, 5],
    ['Lime Juice', 1, 3000, undefined, 5],
  ]);
  // The first line still grows at the price of its tap.
  await page.getByRole('button', { name: 'Increase' }).first().click();
  expect(items()[0]).toEqual(['Lime Juice', 2, 2400, 3000, 5]);
});

it('[R21.5] a planned price counts without the server from the start of its business day; a saved line keeps its own', async () => {
  useConnection.setState({ isOnline: false });
  const changes = [{ id: 1, fromDate: '2026-11-28', prices: [{ menuItemId: juice.id, size: 'Medium', price: 4000 }] }];
  useApp.setState({ prices: await withEngine({ version: 5, lists: [], changes }) });
  // The business day of Friday ends at 04:00 on Saturday.
  await open(Date.parse('2026-11-28T03:59:58+05:00'));
  await tile('Lime Juice').click();
  await useBills.getState().save(billKey());
  vi.setSystemTime(Date.parse('2026-11-28T04:00:00+05:00'));
  await expect.element(tile('Lime Juice')).toHaveAccessibleName('Lime Juice MVR 40.00');
  await tile('Lime Juice').click();
  expect(items().map(([, , price]) => price)).toEqual([3000, 4000]);
});

it('[R21.21] tells each step of a price where a person asks for it', async () => {
  await rule(5, happy);
  await open(friday('17:30:00'));
  await tile('Lime Juice').click();
  await page.getByRole('button', { name: 'Change Lime Juice' }).click();
  await page.getByText('Why this price').click();
  const steps = page.getByRole('dialog').getByRole('listitem');
  await expect.element(steps.first()).toHaveTextContent('Menu price30.00');
  await expect.element(steps.nth(1)).toHaveTextContent('Price listHappy hour, 30.00 → 24.0024.00');
});

it('marks the items at prices that the present rules do not give', async () => {
  await open(friday('12:00:00'));
  await tile('Lime Juice').click();
  const bill = useBills.getState().bills[billKey()] as Bill;
  const flags = ['OldRules', 'Unproven', 'ChoiceMissing', undefined] as const;
  const flagged = flags.flatMap((priceFlag, place) =>
    bill.items.map((item): BillItem => ({ ...item, key: `k${place}`, name: `Juice ${place}`, priceFlag })),
  );
  clear();
  const none = () => {};
  const more = { increase: none, decrease: none, note: none, change: none };
  const actions = { ...more, remove: none, swap: none, voidItem: none, again: none };
  const nothing = new Set<string>();
  await showAt(
    '/billing',
    <BillItems bill={{ ...bill, items: flagged }} unsaved={nothing} failed={nothing} actions={actions} />,
  );
  await expect.element(page.getByText('Juice 3')).toBeVisible();
  const lines = [...document.querySelectorAll('li')].map((one) => one.innerText);
  expect(lines.map((text) => text.includes('Not the price of today’s lists'))).toEqual([true, true, false, false]);
});

it('[R21.11] prices what is not saved yet again when the rules or the customer change, and says so', async () => {
  await rule(5, happy);
  await open(friday('17:30:00'));
  await tile('Lime Juice').click();
  expect(items()).toEqual([['Lime Juice', 1, 2400, 3000, 5]]);
  const toasts: string[] = [];
  const stop = on('toast', ({ message }) => toasts.push(message));
  await rule(6, { ...happy, prices: [{ menuItemId: juice.id, price: 2000 }] });
  stop();
  expect(toasts).toEqual(['Prices changed']);
  expect(items()).toEqual([['Lime Juice', 1, 2000, 3000, 6]]);
  await rule(7, { ...happy, groupIds: [3] });
  expect(items()).toEqual([['Lime Juice', 1, 3000, undefined, 7]]);
  const ali = { id: 4, key: 'ali', name: 'Ali', phone: '', tin: '', groupId: 3 };
  useBills.getState().setCustomer(billKey(), ali);
  expect(items()).toEqual([['Lime Juice', 1, 2400, 3000, 7]]);
  useBills.getState().setCustomer(billKey(), null);
  expect(items()).toEqual([['Lime Juice', 1, 3000, undefined, 7]]);
});

const promotions: Promotion[] = [
  {
    id: 7,
    name: 'Second free',
    type: 'BuyGet',
    priority: 0,
    combines: 'OnePerUnit',
    buyQty: 1,
    getQty: 1,
    percent: 100,
  },
  { id: 8, name: 'Spend 50', type: 'BillOff', priority: 0, combines: 'OnePerUnit', percent: 10, minSpend: 5000 },
];

it('[R21.6] [R21.22] gives promotions without the server, says why, and takes one off with a reason', async () => {
  useApp.setState({ prices: await withEngine({ version: 5, lists: [], changes: [], promotions }) });
  await open(friday('12:00:00'));
  await tile('Lime Juice').click();
  const totals = () => page.getByLabelText('Totals').element().textContent;
  await expect.element(page.getByText('Second free')).not.toBeInTheDocument();
  await tile('Lime Juice').click();
  await expect.poll(totals).toContain('Second freeRemove−30.00Spend 50Remove−3.00Subtotal27.00');
  await page.getByRole('button', { name: 'Change Lime Juice' }).click();
  await page.getByText('Why this price').click();
  const steps = page.getByRole('dialog').getByRole('listitem');
  await expect.element(steps.nth(1)).toHaveTextContent('PromotionSecond free · 60.00 → 30.0030.00');
  await expect.element(steps.nth(2)).toHaveTextContent('PromotionSpend 50 · 30.00 → 27.0027.00');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  useConnection.setState({ isOnline: false });
  const permissions = [...waiter, 'promotion.remove'];
  useSession.setState(({ user }) => ({ user: user && { ...user, permissions } }) as never);
  await useBills.getState().save(billKey());
  const [sent] = useOutbox.getState().entries.slice(-1);
  expect(sent?.body).toMatchObject({ applied: [{ promotionId: 7, version: 5, scope: 'Line' }, { promotionId: 8 }] });
  const before = useBills.getState().bills[billKey()];
  await page.getByRole('button', { name: 'Remove Second free' }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('Not together');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect.poll(totals).toContain('Spend 50Remove−6.00Subtotal54.00');
  expect(useBills.getState().bills[billKey()]).toMatchObject({
    declined: [{ promotionId: 7, reason: 'Not together' }],
  });
  expect(before?.promotion).toBe(3300);
});
