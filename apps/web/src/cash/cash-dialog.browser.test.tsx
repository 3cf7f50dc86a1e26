import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useConnection } from '../api/connection.ts';
import { on } from '../api/event.ts';
import { useAskedApproval } from '../approval/approval.ts';
import { useOutbox } from '../outbox/outbox.ts';
import { startSender } from '../outbox/sender.ts';
import { useSession } from '../session/session.ts';
import { useApp } from '../sync/app-store.ts';
import { serverJson } from '../sync/testing/server-answer.ts';
import { openTill, shift } from '../sync/testing/till.ts';
import { clear, show, staffSizes } from '../ui/hook/testing.tsx';
import { CashButtons } from './cash-buttons.tsx';
import { DrawerDialog } from './drawer-dialog.tsx';

beforeEach(async () => {
  await openTill();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
});
afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});

function may(...permissions: string[]): void {
  const { user } = useSession.getState();
  if (user) useSession.setState({ user: { ...user, permissions } });
}

it('[R17.1] offers cash in and cash out by permission, each by its own', async () => {
  may('cash.in');
  await show(<CashButtons />);
  await expect.element(page.getByRole('button', { name: 'Cash in' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Cash out' })).not.toBeInTheDocument();
});

/** Signs in as somebody who may do these only with an approval. */
function mayAsk(...approvable: string[]): void {
  const { user } = useSession.getState();
  const claims = btoa(JSON.stringify({ Permission: ['bill.pay'], Approval: approvable, pv: 2 }));
  if (user) useSession.setState({ user: { ...user, permissions: ['bill.pay'], token: `h.${claims}.s` } });
}

/** Stands for the dialog of approvals. */
function Approvals() {
  const asked = useAskedApproval();
  return (
    asked && (
      <div role="alertdialog" aria-label="Approvals" style={{ position: 'fixed', insetBlockStart: 0, zIndex: 9999 }}>
        <p>{`Asked: ${asked.permission} ${asked.amount} ${asked.reason}`}</p>
        <button type="button" onClick={() => asked.onGranted('granted')}>
          Approve
        </button>
        <button type="button" onClick={asked.onClosed}>
          Not now
        </button>
      </div>
    )
  );
}

/** The server refuses cash movements without the approval. Returns the approvals that were sent. */
function serverNeedsApproval(): (string | null)[] {
  const sent: (string | null)[] = [];
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    if (!url.endsWith('/bis/shift/cash')) return Promise.reject(new TypeError('Failed to fetch'));
    const approval = new Headers(init?.headers).get('X-Approval');
    sent.push(approval);
    const needed = {
      message: 'Needs approval',
      details: '',
      code: 403,
      reason: 'approvalNeeded',
      permission: 'cash.out',
    };
    const event = { key: (JSON.parse(init?.body as string) as { key: string }).key, amount: 20_000 };
    return Promise.resolve(
      approval ? serverJson({ ...shift, version: 2, cash: [event] }) : serverJson(needed, { status: 403 }),
    );
  });
  return sent;
}

async function takeOut(): Promise<void> {
  await page.getByRole('button', { name: 'Cash out' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cash out' });
  await dialog.getByLabelText('Amount').fill('200');
  await dialog.getByLabelText('Reason').fill('Taxi for a guest');
  await dialog.getByRole('button', { name: 'Cash out' }).click();
}

it('[R17.3] offers cash out to a person who needs an approval, asks for it in place, and sends it again with it', async () => {
  const stop = startSender();
  mayAsk('cash.out');
  useConnection.setState({ isOnline: true });
  const sent = serverNeedsApproval();
  await show(
    <>
      <CashButtons />
      <Approvals />
    </>,
  );
  await expect.element(page.getByRole('button', { name: 'Cash in' })).not.toBeInTheDocument();
  await takeOut();
  const approvals = page.getByRole('alertdialog', { name: 'Approvals' });
  await expect.element(approvals.getByText('Asked: cash.out 20000 Taxi for a guest')).toBeVisible();
  await approvals.getByRole('button', { name: 'Not now' }).click();
  await vi.waitFor(() => expect(useOutbox.getState().entries).toEqual([]));
  await expect.element(page.getByRole('dialog', { name: 'Cash out' })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Cash out' }).click();
  await approvals.getByRole('button', { name: 'Approve' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Cash out' })).not.toBeInTheDocument();
  await vi.waitFor(() => expect([sent, useOutbox.getState().entries]).toEqual([[null, null, 'granted'], []]));
  stop();
});

it('[R17.3] offers cash in with an approval, and says that it needs the server when the server is away', async () => {
  mayAsk('cash.in');
  useConnection.setState({ isOnline: false });
  await show(<CashButtons />);
  await expect.element(page.getByRole('button', { name: 'Cash out' })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Cash in' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cash in' });
  await expect.element(dialog.getByText('This needs the server. Try again when you are online.')).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Cash in' })).toBeDisabled();
});

it('records a cash drop and prints its slip, which opens the drawer where the setting asks for it', async () => {
  may('cash.out');
  useApp.setState({
    settings: [
      { key: 'BillPrinter', value: 'Front' },
      { key: 'DrawerKick', value: 'true' },
    ],
  });
  const printed: unknown[] = [];
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    if (url.endsWith('/print')) printed.push(JSON.parse(init?.body as string));
    return Promise.reject(new TypeError('Failed to fetch'));
  });
  await show(<CashButtons />);
  await page.getByRole('button', { name: 'Cash out' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cash out' });
  await dialog.getByRole('tab', { name: 'Safe drop' }).click();
  await dialog.getByLabelText('Amount').fill('200');
  await dialog.getByRole('button', { name: 'Move to the safe' }).click();
  await vi.waitFor(() =>
    expect(useOutbox.getState().entries).toMatchObject([
      { kind: 'shift.cash', body: { kind: 'Out', type: 'Drop', amount: 20_000, reason: 'To the safe' } },
    ]),
  );
  await vi.waitFor(
    () =>
      expect(printed).toMatchObject([
        {
          type: 'Slip',
          printerName: 'Front',
          openDrawer: true,
          slip: { title: 'Safe drop', rows: [{ label: 'Reason', value: 'To the safe' }] },
        },
      ]),
    { timeout: 5000 },
  );
});

it('opens the drawer for a reason with permission, and prints a slip', async () => {
  may('bill.pay');
  useApp.setState({ settings: [{ key: 'BillPrinter', value: 'Front' }] });
  const calls: { url: string; body: unknown }[] = [];
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    calls.push({ url, body: JSON.parse((init?.body as string | undefined) ?? 'null') });
    return Promise.resolve(serverJson(url.endsWith('/print') ? { jobId: 'j', state: 'printed' } : shift));
  });
  await show(<CashButtons />);
  await page.getByRole('button', { name: 'Open drawer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Open drawer' });
  await dialog.getByRole('button', { name: 'Open drawer' }).click();
  await expect.element(dialog.getByText('Reason must be at least 3 characters long')).toBeVisible();
  await dialog.getByRole('button', { name: 'Change for a note' }).click();
  await dialog.getByRole('button', { name: 'Open drawer' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(calls.map(({ body }) => body)).toMatchObject([
    { shiftId: shift.key, reason: 'Change for a note' },
    { type: 'Slip', openDrawer: true, slip: { title: 'Drawer opened' } },
  ]);
});

it('[R7.2] records cash out without the server, with a reason of the outlet’s list, and asks for missing fields', async () => {
  may('cash.in', 'cash.out');
  useApp.setState({ settings: [{ key: 'CashOutReasons', values: ['Fish market'] }] });
  await show(<CashButtons />);
  await page.getByRole('button', { name: 'Cash out' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cash out' });
  await dialog.getByRole('button', { name: 'Cash out' }).click();
  await expect.element(dialog.getByText('Enter an amount')).toBeVisible();
  await dialog.getByLabelText('Amount').fill('125.50');
  await dialog.getByRole('button', { name: 'Fish market' }).click();
  await dialog.getByRole('button', { name: 'Cash out' }).click();
  await vi.waitFor(() =>
    expect(useOutbox.getState().entries).toMatchObject([
      { kind: 'shift.cash', body: { shiftId: shift.key, kind: 'Out', amount: 12_550, reason: 'Fish market' } },
    ]),
  );
  await expect.element(dialog).not.toBeInTheDocument();
});

it('records one cash movement when Enter is pressed twice while the server is slow', async () => {
  may('cash.out');
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  await show(<CashButtons />);
  await page.getByRole('button', { name: 'Cash out' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cash out' });
  await dialog.getByRole('button', { name: 'To the safe' }).click();
  await dialog.getByLabelText('Amount').fill('50');
  await userEvent.keyboard('{Enter}{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(useOutbox.getState().entries).toMatchObject([{ kind: 'shift.cash', body: { amount: 5000 } }]);
});

it('records a cash movement by Enter in the reason, and opens the drawer likewise', async () => {
  may('cash.out', 'bill.pay');
  const calls: unknown[] = [];
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    if (!url.endsWith('/bis/shift/drawer')) return Promise.reject(new TypeError('Failed to fetch'));
    calls.push(JSON.parse(init?.body as string));
    return Promise.resolve(serverJson(shift));
  });
  await show(<CashButtons />);
  await page.getByRole('button', { name: 'Cash out' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabelText('Amount').fill('50');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Taxi');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(useOutbox.getState().entries).toMatchObject([{ kind: 'shift.cash', body: { amount: 5000, reason: 'Taxi' } }]);
  await page.getByRole('button', { name: 'Open drawer' }).click();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Change for a note');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(calls).toMatchObject([{ reason: 'Change for a note' }]);
});

it('[R35.51] a failed save in a dialog with its own inputs focuses the first fault and counts the others', async () => {
  may('cash.in', 'cash.out');
  await show(<CashButtons />);
  await page.getByRole('button', { name: 'Cash out' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cash out' });
  const save = dialog.getByRole('button', { name: 'Cash out' });
  const [amount, reason] = [dialog.getByLabelText('Amount'), dialog.getByRole('textbox', { name: 'Reason' })];
  await expect.element(amount).toHaveFocus();
  await save.click();
  await expect.element(amount).toHaveFocus();
  await expect.element(dialog.getByText('1 more field to fix')).toBeVisible();
  await amount.fill('20');
  await expect.element(amount).toHaveFocus();
  await save.click();
  await expect.element(reason).toHaveFocus();
  await expect.element(dialog.getByText(/more field/)).not.toBeInTheDocument();
  await save.click();
  await expect.element(reason).toHaveFocus();
});

it('[R35.21] shows the reason of a cash movement without scrolling at 1280, 1024, 820 and 390 px', async () => {
  may('cash.out');
  for (const [width, height] of staffSizes) {
    await page.viewport(width, height);
    await show(<CashButtons />);
    await page.getByRole('button', { name: 'Cash out' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cash out' });
    await dialog.getByText('Safe drop').click();
    const reason = dialog.getByRole('textbox', { name: 'Reason' });
    await expect.element(reason).toBeVisible();
    const save = dialog.getByRole('button', { name: 'Move to the safe' }).element().getBoundingClientRect();
    expect(reason.element().getBoundingClientRect().bottom, `${width} px`).toBeLessThan(save.top);
  }
  await page.viewport(1280, 800);
});

it.each([
  ['a closed shift', { message: 'The shift is closed', code: 409, reason: 'shiftClosed' }],
  ['a missing permission', { message: 'You may not do this', code: 403, reason: 'forbidden', permission: 'cash.out' }],
])('says in place alone why the server refused cash out: %s', async (_why, refusal) => {
  const stop = startSender();
  may('cash.out');
  useConnection.setState({ isOnline: true });
  useApp.setState({ notifications: [] });
  vi.stubGlobal('fetch', (url: string) =>
    url.endsWith('/bis/shift/cash')
      ? Promise.resolve(serverJson({ details: '', ...refusal }, { status: refusal.code }))
      : Promise.reject(new TypeError('Failed to fetch')),
  );
  const toasts: string[] = [];
  const end = on('toast', ({ message }) => void toasts.push(message));
  await show(<CashButtons />);
  await takeOut();
  await expect.element(page.getByRole('dialog').getByRole('alert')).toHaveTextContent(refusal.message);
  await vi.waitFor(() => expect(useApp.getState().notifications).toHaveLength(1));
  expect(toasts).toEqual([]);
  end();
  stop();
});

it('opens the drawer once when it is asked for again after no answer came', async () => {
  may('drawer.open');
  useConnection.setState({ isOnline: true });
  const keys: string[] = [];
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    if (url.endsWith('/bis/shift/drawer')) keys.push((JSON.parse(String(init?.body)) as { key: string }).key);
    return Promise.reject(new TypeError('Failed to fetch'));
  });
  for (const count of [1, 2]) {
    await show(<DrawerDialog onClose={() => undefined} />);
    await page.getByRole('textbox', { name: 'Reason' }).fill('Coins for the parking');
    await page.getByRole('button', { name: 'Open drawer' }).click();
    await vi.waitFor(() => expect(keys).toHaveLength(count));
    clear();
  }
  expect(new Set(keys).size).toBe(1);
});
