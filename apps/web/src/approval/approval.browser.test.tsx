import { type ApprovalAbout, aboutNothing } from '@atoll/domain/contract/bill/approval-about';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CallError, call } from '../api/api.ts';
import { emit } from '../api/event.ts';
import { useSession } from '../session/session.ts';
import type { Profile } from '../session/session-user.ts';
import { useApp } from '../sync/app-store.ts';
import { type FakeServer, fakeServer, type Reply } from '../sync/testing/fake-server.ts';
import { clear, show } from '../ui/hook/testing.tsx';
import { ApprovalDeclined, approvalHeaders, withApproval } from './approval.ts';
import { ApprovalDialog } from './approval-dialog.tsx';
import { ApprovalInbox } from './approval-inbox.tsx';

const manager = { id: 2, name: 'Ibrahim Nasheed', jobTitle: 'Manager', avatar: null };
const key = '3b241101-e2bb-4255-8caf-4136c566a962';
const expiresAt = '2026-03-04T08:02:00.000Z';
let server: FakeServer;
let approving: Reply[] = [];
let standing: Reply = { body: {} };
let waiting: unknown[] = [];
const bill = { type: 'Table', slot: '5', number: 127, total: 11_880 };
const items = [{ key: 'l1', name: 'Lagoon Burger', qty: 2, amount: 10_000 }];
const about: ApprovalAbout = { ...aboutNothing, bill, items };
const open = () =>
  show(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 10_000 } } })}>
      <ApprovalDialog />
      <ApprovalInbox />
    </QueryClientProvider>,
  );
const needed = {
  message: 'Needed',
  reason: 'approvalNeeded',
  code: 403,
  permission: 'bill.discount',
  subjectKey: 'b1',
  amount: 15,
};

beforeEach(async () => {
  localStorage.removeItem('atoll.approver');
  useApp.setState({ notifications: [] });
  server = fakeServer();
  approving = [];
  waiting = [];
  const before = server.handler;
  server.handler = (seen) => {
    if (seen.path === '/auth/approvers/list') return { body: [manager] };
    if (seen.path === '/auth/approve') return approving.shift() ?? { body: { key, expiresAt, status: 'Granted' } };
    if (seen.path === '/auth/approval/about') return { body: about };
    if (seen.path.startsWith('/auth/approvals/find/')) return standing;
    if (seen.path === '/auth/approvals/list') return { body: waiting };
    if (seen.path === '/bis/bill/void')
      return seen.headers['x-approval'] === key ? { body: { done: true } } : { status: 403, body: needed };
    return before(seen);
  };
  globalThis.fetch = server.fetch;
  useSession.setState({
    user: { token: 't', name: 'Mariyam Luiza', permissions: ['bill.void'] } as unknown as Profile,
    isLocked: false,
  });
  await open();
});
afterEach(clear);

const command = (reason?: string) =>
  withApproval(
    { permission: 'bill.discount', subjectType: 'Bill', subjectKey: 'b1', ...(reason && { reason }) },
    (approval) =>
      call('bill.void', {
        body: { billId: 1, reason: 'x' } as never,
        headers: approvalHeaders(approval),
        quiet: true,
      }),
  );
const reasons = ['Wrong order', 'Guest changed their mind', 'Kitchen too slow', 'Sold out', 'Wrong table'];
const voiding = () =>
  withApproval({ permission: 'bill.void', subjectType: 'Bill', subjectKey: 'b1' }, () =>
    Promise.reject(new CallError(403, { ...needed, permission: 'bill.void' }, '')),
  );
const typed = () => server.seen.filter(({ path }) => path === '/auth/approve').map(({ body }) => body);

/** Chooses the manager, and asks on their device. */
async function askOnDevice(): Promise<void> {
  await page.getByRole('button', { name: /Ibrahim Nasheed/ }).click();
  await page.getByRole('button', { name: 'Ask on their device' }).click();
}

