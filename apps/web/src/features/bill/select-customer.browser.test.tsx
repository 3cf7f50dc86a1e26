import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { useBills } from '../../bills/bills.ts';
import { tillNow } from '../../clock/till-clock.ts';
import { useApp } from '../../sync/app-store.ts';
import { fakeServer } from '../../sync/testing/fake-server.ts';
import { emptyDevice, openTill } from '../../sync/testing/till.ts';
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
