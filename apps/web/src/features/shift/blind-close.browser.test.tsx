import type { ShiftTotals } from '@atoll/domain/contract/bill/shift';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useSession } from '../../session/session.ts';
import { useApp } from '../../sync/app-store.ts';
import { serverJson } from '../../sync/testing/server-answer.ts';
import { openTill, shift } from '../../sync/testing/till.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { CloseShiftScreen } from './close/close-shift-screen.tsx';

let asked: string[] = [];
let sent: Record<string, unknown> = {};
/** The response to the first closing, when it is a refusal. */
let refusal: { body: object; status: number } | null = null;
const refuse = (body: object, status: number) => serverJson({ code: status, ...body }, { status });
const totals = { byMethod: [], total: 0, gross: 0, discount: 0, serviceCharge: 0, gst: 0, bills: 0 };

beforeEach(async () => {
  await openTill();
  asked = [];
  refusal = null;
  const { user } = useSession.getState();
  useSession.setState({ user: user && { ...user, permissions: ['Close Shift', 'shift.close'] } });
  useApp.setState({ settings: [{ key: 'BlindClose', value: 'true' }] });
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { pathname } = new URL(String(input), location.href);
    asked.push(pathname);
    if (pathname.includes('/bis/shift/x/')) return refuse({ message: 'Not permitted', reason: 'forbidden' }, 403);
    if (pathname.includes('/bis/shift/to-count/'))
      return serverJson({ currencies: [{ currency: 'USD', rate: 15.42 }] });
    if (!pathname.endsWith('/bis/shift/close')) return serverJson([]);
    sent = JSON.parse(String(init?.body)) as Record<string, unknown>;
    if (refusal) return refuse(refusal.body, refusal.status);
    return serverJson({
      ...shift,
      isOpen: false,
      z: { number: 4, at: '', totals: totals as unknown as ShiftTotals },
    });
  });
});
afterEach(() => {
  clear();
  vi.restoreAllMocks();
});

const close = () => page.getByRole('button', { name: 'Close Shift', exact: true }).click();
async function count(): Promise<void> {
  await showAt('/billing/shift/close', <CloseShiftScreen />);
  await page.getByLabelText('Counted cash').fill('500');
  await page.getByLabelText('Counted USD').fill('4');
}

it('[R35.19] counts and closes blind with shift.close alone, without asking for or showing what is expected', async () => {
  await count();
  expect(page.getByText('Expected', { exact: false }).elements()).toEqual([]);
  expect(page.getByText('Difference', { exact: false }).elements()).toEqual([]);
  expect(page.getByRole('button', { name: 'X report' }).elements()).toEqual([]);
  await close();
  await expect.element(page.getByText('Z report 4').first()).toBeVisible();
  expect(sent['counted']).toEqual([
    { method: 'Cash', amount: 50_000 },
    { method: 'Cash USD', amount: 6168 },
  ]);
  expect(asked.filter((path) => path.includes('/shift/x/'))).toEqual([]);
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