it('[R17.2] [R17.3] asks for approver and passcode, and sends the command again with the approval', async () => {
  const done = command('Guest waited');
  await expect.element(page.getByText('Needs approval: Discount on bills, 15 %')).toBeVisible();
  await page.getByRole('button', { name: /Ibrahim Nasheed/ }).click();
  await userEvent.keyboard('4826');
  expect(await done).toEqual({ done: true });
  expect(typed()).toEqual([
    {
      permission: 'bill.discount',
      subjectType: 'Bill',
      subjectKey: 'b1',
      amount: 15,
      reason: 'Guest waited',
      approverId: 2,
      passcode: '4826',
    },
  ]);
  await vi.waitFor(() => expect(page.getByRole('dialog').elements()).toHaveLength(0));
});

it('[R17.3] asks for a reason, shows that a passcode is wrong, and accepts the next', async () => {
  approving = [{ status: 422, body: { message: 'Wrong passcode', code: 422 } }];
  const done = command();
  await page.getByRole('button', { name: /Ibrahim Nasheed/ }).click();
  const passcode = page.getByLabelText('Passcode of Ibrahim Nasheed');
  await passcode.fill('4826');
  await expect.element(page.getByText('Reason is required')).toBeVisible();
  expect(typed()).toEqual([]);
  await page.getByRole('textbox', { name: 'Reason' }).fill('Guest waited');
  await expect.element(passcode).toHaveValue('4826');
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Wrong passcode');
  await expect.element(passcode).toHaveValue('');
  await passcode.fill('4826');
  expect(await done).toEqual({ done: true });
});

it('[R17.3] offers the preset reasons of the approved action', async () => {
  void command().catch(() => undefined);
  await page.getByRole('button', { name: /Ibrahim Nasheed/ }).click();
  await page.getByRole('button', { name: 'Regular guest' }).click();
  await expect.element(page.getByLabelText(/^Reason/)).toHaveValue('Regular guest');
  await page.getByLabelText(/^Passcode of/).fill('4826');
  await vi.waitFor(() => expect(typed()).toMatchObject([{ reason: 'Regular guest' }]));
});

it('[R17.3] waits for the approver’s own device', async () => {
  approving = [{ body: { key, expiresAt, status: 'Pending' } }];
  standing = { body: { key, status: 'Granted' } };
  const done = command('Guest waited');
  await askOnDevice();
  expect(await done).toEqual({ done: true });
});

