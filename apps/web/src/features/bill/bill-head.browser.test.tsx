import type { Bill, BillCustomer } from '@atoll/domain/bill/bill';
import type { Outlet } from '@atoll/domain/outlet/outlet';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { useConnection } from '../../api/connection.ts';
import { useBills } from '../../bills/bills.ts';
import { setting } from '../../printing/testing/printing-till.ts';
import { useApp } from '../../sync/app-store.ts';
import { burger, openTill } from '../../sync/testing/till.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { BillWork } from './bill-work.tsx';

const place = { type: 'Table', slot: '4' } as const;
const bill = () => Object.values(useBills.getState().bills).find((one) => one.slot === '4') as Bill;
const head = () => page.getByRole('region', { name: 'Bill', exact: true });
const guest = (name: string) => ({ id: 1, key: 'c', name, phone: '', tin: '' }) as BillCustomer;

beforeEach(async () => {
  await openTill();
  useConnection.setState({ isOnline: false });
  await useBills.getState().checkIn('Table', '4');
});
afterEach(clear);

/** Returns whether a text is seen whole where it stands. */
function isWhole(text: string): boolean {
  const element = head().getByText(text).element().closest('p') as HTMLElement;
  return element.scrollWidth <= element.clientWidth && element.scrollHeight <= element.clientHeight + 1;
}

it.each([
  [1280, 800],
  [1024, 768],
  [820, 1180],
])('shows the guest’s name at %i × %i whole in the head of the bill', async (width, height) => {
  await page.viewport(width, height);
  useBills.getState().setCustomer(bill().key, guest('Mariyam Shaheedha Abdul Raheem'));
  useBills.getState().change(bill().key, { note: 'By the window' });
  await showAt('/billing/new/Table/4', <BillWork outlet={useApp.getState().outlet as Outlet} place={place} />);
  await expect.element(head().getByText('Mariyam Shaheedha Abdul Raheem')).toBeVisible();
  expect(isWhole('Mariyam Shaheedha Abdul Raheem')).toBe(true);
  expect(isWhole('By the window')).toBe(true);
});

it('shortens a very long name after two lines, and names it whole on hover', async () => {
  const long = 'Sun and Sand Resort and Spa Maldives, Department of Purchasing and Accounts Payable, North Malé Atoll';
  await page.viewport(1024, 768);
  useBills.getState().setCustomer(bill().key, guest(long));
  await showAt('/billing/new/Table/4', <BillWork outlet={useApp.getState().outlet as Outlet} place={place} />);
  await expect.element(head().getByText(long)).toHaveAttribute('title', long);
  expect(head().getByText(long).element().clientHeight).toBeLessThan(50);
});

it('says of an empty bill that items come first, before it can be printed, split or reduced', async () => {
  await page.viewport(1280, 800);
  await showAt('/billing/new/Table/4', <BillWork outlet={useApp.getState().outlet as Outlet} place={place} />);
  const buttons = ['Split', 'Discount', 'Print Ticket', 'Print Bill'].map((name) =>
    head().getByRole('button', { name, exact: true }),
  );
  const why = 'Add items first. Then you can print, split or discount this bill.';
  for (const button of buttons) {
    await expect.element(button).toBeDisabled();
    await expect.element(button).toHaveAccessibleDescription(why);
  }
  await expect.element(head().getByText(why)).toBeVisible();
  await page.getByRole('button', { name: /^Lagoon Burger/ }).click();
  for (const button of buttons) {
    await expect.element(button).toBeEnabled();
    await expect.element(button).not.toHaveAccessibleDescription();
  }
  expect(head().getByText(why).elements()).toHaveLength(0);
});

it('says it on a phone in ‘More’ too', async () => {
  await page.viewport(390, 844);
  await showAt('/billing/new/Table/4', <BillWork outlet={useApp.getState().outlet as Outlet} place={place} />);
  await page.getByRole('button', { name: /^Bill( ?MVR|$)/ }).click();
  await head().getByRole('button', { name: 'More' }).click();
  const more = page.getByRole('dialog', { name: 'More' });
  await expect.element(more.getByRole('button', { name: 'Print Bill' })).toBeDisabled();
  await expect.element(more.getByText(/^Add items first/)).toBeVisible();
});

it('lets a discount be taken back from a bill that has become empty', async () => {
  await page.viewport(1280, 800);
  useBills.setState(({ bills }) => ({ bills: { ...bills, [bill().key]: { ...bill(), discountPercentage: 10 } } }));
  await showAt('/billing/new/Table/4', <BillWork outlet={useApp.getState().outlet as Outlet} place={place} />);
  await expect.element(head().getByRole('button', { name: 'Discount' })).toBeEnabled();
});

it('shows four items whole at 1024 × 768, with seats and a promotion', async () => {
  await page.viewport(1024, 768);
  setting('Seats', 'true');
  const { addItem } = useBills.getState();
  for (let n = 1; n <= 6; n += 1) addItem(bill().key, { menuItem: { ...burger, id: n, name: `Dish ${n}` } });
  const itemKey = bill().items[0]?.key ?? '';
  const parts = [{ itemKey, qty: 1, amount: 100 }];
  const promotion = { key: 'p1', rootKey: 'p1', promotionId: 1, words: 'Happy hour', version: 1, order: 0 } as const;
  const applied = [{ ...promotion, at: bill().createdAt, scope: 'Line' as const, parts }];
  const saved: Bill = { ...bill(), status: 'Saved', applied };
  const bills = { [saved.key]: saved };
  useBills.setState({ drafts: {}, server: bills, bills });
  await showAt(
    '/billing/new/Table/4',
    // What the bar at the top leaves.
    <div style={{ display: 'grid', grid: 'minmax(0, 1fr) / minmax(0, 1fr)', blockSize: 708 }}>
      <BillWork outlet={useApp.getState().outlet as Outlet} place={place} />
    </div>,
  );
  await expect.element(head().getByText('Happy hour')).toBeVisible();
  await expect.element(head().getByRole('tab', { name: '1' })).toBeVisible();
  const list = head().getByRole('list', { name: 'Items on the bill' }).element();
  const { bottom } = list.getBoundingClientRect();
  const whole = [...list.querySelectorAll('li')].filter((line) => line.getBoundingClientRect().bottom <= bottom);
  expect(whole.length).toBeGreaterThanOrEqual(4);
});
