/** Tests that a till keeps the signed ends of the history and tells of a server that no longer agrees. Source: R36.23. */
import { maxKeptHeads } from '@atoll/domain/contract/outlet/audit';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useConnection } from '../api/connection.ts';
import { startLocale } from '../locale/locale.ts';
import { useSession } from '../session/session.ts';
import { removeOne } from '../storage/idb.ts';
import { useApp } from './app-store.ts';
import { compareHistory } from './compare-history.ts';
import { keepHistoryHeads } from './history-heads.ts';
import { type FakeServer, fakeServer, type Reply } from './testing/fake-server.ts';
import { emptyDevice, openTill, shift } from './testing/till.ts';

interface Sent extends Record<string, unknown> {
  readonly heads: readonly { readonly head: string; readonly store: string }[];
}

let server: FakeServer;
/** What the server answers to the next comparisons. */
let answer: { head: string; store: string; wrong: string[]; restored: string[] };

beforeEach(async () => {
  await startLocale();
  await openTill();
  await removeOne('copy', '1:heads');
  answer = { head: '1:1:aa:s', store: 'reef.0', wrong: [], restored: [] };
  server = fakeServer();
  server.handler = ({ path }): Reply | undefined => (path === '/history/heads' ? { body: answer } : undefined);
  globalThis.fetch = server.fetch;
});
afterEach(async () => {
  vi.restoreAllMocks();
  await emptyDevice();
});

const calls = () => server.seen.filter(({ path }) => path === '/history/heads');
const lastSent = () => (calls().at(-1)?.body as Sent | undefined)?.heads ?? [];
const errors = () =>
  useApp
    .getState()
    .notifications.filter(({ kind }) => kind === 'error')
    .map(({ message }) => message);
const differs = 'The server’s history does not match what this till kept';

it('[R36.23] keeps each end that the server signed, with its store, and sends what it keeps', async () => {
  await compareHistory();
  expect(lastSent()).toEqual([]);
  answer = { ...answer, head: '1:9:bb:s' };
  await compareHistory();
  await compareHistory();
  expect(lastSent()).toEqual([
    { head: '1:1:aa:s', store: 'reef.0' },
    { head: '1:9:bb:s', store: 'reef.0' },
  ]);
  expect(errors()).toEqual([]);
});

it('[R36.23] tells the person once when the store no longer agrees, and keeps the evidence however much is sold after it', async () => {
  await compareHistory();
  answer = { ...answer, head: '1:1:cc:s', wrong: ['1:1:aa:s'] };
  await compareHistory();
  await compareHistory();
  expect(errors()).toEqual([differs]);
  for (let seq = 2; seq < 40; seq += 1) {
    answer = { ...answer, head: `1:${seq}:cc:s` };
    await compareHistory();
  }
  expect(errors()).toEqual([differs]);
  // The newest ten, and the one with which the store did not agree.
  expect(maxKeptHeads).toBe(20);
  expect(lastSent()).toHaveLength(11);
  expect(lastSent().map(({ head }) => head)).toContain('1:1:aa:s');
  expect(lastSent().at(-1)?.head).toBe('1:38:cc:s');
});

it('[R36.23] forgets what a restored store lacks, without an alarm', async () => {
  await compareHistory();
  answer = { head: '1:1:dd:s', store: 'reef.17', wrong: [], restored: ['1:1:aa:s'] };
  await compareHistory();
  answer = { ...answer, restored: [] };
  await compareHistory();
  expect(lastSent()).toEqual([{ head: '1:1:dd:s', store: 'reef.17' }]);
  expect(errors()).toEqual([]);
});

it('[R36.23] asks after the start, when a shift opens or closes, when the server returns and every ten minutes', async () => {
  const later = vi.spyOn(globalThis, 'setTimeout');
  const regularly = vi.spyOn(globalThis, 'setInterval');
  const stop = keepHistoryHeads();
  /** Lets the five seconds pass that were asked for last; returns the number of comparisons then. */
  const settle = async (count: number) => {
    const [look] = later.mock.calls.findLast(([, ms]) => ms === 5000) ?? [];
    later.mockClear();
    (look as (() => void) | undefined)?.();
    await vi.waitUntil(() => calls().length === count);
  };
  await settle(1);
  useApp.setState({ shift: null });
  await settle(2);
  useConnection.setState({ isOnline: false });
  useConnection.setState({ isOnline: true });
  await settle(3);
  const [everyTenMinutes] = regularly.mock.calls.find(([, ms]) => ms === 600_000) ?? [];
  (everyTenMinutes as (() => void) | undefined)?.();
  await settle(4);
  stop();
  useApp.setState({ shift });
  expect(later.mock.calls.some(([, ms]) => ms === 5000)).toBe(false);
});

it('[R36.23] asks nothing while the screen is locked or a server of an earlier release does not know it', async () => {
  useSession.setState({ isLocked: true });
  await compareHistory();
  expect(calls()).toEqual([]);
  useSession.setState({ isLocked: false });
  server.handler = ({ path }) =>
    path === '/history/heads' ? { status: 404, body: { reason: 'notFound' } } : undefined;
  await expect(compareHistory()).rejects.toThrow();
  expect(errors()).toEqual([]);
});
