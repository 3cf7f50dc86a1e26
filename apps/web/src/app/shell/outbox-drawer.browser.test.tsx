import { aboutNothing } from '@atoll/domain/contract/bill/approval-about';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useConnection } from '../../api/connection.ts';
import { ApprovalDialog } from '../../approval/approval-dialog.tsx';
import { useBills } from '../../bills/bills.ts';
import { hideAttention } from '../../outbox/attention.ts';
import type { OutboxEntry } from '../../outbox/entry.ts';
import { put, reloadOutbox, useOutbox } from '../../outbox/outbox.ts';
import { useSession } from '../../session/session.ts';
import { inStore } from '../../storage/idb.ts';
import { useApp } from '../../sync/app-store.ts';
import { serverJson } from '../../sync/testing/server-answer.ts';
import { openTill } from '../../sync/testing/till.ts';
import { cafe, shop } from '../../sync/testing/till-user.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { StatusChip } from './status-chip.tsx';

beforeEach(async () => {
  await openTill();
  useConnection.setState({ hubState: 'Connected', isOnline: true, waiting: 0 });
});
afterEach(() => {
  hideAttention();
  clear();
});

const line = {
  key: 'l1',
  id: null,
  index: 1,
  menuItemId: 1,
  name: 'Lagoon Burger',
  size: 'Medium',
  qty: 2,
  sellingPrice: 5000,
  modifiers: [],
  notes: ['no onions'],
  discount: null,
  isVoid: false,
};
const about = { type: 'Table', slot: '3', number: 'T3-7' };

/** Puts an entry into the outbox in the state that `after` describes. */
async function putEntry(kind: OutboxEntry['kind'], body: object, after: Partial<OutboxEntry>): Promise<OutboxEntry> {
  const [made] = await put({
    kind,
    billKey: kind.startsWith('shift') ? null : 'b',
    about: kind.startsWith('shift') ? null : about,
    body: body as Record<string, unknown>,
    outletId: cafe.outletId,
    userId: 9,
    userName: 'Hassan',
    deviceId: 'd',
  });
  if (!made) throw new Error('Nothing was put in');
  const entry = { ...made, ...after };
  await inStore<void>('outbox', 'readwrite', (store) => {
    store.put(entry);
  });
  await reloadOutbox();
  useConnection.setState({ waiting: useOutbox.getState().entries.length });
  return entry;
}
const refusedFor = (reason: string, more: object = {}): Partial<OutboxEntry> => ({
  state: 'rejected',
  reason: { message: 'Message of the server', reason, ...more },
});
const row = () => page.getByRole('list', { name: 'Needs attention' }).getByRole('listitem');

async function open(): Promise<void> {
  await showAt('/', <StatusChip />);
  await userEvent.click(page.getByRole('status').getByRole('button'));
}

it('[R18.22] shows in the header the amount of the waiting work, and since when it waits', async () => {
  await page.viewport(1600, 800);
  await putEntry('update', { items: [line] }, {});
  useConnection.setState({ isOnline: false });
  await showAt('/', <StatusChip />);
  await expect.element(page.getByText('Offline · 1 waiting', { exact: true })).toBeVisible();
  await expect.element(page.getByText(/^MVR 100\.00 not sent since \d\d:\d\d$/)).toBeVisible();
  await page.viewport(1280, 800);
});

it('[R35.6] shows in the header that the server cannot save, and how much waits', async () => {
  await page.viewport(1600, 800);
  await putEntry('update', { items: [line] }, {});
  useConnection.setState({ canSave: false });
  await showAt('/', <StatusChip />);
  await expect.element(page.getByText('Server cannot save · 1 waiting', { exact: true })).toBeVisible();
  await expect.element(page.getByText(/^MVR 100\.00 not sent since \d\d:\d\d$/)).toBeVisible();
  useConnection.setState({ canSave: true });
  await page.viewport(1280, 800);
});

it('[R35.5] shows a payment at which the server has failed for an hour under Needs attention, with Try again', async () => {
  const reason = { message: 'Something went wrong', reason: 'fault', code: 500 };
  const failing = { state: 'queued', faults: 90, failingSince: 1, isOverdue: true, reason } as const;
  await putEntry('pay', { payments: [{ key: 'p', method: 'Cash', amount: 11_880 }] }, failing);
  await open();
  await expect.poll(() => row().element().textContent).toMatch(/The server has failed to save this for an hour/);
  await userEvent.click(row().getByRole('button', { name: 'Try again' }));
  await expect.element(page.getByRole('list', { name: 'Waiting to be sent' })).toBeVisible();
});

it('[R35.82] shows that a gateway refused the work, and that it is sent again', async () => {
  const reason = { message: 'The answer did not come from the Atoll server', reason: 'notServer' };
  await putEntry('update', { items: [line] }, { state: 'queued', faults: 2, failingSince: 1, reason });
  await open();
  const waits = page.getByRole('list', { name: 'Waiting to be sent' });
  await expect.element(waits.getByText(/^The answer did not come from the Atoll server\./)).toBeVisible();
});

it('gives back a payment for a bill that another till completed, and shows whose it was, the amount and the reason', async () => {
  await putEntry('pay', { payments: [{ key: 'p', method: 'Cash', amount: 11_880 }] }, refusedFor('billClosed'));
  await open();
  await expect.poll(() => row().element().textContent).toMatch(/Payment · Table 3 · T3-7 · MVR.118\.80/);
  await expect.poll(() => row().element().textContent).toMatch(/Hassan · since \d\d-\w{3}-\d{4} \d\d:\d\d/);
  await expect.poll(() => row().element().textContent).toMatch(/Another till took the payment for this bill first/);
  await expect.element(page.getByRole('button', { name: 'Collect the rest' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Export to a file' })).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Refund' }));
  await expect.element(page.getByText('Everything is sent')).toBeVisible();
});

