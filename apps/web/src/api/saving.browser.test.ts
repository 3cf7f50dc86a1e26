/** Tests of the header while the server answers but cannot save. Source: R35.5, R35.6. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { useBills } from '../bills/bills.ts';
import { steadyNow } from '../clock/steady.ts';
import { startLocale } from '../locale/locale.ts';
import { billSent, reloadOutbox, useOutbox } from '../outbox/outbox.ts';
import { startSender } from '../outbox/sender.ts';
import { changeEntry, readOutbox } from '../outbox/store.ts';
import { useApp } from '../sync/app-store.ts';
import { type FakeServer, fakeServer, type Reply } from '../sync/testing/fake-server.ts';
import { burger, openTill } from '../sync/testing/till.ts';
import { labelOf, useConnection, watchConnection } from './connection.ts';

const stops: (() => void)[] = [];
let server: FakeServer;

beforeAll(async () => {
  await startLocale();
  stops.push(startSender(), watchConnection());
});
afterAll(() => {
  for (const stop of stops) stop();
});
beforeEach(async () => {
  server = fakeServer();
  globalThis.fetch = server.fetch;
  await openTill();
  useApp.setState({ settings: [...useApp.getState().settings, { key: 'AutoPrintEnabled', value: 'false' }] });
});
afterEach(async () => {
  server.handler = () => undefined;
  await vi.waitUntil(() => labelOf(useConnection.getState()) === 'Polling');
  await vi.waitUntil(async () => (await readOutbox()).length === 0, { timeout: 20_000 });
});

const label = () => labelOf(useConnection.getState());
const bills = () => useBills.getState();

async function order(slot: string): Promise<string> {
  const opened = await bills().checkIn('Table', slot);
  if (!opened.ok) throw new Error(opened.refusal.message);
  bills().addItem(opened.value.key, { menuItem: burger });
  await bills().save(opened.value.key);
  return opened.value.key;
}

/** Returns after how many ms the header shows the words. */
async function statusAfter(words: RegExp): Promise<number> {
  const startedAt = performance.now();
  await vi.waitUntil(() => words.test(label()), { timeout: 8000, interval: 20 });
  return performance.now() - startedAt;
}

const unavailable: Reply = { status: 503, body: { message: 'Not ready yet', reason: 'unavailable', code: 503 } };
const fault: Reply = { status: 500, body: { message: 'Something went wrong', reason: 'fault', code: 500 } };
const gateway: Reply = { status: 403, body: 'Blocked', isForeign: true };

it('[R35.6] shows within 5 s that the server cannot save when nothing waits and other calls are answered', async () => {
  server.handler = ({ path }) => (path === '/ready' ? unavailable : undefined);
  expect(await statusAfter(/^Server cannot save · 0 waiting$/)).toBeLessThan(5000);
  expect(useConnection.getState().isOnline).toBe(true);
  server.handler = () => undefined;
  expect(await statusAfter(/^Polling$/)).toBeLessThan(5000);
});

it('[R35.6] shows ‘Offline’ within 5 s when the server is away and nothing waits', async () => {
  server.network = 'dead';
  expect(await statusAfter(/^Offline · 0 waiting$/)).toBeLessThan(5000);
  server.network = 'fine';
  expect(await statusAfter(/^Polling$/)).toBeLessThan(5000);
});

it('[R35.6] shows that the server cannot save when the readiness check hangs and other calls are answered', async () => {
  server.handler = ({ path }) => (path === '/ready' ? new Promise(() => undefined) : undefined);
  const hang = server.fetch;
  globalThis.fetch = (input, init) =>
    Promise.race([
      hang(input, init),
      new Promise<never>((_, reject) =>
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error)),
      ),
    ]);
  expect(await statusAfter(/^(Server cannot save|Offline) · 0 waiting$/)).toBeLessThan(5000);
});

it.each([
  ['503', unavailable],
  ['500', fault],
  ['a 403 of a gateway', gateway],
])(
  '[R35.5] [R35.6] shows writes that are answered by %s in the header, and sends all of them afterwards',
  async (_, reply) => {
    server.handler = ({ path }) => (path.startsWith('/bis/bill/') ? reply : undefined);
    const key = await order('3');
    expect(await statusAfter(/^(Server cannot save|Offline) · \d waiting$/)).toBeLessThan(5000);
    const startedAt = performance.now();
    const paid = await bills().pay(key, { payments: [{ key: crypto.randomUUID(), method: 'Cash', amount: 5940 }] });
    expect(paid.state).toBe('kept');
    expect(performance.now() - startedAt, 'the till does not wait for a server that cannot save').toBeLessThan(2000);
    server.handler = () => undefined;
    await vi.waitUntil(() => useOutbox.getState().entries.length === 0);
    expect(server.bills.get(key)).toMatchObject({ status: 'Complete' });
    expect(await statusAfter(/^Polling$/)).toBeLessThan(5000);
  },
);

it.each([
  ['an entry that failed for long', fault],
  ['a server that asked for a minute', { ...unavailable, headers: { 'Retry-After': '60' } }],
])('[R35.5] sends at once what would wait for a minute when the server can save again: %s', async (_, reply) => {
  server.handler = ({ path }) => (path === '/ready' ? unavailable : path.startsWith('/bis/bill/') ? reply : undefined);
  const key = await order('3');
  expect(await statusAfter(/^Server cannot save · \d waiting$/)).toBeLessThan(5000);
  const [tried] = useOutbox.getState().entries;
  await vi.waitUntil(() => (useOutbox.getState().entries[0]?.tries ?? 0) > 0);
  await vi.waitUntil(() => useOutbox.getState().entries.every(({ state }) => state === 'queued'));
  expect(tried?.billKey).toBe(key);
  const count = (part: string) => server.paths().filter((path) => path.includes(part)).length;
  const park = async () => {
    for (const { seq } of useOutbox.getState().entries)
      await changeEntry(seq, { faults: 90, notBefore: steadyNow() + 60_000, failingSince: steadyNow() - 60_000 });
    await reloadOutbox();
  };
  // An attempt that had started sets its own wait at its end: then all wait for a minute again. Without a wait this never ends.
  const isQuiet = async (): Promise<boolean> => {
    await park();
    const [writes, readies] = [count('/bis/bill/'), count('GET /ready')];
    await vi.waitUntil(() => count('GET /ready') > readies);
    return count('/bis/bill/') === writes;
  };
  let quiet = false;
  for (let round = 0; round < 5 && !quiet; round += 1) quiet = await isQuiet();
  expect(quiet, 'nothing is sent while the server cannot save').toBe(true);
  server.handler = () => undefined;
  expect(await statusAfter(/^Polling$/)).toBeLessThan(5000);
  await vi.waitUntil(() => useOutbox.getState().entries.length === 0, { timeout: 2000 });
  expect(server.bills.get(key)?.items).toHaveLength(1);
});

it('[R35.6] keeps showing Online when the server fails at one bill only, and saves the others', async () => {
  server.handler = ({ path, body }) => (path === '/bis/bill/create' && body['slot'] === '3' ? fault : undefined);
  await order('3');
  await vi.waitUntil(() => useOutbox.getState().entries.some(({ faults }) => faults > 0));
  expect(await billSent(await order('4'), 5000)).toBe(true);
  const tries = useOutbox.getState().entries[0]?.tries ?? 0;
  await vi.waitUntil(() => (useOutbox.getState().entries[0]?.tries ?? 0) > tries + 1, { timeout: 15_000 });
  expect(label()).toBe('Polling');
});
