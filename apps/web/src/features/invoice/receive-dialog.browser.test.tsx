import type { PurchaseInvoice } from '@atoll/domain/contract/stock/purchase';
import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { signInWith } from '../../resource/testing/show-screens.tsx';
import { serverJson } from '../../sync/testing/server-answer.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { ReceiveDialog } from './receive-dialog.tsx';

const line = { id: 1, kind: 'Item', name: 'Rice', qty: 5, qtyReceived: 0, unit: 'kg' };
const invoice = { id: 4, storageId: 0, storageName: '', lines: [line] } as unknown as PurchaseInvoice;
let sent: Record<string, unknown>[];

async function open(storages: readonly object[], refusal?: object): Promise<void> {
  sent = [];
  signInWith(['Invoices', 'Inventory', 'stock.adjust']);
  vi.stubGlobal('fetch', async (_: unknown, init?: RequestInit) => {
    if (init?.body) sent.push(JSON.parse(String(init.body)) as Record<string, unknown>);
    if (init?.body && refusal) return serverJson(refusal, { status: 422 });
    return serverJson(init?.body ? {} : storages);
  });
  await showAt('/', <ReceiveDialog invoice={invoice} onDone={() => undefined} onClose={() => undefined} />);
}
const box = () => page.getByRole('combobox', { name: /^Received in/ });
const receive = () => page.getByRole('button', { name: 'Receive', exact: true });

afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});

it('[R11.2] marks the storage of received goods as required, and as missing when it was not chosen', async () => {
  await open([]);
  await expect.element(box()).toHaveAttribute('aria-required', 'true');
  await receive().click();
  await expect.element(page.getByText('Received in is required')).toBeVisible();
  await expect.element(box()).toHaveAttribute('aria-invalid', 'true');
  expect(sent).toEqual([]);
});

it('[R11.5] says how to add the first storage, and calls it a storage', async () => {
  await open([]);
  await box().click();
  await expect.element(page.getByText('Type a name to add a new Storage')).toBeVisible();
  await userEvent.keyboard('Shop floor');
  await expect.element(page.getByRole('option', { name: 'Add a new Storage [Shop floor]' })).toBeVisible();
});

it('receives goods in the storage that is set for them, unless another one is chosen', async () => {
  await open([
    { id: 1, name: 'Kitchen' },
    { id: 2, name: 'Cold room', isDefaultReceiving: true },
  ]);
  await expect.element(page.getByRole('textbox', { name: /^Received in/ })).toHaveValue('Cold room');
  await receive().click();
  await vi.waitFor(() => expect(sent).toMatchObject([{ id: 4, storageId: 2, lines: [{ id: 1, qty: 5 }] }]));
});

it('says at the line how much can be received at most when more is typed', async () => {
  const errors = { 'lines[0].qty': 'You can receive at most 5' };
  await open([{ id: 1, name: 'Kitchen' }], {
    code: 422,
    reason: 'invalid',
    message: 'Please check the highlighted fields',
    errors,
  });
  const qty = page.getByRole('textbox', { name: 'Rice, coming in now' });
  await qty.fill('6');
  await receive().click();
  await expect.element(page.getByRole('row').getByText('You can receive at most 5')).toBeVisible();
  await expect.element(qty).toHaveAttribute('aria-invalid', 'true');
  await expect.element(qty).toHaveAccessibleDescription('You can receive at most 5');
});

it('says that nothing was typed at all', async () => {
  const errors = { lines: 'Enter the quantity of at least one item' };
  await open([{ id: 1, name: 'Kitchen' }], {
    code: 422,
    reason: 'invalid',
    message: 'Please check the highlighted fields',
    errors,
  });
  await receive().click();
  await expect.element(page.getByRole('alert').getByText('Enter the quantity of at least one item')).toBeVisible();
});
