import { rewardKey } from '@atoll/domain/bill/promotion/reward';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { useConnection } from '../../../api/connection.ts';
import { useBills } from '../../../bills/bills.ts';
import { loadEngine } from '../../../bills/price/line-price.ts';
import { useApp } from '../../../sync/app-store.ts';
import { type FakeServer, fakeServer } from '../../../sync/testing/fake-server.ts';
import { burger, openTill } from '../../../sync/testing/till.ts';
import { clear, showAt } from '../../../ui/hook/testing.tsx';
import { PointsChip } from './points-chip.tsx';

const reward = {
  id: 4,
  name: 'Free 20',
  priority: 0,
  combines: 'OnePerUnit',
  type: 'BillOff',
  amount: 2000,
  trigger: 'Reward',
  pointsCost: 50,
} as const;
let server: FakeServer;
const bill = () => Object.values(useBills.getState().bills).find(({ slot }) => slot === '4');
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

function Chip() {
  const found = useBills(({ bills }) => Object.values(bills).find(({ slot }) => slot === '4'));
  return found ? <PointsChip bill={found} /> : null;
}

beforeEach(async () => {
  await page.viewport(1280, 800);
  await openTill();
  await loadEngine();
  server = fakeServer();
  globalThis.fetch = server.fetch;
  const category = { id: 1, name: 'Food', nameLocal: '', color: '', gstMode: null, sort: 1, menuItems: [burger] };
  useApp.setState({
    menus: [{ id: 1, name: 'All', categories: [category] }],
    prices: { version: 2, lists: [], changes: [], promotions: [reward] },
  });
  await useBills.getState().checkIn('Table', '4');
  const key = bill()?.key ?? '';
  useBills.getState().addItem(key, { menuItem: burger });
});
afterEach(() => {
  useApp.setState({ prices: { version: 0, lists: [], changes: [] } });
  clear();
});

const guest = (points: number) => {
  const customer = { id: 7, key: 'c', name: 'Aisha', phone: '', tin: '', points, tier: 'Gold' };
  useBills.getState().change(bill()?.key ?? '', { customerId: 7, customer });
};

it('shows tier and points of the customer, and takes a reward for them', async () => {
  guest(60);
  await showAt('/', <Chip />);
  await press('Gold · 60 points');
  await press('Use reward');
  await expect.poll(() => bill()?.subTotal).toBe(3000);
  expect(bill()?.coupons).toEqual([{ key: rewardKey(4), promotionId: 4, last4: '', points: 50 }]);
});

it('refuses a reward without enough points, and without the server above its limit', async () => {
  guest(40);
  await showAt('/', <Chip />);
  await press('Gold · 40 points');
  await press('Use reward');
  await expect.element(page.getByText('The customer has 40 points left')).toBeVisible();
  guest(60);
  useConnection.setState({ isOnline: false });
  await press('Use reward');
  await expect.element(page.getByText('Points need the server')).toBeVisible();
  expect(bill()?.coupons).toBeUndefined();
});