it('keeps the keyboard in the dialog while the approver is asked, and after a refusal', async () => {
  approving = [{ body: { key, expiresAt, status: 'Pending' } }];
  standing = { body: { key, status: 'Pending' } };
  void command('Guest waited').catch(() => undefined);
  await askOnDevice();
  await expect.element(page.getByRole('status').filter({ hasText: 'Waiting for Ibrahim Nasheed' })).toHaveFocus();
  standing = { body: { key, status: 'Denied' } };
  await expect.element(page.getByText('Ibrahim Nasheed did not approve it')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Choose somebody else' })).toHaveFocus();
});

it('[R17.3] asks who approved last on this device for the passcode at once, and offers to choose somebody else', async () => {
  const first = command('Guest waited');
  await page.getByRole('button', { name: /Ibrahim Nasheed/ }).click();
  await userEvent.keyboard('4826');
  await first;
  const second = command('Guest waited again');
  await expect.element(page.getByLabelText('Passcode of Ibrahim Nasheed')).toBeVisible();
  await page.getByRole('button', { name: 'Choose somebody else' }).click();
  await page.getByRole('button', { name: /Ibrahim Nasheed/ }).click();
  await userEvent.keyboard('4826');
  expect(await second).toEqual({ done: true });
});

it('[R17.3] sends nothing when the approval dialog is closed', async () => {
  const done = command('Guest waited');
  done.catch(() => undefined);
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(done).rejects.toBeInstanceOf(ApprovalDeclined);
});

it('[R17.3] passes on a refusal for another reason', async () => {
  await expect(
    withApproval({ permission: 'bill.void', subjectType: 'Bill', subjectKey: 'b' }, async () => {
      throw new TypeError('away');
    }),
  ).rejects.toThrow('away');
  expect(page.getByRole('dialog').elements()).toHaveLength(0);
});

it('[R17.3] asks the approver on their own device until they answer', async () => {
  waiting = [
    { key, permission: 'bill.void', amount: null, reason: 'Guest left', requestedByName: 'Mariyam Luiza', expiresAt },
  ];
  await open();
  const dialog = page.getByRole('dialog', { name: 'Mariyam Luiza asks for your approval' });
  await expect.element(dialog).toBeVisible();
  await expect.element(dialog.getByText('Guest left')).toBeVisible();
  waiting = [];
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await vi.waitFor(() => expect(page.getByRole('dialog').elements()).toHaveLength(0));
  const sent = server.seen.find(({ path }) => path === '/auth/approval/decide');
  expect(sent?.body).toEqual({ key, granted: true });
});

const cancelled = () => server.seen.filter(({ path }) => path === '/auth/approval/cancel').map(({ body }) => body);
async function askOnTheirDevice() {
  approving = [{ body: { key, expiresAt, status: 'Pending' } }];
  standing = { body: { key, status: 'Pending' } };
  command('Guest waited').catch(() => undefined);
  await askOnDevice();
  await expect.element(page.getByRole('status').filter({ hasText: 'Waiting for Ibrahim Nasheed' })).toBeVisible();
}
const told = () => useApp.getState().notifications.map(({ message }) => message);

it('ends the request on the approver’s device when the dialog is closed or somebody else is chosen', async () => {
  await askOnTheirDevice();
  expect(cancelled()).toEqual([]);
  await page.getByRole('button', { name: 'Choose somebody else' }).click();
  await vi.waitFor(() => expect(cancelled()).toEqual([{ key }]));
  approving = [{ body: { key, expiresAt, status: 'Pending' } }];
  await askOnDevice();
  await expect.element(page.getByRole('status').filter({ hasText: 'Waiting for Ibrahim Nasheed' })).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await vi.waitFor(() => expect(cancelled()).toEqual([{ key }, { key }]));
});

it('ends the request when the page is left or reloaded, in a call that outlives the page', async () => {
  const sent = vi.spyOn(globalThis, 'fetch');
  await askOnTheirDevice();
  window.dispatchEvent(new PageTransitionEvent('pagehide'));
  await vi.waitFor(() => expect(cancelled()).toEqual([{ key }]));
  const call = sent.mock.calls.find(([url]) => String(url).includes('/auth/approval/cancel'));
  expect(call?.[1]).toMatchObject({ method: 'PUT', keepalive: true });
  sent.mockRestore();
});

it('ends no request that was answered', async () => {
  approving = [{ body: { key, expiresAt, status: 'Pending' } }];
  standing = { body: { key, status: 'Granted' } };
  const done = command('Guest waited');
  await askOnDevice();
  expect(await done).toEqual({ done: true });
  await vi.waitFor(() => expect(page.getByRole('dialog').elements()).toHaveLength(0));
  expect(cancelled()).toEqual([]);
});

it('a request that ended disappears from the approver’s device within seconds, and a message says so', async () => {
  waiting = [
    { key, permission: 'bill.void', amount: null, reason: 'Guest left', requestedByName: 'Mariyam Luiza', expiresAt },
  ];
  await open();
  await expect.element(page.getByRole('dialog', { name: 'Mariyam Luiza asks for your approval' })).toBeVisible();
  waiting = [];
  await vi.waitFor(() => expect(page.getByRole('dialog').elements()).toHaveLength(0), { timeout: 5000 });
  expect(told()).toEqual(['Mariyam Luiza no longer asks for your approval']);
});

it('an answer to a request that ended says that it was not used', async () => {
  waiting = [
    { key, permission: 'bill.void', amount: null, reason: 'Guest left', requestedByName: 'Mariyam Luiza', expiresAt },
  ];
  const before = server.handler;
  const message = 'This request has ended. Your answer was not used';
  server.handler = (seen) => {
    if (seen.path !== '/auth/approval/decide') return before(seen);
    waiting = [];
    return { status: 409, body: { message, reason: 'approvalEnded', code: 409 } };
  };
  await open();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await vi.waitFor(() => expect(page.getByRole('dialog').elements()).toHaveLength(0));
  expect(told()).toEqual([message]);
});

const entry = {
  call: 'bill.update',
  author: 'Hassan',
  type: 'Table',
  slot: '3',
  number: 126,
  amount: 10_000,
  voided: 2,
  free: 0,
  repriced: 1,
  reduced: 0,
  discountPercentage: 100,
  discountAmount: null,
  cash: null,
} as const;

it('[R36.17] shows on the till who asks, for which bill, table, items and amount, as the server knows them', async () => {
  const subject = { permission: 'item.void.sent', subjectType: 'Bill', subjectKey: 'b1', itemKeys: ['l1'] } as const;
  void withApproval(subject, () =>
    Promise.reject(new CallError(403, { ...needed, permission: 'item.void.sent', amount: undefined }, '')),
  ).catch(() => undefined);
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText(/^Mariyam Luiza · Table 5 · bill 127 · MVR.118\.80$/)).toBeVisible();
  await expect.element(dialog.getByRole('listitem').getByText('2 × Lagoon Burger')).toBeVisible();
  const asked = server.seen.find(({ path }) => path === '/auth/approval/about');
  expect(asked?.body).toEqual({ ...subject, itemKeys: ['l1'] });
  await page.getByRole('button', { name: /Ibrahim Nasheed/ }).click();
  await expect.element(dialog.getByText('2 × Lagoon Burger')).toBeVisible();
});

