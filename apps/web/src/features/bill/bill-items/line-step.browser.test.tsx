import type { Bill } from '@atoll/domain/bill/bill';
import type { KitchenTicket } from '@atoll/domain/kitchen/kitchen-ticket';
import type { Outlet } from '@atoll/domain/outlet/outlet';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { useBills } from '../../../bills/bills.ts';
import { useKitchen } from '../../../kitchen/kitchen.ts';
import { useTickets } from '../../../printing/kept-tickets.ts';
import { retryByItself } from '../../../printing/tickets.ts';
import { useApp } from '../../../sync/app-store.ts';
import { fakeServer } from '../../../sync/testing/fake-server.ts';
import { burger, juice, openTill } from '../../../sync/testing/till.ts';
import { clear, showAt } from '../../../ui/hook/testing.tsx';
import { BillWork } from '../bill-work.tsx';

const place = { type: 'Table', slot: '4' } as const;
const bill = () => Object.values(useBills.getState().bills).find((one) => one.slot === '4') as Bill;
const lines = () => page.getByRole('list', { name: 'Items on the bill' }).getByRole('listitem');
const said = (name: string) => lines().filter({ hasText: name });
const step = /(Queued|Accepted|On paper|Seen|Ready|Served) \d\d:\d\d/;
let server = fakeServer();

beforeEach(async () => {
  await page.viewport(1280, 800);
  server = fakeServer();
  globalThis.fetch = server.fetch;
  await openTill();
  await useBills.getState().checkIn('Table', '4');
});
afterEach(() => {
  clear();
  useApp.setState({ features: [] });
  useKitchen.setState({ tickets: [], pending: [] });
});

async function save(): Promise<void> {
  useBills.getState().addItem(bill().key, { menuItem: burger, size: burger.sizes[0] as never });
  await showAt('/billing/new/Table/4', <BillWork outlet={useApp.getState().outlet as Outlet} place={place} />);
  await expect.element(said('Lagoon Burger')).toBeVisible();
  expect(said('Lagoon Burger').element().textContent).not.toMatch(step);
  await useBills.getState().save(bill().key);
}

const shown = (part: Partial<KitchenTicket>) => {
  const line = { key: bill().items[0]?.key, name: 'Lagoon Burger', qty: 1, notes: [], modifiers: [], isVoid: false };
  const createdAt = new Date().toISOString();
  const ticket = { key: 't', kind: 'New', state: 'New', billKey: bill().key, lines: [line], createdAt };
  useKitchen.setState({ outletId: 1, tickets: [{ ...ticket, changedAt: createdAt, ...part } as never] });
};

it('[R23.25] a saved item says how far it is, and since when: accepted until the printer confirms, then on paper, seen, ready, served', async () => {
  const message = 'Paper is out';
  server.printer = () => ({ status: 202, body: { jobId: 'j', state: 'waiting', printer: 'Kitchen', message } });
  await save();
  await expect.element(said('Lagoon Burger').getByText(/^Accepted \d\d:\d\d$/)).toBeVisible();
  server.printer = () => ({ body: { jobId: 'j', state: 'printed', printer: 'Kitchen' } });
  await retryByItself(useTickets.getState().tickets[0]?.key ?? '');
  await expect.element(said('Lagoon Burger').getByText(/^On paper \d\d:\d\d$/)).toBeVisible();
  shown({ seenAt: '2026-03-04T08:05:00.000Z' });
  await expect.element(said('Lagoon Burger').getByText('Seen 13:05')).toBeVisible();
  shown({ state: 'Ready', readyAt: '2026-03-04T08:09:00.000Z' });
  await expect.element(said('Lagoon Burger').getByText('Ready 13:09')).toBeVisible();
  shown({ state: 'Served', servedAt: '2026-03-04T08:11:00.000Z' });
  await expect.element(said('Lagoon Burger').getByText('Served 13:11')).toBeVisible();
});

it.each([
  ['cannot confirm', undefined],
  ['did not confirm', 'not_confirmed'],
])('[R23.25] a printer that %s it leaves an item accepted', async (_what, reason) => {
  const body = { jobId: 'j', state: 'sent', printer: 'Kitchen', duplicate: false, confirmed: false };
  server.printer = () => ({ body: { ...body, ...(reason && { reason, message: 'x' }) } });
  await save();
  await expect.element(said('Lagoon Burger').getByText(/^Accepted \d\d:\d\d$/)).toBeVisible();
  expect(said('Lagoon Burger').element().textContent).not.toContain('On paper');
});

it('an item without a ticket says nothing, and a new one asks for no call', async () => {
  const nothing = { ...juice, type: 'NA' as const };
  useBills.getState().addItem(bill().key, { menuItem: nothing, size: juice.sizes[0] as never });
  await showAt('/billing/new/Table/4', <BillWork outlet={useApp.getState().outlet as Outlet} place={place} />);
  await useBills.getState().save(bill().key);
  await expect.element(page.getByText('Not saved yet')).not.toBeInTheDocument();
  await expect.element(said('Lime Juice')).toBeVisible();
  expect(said('Lime Juice').element().textContent).not.toMatch(step);
  const calls = server.seen.length;
  useBills.getState().addItem(bill().key, { menuItem: burger, size: burger.sizes[0] as never });
  await expect.element(said('Lagoon Burger')).toBeVisible();
  expect(said('Lagoon Burger').element().textContent).not.toMatch(step);
  expect(server.seen.length).toBe(calls);
});
