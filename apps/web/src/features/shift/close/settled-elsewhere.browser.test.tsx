import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useConnection } from '../../../api/connection.ts';
import { emit } from '../../../api/event.ts';
import { useSession } from '../../../session/session.ts';
import { useApp } from '../../../sync/app-store.ts';
import { serverJson } from '../../../sync/testing/server-answer.ts';
import { openTill } from '../../../sync/testing/till.ts';
import { clear, showAt } from '../../../ui/hook/testing.tsx';
import { CloseShiftScreen } from './close-shift-screen.tsx';

const delivery = {
  key: 'd',
  type: 'Delivery',
  slot: '1',
  total: 5400,
  createdByName: 'Mariyam',
  items: [{ key: 'i' }],
};
let active: unknown[] = [];
/** The responses with the open bills wait for this. */
let gate = Promise.resolve();

beforeEach(async () => {
  await openTill();
  await page.viewport(1280, 800);
  const { user } = useSession.getState();
  useSession.setState({ user: user && { ...user, permissions: ['Close Shift', 'shift.close', 'bill.pay'] } });
  useApp.setState({ settings: [{ key: 'BlindClose', value: 'true' }] });
  active = [delivery];
  gate = Promise.resolve();
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    const path = String(url);
    if (path.includes('/bis/bills/active')) {
      const now = active;
      await gate;
      return serverJson(now);
    }
    return serverJson(path.includes('/bis/shift/to-count/') ? { currencies: [] } : []);
  });
});
afterEach(() => {
  clear();
  useConnection.setState({ waiting: 0 });
  vi.restoreAllMocks();
});

const settle = () => page.getByRole('link', { name: 'Settle' });

/** Shows the screen, which a person leaves and opens again inside the app. */
function Opened() {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Leave' : 'Come back'}
      </button>
      {isOpen && <CloseShiftScreen />}
    </>
  );
}

it('[R35.3] never offers to settle a delivery again that was settled before the screen was opened again', async () => {
  await showAt('/', <Opened />);
  await expect.element(settle()).toBeVisible();
  await page.getByRole('button', { name: 'Leave' }).click();
  const slow = Promise.withResolvers<undefined>();
  active = [];
  gate = slow.promise as never;
  await page.getByRole('button', { name: 'Come back' }).click();
  await expect.element(page.getByRole('heading', { name: 'Close Shift' })).toBeVisible();
  expect(settle().elements()).toEqual([]);
  slow.resolve(undefined);
  await expect.element(page.getByLabelText('Counted cash')).toBeVisible();
  expect(settle().elements()).toEqual([]);
});

it.each([
  ['another till settles it', () => emit('billChanged', { id: 4 })],
  ['the payment of this till arrives', () => useConnection.setState({ waiting: 0 })],
])('[R35.3] no longer lists a delivery as open as soon as %s', async (_when, happens) => {
  useConnection.setState({ waiting: 1 });
  await showAt('/', <CloseShiftScreen />);
  await expect.element(settle()).toBeVisible();
  active = [];
  happens();
  await vi.waitFor(() => expect(settle().elements()).toEqual([]), { timeout: 3000 });
});

it('says that the shift is closed when another till closes it while the drawer is counted', async () => {
  await showAt('/', <CloseShiftScreen />);
  await page.getByLabelText('Counted cash').fill('514.82');
  useApp.setState({ shift: null });
  await expect.element(page.getByRole('heading', { name: 'This shift is closed' })).toBeVisible();
  await expect.element(page.getByText(/^It was closed on another till/)).toBeVisible();
});

it('says that a shift which was started without the server is still being sent, not that the server is missing', async () => {
  const found = vi.mocked(fetch).getMockImplementation();
  vi.mocked(fetch).mockImplementation((url, init) =>
    String(url).includes('/bis/shift/to-count/')
      ? Promise.resolve(serverJson({ message: 'Not found', code: 404, reason: 'notFound' }, { status: 404 }))
      : (found?.(url, init) as Promise<Response>),
  );
  useApp.setState(({ shift }) => ({ shift: shift && { ...shift, id: 0 } }));
  useConnection.setState({ waiting: 3 });
  await showAt('/', <CloseShiftScreen />);
  await expect.element(page.getByText(/^3 changes are still being sent/)).toBeVisible();
});