it('[R36.17] shows the bill as it is now, also when the same was asked a moment ago', async () => {
  const subject = { permission: 'bill.discount', subjectType: 'Bill', subjectKey: 'b1' } as const;
  const handler = server.handler;
  let total = 950;
  server.handler = (seen) =>
    seen.path === '/auth/approval/about' ? { body: { ...aboutNothing, bill: { ...bill, total } } } : handler(seen);
  const ask = () =>
    void withApproval(subject, () => Promise.reject(new CallError(403, needed, ''))).catch(() => undefined);
  const dialog = page.getByRole('dialog');
  ask();
  await expect.element(dialog.getByText(/· MVR.9\.50$/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  total = 22_239;
  ask();
  await expect.element(dialog.getByText(/· MVR.222\.39$/)).toBeVisible();
});

it('[R36.17] shows on the approver’s device who asks, for which bill, table, items and amount', async () => {
  const asked = { key, permission: 'bill.void', subjectType: 'Bill', subjectKey: 'b1', amount: null, expiresAt };
  waiting = [{ ...asked, reason: 'Guest left', requestedByName: 'Aisha', about: { ...aboutNothing, bill, items } }];
  await open();
  const dialog = page.getByRole('dialog', { name: 'Aisha asks for your approval' });
  await expect.element(dialog.getByText(/^Aisha · Table 5 · bill 127 · MVR.118\.80$/)).toBeVisible();
  await expect.element(dialog.getByText('2 × Lagoon Burger')).toBeVisible();
});

const grown = { percentage: 50, seen: 2500, now: 5000 };
const grownWords = /Discount of 50 %: MVR.25\.00 off when it was given, MVR.50\.00 off now/;

it('[R36.9] [R36.17] names the discount that grew, with both sums, on the till and on the approver’s device', async () => {
  const handler = server.handler;
  server.handler = (seen) =>
    seen.path === '/auth/approval/about' ? { body: { ...about, items: [], grown } } : handler(seen);
  const subject = { permission: 'payment.credit', subjectType: 'Bill', subjectKey: 'b1' } as const;
  const refusal = new CallError(403, { ...needed, amount: 50 }, '');
  void withApproval(subject, () => Promise.reject(refusal)).catch(() => undefined);
  await expect.element(page.getByRole('dialog').getByText(grownWords)).toBeVisible();
  const asked = server.seen.find(({ path }) => path === '/auth/approval/about');
  expect(asked?.body).toMatchObject({ permission: 'bill.discount', amount: 50 });
  await page.getByRole('button', { name: 'Close' }).click();
  const request = { key, permission: 'bill.discount', subjectType: 'Bill', subjectKey: 'b1', amount: 50, expiresAt };
  waiting = [{ ...request, reason: 'Regular', requestedByName: 'Aisha', about: { ...about, items: [], grown } }];
  await open();
  await expect.element(page.getByRole('dialog', { name: /^Aisha/ }).getByText(grownWords)).toBeVisible();
});

it('[R36.9] [R36.16] names the discount that grew at the payment of waiting work that is refused for it', async () => {
  const paying = { ...entry, call: 'bill.pay', voided: 0, repriced: 0, discountPercentage: null, grown };
  const request = {
    key,
    permission: 'bill.discount',
    subjectType: 'Outbox',
    subjectKey: 'd1',
    amount: null,
    expiresAt,
  };
  waiting = [
    { ...request, reason: '1 unsent', requestedByName: 'Aisha', about: { ...aboutNothing, entries: [paying] } },
  ];
  await open();
  await expect.element(page.getByRole('dialog').getByRole('listitem')).toMatchTextContent(grownWords);
});

it('[R36.17] shows a new item with the price that is asked for and that of the menu', async () => {
  const asked = { key, permission: 'price.override', subjectType: 'Bill', subjectKey: 'b1', amount: null, expiresAt };
  const added = [{ key: 'l9', name: 'Garudhiya', qty: 2, amount: 8000, menuAmount: 9000 }];
  waiting = [{ ...asked, reason: 'Agreed', requestedByName: 'Aisha', about: { ...aboutNothing, bill, items: added } }];
  await open();
  const dialog = page.getByRole('dialog', { name: 'Aisha asks for your approval' });
  await expect.element(dialog.getByText('2 × Garudhiya')).toBeVisible();
  await expect.element(dialog.getByText(/^MVR.90\.00 → MVR.80\.00$/)).toBeVisible();
});

it('names on the approver’s device what is done to a printed bill, of which bill and item', async () => {
  const asked = { key, permission: 'bill.lower.printed', subjectType: 'Bill', subjectKey: 'b1', expiresAt };
  const shown = { ...aboutNothing, bill, items, doing: 'item.void.sent' as const };
  waiting = [{ ...asked, amount: 5940, reason: 'Cold', requestedByName: 'Aisha', about: shown }];
  await open();
  const dialog = page.getByRole('dialog', { name: 'Aisha asks for your approval' });
  await expect.element(dialog.getByText('Void an item of a printed bill', { exact: true })).toBeVisible();
  await expect.element(dialog.getByText(/Table 5 · bill 127/)).toBeVisible();
  await expect.element(dialog.getByText('2 × Lagoon Burger')).toBeVisible();
});

it('shows a request on the approver’s device as soon as the server says that there is one', async () => {
  waiting = [];
  await open();
  await vi.waitFor(() => expect(server.seen.some(({ path }) => path === '/auth/approvals/list')).toBe(true));
  const asked = { key, permission: 'bill.void', subjectType: 'Bill', subjectKey: 'b1', amount: null, expiresAt };
  waiting = [{ ...asked, reason: 'Guest left', requestedByName: 'Aisha', about: { ...aboutNothing, bill, items } }];
  emit('approvals', undefined);
  // Well before the next look without a message.
  await expect
    .element(page.getByRole('dialog', { name: 'Aisha asks for your approval' }), { timeout: 5000 })
    .toBeVisible();
});

it('[R36.16] asks on the approver’s device its own question, with every entry and what it lowers', async () => {
  const asked = { key, permission: 'bill.discount', subjectType: 'Outbox', subjectKey: 'd', amount: 5, expiresAt };
  const entries = [
    entry,
    { ...entry, call: 'bill.pay', slot: '4', number: null, amount: 5_000, voided: 0, repriced: 0 },
  ];
  waiting = [{ ...asked, reason: '5 % off a coffee', requestedByName: 'Aisha', about: { ...aboutNothing, entries } }];
  await open();
  const dialog = page.getByRole('dialog', { name: 'Aisha asks for your approval' });
  await expect.element(dialog.getByText('Aisha wants to send this work:')).toBeVisible();
  await expect.element(dialog.getByText('Discount on bills')).not.toBeInTheDocument();
  const rows = () =>
    dialog
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent);
  expect(rows()).toEqual([
    expect.stringMatching(
      /^Save · Table 3 · bill 126Hassan · 2 items voided · 1 price changed · 100 % off the billMVR.100\.00$/,
    ),
    expect.stringMatching(/^Payment · Table 4Hassan · 100 % off the billMVR.50\.00$/),
  ]);
});

const seesWhole = (part: Element): boolean => {
  const { top, bottom, left, right, width } = part.getBoundingClientRect();
  return width > 0 && top >= 0 && left >= 0 && bottom <= innerHeight + 1 && right <= innerWidth + 1;
};

for (const [width, height] of [
  [1280, 800],
  [390, 844],
] as const)
  it(`[R35.26] the approval dialog fits ${width}×${height} whole, with preset reasons, pad and both ways to approve`, async () => {
    await page.viewport(width, height);
    useApp.setState({ settings: [{ key: 'VoidReasons', values: reasons }] });
    approving = [{ status: 422, body: { message: 'Wrong passcode', code: 422 } }];
    void voiding().catch(() => undefined);
    await page.getByRole('button', { name: /Ibrahim Nasheed/ }).click();
    await page.getByRole('button', { name: 'Wrong order' }).click();
    await userEvent.keyboard('4826');
    await expect.element(page.getByRole('alert')).toBeVisible();
    await expect.element(page.getByText('2 × Lagoon Burger')).toBeVisible();
    const dialog = page.getByRole('dialog').element();
    await Promise.all(dialog.getAnimations({ subtree: true }).map((each) => each.finished));
    const parts = [...dialog.querySelectorAll('button, input, [role="alert"]')];
    expect(parts.length).toBeGreaterThan(18);
    expect(parts.filter((part) => !seesWhole(part)).map((part) => part.textContent)).toEqual([]);
    const scrolled = [...dialog.querySelectorAll('*')].filter(({ scrollHeight, clientHeight, tagName }) => {
      return ['DIV', 'FIELDSET'].includes(tagName) && clientHeight > 0 && scrollHeight > clientHeight + 1;
    });
    expect(scrolled.map(({ className }) => className)).toEqual([]);
  });

for (const [width, height] of [
  [1280, 800],
  [1024, 768],
  [820, 1180],
  [390, 844],
] as const)
  it(`[R35.26] the question to hand over 20 bills fits ${width}×${height} whole, says how many, and the list is reached by keyboard`, async () => {
    await page.viewport(width, height);
    const bills = Array.from({ length: 20 }, (_, at) => {
      return { key: `b${at}`, name: `Table ${at + 1} · bill ${1548 + at}`, qty: 0, amount: 10_000 };
    });
    const before = server.handler;
    server.handler = (seen) =>
      seen.path === '/auth/approval/about'
        ? { body: { ...aboutNothing, name: 'Mariyam Luiza', items: bills, to: { id: 9, name: 'Hassan' } } }
        : before(seen);
    const asked = {
      permission: 'bill.transfer.server',
      subjectType: 'Section',
      subjectKey: `section ${width}`,
    } as const;
    void withApproval(asked, () =>
      Promise.reject(new CallError(403, { ...needed, permission: 'bill.transfer.server', amount: undefined }, '')),
    ).catch(() => undefined);
    await page.getByRole('button', { name: /Ibrahim Nasheed/ }).click();
    await expect.element(page.getByText('Mariyam Luiza · 20 bills · to Hassan', { exact: true })).toBeVisible();
    const dialog = page.getByRole('dialog').element();
    await Promise.all(dialog.getAnimations({ subtree: true }).map((each) => each.finished));
    const parts = [...dialog.querySelectorAll('button, input')];
    expect(parts.length).toBeGreaterThan(13);
    expect(parts.filter((part) => !seesWhole(part)).map((part) => part.textContent)).toEqual([]);
    expect(page.getByRole('list', { name: '20 bills' }).element()).toHaveProperty('tabIndex', 0);
    await page.getByRole('button', { name: 'Close' }).click();
    await vi.waitFor(() => expect(page.getByRole('dialog').elements()).toHaveLength(0));
  });

for (const [width, height, saves] of [
  [1280, 800, 8],
  [820, 1180, 8],
  [390, 844, 3],
] as const)
  it(`[R36.16] the question to send waiting work fits ${width}×${height} whole, with each entry, pad and both ways`, async () => {
    await page.viewport(width, height);
    const own = { ...entry, author: 'Mariyam Luiza', voided: 0, repriced: 0, discountPercentage: null };
    const work = Array.from({ length: saves }, (_, at) => ({ ...own, slot: String(5 + at) }));
    const before = server.handler;
    server.handler = (seen) =>
      seen.path === '/auth/approval/about'
        ? {
            body: {
              ...aboutNothing,
              entries: [...work, { ...own, call: 'bill.create', number: null, amount: 0 }, entry],
            },
          }
        : before(seen);
    const sending = {
      permission: 'bill.open',
      subjectType: 'Outbox',
      subjectKey: `d${width}`,
      reason: '5 unsent changes',
    } as const;
    void withApproval(sending, () =>
      Promise.reject(new CallError(403, { ...needed, permission: 'bill.open' }, '')),
    ).catch(() => undefined);
    await page.getByRole('button', { name: /Ibrahim Nasheed/ }).click();
    await expect.element(page.getByRole('list', { name: 'Work to send' })).toBeVisible();
    const dialog = page.getByRole('dialog').element();
    await Promise.all(dialog.getAnimations({ subtree: true }).map((each) => each.finished));
    const parts = [...dialog.querySelectorAll('button, input, li')];
    expect(parts.length).toBeGreaterThan(18);
    expect(parts.filter((part) => !seesWhole(part)).map((part) => part.textContent)).toEqual([]);
    const lists = [...dialog.querySelectorAll('ul')];
    expect(lists.filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1)).toEqual([]);
    const rows = [...dialog.querySelectorAll('li')].map(({ textContent }) => textContent);
    expect(rows[0]).toMatch(/^Save · Table 5 · bill 126MVR.100\.00$/);
    // Nothing to pay yet, and nobody but the person who asks.
    expect(rows[saves]).toBe('Check in · Table 3');
    expect(rows[saves + 1]).toContain('Hassan · 2 items voided');
  });

