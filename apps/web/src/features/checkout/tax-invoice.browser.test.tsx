import type { Bill, BillCustomer } from '@atoll/domain/bill/bill';
import type { Outlet } from '@atoll/domain/outlet/outlet';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useConnection } from '../../api/connection.ts';
import { useBills } from '../../bills/bills.ts';
import { useOutbox } from '../../outbox/outbox.ts';
import { useApp } from '../../sync/app-store.ts';
import { burger, openTill } from '../../sync/testing/till.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { TenderBill } from './tender-bill.tsx';

const bill = () => Object.values(useBills.getState().bills).find((one) => one.slot === '4') as Bill;
const onPaid = vi.fn();
const box = () => page.getByRole('checkbox', { name: 'Tax invoice' });
const tin = '1012345GST501';
const buyer = { name: 'Island Trading', address: 'Orchid Magu', tin };
const guest: BillCustomer = { id: 9, key: 'c', name: 'Moosa', phone: '', tin, buyer };

async function checkout(customer: BillCustomer | null, outlet: Partial<Outlet> = { tin: '1000001GST501' }) {
  useApp.setState((state) => ({ outlet: { ...(state.outlet as Outlet), ...outlet } }));
  useBills.getState().setCustomer(bill().key, customer);
  const Checkout = () => <TenderBill bill={useBills(() => bill())} onPaid={onPaid} />;
  await showAt('/', <Checkout />);
}

beforeEach(async () => {
  await page.viewport(1280, 800);
  await openTill();
  onPaid.mockReset();
  useConnection.setState({ isOnline: false });
  await useBills.getState().checkIn('Table', '4');
  useBills.getState().addItem(bill().key, { menuItem: burger, size: burger.sizes[0] as never });
});
afterEach(clear);

it('[R35.78] offers a tax invoice at Checkout to a customer with a TIN, and sends the choice with the payment', async () => {
  await checkout(guest);
  await expect.element(page.getByText(`Island Trading · Buyer’s TIN: ${tin} · Orchid Magu`)).toBeVisible();
  await expect.element(box()).not.toBeChecked();
  await box().click();
  await expect.element(box()).toBeChecked();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await vi.waitFor(() => expect(onPaid).toHaveBeenCalled());
  const { entries } = useOutbox.getState();
  expect(entries.map(({ kind }) => kind).at(-1)).toBe('pay');
  expect(entries.map(({ body }) => body)).toContainEqual(expect.objectContaining({ invoiceType: 'TaxInvoice' }));
});

it('[R35.78] offers none to a guest without a TIN', async () => {
  await checkout({ ...guest, tin: '', buyer: undefined });
  await expect.element(page.getByRole('button', { name: 'Pay', exact: true })).toBeVisible();
  expect(box().elements()).toHaveLength(0);
});

it('[R35.78] says which particular is missing instead of offering a tax invoice', async () => {
  await checkout({ ...guest, buyer: { ...buyer, address: '' } });
  await expect.element(page.getByText(/This customer has no address/)).toBeVisible();
  await expect.element(box()).toBeDisabled();
  await checkout(guest, { tin: '' });
  await expect.element(page.getByText(/must show the address and TIN of the outlet/)).toBeVisible();
  await expect.element(box()).toBeDisabled();
});
