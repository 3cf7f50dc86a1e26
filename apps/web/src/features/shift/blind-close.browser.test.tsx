import type { ShiftTotals } from '@atoll/domain/contract/bill/shift';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useAskedApproval } from '../../approval/approval.ts';
import { useSession } from '../../session/session.ts';
import { useApp } from '../../sync/app-store.ts';
import { serverJson } from '../../sync/testing/server-answer.ts';
import { openTill, shift } from '../../sync/testing/till.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { CloseShiftScreen } from './close/close-shift-screen.tsx';

let toCount: readonly { readonly currency: string; readonly rate: number }[];
let tills: readonly object[];
let asked: string[] = [];
/** What was sent to the print server. */
let slips: string[] = [];
let sent: Record<string, unknown> = {};
/** The response to the first closing, when it is a refusal. */
let refusal: { body: object; status: number } | null = null;
const refuse = (body: object, status: number) => serverJson({ code: status, ...body }, { status });
const none = { count: 0, amount: 0 };
const totals: ShiftTotals = {
  bills: 1,
  covers: 2,
  gross: 5000,
  discount: 0,
  serviceCharge: 500,
  gst: 440,
  rounding: 0,
  tip: 0,
  total: 5940,
  voids: none,
  comps: none,
  refunds: none,
  byMethod: [{ method: 'Cash', count: 1, amount: 5940 }],
  byType: [],
  byCurrency: [{ currency: 'USD', units: 400, amount: 6168 }],
  gstByRate: [],
  cashIn: 0,
  cashOut: 0,
  expectedCash: 56_789,
  firstInvoice: null,
  lastInvoice: null,
};
const closing = {
  counted: [{ method: 'Cash', amount: 50_000 }],
  expected: [{ method: 'Cash', amount: 56_789 }],
  difference: -6789,
  differenceReason: '',
  denominations: [],
  note: '',
  carried: 0,
};

beforeEach(async () => {
  await page.viewport(1280, 800);
  await openTill();
  toCount = [{ currency: 'USD', rate: 15.42 }];
  tills = [];
  asked = [];
  slips = [];
  refusal = null;
  const { user } = useSession.getState();
  useSession.setState({ user: user && { ...user, permissions: ['Close Shift', 'shift.close'] } });
  useApp.setState({ settings: [{ key: 'BlindClose', value: 'true' }] });
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { pathname } = new URL(String(input), location.href);
    asked.push(pathname);
    if (pathname === '/print') {
      slips.push(String(init?.body));
      return serverJson({ jobId: 'j', state: 'printed', printer: 'Front', duplicate: false, confirmed: true });
    }
    if (pathname.includes('/bis/shift/x/')) return refuse({ message: 'Not permitted', reason: 'forbidden' }, 403);
    if (pathname.includes('/bis/shift/to-count/')) return serverJson({ currencies: toCount });
    if (pathname.includes('/bis/shift/tills/')) return serverJson(tills);
    if (!pathname.endsWith('/bis/shift/close')) return serverJson([]);
    sent = JSON.parse(String(init?.body)) as Record<string, unknown>;
    if (refusal) return refuse(refusal.body, refusal.status);
    return serverJson({
      ...shift,
      isOpen: false,
      createdAt: '2026-03-10T07:00:00.000Z',
      closedAt: '2026-03-10T15:00:00.000Z',
      createdByName: 'Aisha',
      closedByName: 'Aisha',
      openingBalance: 50_000,
      cash: [],
      closing,
      z: { number: 4, at: '', totals },
    });
  });
});
afterEach(() => {
  clear();
  vi.restoreAllMocks();
});

/** Shows what the approval dialog would ask for. */
function Asked() {
  return <p>Asked: {useAskedApproval()?.permission}</p>;
}
const close = () => page.getByRole('button', { name: 'Close Shift', exact: true }).click();
async function count(): Promise<void> {
  await showAt(
    '/billing/shift/close',
    <>
      <CloseShiftScreen />
      <Asked />
    </>,
  );
  await page.getByLabelText('Counted cash').fill('500');
  await page.getByLabelText('Counted USD').fill('4');
}