it('[R35.26] digits of the keyboard go to the passcode at once and after a tap on a preset reason', async () => {
  const done = command();
  await page.getByRole('button', { name: /Ibrahim Nasheed/ }).click();
  await expect.element(page.getByLabelText(/^Passcode of/)).toHaveFocus();
  await userEvent.keyboard('48');
  await page.getByRole('button', { name: 'Regular guest' }).click();
  await expect.element(page.getByLabelText(/^Passcode of/)).toHaveValue('48');
  await userEvent.keyboard('26');
  expect(await done).toEqual({ done: true });
  expect(typed()).toMatchObject([{ reason: 'Regular guest', passcode: '4826' }]);
});

it('[R35.26] a passcode typed before the reason stays, and one tap on a preset reason sends it once', async () => {
  const done = command();
  await page.getByRole('button', { name: /Ibrahim Nasheed/ }).click();
  await userEvent.keyboard('4826');
  await expect.element(page.getByText('Reason is required')).toBeVisible();
  expect(typed()).toEqual([]);
  await expect.element(page.getByLabelText(/^Passcode of/)).toHaveValue('4826');
  await page.getByRole('button', { name: 'Regular guest' }).click();
  expect(await done).toEqual({ done: true });
  expect(typed()).toMatchObject([{ reason: 'Regular guest', passcode: '4826' }]);
});

