import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reportServer } from '../../api/server-reachable.ts';
import { put } from '../../outbox/outbox.ts';
import { startSender } from '../../outbox/sender.ts';
import { readOutbox } from '../../outbox/store.ts';
import { type FakeServer, fakeServer, type Seen } from '../../sync/testing/fake-server.ts';
import { emptyDevice, openTill, signedIn } from '../../sync/testing/till.ts';
import { setOfflineUnlock } from '../offline-choice.ts';
import { useSession } from '../session.ts';
import { keepVerifier } from '../verifier/verifier.ts';
import { forgetPage } from './page-proof.ts';
import { forgetLock } from './server-lock.ts';

const email = 'aisha@atoll.test';
const proof = { memory: 'half-in-memory', reload: 'half-in-tab' };
const locked = { message: 'This screen is locked. Enter your passcode', reason: 'locked', code: 401 };
const stops: (() => void)[] = [];

let server: FakeServer;
beforeEach(async () => {
  server = fakeServer();
  globalThis.fetch = server.fetch;
  await openTill();
  forgetLock(email);
});
afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  server.network = 'fine';
  reportServer(true);
  forgetPage();
  await emptyDevice();
  forgetLock(email);
});

const session = () => useSession.getState();
const sent = (path: string): Seen[] => server.seen.filter((seen) => seen.path === path);
const pagesSent = () => sent('/auth/refresh').map(({ body }) => body['page']);
const stored = () => JSON.stringify({ ...localStorage, ...sessionStorage });

/** The server as it renews a session only for a page that has the proof; a lock names what waits. */
function provingServer(): void {
  const before = server.handler;
  let names: string[] = [];
  server.handler = (seen) => {
    const { path, body } = seen;
    if (path === '/auth/lock') {
      names = body['waiting'] as string[];
      return { body: { sendToken: names.length > 0 ? 'send' : null, sendNames: names } };
    }
    if (path === '/auth/login' || path === '/auth/unlock')
      return { body: { ...signedIn(), ...(body['page'] !== undefined && { page: proof }) } };
    if (path !== '/auth/refresh') return before(seen);
    return Object.values(proof).includes(String(body['page']))
      ? { body: { ...signedIn(), page: proof } }
      : { status: 401, body: { ...locked, sendToken: null, sendNames: names } };
  };
}
const login = () => session().login(email, 'atoll-demo');
/** Ends the access token, as after 15 minutes. */
const endAccess = () => {
  const { user } = session();
  useSession.setState({ user: user && { ...user, token: '' } });
};

it('[R36.1] renews the session with the half that is in memory only, and keeps the other one in the tab', async () => {
  provingServer();
  await login();
  expect(stored()).not.toContain(proof.memory);
  expect(sessionStorage.getItem('atoll.page')).toContain(proof.reload);
  expect(JSON.stringify({ ...localStorage })).not.toContain(proof.reload);
  await session().refresh();
  expect(pagesSent()).toEqual([proof.memory]);
  expect(session().isLocked).toBe(false);
});

it('[R36.1] has nothing left that renews the session when the screen was locked while the server was away', async () => {
  provingServer();
  await login();
  setOfflineUnlock(email, true);
  await keepVerifier(email, '4826');
  server.network = 'dead';
  reportServer(false);
  session().lock();
  expect(stored()).not.toContain(proof.reload);
  expect(await session().unlock('4826')).toEqual({ ok: true });
  server.network = 'fine';
  reportServer(true);
  expect(await session().refresh()).toEqual({ state: 'refreshed' });
  // The passcode that was typed opened it.
  expect(pagesSent()).toEqual(['']);
  expect(sent('/auth/unlock').at(-1)?.body).toMatchObject({ passcode: '4826', page: '' });
  await session().refresh();
  expect(pagesSent()).toEqual(['', proof.memory]);
});

it('[R36.1] locks and asks for the passcode without a proof; what waits is told to the server and sent', async () => {
  provingServer();
  server.network = 'dead';
  await put({
    kind: 'create',
    billKey: 'b1',
    body: { key: 'b1', type: 'Table', slot: '1', items: [] },
    outletId: 1,
    userId: 7,
    userName: 'Aisha',
    deviceId: 'd',
  });
  server.network = 'fine';
  endAccess();
  expect(await session().refresh()).toEqual({ state: 'impossible' });
  expect(session()).toMatchObject({ isLocked: true, user: { email, token: '' } });
  stops.push(startSender());
  await vi.waitFor(async () => expect(await readOutbox()).toEqual([]), { timeout: 10_000 });
  expect(sent('/auth/lock')[0]?.body['waiting']).toEqual(['bill.create b1']);
  expect(server.bills.has('b1')).toBe(true);
  expect(session().isLocked).toBe(true);
});

it('[R36.1] takes the proof of another tab while its person works here, and not on the lock screen', async () => {
  provingServer();
  const otherTab = new BroadcastChannel('atoll.page');
  const theirs = { email, memory: 'theirs', reload: 'their-half' };
  otherTab.postMessage(theirs);
  await vi.waitFor(() => expect(stored()).toContain('their-half'));
  session().lock();
  expect(stored()).not.toContain('their-half');
  const arrived = new BroadcastChannel('atoll.page');
  const isHere = new Promise((resolve) => arrived.addEventListener('message', resolve, { once: true }));
  otherTab.postMessage(theirs);
  await isHere;
  expect(stored()).not.toContain('their-half');
  arrived.close();
  otherTab.close();
});
