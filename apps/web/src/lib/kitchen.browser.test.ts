import type { KitchenTicket } from '@atoll/domain/kitchen/kitchen-ticket';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useApp } from './app-store.ts';
import { emit } from './event.ts';
import { bumpHere, followKitchen, loadKitchen, shownTickets, useKitchen } from './kitchen.ts';
import { kitchenNumber } from './kitchen-number.ts';

const ticket = (key: string, state: KitchenTicket['state'] = 'New'): KitchenTicket => ({
  key,
  number: 1,
  station: 'KITCHEN',
  type: 'Kot',
  kind: 'New',
  state,
  billId: 1,
  billKey: 'b',
  slotType: 'Table',
  slot: '7',
  waiter: 'Aisha',
  covers: 2,
  note: '',
  customer: '',
  lines: [],
  createdAt: '2026-03-04T08:00:00.000Z',
  changedAt: '2026-03-04T08:00:00.000Z',
});

let server: KitchenTicket[] = [];
let isAway = false;
const calls: string[] = [];
const answer = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

beforeEach(() => {
  server = [ticket('a'), ticket('b')];
  isAway = false;
  calls.length = 0;
  useApp.setState({ outletId: 1, features: ['Kitchen'] });
  useKitchen.setState({ outletId: 1, tickets: [], pending: [], isLoaded: false });
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (isAway) throw new TypeError('Failed to fetch');
    const path = new URL(String(input), location.href).pathname;
    if (path.endsWith('/kitchen/tickets')) return answer(200, server);
    if (!path.endsWith('/kitchen/bump')) return answer(200, {});
    const { key, state } = JSON.parse(String(init?.body)) as KitchenTicket;
    calls.push(`${key} ${state}`);
    const known = server.find((each) => each.key === key);
    if (!known) return answer(404, { message: 'This is not here', code: 404, reason: 'notFound' });
    server = server.map((each) => (each.key === key ? { ...each, state } : each));
    return answer(200, { ...known, state });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  useApp.setState({ outletId: null, features: [] });
});

const states = () => {
  const { tickets, pending } = useKitchen.getState();
  return shownTickets(tickets, pending).map((each) => each.state);
};
const pending = () => useKitchen.getState().pending.length;

it('[R2.29] shows a bump at once and sends it', async () => {
  await loadKitchen();
  bumpHere('a', 'Preparing');
  expect(states()).toEqual(['Preparing', 'New']);
  await vi.waitFor(() => expect(pending()).toBe(0));
  expect([calls, states()]).toEqual([['a Preparing'], ['Preparing', 'New']]);
});

it('[R2.29] works on without the network, and sends the bumps in their order when it is back', async () => {
  await loadKitchen();
  isAway = true;
  bumpHere('a', 'Preparing');
  bumpHere('b', 'Ready');
  bumpHere('a', 'Ready');
  await loadKitchen();
  expect([states(), pending()]).toEqual([['Ready', 'Ready'], 3]);
  isAway = false;
  await loadKitchen();
  expect(calls).toEqual(['a Preparing', 'b Ready', 'a Ready']);
  expect([states(), pending()]).toEqual([['Ready', 'Ready'], 0]);
});

it('drops a bump that the server refuses, and goes on with the next', async () => {
  await loadKitchen();
  server = server.filter(({ key }) => key !== 'a');
  bumpHere('a', 'Ready');
  bumpHere('b', 'Served');
  await vi.waitFor(() => expect(pending()).toBe(0));
  await loadKitchen();
  expect(states()).toEqual(['Served']);
});

it('hears of new tickets while somebody follows, and asks nothing where the outlet has no kitchen screen', async () => {
  const stop = followKitchen();
  await vi.waitFor(() => expect(states()).toEqual(['New', 'New']));
  server = [...server, ticket('c')];
  emit('tickets', { action: '' });
  await vi.waitFor(() => expect(states()).toHaveLength(3));
  stop();
  useApp.setState({ features: [] });
  useKitchen.setState({ tickets: [] });
  await loadKitchen();
  expect(states()).toEqual([]);
});

it('knows the number of a ticket as the screen shows it, and none where it is not asked or the server is away', async () => {
  server = [{ ...ticket('a'), number: 12 }];
  expect(await kitchenNumber('a', 'bill-1')).toBe('12');
  expect(await kitchenNumber('other', 'bill-1')).toBeNull();
  useKitchen.setState({ tickets: [] });
  isAway = true;
  expect(await kitchenNumber('a', 'bill-1')).toBeNull();
  isAway = false;
  useApp.setState({ features: [] });
  expect(await kitchenNumber('a', 'bill-1')).toBeNull();
});
