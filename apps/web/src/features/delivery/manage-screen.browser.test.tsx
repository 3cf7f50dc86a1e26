import type { Bill } from '@atoll/domain/bill/bill';
import { emptyBill } from '@atoll/domain/bill/new-bill';
import { emptyDelivery } from '@atoll/domain/delivery/delivery';
import type { Outlet } from '@atoll/domain/outlet/outlet';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useApp } from '../../sync/app-store.ts';
import { serverJson } from '../../sync/testing/server-answer.ts';
import { openTill } from '../../sync/testing/till.ts';
import { clear, showAt, staffSizes } from '../../ui/hook/testing.tsx';
import { showToast } from '../../ui/overlay/toast.ts';
import { ToastHost } from '../../ui/overlay/toast-host.tsx';
import { ManageScreen } from './manage-screen.tsx';

const terms = { serviceChargePct: 0, gstPct: 8, gstMode: 'Exclusive', gstOnServiceCharge: true } as const;
const now = '2026-03-04T08:00:00.000Z';
const order = (slot: string, more: Partial<Bill>): Bill => ({
  ...emptyBill({ key: `bill-${slot}`, type: 'Delivery', slot, terms, now, user: null }),
  id: Number(slot),
  number: Number(slot),
  isOpen: true,
  deliveryStatus: 'OutForDelivery',
  total: 41_094,
  ...more,
});

beforeEach(async () => {
  await page.viewport(1280, 800);
  await openTill();
  useApp.setState(({ outlet }) => {
    const known = outlet as Outlet;
    return { outlet: { ...known, slotTypes: known.slotTypes.map((each) => ({ ...each, type: 'Delivery' })) } };
  });
});
afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});

it('[R2.15] keeps a delivered order that is not paid on the board, with its amount and the way to settle it', async () => {
  const orders = [
    order('1', { deliveryStatus: 'Delivered' }),
    order('2', {}),
    order('3', { deliveryStatus: 'Delivered', isOpen: false, status: 'Complete' }),
  ];
  vi.stubGlobal('fetch', () => Promise.resolve(serverJson(orders)));
  await showAt('/delivery/manage', <ManageScreen />);
  const unpaid = page.getByRole('region', { name: 'Not paid' });
  const card = unpaid.getByRole('article', { name: 'Delivery 1, bill 1' });
  await expect.element(card.getByText('Collect MVR 410.94')).toBeVisible();
  await expect.element(card.getByText('Delivered')).toBeVisible();
  await expect
    .element(card.getByRole('link', { name: 'Settle: Delivery 1, bill 1' }))
    .toHaveAttribute('href', '/billing/new/checkout/1/Delivery/1');
  expect(unpaid.getByRole('article').elements()).toHaveLength(1);
  // What is to collect is in sight on a screen of 1280 px, of which the sidebar has 84.
  await page.viewport(1280 - 84, 740);
  await vi.waitFor(() => expect(unpaid.element().getBoundingClientRect().right).toBeLessThanOrEqual(1280 - 84));
  clear();
  vi.stubGlobal('fetch', () => Promise.resolve(serverJson([order('2', {})])));
  await showAt('/delivery/manage', <ManageScreen />);
  await expect.element(page.getByRole('article', { name: 'Delivery 2, bill 2' })).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Not paid' })).not.toBeInTheDocument();
});

it('[R2.15] puts the orders of a column in the order in which they are due, not in which they were taken', async () => {
  const due = (promisedAt: string) => ({ ...emptyDelivery({ customer: null, type: 'Delivery' }), promisedAt });
  const orders = [
    order('1', { delivery: due('2026-03-04T10:00:00.000Z') }),
    // 45 minutes after it was taken.
    order('2', {}),
    order('3', { delivery: due('2026-03-04T08:30:00.000Z') }),
  ];
  vi.stubGlobal('fetch', () => Promise.resolve(serverJson(orders)));
  await showAt('/delivery/manage', <ManageScreen />);
  const column = page.getByRole('region', { name: 'On the way' });
  await expect.element(column.getByRole('article').first()).toBeVisible();
  expect(
    column
      .getByRole('article')
      .elements()
      .map((card) => card.getAttribute('aria-label')),
  ).toEqual(['Delivery 3, bill 3', 'Delivery 2, bill 2', 'Delivery 1, bill 1']);
});

it('breaks no name of a customer within a word; a time without room goes below it', async () => {
  await page.viewport(820, 1180);
  const named = { ...emptyDelivery({ customer: null, type: 'Delivery' }), name: 'Fathimath' };
  vi.stubGlobal('fetch', () => Promise.resolve(serverJson([order('1', { delivery: named })])));
  await showAt('/delivery/manage', <ManageScreen />);
  const name = page.getByText('Fathimath');
  await expect.element(name).toBeVisible();
  const { height } = name.element().getBoundingClientRect();
  expect(height).toBeLessThan(2 * Number.parseFloat(getComputedStyle(name.element()).fontSize));
});

it.each([
  [1024, 768],
  [1280, 800],
])('shows every column whole beside the sidebar, %i × %i', async (width, height) => {
  await page.viewport(width - 84, height);
  const named = { ...emptyDelivery({ customer: null, type: 'Delivery' }), name: 'Fathimath' };
  const statuses = ['Pending', 'Accepted', 'Preparing', 'Ready', 'OutForDelivery', 'Delivered'] as const;
  const orders = statuses.map((deliveryStatus, at) => order(String(at + 1), { deliveryStatus, delivery: named }));
  vi.stubGlobal('fetch', () => Promise.resolve(serverJson(orders)));
  await showAt('/delivery/manage', <ManageScreen />);
  const last = page.getByRole('region', { name: 'Not paid' });
  await expect.element(last.getByText('Fathimath')).toBeVisible();
  expect(last.element().getBoundingClientRect().right).toBeLessThanOrEqual(width - 84);
  const outside = [...document.querySelectorAll('article')].flatMap((card) => {
    const edge = (card.closest('section')?.getBoundingClientRect().right ?? 0) - 4;
    return [card, ...card.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().right > edge);
  });
  expect(outside.map((one) => one.textContent)).toEqual([]);
  for (const name of page.getByText('Fathimath').elements())
    expect(name.getBoundingClientRect().height).toBeLessThan(2 * Number.parseFloat(getComputedStyle(name).fontSize));
});

it.each(staffSizes)('[R35.21] keeps New delivery reachable under a toast, %i × %i', async (width, height) => {
  await page.viewport(width, height);
  vi.stubGlobal('fetch', () => Promise.resolve(serverJson([order('2', {})])));
  await showAt(
    '/delivery/manage',
    <>
      <ManageScreen />
      <ToastHost />
    </>,
  );
  showToast(`Saved at ${width}`, 'good', { id: 'saved', sticky: true });
  const toast = page.getByText(`Saved at ${width}`);
  await expect.element(toast).toBeVisible();
  const button = page.getByRole('button', { name: 'New delivery' });
  const edge = () => toast.element().getBoundingClientRect().top - button.element().getBoundingClientRect().bottom;
  await expect.poll(edge).toBeGreaterThan(0);
});
