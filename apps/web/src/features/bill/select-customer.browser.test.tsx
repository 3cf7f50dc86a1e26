import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { useBills } from '../../bills/bills.ts';
import { loadEngine } from '../../bills/price/line-price.ts';
import { tillNow } from '../../clock/till-clock.ts';
import { useApp } from '../../sync/app-store.ts';
import { fakeServer } from '../../sync/testing/fake-server.ts';
import { burger, emptyDevice, openTill } from '../../sync/testing/till.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { BillScreen } from './bill-screen.tsx';
import { SelectCustomer } from './select-customer.tsx';

const person = (id: number, name: string, more: object) => ({
  id,
  key: `k${id}`,
  name,
  phone: '7770001',
  tin: '',
  ...more,
});

beforeEach(async () => {
  await page.viewport(1280, 800);
  await openTill();
});
afterEach(async () => {
  clear();
  await emptyDevice();
});

it('[R35.46] marks VIPs and whoever has their birthday today where a customer is chosen for a bill', async () => {
  const { outlet } = useApp.getState();
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: outlet?.timezone ?? 'Indian/Maldives' }).format(tillNow());
  const server = fakeServer();
  server.handler = ({ path }) =>
    path.endsWith('/customers/list')
      ? {
          body: [
            person(1, 'Zara', { isVip: true, birthday: `1991${today.slice(4)}` }),
            person(2, 'Ali', { isVip: false, birthday: null }),
          ],
        }
      : undefined;
  globalThis.fetch = server.fetch;
  await showAt('/billing/new/Table/4', <BillScreen />);
  await page.getByRole('button', { name: 'Check In' }).click();
  await expect.element(page.getByText('Checked in', { exact: true })).toBeVisible();
  await showAt('/billing/new/Table/4/customer', <SelectCustomer />, '/billing/new/$type/$slot/customer');
  await expect.element(page.getByRole('searchbox')).toHaveFocus();
  const zara = page.getByRole('button', { name: /^Zara/ });
  await expect.element(zara.getByText('VIP')).toBeVisible();
  await expect.element(zara.getByText('Birthday today')).toBeVisible();
  expect(
    page
      .getByRole('button', { name: /^Ali/ })
      .getByText(/VIP|Birthday/)
      .elements(),
  ).toHaveLength(0);
});

it('[R35.51] checks name and phone of a new customer before the dialog closes, and keeps what was typed', async () => {
  globalThis.fetch = fakeServer().fetch;
  await useBills.getState().checkIn('Table', '4');
  await showAt('/billing/new/Table/4/customer', <SelectCustomer />, '/billing/new/$type/$slot/customer');
  await page.getByRole('button', { name: 'New customer' }).click();
  const [name, phone] = [page.getByLabelText('Name'), page.getByLabelText('Phone')];
  const add = page.getByRole('button', { name: 'Add customer' });
  await add.click();
  await expect.element(name).toHaveAccessibleDescription('Enter a name or a phone number');
  await name.fill('Reef Divers');
  await phone.fill('xyz');
  await add.click();
  await expect.element(phone).toHaveAccessibleDescription('Phone must have 7 to 15 digits, like +960 777 1234');
  await expect.element(name).toHaveValue('Reef Divers');
  const chosen = () => Object.values(useBills.getState().bills)[0]?.customer;
  expect(chosen()).toBeNull();
  await phone.fill('777 1234');
  await add.click();
  await expect.poll(chosen).toMatchObject({ name: 'Reef Divers', phone: '777 1234' });
});

it('gives a promotion for a birthday to the guest who is chosen, without the server too, unless they had it this year', async () => {
  const treat = { id: 4, name: 'Birthday', type: 'BillOff', percent: 10, trigger: 'Birthday' } as const;
  const rule = { ...treat, priority: 0, combines: 'OnePerUnit' } as const;
  useApp.setState({ prices: { version: 2, lists: [], changes: [], promotions: [rule] } });
  await loadEngine();
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Indian/Maldives' }).format(tillNow());
  const server = fakeServer();
  let used: readonly number[] = [];
  server.handler = ({ path }) => {
    if (path.endsWith('/prices/birthdays')) return { body: { used } };
    const names = ['Zara', 'Ali', 'Mina'];
    const born = (id: number) => (id === 3 ? '1991-01-01' : `1992${today.slice(4)}`);
    return path.endsWith('/customers/list')
      ? { body: names.map((name, place) => person(place + 1, name, { birthday: born(place + 1) })) }
      : undefined;
  };
  globalThis.fetch = server.fetch;
  await useBills.getState().checkIn('Table', '4');
  const bill = () => Object.values(useBills.getState().bills).find(({ slot }) => slot === '4');
  useBills.getState().addItem(bill()?.key ?? '', { menuItem: burger });
  const whole = bill()?.subTotal ?? 0;
  const choose = async (name: RegExp) => {
    await showAt('/billing/new/Table/4/customer', <SelectCustomer />, '/billing/new/$type/$slot/customer');
    await page.getByRole('button', { name }).click();
  };
  await choose(/^Zara/);
  await expect.poll(() => bill()?.subTotal).toBe(whole * 0.9);
  expect(bill()?.customer?.birthday).toEqual({ day: today, used: [] });
  used = [4];
  await choose(/^Ali/);
  await expect.poll(() => [bill()?.customer?.name, bill()?.subTotal]).toEqual(['Ali', whole]);
  expect(bill()?.customer?.birthday?.used).toEqual([4]);
  await choose(/^Mina/);
  await expect.poll(() => bill()?.customer?.name).toBe('Mina');
  expect(bill()?.customer?.birthday).toBeUndefined();
  await showAt('/billing/new/Table/4/customer', <SelectCustomer />, '/billing/new/$type/$slot/customer');
  await expect.element(page.getByRole('button', { name: /^Zara/ })).toBeVisible();
  server.network = 'dead';
  await page.getByRole('button', { name: /^Zara/ }).click();
  await expect.poll(() => bill()?.subTotal).toBe(whole * 0.9);
  useApp.setState({ prices: { version: 0, lists: [], changes: [] } });
});

it('[R21.18] gives the discount of the house account when its customer is chosen, and their own without the server', async () => {
  const server = fakeServer();
  const guests = [
    person(1, 'Zara', { discountPct: 10, accountId: 9 }),
    person(2, 'Ali', { discountPct: 15, accountId: 9 }),
  ];
  server.handler = ({ path }) => {
    if (path.endsWith('/customers/list')) return { body: guests };
    const credit = { hasAccount: true, hasCredit: false, discountPct: 12.5 };
    return path.startsWith('/fin/account/credit/') ? { body: credit } : undefined;
  };
  globalThis.fetch = server.fetch;
  await useBills.getState().checkIn('Table', '4');
  const bill = () => Object.values(useBills.getState().bills).find(({ slot }) => slot === '4');
  useBills.getState().addItem(bill()?.key ?? '', { menuItem: burger });
  const choose = async (name: RegExp, isAway = false) => {
    await showAt('/billing/new/Table/4/customer', <SelectCustomer />, '/billing/new/$type/$slot/customer');
    await expect.element(page.getByRole('button', { name })).toBeVisible();
    if (isAway) server.network = 'dead';
    await page.getByRole('button', { name }).click();
  };
  await choose(/^Zara/);
  await expect.poll(() => bill()?.subTotal).toBe(4375);
  await choose(/^Ali/);
  await expect.poll(() => bill()?.subTotal).toBe(4250);
  await choose(/^Zara/, true);
  await expect.poll(() => bill()?.subTotal).toBe(4500);
});
