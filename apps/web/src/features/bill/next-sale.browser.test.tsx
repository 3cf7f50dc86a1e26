import type { Bill } from '@atoll/domain/bill/bill';
import type { Outlet } from '@atoll/domain/outlet/outlet';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useConnection } from '../../api/connection.ts';
import { showPaid } from '../../bill/last-paid.ts';
import { useBills } from '../../bills/bills.ts';
import { slotIdOf } from '../../bills/state.ts';
import { useOutbox } from '../../outbox/outbox.ts';
import { useApp } from '../../sync/app-store.ts';
import { burger, juice, openTill } from '../../sync/testing/till.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { BillWork } from './bill-work.tsx';

const place = { type: 'Counter', slot: '1' } as const;
const barcode = '4006381333931';
const paid = () => page.getByRole('status').filter({ hasText: 'Paid' });
const quick = (sum: string) =>
  page.getByRole('group', { name: 'Quick cash' }).getByRole('button', { name: sum, exact: true });
const payments = () => useOutbox.getState().entries.filter(({ kind }) => kind === 'pay');
const openBills = () =>
  Object.values(useBills.getState().bills).flatMap((one) => (one.isOpen ? [`${one.type} ${one.slot}`] : []));

/** Types as a scanner does. */
function scan(code: string): void {
  for (const key of [...code, 'Enter'])
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
}

beforeEach(async () => {
  await page.viewport(1280, 800);
  await openTill();
  useConnection.setState({ isOnline: false });
  const { outlet, menus } = useApp.getState();
  const [first] = (outlet as Outlet).slotTypes;
  if (!first) throw new Error('no slots');
  useApp.setState({
    outlet: {
      ...(outlet as Outlet),
      businessType: 'Retail',
      slotTypes: [{ ...first, type: 'Counter', slotCount: 24 }],
    },
    menus: menus.map((menu) => ({
      ...menu,
      categories: menu.categories.map((one) => ({ ...one, menuItems: [burger, { ...juice, barcode }] })),
    })),
  });
  await showAt('/billing/new/Counter/1', <BillWork outlet={useApp.getState().outlet as Outlet} place={place} />);
  await page.getByRole('button', { name: 'Check In' }).click();
  await expect.element(page.getByText('Checked in')).toBeVisible();
});
afterEach(() => {
  vi.restoreAllMocks();
  clear();
});

it('[R35.35] pays a scanned item in cash with one tap, and shows the change', async () => {
  scan(barcode);
  await quick('50').click();
  await expect.element(paid()).toBeVisible();
  // 30.00, with service charge and GST 35.64.
  expect(payments().map(({ body }) => body)).toMatchObject([{ payments: [{ amount: 3564, tendered: 5000 }] }]);
  await expect.element(page.getByText('MVR 14.36')).toBeVisible();
});

it('[R35.34] gives way to the next sale in the same slot when an item is tapped or scanned after payment', async () => {
  scan(barcode);
  await quick('50').click();
  await expect.element(paid()).toBeVisible();
  expect(openBills()).toEqual([]);
  await page.getByRole('button', { name: /^Lagoon Burger/ }).click();
  await expect.element(quick('100')).toBeVisible();
  expect(paid().elements()).toHaveLength(0);
  expect(openBills()).toEqual(['Counter 1']);
  await quick('100').click();
  await expect.element(paid()).toBeVisible();
  scan(barcode);
  await quick('50').click();
  await expect.element(paid()).toBeVisible();
  expect(payments()).toHaveLength(3);
});

it('[R35.34] gives way by itself after 10 s at a counter', async () => {
  scan(barcode);
  const timers = vi.spyOn(globalThis, 'setTimeout');
  await quick('50').click();
  await expect.element(paid()).toBeVisible();
  const [giveWay] = timers.mock.calls.find(([, delayMs]) => delayMs === 10_000) ?? [];
  expect(giveWay).toBeTypeOf('function');
  (giveWay as () => void)();
  await expect.element(page.getByRole('button', { name: 'Check In' })).toBeVisible();
  expect(paid().elements()).toHaveLength(0);
});

