/** Tests of a till without a hub connection yet. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useConnection } from '../api/connection.ts';
import { disconnect, follow, keepLive } from './live.ts';
import { fakeServer } from './testing/fake-server.ts';
import { openTill } from './testing/till.ts';

const server = fakeServer();
let stop = (): void => undefined;
let ticket = Promise.withResolvers<undefined>();

beforeEach(async () => {
  globalThis.fetch = server.fetch;
  await openTill();
  useConnection.setState({ isOnline: true });
  ticket = Promise.withResolvers();
  // The hub client's errors about the missing hub are irrelevant here.
  vi.spyOn(console, 'error').mockReturnValue();
  stop = keepLive();
});
afterEach(async () => {
  stop();
  ticket.resolve(undefined);
  await disconnect();
  vi.restoreAllMocks();
});

const asked = (): number => server.paths().filter((path) => path.includes('/changes')).length;

it('[R15.11] [R18.22] polls for changes while the hub connects and the server is reachable', async () => {
  server.handler = ({ path }) => {
    if (path.endsWith('/auth/hub-ticket')) return ticket.promise;
    return path.includes('/changes') ? { body: { head: 0, changes: [] } } : undefined;
  };
  await follow();
  await vi.waitUntil(() => useConnection.getState().hubState === 'Connecting');
  const before = asked();
  const startedAt = performance.now();
  await vi.waitUntil(() => asked() >= before + 2);
  expect(performance.now() - startedAt).toBeLessThan(4500);
});
