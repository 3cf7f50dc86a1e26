/** Tests of the trace that a till sends with its work, and continues with a bill that another till changed. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { watchConnection } from '../api/connection.ts';
import { noteBillTrace } from '../api/trace.ts';
import { useBills } from '../bills/bills.ts';
import { startLocale } from '../locale/locale.ts';
import { useApp } from '../sync/app-store.ts';
import { rememberStore } from '../sync/store-name.ts';
import { type FakeServer, fakeServer } from '../sync/testing/fake-server.ts';
import { burger, openTill } from '../sync/testing/till.ts';
import { billSent, useOutbox } from './outbox.ts';
import { startSender } from './sender.ts';

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
afterEach(() => vi.restoreAllMocks());

/** Returns the header of the calls to a path, in their order. */
const sent = (ending: string, header: string): (string | undefined)[] =>
  server.seen
    .filter(({ path }) => path.endsWith(ending))
    .map(({ headers }) => Object.entries(headers).find(([name]) => name.toLowerCase() === header)?.[1]);

it('[R34.21] sends a bill with one trace for each entry, by its key, and the time of the tap', async () => {
  const keys = new Set<string>();
  const stop = useOutbox.subscribe(({ entries }) => {
    for (const { key } of entries) keys.add(key.replaceAll('-', ''));
  });
  const opened = await useBills.getState().checkIn('Table', '4');
  const { key } = (opened as Extract<typeof opened, { ok: true }>).value;
  useBills.getState().addItem(key, { menuItem: burger });
  await useBills.getState().save(key);
  expect(await billSent(key, 5000)).toBe(true);
  stop();
  const parents = [...sent('/bill/create', 'traceparent'), ...sent('/bill/update', 'traceparent')];
  expect(parents).not.toContain(undefined);
  expect(new Set(parents.map((parent) => parent?.split('-')[1]))).toEqual(keys);
  const [tappedAt] = sent('/bill/create', 'tracestate');
  expect(Math.abs(Date.now() - Number(tappedAt?.replace('atoll=', '')))).toBeLessThan(60_000);
});

it('names the store that the till knows with each entry, so that a restored one can refuse it', async () => {
  rememberStore('9a1c.1700000000000');
  const opened = await useBills.getState().checkIn('Table', '5');
  const { key } = (opened as Extract<typeof opened, { ok: true }>).value;
  useBills.getState().addItem(key, { menuItem: burger });
  await useBills.getState().save(key);
  expect(await billSent(key, 5000)).toBe(true);
  expect(sent('/bill/create', 'x-store')).toEqual(['9a1c.1700000000000']);
});

it('[R34.21] fetches a bill that another till changed in the trace of that change', async () => {
  const trace = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  noteBillTrace(77, trace);
  await useBills.getState().refetch(77);
  await useBills.getState().refetch(77);
  expect(sent('/find/77', 'traceparent')).toEqual([trace, undefined]);
});
