/** Tests that sent entries are kept per store, whichever stores the till uses. Source: R35.8. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { call } from '../api/api.ts';
import { useBills } from '../bills/bills.ts';
import { startLocale } from '../locale/locale.ts';
import { forgetOldSent } from '../outbox/forget-sent.ts';
import { billSent, useOutbox } from '../outbox/outbox.ts';
import { startSender } from '../outbox/sender.ts';
import type { SentEntry } from '../outbox/sent.ts';
import { readOutbox } from '../outbox/store.ts';
import { inStore, readAll } from '../storage/idb.ts';
import { useApp } from './app-store.ts';
import { disconnect } from './live.ts';
import { watchStore } from './store-watch.ts';
import { type FakeServer, fakeServer } from './testing/fake-server.ts';
import { burger, openTill, shift } from './testing/till.ts';

const stops: (() => void)[] = [];
let server: FakeServer;
let stopWatching: () => void = () => undefined;

beforeAll(async () => {
  await startLocale();
  stops.push(startSender());
});
afterAll(() => {
  for (const stop of stops) stop();
});
beforeEach(async () => {
  // Errors about the missing hub are irrelevant here.
  vi.spyOn(console, 'error').mockReturnValue();
  server = serverOf('cafe.0');
  await openTill();
  useApp.setState({ settings: [...useApp.getState().settings, { key: 'AutoPrintEnabled', value: 'false' }] });
  stopWatching = watchStore();
});
afterEach(async () => {
  stopWatching();
  await vi.waitUntil(async () => (await readOutbox()).length === 0);
  await disconnect();
  localStorage.clear();
  vi.restoreAllMocks();
});

/** Creates a server on a store and connects the till to it. */
function serverOf(store: string): FakeServer {
  const made = fakeServer();
  made.store = store;
  made.handler = ({ path }) => (path === '/bis/shift/active' ? { body: shift } : undefined);
  globalThis.fetch = made.fetch;
  return made;
}

/** Makes the till call the store once. */
async function meet(store: string): Promise<void> {
  await call('app.settings', { quiet: true });
  await vi.waitUntil(() => localStorage.getItem('atoll.store') === store);
}

async function sold(slot: string): Promise<string> {
  const opened = await useBills.getState().checkIn('Table', slot);
  if (!opened.ok) throw new Error(opened.refusal.message);
  const { key } = opened.value;
  useBills.getState().addItem(key, { menuItem: burger });
  await useBills.getState().save(key);
  expect(await billSent(key, 5000)).toBe(true);
  return key;
}

const sent = () => readAll<SentEntry>('sent');
const storesOf = (entries: readonly SentEntry[]) =>
  [...new Set(entries.map(({ store }) => store))].toSorted((a, b) => String(a).localeCompare(String(b)));

it('[R35.8] keeps entries sent to one store while using another, and sends them again after its restore', async () => {
  const key = await sold('3');
  await vi.waitUntil(() => localStorage.getItem('atoll.store') === 'cafe.0');
  const other = serverOf('demo.0');
  await meet('demo.0');
  const elsewhere = await sold('4');
  expect(storesOf(await sent())).toEqual(['cafe', 'demo']);
  expect([...other.bills.keys()]).toEqual([elsewhere]);
  // The first server was restored from a backup while the till used the other.
  const restored = serverOf('cafe.1795000000000');
  await meet('cafe.1795000000000');
  await vi.waitUntil(() => restored.bills.get(key)?.items.length === 1);
  expect([...restored.bills.keys()]).toEqual([key]);
  await vi.waitUntil(() => useOutbox.getState().entries.length === 0);
  expect(storesOf(await sent())).toEqual(['cafe', 'demo']);
});

it('[R35.8] sends nothing again to an unchanged store that it returns to', async () => {
  await sold('3');
  const home = server;
  serverOf('demo.0');
  await meet('demo.0');
  globalThis.fetch = home.fetch;
  const writes = home.seen.filter(({ path }) => path.startsWith('/bis/bill/')).length;
  await meet('cafe.0');
  await call('app.settings', { quiet: true });
  expect(useOutbox.getState().entries).toEqual([]);
  expect(home.seen.filter(({ path }) => path.startsWith('/bis/bill/'))).toHaveLength(writes);
  expect(storesOf(await sent())).toEqual(['cafe']);
});

it('says after a restore that the device has nothing to send again', async () => {
  await meet('cafe.0');
  serverOf('cafe.1795000000000');
  await meet('cafe.1795000000000');
  const words = () => useApp.getState().notifications.map(({ message }) => message);
  await expect
    .poll(words)
    .toContainEqual(expect.stringMatching(/restored from a backup. This device has nothing to send/));
});

it('[R35.8] assigns entries stored without a store by the earlier release to the store it knew', async () => {
  const key = await sold('3');
  await vi.waitUntil(() => localStorage.getItem('atoll.store') === 'cafe.0');
  // As stored by release 0.1.0: one known store, entries without one.
  const entries = await sent();
  await inStore<void>('sent', 'readwrite', (store) => {
    for (const { store: _store, ...entry } of entries) store.put(entry);
  });
  localStorage.removeItem('atoll.stores');
  const other = serverOf('demo.0');
  await meet('demo.0');
  expect(storesOf(await sent())).toEqual(['cafe']);
  expect(other.bills.size).toBe(0);
  const restored = serverOf('cafe.7');
  await meet('cafe.7');
  await vi.waitUntil(() => restored.bills.has(key));
});

it('[R35.8] deletes entries sent more than 72 hours ago, and no younger ones, of every store', async () => {
  await sold('3');
  serverOf('demo.0');
  await meet('demo.0');
  await sold('4');
  const now = Date.now();
  const daysMs = 72 * 3_600_000;
  await forgetOldSent(now + daysMs - 60_000);
  expect(storesOf(await sent())).toEqual(['cafe', 'demo']);
  await forgetOldSent(now + daysMs + 60_000);
  expect(await sent()).toEqual([]);
});
