import type { Bill } from '@atoll/domain/bill/bill';
import { joinSlots } from '@atoll/domain/bill/split/join';
import { newPlace } from '@atoll/domain/outlet/floor/floor-plan';
import type { Outlet } from '@atoll/domain/outlet/outlet';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useConnection } from '../../api/connection.ts';
import { freeSlot } from '../../bill/free-slot.ts';
import { useBills } from '../../bills/bills.ts';
import { billSent } from '../../outbox/outbox.ts';
import { startSender } from '../../outbox/sender.ts';
import { useSession } from '../../session/session.ts';
import { useApp } from '../../sync/app-store.ts';
import { type FakeServer, fakeServer } from '../../sync/testing/fake-server.ts';
import { burger, openTill } from '../../sync/testing/till.ts';
import { clear, showAt } from '../../ui/hook/testing.tsx';
import { BillWork } from './bill-work.tsx';
import { FloorScreen } from './floor/floor-screen.tsx';

const noPlan = { version: 0, sections: [], places: [] };
const stopSender = startSender();
let server: FakeServer;
beforeEach(async () => {
  server = fakeServer();
  globalThis.fetch = server.fetch;
  await openTill();
  useSession.setState(({ user }) => ({
    user: user && { ...user, permissions: [...user.permissions, 'bill.transfer'] },
  }));
  await page.viewport(1280, 800);
});
afterEach(() => {
  useApp.setState({ floor: noPlan });
  clear();
});
afterAll(() => stopSender());

const drawPlaces = (slots: readonly string[]) =>
  useApp.setState({
    floor: { version: 1, sections: [], places: slots.map((slot) => newPlace('Table', slot, [])) },
  });

async function savedBill(slot: string): Promise<string> {
  const opened = await useBills.getState().checkIn('Table', slot);
  if (!opened.ok) throw new Error(opened.refusal.message);
  const { key } = opened.value;
  useBills.getState().addItem(key, { menuItem: burger });
  await useBills.getState().save(key);
  expect(await billSent(key, 5000)).toBe(true);
  return key;
}

/** Joins slots as the server does. */
const joining: FakeServer['handler'] = ({ path, body }) => {
  if (path !== '/bis/bill/join') return undefined;
  const { billId, slots } = body as { billId: string; slots: string[] };
  const joined = joinSlots(server.bills.get(billId) as Bill, slots);
  if (!joined.ok) throw new Error(joined.refusal.message);
  server.bills.set(billId, joined.value);
  return { body: joined.value };
};

it('[R23.8] joins free places in the bill’s actions, shows them on the floor also without the server, and takes them apart', async () => {
  server.handler = joining;
  drawPlaces(['1', '2', '3', '4']);
  await savedBill('1');
  await savedBill('4');
  const place = { type: 'Table', slot: '1' } as const;
  await showAt('/billing/new/Table/1', <BillWork outlet={useApp.getState().outlet as Outlet} place={place} />);
  const action = page.getByRole('button', { name: 'Join tables', exact: true });
  await action.click();
  const dialog = page.getByRole('dialog', { name: 'Join tables' });
  await expect.element(dialog.getByRole('button', { name: 'Table 4, Taken' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Table 2, Free' }).click();
  await dialog.getByRole('button', { name: 'Table 3, Free' }).click();
  await dialog.getByRole('button', { name: 'Join tables', exact: true }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading', { name: /^Table 1 \+ 2 \+ 3/ })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Table 2, With Table 1' })).toBeVisible();
  expect(await useBills.getState().checkIn('Table', '2')).toMatchObject({ ok: false });
  expect(freeSlot('Table')).not.toBe('2');

  server.network = 'dead';
  useConnection.setState({ isOnline: false });
  clear();
  await showAt('/billing/floor', <FloorScreen />);
  const shared = page.getByRole('button', { name: 'Table 3, With Table 1', exact: true });
  await expect.element(shared).toBeVisible();
  clear();
  const there = { type: 'Table', slot: '3' } as const;
  await showAt('/billing/new/Table/3', <BillWork outlet={useApp.getState().outlet as Outlet} place={there} />);
  await expect.element(page.getByRole('heading', { name: /^Table 1 \+ 2 \+ 3/ })).toBeVisible();
  await action.click();
  await expect.element(dialog.getByRole('button', { name: 'Take apart' })).toBeDisabled();
  await expect.element(dialog.getByText('This needs the server. Try again when you are online.')).toBeVisible();

  server.network = 'fine';
  useConnection.setState({ isOnline: true });
  await dialog.getByRole('button', { name: 'Take apart' }).click();
  await vi.waitFor(() => expect(Object.values(useBills.getState().bills).filter((one) => one.joinedSlots)).toEqual([]));
  await expect.element(page.getByRole('button', { name: 'Table 2, Free' })).toBeVisible();
});

it('names the joined tables below the items of a phone', async () => {
  server.handler = joining;
  await page.viewport(390, 844);
  drawPlaces(['1', '2', '3']);
  const key = await savedBill('1');
  expect(await useBills.getState().join(key, ['2', '3'])).toMatchObject({ ok: true });
  const place = { type: 'Table', slot: '3' } as const;
  await showAt('/billing/new/Table/3', <BillWork outlet={useApp.getState().outlet as Outlet} place={place} />);
  await expect.element(page.getByRole('heading', { name: 'Table 1 + 2 + 3', exact: true })).toBeVisible();
});

it('offers no joining where nobody drew a floor plan', async () => {
  useApp.setState({ floor: noPlan });
  await savedBill('1');
  const place = { type: 'Table', slot: '1' } as const;
  await showAt('/billing/new/Table/1', <BillWork outlet={useApp.getState().outlet as Outlet} place={place} />);
  await expect.element(page.getByRole('button', { name: 'Transfer', exact: true })).toBeVisible();
  expect(page.getByRole('button', { name: 'Join tables' }).elements()).toHaveLength(0);
});