it('[R35.34] shows a large amount whole beside the items, at 1280 pixels and on a phone', async () => {
  const { bills } = useBills.getState();
  const open = Object.values(bills).find((one) => one.isOpen);
  if (!open) throw new Error('nothing is open');
  for (const [width, height] of [
    [1280, 800],
    [1024, 768],
    [390, 844],
  ] as const) {
    await page.viewport(width, height);
    await showAt('/billing/new/Counter/1', <BillWork outlet={useApp.getState().outlet as Outlet} place={place} />);
    showPaid({ bill: { ...open, key: 'other', total: 99_999_999 }, change: 0 });
    const amount = page.getByText('MVR 999,999.99');
    await expect.element(amount).toBeInTheDocument();
    const panel = amount.element().closest('section') as HTMLElement;
    expect(panel.scrollWidth).toBeLessThanOrEqual(panel.clientWidth);
    const { fontSize } = getComputedStyle(amount.element());
    // On one line.
    expect(amount.element().getBoundingClientRect().height).toBeLessThan(Number.parseFloat(fontSize) * 1.6);
  }
});

it('[R35.35] shows at least three new items of the bill beside the quick cash amounts at 1280 × 800', async () => {
  const { key } = Object.values(useBills.getState().bills).find(({ isOpen }) => isOpen) as Bill;
  for (const [at, name] of ['Rice 5 kg', 'Sugar', 'Tea', 'Milk powder', 'Tuna'].entries())
    useBills.getState().addItem(key, { menuItem: { ...burger, id: 70 + at, name } });
  await showAt(
    '/billing/new/Counter/1',
    // The bar above the screen takes 60 pixels.
    <div style={{ blockSize: 740 }}>
      <BillWork outlet={useApp.getState().outlet as Outlet} place={place} />
    </div>,
  );
  await expect.element(quick('300')).toBeVisible();
  const list = page.getByRole('list', { name: 'Items on the bill' });
  const seen = () => {
    const box = list.element().getBoundingClientRect();
    return list
      .getByRole('listitem')
      .elements()
      .map((each) => each.getBoundingClientRect())
      .filter(({ top, bottom }) => top >= box.top - 4 && bottom <= box.bottom + 4);
  };
  await vi.waitFor(() => expect(seen().length).toBeGreaterThanOrEqual(3));
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await expect.element(page.getByRole('dialog').getByRole('button', { name: 'Void Bill' })).toBeVisible();
});

it('[R35.34] names the paid check of a split table, and offers the next check instead of a new bill', async () => {
  const first = Object.values(useBills.getState().bills)[0] as Bill;
  const second: Bill = { ...first, checkNo: 2, total: 31_720 };
  useBills.setState({ bills: { [second.key]: second }, slots: { [slotIdOf('Counter', '1', 2)]: second.key } });
  showPaid({ bill: { ...first, key: 'paid', status: 'Complete', isOpen: false }, change: 4280 });
  const pane = page.getByRole('region', { name: 'Bill', exact: true });
  await expect.element(pane.getByRole('heading', { name: 'Counter 1 · check 1' })).toBeVisible();
  expect(pane.getByText('Checked in', { exact: true }).elements()).toEqual([]);
  await pane.getByRole('button', { name: 'Check 2' }).click();
  await expect.element(pane.getByText('Checked in', { exact: true })).toBeVisible();
  await expect.element(paid()).not.toBeInTheDocument();
});

it('says of a bill paid offline that its number follows, also when another till made it', async () => {
  const made = Object.values(useBills.getState().bills)[0] as Bill;
  showPaid({ bill: { ...made, key: 'elsewhere', meta: [] }, change: 0 });
  await expect.element(paid().getByText('invoice number follows', { exact: true })).toBeVisible();
});

it('shows the bill as it is, not as paid, when the server says that its payment came too late', async () => {
  const made = Object.values(useBills.getState().bills)[0] as Bill;
  showPaid({ bill: { ...made, status: 'Complete', isOpen: false }, change: 4321 });
  await expect.element(paid()).toBeVisible();
  const entry = { seq: 77, kind: 'pay', state: 'rejected', billKey: made.key, outletId: useApp.getState().outletId };
  const about = { type: 'Counter', slot: '1', number: null };
  const body = { payments: [{ key: 'p', method: 'Cash', amount: 45_679 }] };
  const late = { ...entry, about, body, reason: { reason: 'paymentShort', message: '', due: 53_519 } } as never;
  // The check-in waits too: without it there is no bill.
  const { entries } = useOutbox.getState();
  useOutbox.setState({ entries: [...entries, late] });
  await expect.element(page.getByRole('alert', { name: 'Counter 1: a payment came too late' })).toBeVisible();
  // At a counter the panel goes by itself after 10 s.
  await vi.waitFor(() => expect(paid().elements()).toHaveLength(0), { timeout: 2000 });
  await expect.element(page.getByText('Checked in', { exact: true })).toBeVisible();
  useOutbox.setState({ entries });
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  expect(paid().elements()).toHaveLength(0);
});
