import type { Bill } from '@atoll/domain/bill/bill';
import type { Outlet } from '@atoll/domain/outlet/outlet';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useConnection } from '../../../api/connection.ts';
import { useBills } from '../../../bills/bills.ts';
import { useOutbox } from '../../../outbox/outbox.ts';
import { useTickets } from '../../../printing/kept-tickets.ts';
import { useApp } from '../../../sync/app-store.ts';
import { openTill } from '../../../sync/testing/till.ts';
import { clear, showAt } from '../../../ui/hook/testing.tsx';
import { BillWork } from '../bill-work.tsx';

const place = { type: 'Table', slot: '4' } as const;
const open = () =>
  showAt('/billing/new/Table/4', <BillWork outlet={useApp.getState().outlet as Outlet} place={place} />);
const bill = () => Object.values(useBills.getState().bills).find((one) => one.slot === '4');

beforeEach(async () => {
  await page.viewport(1280, 800);
  await openTill();
});
afterEach(clear);

it('[R15.7] asks for the guests at check-in where the outlet counts them', async () => {
  useApp.setState({ settings: [{ key: 'RequireCovers', value: 'true' }] });
  await open();
  await page.getByRole('button', { name: 'Check In' }).click();
  const asked = page.getByRole('dialog', { name: 'How many guests?' });
  await asked.getByRole('button', { name: 'Check In' }).click();
  await expect.element(asked.getByText('Enter a number of guests from 1 to 99')).toBeVisible();
  await asked.getByLabelText('Guests').fill('3');
  await userEvent.keyboard('{Enter}');
  await expect.poll(bill).toMatchObject({ covers: 3, status: 'CheckedIn' });
});

it('[R15.7] checks in at once where guests are not counted', async () => {
  await open();
  await page.getByRole('button', { name: 'Check In' }).click();
  await expect.poll(bill).toMatchObject({ covers: 0, status: 'CheckedIn' });
});

it('shows a printed unpaid bill on the board and notifies about it once', async () => {
  useApp.setState({ settings: [{ key: 'StaleBillMinutes', value: '15' }] });
  await open();
  await page.getByRole('button', { name: 'Check In' }).click();
  await expect.poll(bill).toBeDefined();
  const checkedIn = bill() as Bill;
  const printed = { status: 'BillPrinted' as const, lastSavedAt: new Date(Date.now() - 16 * 60_000).toISOString() };
  useBills.setState(({ bills }) => ({ bills: { ...bills, [checkedIn.key]: { ...checkedIn, ...printed } } }));
  await expect
    .element(page.getByRole('button', { name: 'Table 4, Bill printed' }))
    .toHaveAccessibleDescription(/not paid/);
  expect(useApp.getState().notifications.map(({ message }) => message)).toEqual(['Table 4: the bill is not paid']);
});

it('[R15.7] asks for the guests before Checkout, and sends no dish that nobody saved until the bill is paid', async () => {
  await useBills.getState().checkIn('Table', '4');
  useApp.setState(({ settings }) => ({ settings: [...settings, { key: 'RequireCovers', value: 'true' }] }));
  const where = await open();
  await page.getByRole('button', { name: /^Lagoon Burger/ }).click();
  await page.getByRole('button', { name: 'Checkout' }).click();
  const asked = page.getByRole('dialog', { name: 'How many guests?' });
  await asked.getByLabelText('Guests').fill('3');
  await asked.getByRole('button', { name: 'Checkout' }).click();
  await expect.poll(where).toContain('/billing/new/checkout/4/Table/');
  const { key } = bill() as Bill;
  const entries = () => useOutbox.getState().entries;
  expect(bill()).toMatchObject({ covers: 3, items: [{ name: 'Lagoon Burger', sentQty: 0 }] });
  expect(useBills.getState().drafts[key]?.items).toHaveLength(1);
  expect(useTickets.getState().tickets).toEqual([]);
  expect(entries().flatMap(({ body }) => body['items'])).toEqual([]);
  // The payment saves them.
  useConnection.setState({ isOnline: false });
  useApp.setState(({ settings }) => ({ settings: [...settings, { key: 'AutoPrintEnabled', value: 'false' }] }));
  const total = (bill() as Bill).total;
  const paid = await useBills
    .getState()
    .pay(key, { payments: [{ key: 'p', method: 'Cash', amount: total, reference: '' }] });
  expect(paid.state).toBe('kept');
  expect(entries().flatMap(({ body }) => body['items'] ?? [])).toMatchObject([{ name: 'Lagoon Burger' }]);
});
