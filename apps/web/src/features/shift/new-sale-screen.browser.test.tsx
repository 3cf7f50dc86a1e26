import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useOutbox } from '../../outbox/outbox.ts';
import { startSender } from '../../outbox/sender.ts';
import { useApp } from '../../sync/app-store.ts';
import { businessDayHere } from '../../sync/outlet-time.ts';
import { fakeServer } from '../../sync/testing/fake-server.ts';
import { openTill } from '../../sync/testing/till.ts';
import { watchPresses } from '../../ui/hook/second-press.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { NewSaleScreen } from './new-sale-screen.tsx';

beforeEach(openTill);
afterEach(() => {
  clear();
  vi.unstubAllGlobals();
});

it('starts one shift when Enter is pressed twice while the server is slow', async () => {
  useApp.setState({ shift: null });
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  await showAt('/billing/new-sale', <NewSaleScreen />);
  await page.getByLabelText('Opening balance').fill('500');
  await userEvent.keyboard('{Enter}{Enter}');
  await vi.waitFor(() => expect(useApp.getState().shift).toMatchObject({ openingBalance: 50_000 }));
  expect(useOutbox.getState().entries).toMatchObject([{ kind: 'shift.create', body: { openingBalance: 50_000 } }]);
});

it('dates a shift that starts without the server by the business day of the outlet, where London has another date', async () => {
  const timezone = new Date().getUTCHours() < 11 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati';
  useApp.setState(({ outlet }) => ({
    shift: null,
    outlet: outlet && { ...outlet, timezone, businessDayCutoff: '00:00' },
  }));
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  await showAt('/billing/new-sale', <NewSaleScreen />);
  await page.getByRole('button', { name: 'Start Shift' }).click();
  await vi.waitFor(() => expect(useApp.getState().shift?.date).toBe(businessDayHere()));
  expect(businessDayHere()).not.toBe(new Date().toISOString().slice(0, 10));
});

it('[R35.92] a second press on Start Shift presses nothing of the screen that follows', async () => {
  const stop = watchPresses();
  useApp.setState({ shift: null });
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  await showAt('/billing/new-sale', <NewSaleScreen />);
  await page.getByRole('button', { name: 'Start Shift' }).click();
  await vi.waitFor(() => expect(document.querySelector('[data-second-press]')).not.toBeNull(), { interval: 0 });
  stop();
});

it('[R35.20] a shift that another till started at the same moment leaves nothing that waits here', async () => {
  const server = fakeServer();
  server.handler = ({ path, method }) =>
    path.includes('/shift') && method === 'POST'
      ? { status: 409, body: { message: 'A shift is already open', reason: 'shiftOpen', code: 409 } }
      : undefined;
  vi.stubGlobal('fetch', server.fetch);
  useApp.setState({ shift: null, notifications: [] });
  const stop = startSender();
  await showAt('/billing/new-sale', <NewSaleScreen />);
  await page.getByRole('button', { name: 'Start Shift' }).click();
  const told = () => useApp.getState().notifications.map(({ message }) => message);
  await expect.poll(told).toContain('A shift was already open. It stays open, without the cash you counted here.');
  await expect.poll(() => useOutbox.getState().entries).toEqual([]);
  stop();
});