/** Presses keys in a field, the first one after `startMs`. */
function press(field: HTMLInputElement, keys: readonly string[], startMs: number, gapMs: number): void {
  const start = performance.now() + startMs;
  for (const [index, key] of keys.entries()) {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
    Object.defineProperty(event, 'timeStamp', { value: start + index * gapMs });
    const isTyped = field.dispatchEvent(event) && key !== 'Enter' && field.value.length < 4;
    if (!isTyped) continue;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, field.value + key);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

it('takes a scan during the passcode for no passcode, forgets its digits and says that it was not taken', async () => {
  const done = command('Regular guest');
  await page.getByRole('button', { name: /Ibrahim/ }).click();
  const field = page.getByLabelText(/Passcode of/);
  await expect.element(field).toHaveFocus();
  const tone = vi.spyOn(AudioContext.prototype, 'createOscillator');
  const input = field.element() as HTMLInputElement;
  for (const [at, code] of ['4790123456789', '1234'].entries()) {
    tone.mockClear();
    press(input, [...code, 'Enter'], at * 5000, 5);
    expect(tone).toHaveBeenCalled();
    await expect.element(field).toHaveValue('');
  }
  press(input, [...'2468'], 10_000, 400);
  expect(await done).toEqual({ done: true });
  expect(typed()).toMatchObject([{ passcode: '2468' }]);
});
