import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reportServer } from '../../api/server-reachable.ts';
import type { OutboxEntry } from '../../outbox/entry.ts';
import { put } from '../../outbox/outbox.ts';
import { startSender } from '../../outbox/sender.ts';
import { billsForPasscode, writeNameOf } from '../../outbox/sender-user.ts';
import { readOutbox } from '../../outbox/store.ts';
import { inStore } from '../../storage/idb.ts';
import { type FakeServer, fakeServer, type Seen } from '../../sync/testing/fake-server.ts';
import { checkInAt, emptyDevice, openTill, signedIn } from '../../sync/testing/till.ts';
import { setOfflineUnlock } from '../offline-choice.ts';
import { lockAsShown, useSession } from '../session.ts';
import { keepVerifier } from '../verifier/verifier.ts';
import { forgetPage } from './page-proof.ts';
import { forgetLock, sendingOf, takeSending } from './server-lock.ts';
import { markOf, workKeyBytes } from './work-mark.ts';

const email = 'aisha@atoll.test';
const proof = { memory: 'half-in-memory', reload: 'half-in-tab' };
const locked = { message: 'This screen is locked. Enter your passcode', reason: 'locked', code: 401 };
const hmac = { name: 'HMAC', hash: 'SHA-256' } as const;
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
    body: checkInAt('1'),
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
  await vi.waitFor(async () => expect(await readOutbox()).toEqual([]));
  expect(sent('/auth/lock')[0]?.body['waiting']).toEqual(['bill.create b1']);
  expect(server.bills.has('b1')).toBe(true);
  expect(session().isLocked).toBe(true);
});

const bill = (key: string, part: object = {}) =>
  put({
    kind: 'create',
    billKey: key,
    body: checkInAt('1', key),
    outletId: 1,
    userId: 7,
    userName: 'Aisha',
    deviceId: 'd',
    ...part,
  });
/** Returns the writes that the lock named, each with the half of the proof that marked it; null without a valid mark. */
async function marksSent(): Promise<readonly (readonly [string, string | null])[]> {
  const { waiting = [], marks = [] } = (sent('/auth/lock').at(-1)?.body ?? {}) as Partial<Record<string, string[]>>;
  const bodies = new Map((await readOutbox()).map((entry) => [writeNameOf(entry), entry.body]));
  const halfOf = async (name: string, mark: string) => {
    for (const [half, text] of Object.entries(proof)) {
      const key = await crypto.subtle.importKey('raw', await workKeyBytes(text), hmac, false, ['sign']);
      if (mark === (await markOf(key, name.split(' ')[0] ?? '', 1, bodies.get(name)))) return half;
    }
    return null;
  };
  return Promise.all(waiting.map(async (name, index) => [name, await halfOf(name, marks[index] ?? '')] as const));
}
/** Adds an entry as whoever opens the browser of a till can, beside the app. */
const addByHand = async (key: string) => {
  const [entry] = await readOutbox();
  const { seq: _seq, ...rest } = entry as OutboxEntry;
  const body = { ...rest.body, key };
  await inStore<void>('outbox', 'readwrite', (store) => void store.add({ ...rest, key, billKey: key, body }));
};

it('[R36.33] marks what its person made until the lock, and nothing that was added later', async () => {
  provingServer();
  await login();
  expect(sent('/auth/login').at(-1)?.body).toMatchObject({ page: '', marksWork: true });
  server.network = 'dead';
  reportServer(false);
  await bill('b1');
  await bill('b1', { kind: 'update', body: { key: 'b1', changed: ['name'], name: 'Ali', items: [] } });
  await bill('b2', { body: checkInAt('2') });
  session().lock();
  await bill('b3');
  server.network = 'fine';
  reportServer(true);
  await vi.waitFor(() => expect(sent('/auth/lock')).toHaveLength(1));
  expect(await marksSent()).toEqual([
    ['bill.create b1', 'memory'],
    ['bill.create b2', 'memory'],
  ]);
  await addByHand('b4');
  forgetLock(email);
  await lockAsShown();
  expect((await marksSent()).slice(2)).toEqual([
    ['bill.create b3', null],
    ['bill.create b4', null],
  ]);
});

it('[R36.33] marks what waits for the person who opens the till, and what is made after an unlock without the server', async () => {
  provingServer();
  server.network = 'dead';
  await bill('b1');
  server.network = 'fine';
  await login();
  setOfflineUnlock(email, true);
  await keepVerifier(email, '4826');
  server.network = 'dead';
  reportServer(false);
  session().lock();
  await bill('b2');
  expect(await session().unlock('4826')).toEqual({ ok: true });
  await bill('b3');
  session().lock();
  server.network = 'fine';
  reportServer(true);
  await vi.waitFor(() => expect(sent('/auth/lock')).toHaveLength(1));
  expect(await marksSent()).toEqual([
    ['bill.create b1', 'memory'],
    ['bill.create b2', 'memory'],
    ['bill.create b3', 'memory'],
  ]);
});

it('[R36.33] sends only the marked work that the server took, while the screen is locked', async () => {
  provingServer();
  await login();
  server.network = 'dead';
  await bill('b1');
  session().lock();
  await bill('b2');
  const [first] = await readOutbox();
  const digest = first?.mark?.split('.')[0];
  takeSending(email, { sendToken: 'send', sendNames: [`bill.create b1 ${digest}`, 'bill.create b2 other'] });
  server.network = 'fine';
  stops.push(startSender());
  await vi.waitFor(async () => expect((await readOutbox()).map(({ billKey }) => billKey)).toEqual(['b2']));
  expect(billsForPasscode(await readOutbox(), sendingOf(email))).toBe(1);
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