it('[R35.19] counts and closes blind with shift.close alone, without asking for or showing what is expected', async () => {
  await count();
  await expect.element(page.getByText(/^Count what is in the drawer\./)).toBeVisible();
  expect(page.getByText('Expected', { exact: false }).elements()).toEqual([]);
  expect(page.getByText('Difference', { exact: false }).elements()).toEqual([]);
  expect(page.getByRole('button', { name: 'X report' }).elements()).toEqual([]);
  await close();
  await expect.element(page.getByText('Z report 4').first()).toBeVisible();
  expect(sent['counted']).toEqual([
    { method: 'Cash', amount: 50_000 },
    { method: 'Cash USD', amount: 6168, units: 400 },
  ]);
  expect(asked.filter((path) => path.includes('/shift/x/'))).toEqual([]);
});

it('[R35.19] hides the difference and the expected cash on the Z report of a blind close, on the screen and on paper', async () => {
  await count();
  await close();
  await page.getByRole('button', { name: 'Z report 4' }).click();
  const report = page.getByRole('dialog', { name: 'Z report 4' });
  await expect.element(report.getByText('Counted cash · Cash')).toBeVisible();
  for (const hidden of ['Difference', 'Expected', '567.89', '67.89', 'Cash (1)', 'USD'])
    expect(
      page
        .getByText(hidden, { exact: false })
        .elements()
        .map((one) => one.textContent),
    ).toEqual([]);
  useApp.setState({ settings: [...useApp.getState().settings, { key: 'BillPrinter', value: 'Front' }] });
  await report.getByRole('button', { name: 'Print' }).click();
  await expect.poll(() => slips.length).toBe(1);
  expect(slips[0]).toContain('Counted');
  for (const hidden of ['Difference', 'Expected', '567.89', '67.89', 'USD']) expect(slips[0]).not.toContain(hidden);
});

it('[R35.19] asks for a reason when a blind close needs one', async () => {
  refusal = { body: { message: 'A reason is needed', reason: 'reasonMissing' }, status: 422 };
  await count();
  expect(page.getByLabelText('Reason for the difference').elements()).toEqual([]);
  await close();
  await page.getByLabelText('Reason for the difference').fill('Change was short');
  refusal = null;
  await close();
  await expect.element(page.getByText('Z report 4').first()).toBeVisible();
  expect(sent['differenceReason']).toBe('Change was short');
});

it.each([
  [1280, 800],
  [1024, 768],
])(
  'shows the count, its number pad and Close Shift at %i × %i without scrolling, whatever else is to be known',
  async (width, height) => {
    await page.viewport(width, height);
    tills = [1, 2, 3].map((device) => ({
      deviceId: `d${device}`,
      number: device,
      userName: 'Hassan',
      heardAt: '2026-03-04T13:40:00.000Z',
      isSilent: true,
      waiting: 0,
      amount: 0,
    }));
    toCount = [];
    await showAt(
      '/billing/shift/close',
      // Below the top bar and beside the sidebar.
      <div style={{ position: 'fixed', inset: '60px 0 0 84px', overflow: 'auto' }}>
        <CloseShiftScreen />
      </div>,
    );
    await expect.element(page.getByRole('region', { name: 'Other devices' })).toBeVisible();
    const button = page.getByRole('button', { name: 'Close Shift', exact: true });
    expect(button.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(height);
  },
);

it('[R2.11] asks for an approval before a shift of somebody else is closed, and says so before the count', async () => {
  const { user } = useSession.getState();
  if (!user) throw new Error('Nobody is signed in');
  const signIn = (approvable: readonly string[]) => {
    const claims = btoa(JSON.stringify({ Permission: user.permissions, Approval: approvable, pv: 2 }));
    useSession.setState({ user: { ...user, token: `h.${claims}.s` } });
  };
  useApp.setState({ shift: { ...shift, createdBy: 99, createdByName: 'Mariyam' } });
  signIn([]);
  await count();
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Mariyam started this shift. Only they or a manager can close it.');
  await expect.element(page.getByRole('button', { name: 'Close Shift', exact: true })).toBeDisabled();
  clear();

  signIn(['shift.closeOther']);
  refusal = {
    body: { message: 'Needs approval', reason: 'approvalNeeded', permission: 'shift.closeOther' },
    status: 403,
  };
  await count();
  await expect.element(page.getByText('Mariyam started this shift. Closing it needs an approval.')).toBeVisible();
  await close();
  await expect.element(page.getByText('Asked: shift.closeOther')).toBeVisible();
});
