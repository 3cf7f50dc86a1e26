/** Tests of answers from a captive portal, a gateway or another program: no work is lost. Source: R35.81, R35.82. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { useConnection, watchConnection } from '../api/connection.ts';
import { useBills } from '../bills/bills.ts';
import { startLocale } from '../locale/locale.ts';
import { useApp } from '../sync/app-store.ts';
import { type FakeServer, fakeServer, type Reply } from '../sync/testing/fake-server.ts';
import { burger, openTill } from '../sync/testing/till.ts';
import { billSent, useOutbox, wakeOutbox } from './outbox.ts';
import { startSender } from './sender.ts';
import { readOutbox } from './store.ts';

const notFromServer = 'The answer did not come from the Atoll server';
const stops: (() => void)[] = [];
let server: FakeServer;

beforeAll(async () => {
  await startLocale();
  stops.push(startSender(), watchConnection());
});
afterAll(async () => {
  // Restores the server for the next file.
  server.network = 'fine';
  await vi.waitUntil(() => useConnection.getState().isOnline);
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
  server.network = 'dead';
  await vi.waitUntil(async () => !(await readOutbox()).some(({ state }) => state === 'sending'));
});

const bills = () => useBills.getState();

/** Saves a bill with one burger and waits until the server has it. */
async function savedBill(slot: string): Promise<string> {
  const opened = await bills().checkIn('Table', slot);
  if (!opened.ok) throw new Error(opened.refusal.message);
  const { key } = opened.value;
  bills().addItem(key, { menuItem: burger });
  await bills().save(key);
  expect(await billSent(key, 5000)).toBe(true);
  return key;
}

const payment = () => ({ key: crypto.randomUUID(), method: 'Cash' as const, amount: 5940 });

/** Presses Pay; resolves when the first send of the payment has ended. */
async function pressPay(key: string, amount = 5940): Promise<void> {
  void bills().pay(key, { payments: [{ ...payment(), amount }] });
  await vi.waitUntil(() => useOutbox.getState().entries.some(({ tries, state }) => tries > 0 && state === 'queued'));
}

/** Replies to each call to a path in place of the server. Returns a function that ends this. */
function inPlaceOfServer(ending: string, reply: Reply): () => void {
  server.handler = ({ path }) => (path.endsWith(ending) ? { ...reply, isForeign: true } : undefined);
  return () => {
    server.handler = () => undefined;
  };
}

const html = { 'content-type': 'text/html' };
const text = { 'content-type': 'text/plain' };
const own = { 'X-Store': 'fake.0' };
const accepted: readonly (readonly [string, Reply])[] = [
  ['204 without a body', { status: 204 }],
  ['200 with an empty body', { status: 200 }],
  ['200 with a sign-in page', { status: 200, body: '<html>Sign in to the hotel</html>', headers: html }],
  ['200 with text', { status: 200, body: 'OK', headers: text }],
  ['200 with other JSON', { status: 200, body: { ok: true } }],
  ['200 with broken JSON', { status: 200, body: '{"key":', headers: { 'content-type': 'application/json' } }],
  ['204 that names a store', { status: 204, headers: own }],
  ['200 with other JSON that names a store', { status: 200, body: { ok: true }, headers: own }],
  ['200 with a list that names a store', { status: 200, body: [], headers: own }],
];

it.each(accepted)(
  '[R35.81] a payment that is answered by %s stays in the outbox and arrives later',
  async (_, reply) => {
    const key = await savedBill('3');
    const end = inPlaceOfServer('/pay', reply);
    await pressPay(key);
    expect(useOutbox.getState().entries.map(({ kind, state }) => [kind, state])).toEqual([['pay', 'queued']]);
    expect(server.bills.get(key)?.status).not.toBe('Complete');
    end();
    void wakeOutbox();
    expect(await billSent(key, 10_000)).toBe(true);
    expect(server.bills.get(key)).toMatchObject({ status: 'Complete' });
  },
);

