import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { signInWith } from '../../resource/testing/show-screens.tsx';
import { serverJson } from '../../sync/testing/server-answer.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { AdjustStock } from './log-screens.tsx';

afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});

it('[R35.60] asks once before waste above what is on hand is recorded, and again for another quantity', async () => {
  signInWith(['Inventory Logs', 'stock.adjust']);
  const sent: Record<string, unknown>[] = [];
  const asks = 'Only 3 kg on hand. Check the quantity, or save again to record it anyway';
  vi.stubGlobal('fetch', async (_: unknown, init?: RequestInit) => {
    if (init?.method !== 'POST') return serverJson([{ id: 1, name: 'Rice', key: 'a' }]);
    const body = JSON.parse(String(init.body)) as Record<string, unknown>;
    sent.push(body);
    if (body['isConfirmed']) return serverJson({ id: 1 });
    const refusal = { message: 'This is more than is on hand', details: '', code: 409, reason: 'aboveOnHand' };
    return serverJson({ ...refusal, errors: { qty: asks } }, { status: 409 });
  });
  await showAt('/inventory/inventoryLogs/create', <AdjustStock />);
  const choose = async (label: string, option: string) => {
    await page.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: option }).first().click();
  };
  await choose('Item', 'Rice');
  await choose('Storage', 'Rice');
  await choose('Type', 'Waste');
  const qty = page.getByLabelText(/^Quantity/);
  await userEvent.fill(qty, '5');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  await expect.element(page.getByText(asks)).toBeVisible();
  await userEvent.fill(qty, '6');
  await save.click();
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  await expect.element(page.getByText(asks)).toBeVisible();
  await save.click();
  await vi.waitFor(() => expect(sent).toHaveLength(3));
  expect(sent.map(({ qty: number, isConfirmed }) => [number, isConfirmed])).toEqual([
    [5, undefined],
    [6, undefined],
    [6, true],
  ]);
});

it('shows no problem in a form that was just opened, also where its first field is a list', async () => {
  signInWith(['Inventory Logs', 'stock.adjust']);
  vi.stubGlobal('fetch', async () => serverJson([]));
  const focus = vi.spyOn(HTMLElement.prototype, 'focus');
  await showAt('/inventory/inventoryLogs/create', <AdjustStock />);
  // The kit of dialogs leads the focus twice, and the dialog itself at least once.
  await expect.poll(() => focus.mock.calls.length).toBeGreaterThanOrEqual(3);
  for (let frame = 0; frame < 3; frame += 1) await new Promise((next) => requestAnimationFrame(next));
  await expect.element(page.getByRole('combobox', { name: 'Item' })).toHaveFocus();
  expect(page.getByText('Item is required').query()).toBeNull();
  focus.mockRestore();
});
