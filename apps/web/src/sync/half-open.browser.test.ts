/**
 * Tests of a half-open connection, which accepts every call and answers none. Queues give up after their limit, everything that a person waits for
 * goes on waiting; all continue when the connection works again.
 */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answerWithinMs } from '../api/api.ts';
import { reportServer } from '../api/server-reachable.ts';
import { useBills } from '../bills/bills.ts';
import { activeDeliveries, deliveryZones } from '../bills/delivery.ts';
import { bumpHere, followKitchen, loadKitchen, useKitchen } from '../kitchen/kitchen.ts';
import { printOrigin } from '../printing/print-address.ts';
import { handToStation, serveOthers } from '../printing/print-station.ts';
import { useSession } from '../session/session.ts';
import { useApp } from './app-store.ts';
import { disconnect, follow } from './live.ts';
import { loadNotices } from './notices.ts';
import { fakeServer } from './testing/fake-server.ts';
import { openTill, signedIn } from './testing/till.ts';

const server = fakeServer();
let isHalfOpen = false;
/** Unanswered calls by path, and whether they were aborted. */
let asked: { path: string; isOver: boolean }[] = [];

function never(path: string, signal: AbortSignal | null | undefined): Promise<Response> {
  const one = { path, isOver: false };
  asked.push(one);
  return new Promise((_, reject) =>
    signal?.addEventListener('abort', () => {
      one.isOver = true;
      reject(signal.reason as Error);
    }),
  );
}

beforeEach(async () => {
  await openTill();
  useApp.setState({ features: ['Kitchen'] });
  isHalfOpen = true;
  asked = [];
  globalThis.fetch = (input, init) => {
    const path = String(input);
    if (!isHalfOpen || path.startsWith(printOrigin())) return server.fetch(input, init);
    return never(path, init?.signal);
  };
  const limits = AbortSignal.timeout.bind(AbortSignal);
  // The same time limits, a hundred times shorter.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => limits(ms / 100));
});
afterEach(async () => {
  await disconnect();
  vi.restoreAllMocks();
});

async function shownKitchen(): Promise<void> {
  const stop = followKitchen();
  await loadKitchen();
  stop();
}

const app = () => useApp.getState();
const roads: readonly (readonly [name: string, path: string, go: () => Promise<unknown>])[] = [
  ['a job for the print station', '/print', () => handToStation({ jobKey: 'j' } as never)],
];

it.each(roads)('[R18.1] [R18.22] %s: gives up on a line that is half-open', async (_name, path, go) => {
  const startedAt = performance.now();
  await go().catch(() => undefined);
  expect(performance.now() - startedAt).toBeLessThan(answerWithinMs / 10);
  const own = asked.filter((one) => one.path.includes(path));
  expect(own).not.toEqual([]);
  expect(own.every(({ isOver }) => isOver)).toBe(true);
});

const patient: readonly (readonly [name: string, path: string, go: () => Promise<unknown>])[] = [
  ['the settings', '/app/settings', () => app().loadSettings()],
  ['the menu', '/menu', () => app().loadMenus()],
  ['the shift', '/bis/shift/active', () => app().loadShift()],
  ['the open bills', '/bis/bills/active', () => useBills.getState().loadActive()],
  ['the notices', '/notification', loadNotices],
  ['a bill that changed elsewhere', '/bis/bills/find/7', () => useBills.getState().refetch(7)],
  ['the kitchen’s tickets', '/kitchen', shownKitchen],
  ['deliveries', '/bis/deliveries', activeDeliveries],
  ['zones of delivery', '/crm/zones', deliveryZones],
  ['a new token', '/auth/refresh', () => useSession.getState().refresh()],
  ['a login', '/auth/login', () => useSession.getState().login('aisha@atoll.test', 'atoll-demo')],
  ['unlocking', '/auth/unlock', () => useSession.getState().unlock('1234')],
];

it.each(patient)(
  '[R18.1] [R35.2] waits longer than 10 s for %s, and sends it again when the server is back',
  async (_name, path, go) => {
    server.handler = ({ path: at }) =>
      ['/auth/login', '/auth/unlock', '/auth/refresh'].includes(at) ? { body: signedIn() } : undefined;
    const going = go();
    await vi.waitUntil(() => asked.some((one) => one.path.includes(path)));
    // The time limit of queues has passed.
    const limit = AbortSignal.timeout(answerWithinMs);
    await vi.waitUntil(() => limit.aborted);
    expect(asked.filter((one) => one.path.includes(path) && !one.isOver)).not.toEqual([]);
    reportServer(false);
    isHalfOpen = false;
    reportServer(true);
    await going;
    expect(server.paths().some((one) => one.includes(path))).toBe(true);
  },
);

it('[R15.11] [R35.2] continues a hanging catch-up when the server returns', async () => {
  // The hub client's errors about the missing hub are irrelevant here.
  vi.spyOn(console, 'error').mockReturnValue();
  isHalfOpen = false;
  server.handler = ({ path }) => (path.includes('/changes') ? { body: { head: 1, changes: [] } } : undefined);
  await follow();
  isHalfOpen = true;
  const following = follow();
  await vi.waitUntil(() => asked.some(({ path }) => path.includes('/changes')));
  reportServer(false);
  isHalfOpen = false;
  reportServer(true);
  await following;
  expect(server.paths().some((path) => path.includes('/changes'))).toBe(true);
  expect(asked.filter(({ path, isOver }) => path.includes('/changes') && !isOver)).toEqual([]);
});

it('[R2.29] sends a hanging bump again, and those behind it', async () => {
  useKitchen.setState({ outletId: 1 });
  bumpHere('t', 'Ready');
  await vi.waitUntil(() => asked.some(({ path, isOver }) => path.includes('/kitchen') && isOver));
  isHalfOpen = false;
  server.handler = ({ path }) => (path.endsWith('/bump') ? { body: { key: 't', state: 'Ready' } } : undefined);
  await vi.waitFor(async () => {
    await loadKitchen();
    expect(useKitchen.getState().pending).toEqual([]);
  });
});

it('[R18.23] repeats a print station’s hanging query', async () => {
  localStorage.setItem('atoll.print-server', '1');
  await serveOthers().catch(() => undefined);
  isHalfOpen = false;
  await serveOthers().catch(() => undefined);
  expect(server.paths().some((path) => path.includes('/print'))).toBe(true);
});
