import type { KitchenTicket } from '@atoll/domain/kitchen/kitchen-ticket';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useConnection } from '../api/connection.ts';
import { emit } from '../api/event.ts';
import { kitchenNumber } from '../printing/kitchen-number.ts';
import { useSession } from '../session/session.ts';
import { useApp } from '../sync/app-store.ts';
import { serverResponse } from '../sync/testing/server-answer.ts';
import { bumpHere, followKitchen, loadKitchen, shownTickets, useKitchen } from './kitchen.ts';

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
  createdAt: now(),
  changedAt: now(),
});

let server: KitchenTicket[] = [];
let isAway = false;
const calls: string[] = [];
/** The queries of the ticket requests. */
const asked: Record<string, string>[] = [];
const answer = (status: number, body: unknown) =>
  serverResponse(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', date: new Date().toUTCString() },
  });
let stop: () => void = () => undefined;
const now = () => new Date().toISOString();

beforeEach(async () => {
  server = [ticket('a'), ticket('b')];
  isAway = false;
  calls.length = 0;
  asked.length = 0;
  // Nobody who would have to sign in again first, and no outage, of another file.
  useSession.setState({ user: null, isLocked: false });
  useConnection.setState({ isOnline: true });
  useApp.setState({ outletId: 1, features: ['Kitchen'] });
  useKitchen.setState({ outletId: 1, tickets: [], pending: [], isLoaded: false });
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (isAway) throw new TypeError('Failed to fetch');
    const path = new URL(String(input), location.href).pathname;
    if (path.endsWith('/kitchen/tickets')) {
      const query = new URL(String(input), location.href).searchParams;
      asked.push(Object.fromEntries(query));
      const since = Number(query.get('since') ?? 0);
      const bill = query.get('bill');
      const wanted = server.filter(
        ({ billKey, changedAt }) => Date.parse(changedAt) >= since && (bill === null || billKey === bill),
      );
      return answer(200, wanted);
    }
    if (!path.endsWith('/kitchen/bump')) return answer(200, {});
    const { key, state } = JSON.parse(String(init?.body)) as KitchenTicket;
    calls.push(`${key} ${state}`);
    const known = server.find((each) => each.key === key);
    if (!known) return answer(404, { message: 'Not found', code: 404, reason: 'notFound' });
    server = server.map((each) => (each.key === key ? { ...each, state, changedAt: now() } : each));
    return answer(200, { ...known, state });
  });
  stop = followKitchen();
  await vi.waitUntil(() => useKitchen.getState().isLoaded);
});
afterEach(async () => {
  stop();
  // Tickets are dropped when no screen shows them.
  useKitchen.setState({ tickets: [ticket('last')] });
  await vi.waitUntil(() => useKitchen.getState().tickets.length === 0);
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

it('[R2.29] keeps bumps without the network and sends them in order when it returns', async () => {
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

it('drops a bump that the server refuses and sends the next', async () => {
  await loadKitchen();
  server = server.filter(({ key }) => key !== 'a');
  bumpHere('a', 'Ready');
  bumpHere('b', 'Served');
  await vi.waitFor(() => expect(pending()).toBe(0));
  await loadKitchen();
  expect(states()).toEqual(['New', 'Served']);
});

it('loads new tickets while a screen follows, and nothing where the outlet has no kitchen screen', async () => {
  expect(states()).toEqual(['New', 'New']);
  server = [...server, ticket('c')];
  emit('tickets', { action: '' });
  await vi.waitFor(() => expect(states()).toHaveLength(3));
  stop();
  useApp.setState({ features: [] });
  useKitchen.setState({ tickets: [] });
  await loadKitchen();
  expect(states()).toEqual([]);
});

it('[R2.29] fetches a new ticket without a wait, and once for several that follow it', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  /** Returns how long the till waits before it fetches, of several changes at once. */
  const waits = () => {
    timers.mockClear();
    for (const _ of [1, 2, 3]) emit('tickets', { action: '' });
    return timers.mock.calls.map(([, ms]) => ms ?? 0);
  };
  const fetched = async () => {
    const before = asked.length;
    return vi.waitUntil(() => asked.length > before);
  };
  const idleAt = performance.now() + 400;
  await vi.waitUntil(() => performance.now() > idleAt);
  expect(waits()).toEqual([0]);
  await fetched();
  const [wait, ...others] = waits();
  expect(others).toEqual([]);
  expect(wait).toBeLessThanOrEqual(150);
  await fetched();
});

it('returns a ticket’s number as the kitchen screen shows it, and none without a kitchen screen or server', async () => {
  server = [{ ...ticket('a'), number: 12 }];
  expect(await kitchenNumber('a', 'b')).toBe('12');
  expect(await kitchenNumber('other', 'b')).toBeNull();
  useKitchen.setState({ tickets: [] });
  isAway = true;
  expect(await kitchenNumber('a', 'b')).toBeNull();
  isAway = false;
  useApp.setState({ features: [] });
  expect(await kitchenNumber('a', 'b')).toBeNull();
});

it('[R35.90] fetches changes since the last answer, and everything after a long gap', async () => {
  expect(asked).toEqual([{}]);
  server = [...server, ticket('c')];
  await loadKitchen();
  const since = Number(asked[1]?.['since']);
  expect(since).toBeGreaterThan(Date.now() - 20_000);
  expect(states()).toHaveLength(3);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 21 * 60_000 });
  try {
    server = server.slice(1);
    await loadKitchen();
  } finally {
    vi.useRealTimers();
  }
  expect(asked[2]).toEqual({});
  expect(states()).toHaveLength(2);
});

it('[R35.90] fetches and keeps only the tickets of the bill that a till shows', async () => {
  stop();
  await vi.waitUntil(() => useKitchen.getState().tickets.length === 0);
  server = [ticket('a'), { ...ticket('x'), billKey: 'other' }];
  asked.length = 0;
  stop = followKitchen('other');
  await vi.waitFor(() => expect(useKitchen.getState().tickets.map(({ key }) => key)).toEqual(['x']));
  expect(asked).toEqual([{ bill: 'other' }]);
  const next = followKitchen('b');
  stop();
  stop = next;
  await vi.waitFor(() => expect(useKitchen.getState().tickets.map(({ key }) => key)).toEqual(['a']));
  expect(localStorage.getItem('atoll.kitchen')).not.toContain('"x"');
});

it('[R35.90] drops tickets served half an hour ago or left from yesterday', async () => {
  const at = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  server = [
    { ...ticket('c', 'Served'), createdAt: at(2), changedAt: at(1) },
    { ...ticket('d'), createdAt: at(19), changedAt: at(19) },
    ticket('e'),
  ];
  stop();
  await vi.waitUntil(() => useKitchen.getState().tickets.length === 0);
  stop = followKitchen();
  await vi.waitFor(() => expect(useKitchen.getState().tickets.map(({ key }) => key)).toEqual(['e']));
});

it('[R35.90] drops the tickets of an outlet opened while they were shown, once no screen shows them', async () => {
  useApp.setState({ outletId: 2 });
  await vi.waitUntil(() => useKitchen.getState().outletId === 2 && useKitchen.getState().tickets.length === 2);
  stop();
  await vi.waitUntil(() => useKitchen.getState().tickets.length === 0);
  stop = followKitchen();
});
