import type { FieldDefinition } from '@atoll/domain/form/field';
import { customer } from '@atoll/domain/resources/customer';
import { fieldOf } from '@atoll/domain/resources/define-resource';
import { inventoryItem } from '@atoll/domain/resources/inventory-item';
import { menuItem } from '@atoll/domain/resources/menu-item';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type ListServer, listServer } from '../resource/testing/list-server.ts';
import { signInWith } from '../resource/testing/show-screens.tsx';
import { clear, showAt } from '../ui/hook/testing.tsx';
import { FormDialog } from './form-dialog.tsx';
import { bodyOf, valuesOf } from './form-values.ts';

const name: FieldDefinition = { key: 'title', label: 'Title', kind: 'text' };
const vendorId = fieldOf(inventoryItem, 'defaultVendorId');
const storageId = fieldOf(inventoryItem, 'defaultStorageId');
const everything = ['Vendors', 'invoice.post', 'Inventory', 'stock.adjust', 'Categories', 'Menu Items', 'menu.edit'];

let server: ListServer;
let saved: unknown[] = [];
beforeEach(async () => {
  await page.viewport(1280, 800);
  sessionStorage.clear();
  saved = [];
  server = listServer([]);
  signInWith([...everything, 'Accounts', 'payment.credit', 'Customers', 'customer.edit']);
});
afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});

async function open(...fields: FieldDefinition[]): Promise<void> {
  await showAt(
    '/things/create',
    <FormDialog
      fields={fields}
      title="Create Thing"
      values={valuesOf(fields)}
      draftKey="thing/create"
      send={{ method: 'POST', path: '/ims/thing/create' }}
      toBody={(values) => bodyOf(fields, values)}
      onSaved={(answer) => saved.push(answer)}
      onClosed={() => undefined}
    />,
  );
  await expect.element(page.getByRole('dialog', { name: 'Create Thing' })).toBeVisible();
}
const dialog = (title: string) => page.getByRole('dialog', { name: title });
const box = (label: string) => page.getByRole('combobox', { name: label });
const offer = (label: string, value: string) => page.getByRole('option', { name: `Add a new ${label} [${value}]` });
const posts = () => server.asked.filter(({ method }) => method === 'POST').map(({ path, body }) => ({ path, body }));

it('[R35.48] opens a small form over the form for the required fields of a new record, and selects the new record', async () => {
  await open(name, vendorId);
  await page.getByRole('textbox', { name: 'Title' }).fill('Rice');
  await box('Vendor').fill('Reef Foods');
  await offer('Vendor', 'Reef Foods').click();
  const smallForm = dialog('Create Vendor');
  await expect.element(smallForm.getByRole('textbox', { name: 'Name' })).toHaveValue('Reef Foods');
  // A fault in the small form is shown there; the form below is not sent.
  await smallForm.getByRole('button', { name: 'Save' }).click();
  await expect.element(smallForm.getByText('Phone is required')).toBeVisible();
  await smallForm.getByRole('textbox', { name: 'Phone' }).fill('7771234');
  await smallForm.getByRole('button', { name: 'Save' }).click();
  await vi.waitFor(() => expect(smallForm.elements()).toHaveLength(0));
  await expect.element(page.getByRole('textbox', { name: 'Vendor' })).toHaveValue('Reef Foods');
  expect(posts()).toEqual([
    { path: '/ims/vendor/create', body: { key: expect.any(String), name: 'Reef Foods', phone: '7771234' } },
  ]);
  await dialog('Create Thing').getByRole('button', { name: 'Save' }).click();
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  expect(posts()[1]).toEqual({ path: '/ims/thing/create', body: { title: 'Rice', defaultVendorId: 1 } });
});

it('[R35.48] creates a record without a small form when it needs only a name', async () => {
  await open(storageId);
  await box('Storage').fill('Cold room');
  await offer('Storage', 'Cold room').click();
  await expect.element(page.getByRole('textbox', { name: 'Storage' })).toHaveValue('Cold room');
  expect(posts()).toEqual([{ path: '/ims/storage/create', body: { key: expect.any(String), name: 'Cold room' } }]);
});