it('moves the items of a bill that was voided elsewhere to another bill without losing any', async () => {
  await putEntry('update', { items: [line], changed: [] }, refusedFor('billVoid'));
  await open();
  await expect
    .poll(() => row().element().textContent)
    .toMatch(/voided the bill on another till before these items arrived/);
  await userEvent.click(page.getByRole('button', { name: 'Move the items to another bill' }));
  await expect.poll(() => useOutbox.getState().entries).toEqual([]);
  expect(useBills.getState().stranded['b']).toMatchObject({ slot: '3', items: [{ qty: 2, notes: ['no onions'] }] });
});

it('[R17.3] names the author who lost the permission and their work; one passcode at the till sends all of it', async () => {
  const manager = { id: 3, name: 'Mohamed', jobTitle: 'Manager', avatar: null };
  const asked: Record<string, unknown>[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const path = new URL(String(input), location.href).pathname.replace('/api', '');
    if (path === '/auth/approvers/list') return serverJson([manager]);
    if (path === '/auth/approval/about') return serverJson(aboutNothing);
    if (path === '/auth/approve') {
      asked.push(JSON.parse(String(init?.body)) as Record<string, unknown>);
      return serverJson({ key: 'leave-1', status: 'Granted', expiresAt: '2026-01-01T00:02:00.000Z' });
    }
    return serverJson(null);
  });
  const forbidden = { ...refusedFor('forbidden', { sender: 'Aisha' }), state: 'parked' } as const;
  await putEntry('update', { items: [line], changed: [] }, forbidden);
  await putEntry('pay', { payments: [{ key: 'p', method: 'Cash', amount: 11_880 }] }, { state: 'queued' });
  await showAt('/', [<StatusChip key="chip" />, <ApprovalDialog key="dialog" />]);
  await userEvent.click(page.getByRole('status').getByRole('button'));
  await expect
    .poll(() => row().element().textContent)
    .toMatch(/Needs a manager: Aisha no longer has the permission \(Open bills\)/);
  await userEvent.click(page.getByRole('button', { name: 'Get approval' }));
  await expect.element(page.getByText(/^2 unsent changes on this till \(MVR.118\.80\)$/)).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: /Mohamed/ }));
  await userEvent.keyboard('4826');
  const state = () => useOutbox.getState().entries.map((entry) => [entry.kind, entry.state, entry.approval]);
  // The payment of the same bill uses the same approval.
  await expect.poll(state).toEqual([
    ['update', 'queued', 'leave-1'],
    ['pay', 'queued', 'leave-1'],
  ]);
  expect(asked).toMatchObject([{ permission: 'bill.open', subjectType: 'Outbox', subjectKey: 'd', approverId: 3 }]);
  // [R36.16] The approver sees what is sent, and only that is.
  expect(asked[0]?.['entries']).toMatchObject([
    { call: 'bill.update', body: { items: [{ key: 'l1' }] }, authorId: 9 },
    { call: 'bill.pay', body: { payments: [{ amount: 11_880 }] }, authorId: 9 },
  ]);
  vi.restoreAllMocks();
});

it('asks for a shift when the one of the work was closed, and sends failed work again on request', async () => {
  useApp.setState({ shift: null });
  const held = { state: 'held', reason: { message: 'No Shift Active', reason: 'noShiftActive' } } as const;
  await putEntry('pay', { payments: [{ key: 'p', method: 'Cash', amount: 500 }] }, held);
  await open();
  await expect.poll(() => row().element().textContent).toMatch(/No shift is open/);
  await expect.element(page.getByRole('button', { name: 'Start a shift' })).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  await expect.poll(() => useOutbox.getState().entries.map(({ state }) => state)).toEqual(['queued']);
});

it('writes cash of a shift that was closed elsewhere into the open one, or discards it after asking', async () => {
  await putEntry('shift.cash', { key: 'c', shiftId: 'old', kind: 'Out', amount: 500 }, refusedFor('shiftClosed'));
  await open();
  await userEvent.click(page.getByRole('button', { name: 'Remove from the list' }));
  await userEvent.click(page.getByRole('button', { name: 'Cancel' }));
  expect(useOutbox.getState().entries).toHaveLength(1);
  await userEvent.click(page.getByRole('button', { name: 'Add it to the open shift' }));
  await expect.poll(() => useOutbox.getState().entries[0]).toMatchObject({ state: 'queued', body: { shiftId: 's' } });
});

it('lets cash out that nobody approved be removed, and says that it needs an approval, so that the shift can be closed', async () => {
  const needsApproval = { ...refusedFor('approvalNeeded', { permission: 'cash.out' }), state: 'parked' } as const;
  await putEntry('shift.cash', { key: 'c', shiftId: 's', kind: 'Out', amount: 5000 }, needsApproval);
  await open();
  await expect.poll(() => row().element().textContent).toMatch(/Needs an approval: Cash out/);
  await userEvent.click(page.getByRole('button', { name: 'Remove from the list' }));
  await userEvent.click(page.getByRole('button', { name: 'Remove from the list' }).last());
  await expect.poll(() => useOutbox.getState().entries).toEqual([]);
});

it('keeps the list when the outlet changes: work of another outlet is named and resolved there', async () => {
  await putEntry('pay', { payments: [{ key: 'p', method: 'Cash', amount: 500 }] }, refusedFor('billClosed'));
  useSession.setState({ scope: shop, outlets: [cafe, shop] });
  useApp.setState({ outletId: shop.outletId });
  await open();
  await expect.poll(() => row().element().textContent).toMatch(/at Atoll Café/);
  await expect.element(page.getByRole('button', { name: 'Refund' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});
