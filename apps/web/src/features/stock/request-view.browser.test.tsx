import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { signInWith } from '../../resource/testing/show-screens.tsx';
import { serverJson } from '../../sync/testing/server-answer.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { ViewRequest } from './request-view.tsx';

afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});

const line = { unit: 'can', qtyApproved: null, qtyIssued: null, qtyReceived: null, onHand: 90, note: '' };
const request = {
  id: 3,
  key: 'r3',
  version: 2,
  number: 'REQ-3',
  purpose: 'Transfer',
  fromStorageName: 'Dry store',
  toStorageName: 'Kitchen',
  neededBy: null,
  priority: 'Normal',
  note: '',
  status: 'Submitted',
  reason: '',
  lines: [
    { ...line, id: 1, itemId: 5, itemName: 'Cola', qtyRequested: 24 },
    { ...line, id: 2, itemId: 6, itemName: 'Water', qtyRequested: 12 },
  ],
  steps: [],
  createdAt: '2026-03-04T08:00:00.000Z',
  createdByName: 'A',
};

it('approves none of a line whose quantity was cleared, and says at the line that a quantity is too large', async () => {
  const sent: unknown[] = [];
  signInWith(['Inventory', 'stock.request', 'stock.request.approve']);
  vi.stubGlobal('fetch', async (_: unknown, init?: RequestInit) => {
    if (!init?.body) return serverJson(request);
    sent.push(JSON.parse(String(init.body)));
    const errors = { 'lines[1].qty': 'Quantity must be from 0 to 12' };
    return serverJson({ code: 422, reason: 'invalid', message: 'Please check', errors }, { status: 422 });
  });
  await showAt('/inventory/requests/view/3', <ViewRequest />);
  const qty = (item: string) => page.getByRole('textbox', { name: new RegExp(`^${item}`) });
  await qty('Cola').fill('');
  await qty('Water').fill('13');
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect.element(qty('Water')).toHaveAccessibleDescription('Quantity must be from 0 to 12');
  expect(sent).toMatchObject([
    {
      lines: [
        { id: 1, qty: 0 },
        { id: 2, qty: 13 },
      ],
    },
  ]);
});