it('[R35.48] creates one record when it is added again after no answer came', async () => {
  localStorage.clear();
  server.handler = ({ method }) => (method === 'POST' ? 'dead' : undefined);
  await open(storageId);
  for (const count of [1, 2]) {
    await box('Storage').fill('Cold room');
    await offer('Storage', 'Cold room').click();
    await vi.waitFor(() => expect(posts()).toHaveLength(count));
  }
  expect(posts()[1]).toEqual(posts()[0]);
});

it('[R35.48] asks for the fields that the server reports as missing, and sends the new record with the same key', async () => {
  server.handler = ({ method, body }) =>
    method === 'POST' && !body?.['accountType']
      ? { status: 422, body: { message: 'Check it', code: 422, errors: { accountType: 'Account type is required' } } }
      : undefined;
  await open(fieldOf(customer, 'accountId'));
  await box('House account').fill('Reef Divers');
  await offer('Account', 'Reef Divers').click();
  const smallForm = dialog('Create Account');
  await smallForm.getByRole('combobox', { name: 'Account type' }).click();
  await page.getByRole('option', { name: 'Business' }).click();
  await smallForm.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByRole('textbox', { name: 'House account' })).toHaveValue('Reef Divers');
  const [first, second] = posts();
  expect(second?.body).toEqual({ ...first?.body, kind: 'House', name: 'Reef Divers', accountType: 'Business' });
});

it('[R35.48] adds a new record to those already selected, in the form and in the small form', async () => {
  await open(fieldOf(menuItem, 'categoryIds'));
  await box('Categories').fill('Soups');
  await offer('Category', 'Soups').click();
  const smallForm = dialog('Create Category');
  await smallForm.getByRole('combobox', { name: 'Menus' }).fill('Dinner');
  expect(offer('Menu', 'Dinner').elements()).toHaveLength(0);
  signInWith([...everything, 'Menus']);
  await smallForm.getByRole('combobox', { name: 'Menus' }).fill('Dinners');
  await offer('Menu', 'Dinners').click();
  await expect.element(smallForm.getByRole('list', { name: 'Menus' }).getByText('Dinners')).toBeVisible();
  await smallForm.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByRole('list', { name: 'Categories' }).getByText('Soups')).toBeVisible();
  expect(posts().map(({ path }) => path)).toEqual(['/bis/menu/create', '/bis/category/create']);
});

it('[R35.48] keeps the values of the form when the small form is cancelled', async () => {
  await open(name, vendorId);
  await page.getByRole('textbox', { name: 'Title' }).fill('Rice');
  await box('Vendor').fill('Reef Foods');
  await offer('Vendor', 'Reef Foods').click();
  await expect.element(dialog('Create Vendor')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await vi.waitFor(() => expect(dialog('Create Vendor').elements()).toHaveLength(0));
  await expect.element(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Rice');
  expect(posts()).toEqual([]);
});

it('[R35.48] offers no new record to people without the permission to create it', async () => {
  signInWith(['Inventory', 'stock.adjust']);
  await open(vendorId, storageId);
  await box('Vendor').fill('Reef Foods');
  await expect.element(page.getByText('No results found')).toBeVisible();
  expect(offer('Vendor', 'Reef Foods').elements()).toHaveLength(0);
  await box('Storage').fill('Cold room');
  await expect.element(offer('Storage', 'Cold room')).toBeVisible();
});

it('[R35.48] offers a new record of every entity that forms refer to, to people who may create it', async () => {
  const cases = [
    ['category', 'Category'],
    ['vendor', 'Vendor'],
    ['customer', 'Customer'],
    ['storage', 'Storage'],
    ['account', 'Account'],
    ['modifier_group', 'Modifier Group'],
    ['inventory_item', 'Inventory Item'],
    ['menu_item', 'Menu Item'],
  ] as const;
  signInWith([...everything, 'Accounts', 'payment.credit', 'Customers', 'customer.edit']);
  await open(
    ...cases.map(([entity, label]): FieldDefinition => ({ key: `${entity}Id`, label, kind: 'reference', entity })),
  );
  for (const [, label] of cases) {
    await box(label).fill('Something new');
    await expect.element(offer(label, 'Something new')).toBeVisible();
  }
});