it.each(['another bill', 'the bill without the payment'])(
  '[R35.81] a payment that is answered by %s stays in the outbox and arrives later',
  async (which) => {
    const other = await savedBill('4');
    const key = await savedBill('3');
    const end = inPlaceOfServer('/pay', {
      body: server.bills.get(which === 'another bill' ? other : key),
      headers: own,
    });
    await pressPay(key);
    expect(useOutbox.getState().entries.map(({ kind }) => kind)).toEqual(['pay']);
    end();
    void wakeOutbox();
    expect(await billSent(key, 10_000)).toBe(true);
    expect(server.bills.get(key)).toMatchObject({ status: 'Complete' });
  },
);

it('[R35.81] finishes an entry of a merged bill when the server returns the survivor for its key', async () => {
  const survivor = await savedBill('4');
  const key = await savedBill('3');
  const absorbed = server.bills.get(survivor);
  let finds = 0;
  server.handler = ({ path }) => {
    if (path === `/bis/bills/find/${key}`) finds += 1;
    return path.endsWith('/update') || path === `/bis/bills/find/${key}` ? { body: absorbed } : undefined;
  };
  bills().setDiscount(key, { percentage: 5 });
  await bills().save(key);
  expect(await billSent(key, 5000)).toBe(true);
  expect(finds).toBeGreaterThan(0);
});

it('[R35.81] shows Offline while a captive portal answers every call with a page', async () => {
  const key = await savedBill('3');
  server.handler = () => ({ status: 200, body: '<html>Sign in</html>', headers: html, isForeign: true });
  const startedAt = performance.now();
  await bills().pay(key, { payments: [payment()] });
  await vi.waitUntil(() => !useConnection.getState().isOnline);
  expect(performance.now() - startedAt).toBeLessThan(5000);
  expect(useOutbox.getState().entries).toHaveLength(1);
  server.handler = () => undefined;
  await vi.waitUntil(() => useConnection.getState().isOnline);
  expect(await billSent(key, 10_000)).toBe(true);
});

const gateway = [400, 403, 404, 407, 409, 413, 429, 431];
it.each(gateway)('[R35.82] a %i of a gateway refuses neither an update nor a payment: both arrive', async (status) => {
  const key = await savedBill('3');
  const reply: Reply = { status, body: `<html>${status}</html>`, headers: html, isForeign: true };
  server.handler = ({ path }) => (/\/(update|pay)$/.test(path) ? reply : undefined);
  bills().addItem(key, { menuItem: burger });
  await bills().save(key);
  await vi.waitUntil(() => useOutbox.getState().entries.some(({ tries, state }) => tries > 0 && state === 'queued'));
  await pressPay(key, 11_880);
  await vi.waitUntil(() => useOutbox.getState().entries.length === 2);
  const [update] = useOutbox.getState().entries;
  expect(update?.reason?.message).toBe(notFromServer);
  expect(useOutbox.getState().entries.map(({ kind, state }) => [kind, state])).toEqual([
    ['update', expect.stringMatching(/queued|sending/)],
    ['pay', 'queued'],
  ]);
  server.handler = () => undefined;
  void wakeOutbox();
  expect(await billSent(key, 15_000)).toBe(true);
  expect(server.bills.get(key)).toMatchObject({ status: 'Complete', total: 11_880 });
});

it('[R35.82] does not treat a 4xx with a store but without reason and code as a refusal', async () => {
  const key = await savedBill('3');
  const end = inPlaceOfServer('/pay', { status: 404, body: { message: 'Not Found', statusCode: 404 }, headers: own });
  await pressPay(key);
  expect(useOutbox.getState().entries[0]).toMatchObject({ state: 'queued', reason: { message: notFromServer } });
  end();
  void wakeOutbox();
  expect(await billSent(key, 10_000)).toBe(true);
});

it('[R35.82] shows the person what answered, and signs nobody out', async () => {
  const key = await savedBill('3');
  server.handler = () => ({ status: 401, body: 'Proxy sign-in', headers: html, isForeign: true });
  const moved = await bills().transfer(key, { type: 'Table', slot: '9' });
  expect(moved).toMatchObject({ ok: false, refusal: { message: notFromServer } });
});
