import type { Bill } from '@atoll/domain/bill/bill';
import { emptyBill } from '@atoll/domain/bill/new-bill';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { DeliveryChange } from '../bills/deliver.ts';
import { fakeServer } from '../sync/testing/fake-server.ts';
import { emptyDevice, openTill } from '../sync/testing/till.ts';
import { clear, showAt } from '../ui/hook/testing.tsx';
import { Modal } from '../ui/overlay/overlay.tsx';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { DeliveryForm } from './delivery-form.tsx';
import { DeliveryStrip } from './delivery-strip.tsx';

const terms = { serviceChargePct: 0, gstPct: 8, gstMode: 'Exclusive', gstOnServiceCharge: true } as const;
const nadia = { id: 5, key: 'c5', name: 'Nadia', phone: '7771234', tin: '' };
const order = (more: Partial<Bill> = {}): Bill => ({
  ...emptyBill({ key: 'b', type: 'Delivery', slot: '1', terms, now: '2026-03-04T08:00:00.000Z', user: null }),
  id: 1,
  isOpen: true,
  customer: nadia,
  ...more,
});
let isBroken = false;
let saved: DeliveryChange[] = [];

beforeEach(async () => {
  isBroken = false;
  saved = [];
  await openTill();
  const server = fakeServer();
  server.handler = ({ path }) => {
    if (path === '/crm/zones/list' || path.includes('riders')) return { body: [] };
    if (path !== '/crm/customers/find/5') return undefined;
    if (isBroken) return { status: 503, body: { message: 'Not now', code: 503 } };
    const work = { label: 'Work', line: 'Orchid Magu 4', area: 'Malé', landmark: 'Opposite the bank', isDefault: true };
    return { body: { ...nadia, address: 'H. Reef House', addresses: [work] } };
  };
  globalThis.fetch = server.fetch;
});
afterEach(async () => {
  clear();
  await emptyDevice();
});

const open = (bill: Bill) =>
  showAt(
    '/billing/new/Delivery/1',
    <Modal
      title="Delivery"
      onClose={() => undefined}
      footer={
        <button type="submit" form="order">
          Save
        </button>
      }
    >
      <DeliveryForm id="order" bill={bill} onSave={(change) => saved.push(change)} />
    </Modal>,
  );
const address = () => page.getByRole('textbox', { name: 'Address' });
const choice = () => page.getByRole('combobox', { name: 'Saved addresses' });
const save = async () => {
  await page.getByRole('button', { name: 'Save' }).click();
  return saved[0];
};

it('[R35.47] fills in the default address of the customer, and sends it with the order', async () => {
  await open(order());
  await expect.element(address()).toHaveValue('Orchid Magu 4, Malé');
  await expect.element(page.getByRole('textbox', { name: 'Landmark' })).toHaveValue('Opposite the bank');
  expect(await save()).toEqual({ address: 'Orchid Magu 4, Malé', landmark: 'Opposite the bank' });
});

it('[R35.47] offers the other addresses of the customer, and another one that is typed', async () => {
  await open(order());
  await expect.element(choice()).toHaveDisplayValue('Work: Orchid Magu 4, Malé');
  await choice().selectOptions('H. Reef House');
  await expect.element(address()).toHaveValue('H. Reef House');
  await choice().selectOptions('Another address');
  await expect.element(address()).toHaveValue('');
  await address().fill('Villa 9');
  await expect.element(choice()).toHaveDisplayValue('Another address');
  expect(await save()).toEqual({ address: 'Villa 9' });
});

it('[R35.47] keeps the address that an order has, and offers those of its customer', async () => {
  const known = { ...order(), delivery: { ...deliveryWith('Jetty 3') } };
  await open(known);
  await expect.element(choice()).toHaveDisplayValue('Another address');
  await expect.element(address()).toHaveValue('Jetty 3');
  expect(await save()).toEqual({});
});

it('[R35.47] fills in nothing for an order that is finished or has no customer', async () => {
  await open(order({ isOpen: false }));
  await expect.element(choice()).toBeVisible();
  await expect.element(address()).toHaveValue('');
  await open(order({ customer: null }));
  await expect.element(address()).toHaveValue('');
  expect(choice().elements()).toHaveLength(0);
});

it('[R35.47] says that the addresses could not be loaded, and loads them on ‘Try again’', async () => {
  isBroken = true;
  await open(order());
  await expect.element(page.getByText(/^Could not load the saved addresses\./)).toBeVisible();
  await address().fill('Villa 9');
  isBroken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(choice()).toBeVisible();
  // What was typed stays.
  await vi.waitFor(() => expect(address().element()).toHaveProperty('value', 'Villa 9'));
});

it('refuses a phone with letters at its field, and leaves a stored one unchanged', async () => {
  await open({ ...order({ customer: null }), delivery: { ...deliveryWith('Jetty 3'), phone: 'reception' } });
  const phone = page.getByRole('textbox', { name: 'Phone' });
  const fault = page.getByText('Use at least 5 digits, without letters');
  expect(await save()).toEqual({});
  saved = [];
  await phone.fill('abc??');
  expect(await save()).toBeUndefined();
  await expect.element(fault).toBeVisible();
  await expect.element(phone).toHaveFocus();
  await phone.fill('+960 777-1234');
  expect(fault.elements()).toHaveLength(0);
  expect(await save()).toEqual({ phone: '+960 777-1234' });
});

function deliveryWith(known: string): NonNullable<Bill['delivery']> {
  return {
    name: 'Nadia',
    phone: '7771234',
    address: known,
    landmark: '',
    zoneId: 0,
    zoneName: '',
    zoneFee: 0,
    minOrder: 0,
    freeAbove: null,
    isFeeFixed: false,
    fee: 0,
    channel: 'Phone',
    promisedAt: null,
    riderId: null,
    riderName: '',
    note: '',
    steps: [],
  };
}

it('calls what a takeaway needs by its own words, and a delivery by those of the rider', async () => {
  await showAt('/', <DeliveryDialog bill={order({ type: 'Takeaway' })} onClose={() => undefined} />);
  await expect.element(page.getByRole('dialog', { name: 'Takeaway details' })).toBeVisible();
  await expect.element(page.getByLabelText('Note', { exact: true })).toBeVisible();
  clear();
  await showAt('/', <DeliveryDialog bill={order()} onClose={() => undefined} />);
  await expect.element(page.getByRole('dialog', { name: 'Delivery details' })).toBeVisible();
  await expect.element(page.getByLabelText('Note for the rider')).toBeVisible();
  clear();
  await showAt('/', <DeliveryStrip bill={order({ type: 'Takeaway', deliveryStatus: 'Pending' })} now={0} />);
  await expect.element(page.getByRole('button', { name: 'Add name and time' })).toBeVisible();
});
