import type { Bill } from '@atoll/domain/bill/bill';
import { emptyBill } from '@atoll/domain/bill/new-bill';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { serverJson } from '../../sync/testing/server-answer.ts';
import { openTill } from '../../sync/testing/till.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { DeleteDelivery } from './edit-delivery.tsx';

const terms = { serviceChargePct: 0, gstPct: 8, gstMode: 'Exclusive', gstOnServiceCharge: true } as const;
const now = '2026-03-04T08:00:00.000Z';

/** Opens the dialog that deletes an order. */
async function showDelete(more: Partial<Bill>): Promise<void> {
  const bill: Bill = {
    ...emptyBill({ key: 'b', type: 'Delivery', slot: '3', terms, now, user: null }),
    id: 9,
    number: 9,
    isOpen: true,
    deliveryStatus: 'Accepted',
    ...more,
  };
  vi.stubGlobal('fetch', () => Promise.resolve(serverJson(bill)));
  await showAt('/delivery/history/delete/9', <DeleteDelivery />, '/delivery/history/delete/$id');
}

const dialog = page.getByRole('dialog', { name: 'Delete Delivery' });

beforeEach(async () => {
  await page.viewport(1280, 800);
  await openTill();
});
afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});

it('[R2.15] [R35.72] Delete Delivery has Delete and Cancel, and says what becomes of the order and its bill', async () => {
  await showDelete({});
  await expect.element(dialog.getByRole('button', { name: 'Delete' })).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Cancel', exact: true })).toBeVisible();
  await expect
    .element(dialog.getByText('The order ends here. It stays in this list as Cancelled, with your reason.'))
    .toBeVisible();
  await expect.element(dialog.getByText('The bill is not paid. Atoll voids it too.')).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Cancel order' })).not.toBeInTheDocument();
  clear();
  await showDelete({ isOpen: false, status: 'Complete' });
  await expect.element(dialog.getByText(/^The bill is paid and stays paid\./)).toBeVisible();
});

it('[R2.15] Delete Delivery of a finished order has no button to delete', async () => {
  await showDelete({ isOpen: false, status: 'Complete', deliveryStatus: 'Delivered' });
  await expect.element(dialog.getByText('This order is finished. You cannot delete it.')).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
});
