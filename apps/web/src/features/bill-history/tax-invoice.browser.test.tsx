import type { Bill } from '@atoll/domain/bill/bill';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useBills } from '../../bills/bills.ts';
import { type FakeServer, fakeServer } from '../../sync/testing/fake-server.ts';
import { burger, openTill } from '../../sync/testing/till.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { TaxInvoiceDialog } from './tax-invoice-dialog.tsx';

let server: FakeServer;
let sent: Record<string, unknown> | undefined;
const buyer = { name: 'Island Trading', address: 'Orchid Magu', tin: '1012345GST501' };
const seller = { name: 'Old Café', legalName: '', address: 'Old Road', tin: '1000001GST501', gstActivityNo: 'A-77' };

beforeEach(async () => {
  server = fakeServer();
  sent = undefined;
  globalThis.fetch = server.fetch;
  server.handler = ({ path, body }) => {
    if (!path.endsWith('/bis/bill/tax-invoice')) return undefined;
    sent = body as Record<string, unknown>;
    const issued = { buyer: sent['buyer'], seller, issuedAt: '2026-11-22T05:00:00.000Z', isReissue: true };
    return { body: { ...paid(), taxInvoice: issued } };
  };
  await openTill();
  await useBills.getState().checkIn('Table', '4');
});
afterEach(clear);

const open = () => Object.values(useBills.getState().bills).find((one) => one.slot === '4') as Bill;
const paid = (): Bill => ({
  ...open(),
  id: 77,
  number: 12,
  status: 'Complete',
  isOpen: false,
  invoiceNumber: 'R2026-000012',
  completedAt: '2026-11-20T14:00:00.000Z',
  payments: [],
});

it('[R35.78] makes a tax invoice of a receipt and prints it as an original with both dates, buyer and seller', async () => {
  useBills.getState().addItem(open().key, { menuItem: burger });
  const onDone = vi.fn();
  await showAt('/', <TaxInvoiceDialog bill={paid()} onDone={onDone} onClose={() => undefined} />);
  await page.getByRole('button', { name: 'Make and print' }).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Enter the name, address and TIN of the buyer.');
  expect(sent).toBeUndefined();
  await page.getByLabelText('Name of the buyer').fill(buyer.name);
  await page.getByLabelText('Address of the buyer').fill(buyer.address);
  await page.getByLabelText('TIN of the buyer').fill(buyer.tin);
  await page.getByRole('button', { name: 'Make and print' }).click();
  await vi.waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(sent).toMatchObject({ billId: 77, buyer });
  await vi.waitFor(() => expect(server.printed).toHaveLength(1));
  const [job] = server.printed;
  expect(job).toMatchObject({
    title: 'Tax Invoice',
    bill: { invoiceNumber: 'R2026-000012', customer: buyer },
    outlet: { name: 'Old Café', address: 'Old Road', gstActivityNo: 'A-77' },
    reissue: { at: '2026-11-22T05:00:00.000Z', receiptAt: '2026-11-20T14:00:00.000Z' },
  });
  expect(job?.copyNo).toBeUndefined();
});
