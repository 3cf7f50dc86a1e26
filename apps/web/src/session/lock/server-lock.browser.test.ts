import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from '../../api/api.ts';
import { on } from '../../api/event.ts';
import { reportServer } from '../../api/server-reachable.ts';
import { discard, put, wakeOutbox } from '../../outbox/outbox.ts';
import { startSender } from '../../outbox/sender.ts';
import { billsForPasscode, writeNameOf } from '../../outbox/sender-user.ts';
import { readOutbox } from '../../outbox/store.ts';
import { type FakeServer, fakeServer, type Reply, type Seen } from '../../sync/testing/fake-server.ts';
import { checkInAt, emptyDevice, openTill, signedIn } from '../../sync/testing/till.ts';
import { setOfflineUnlock } from '../offline-choice.ts';
import { lockAsShown, useSession } from '../session.ts';
import { forgetTokens, shareTokens } from '../token.ts';
import { keepVerifier } from '../verifier/verifier.ts';
import { forgetLock, sendingOf } from './server-lock.ts';

const email = 'aisha@atoll.test';
const locked = { message: 'This screen is locked. Enter your passcode', reason: 'locked', code: 401 };
const stops: (() => void)[] = [];
const logouts: string[] = [];
on('logout', ({ message }) => logouts.push(message));

let server: FakeServer;
beforeEach(async () => {
  server = fakeServer();
  globalThis.fetch = server.fetch;
  logouts.length = 0;
  await openTill();
  forgetLock(email);
});
afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  server.network = 'fine';
  reportServer(true);
  await emptyDevice();
  forgetLock(email);
});

const session = () => useSession.getState();
const sent = (path: string): Seen[] => server.seen.filter((seen) => seen.path === path);
/** Replies to these calls in place of the server. */
function answer(replies: Readonly<Record<string, (seen: Seen) => Reply | undefined>>): void {
  const before = server.handler;
  server.handler = (seen) => replies[seen.path]?.(seen) ?? before(seen);
}
const bill = (key: string, userId = 7) =>
  put({
    kind: 'create',
    billKey: key,
    body: checkInAt(key.slice(1)),
    outletId: 1,
    userId,
    userName: 'Aisha',
    deviceId: 'd',
  });
/** The server as it locks: it takes the names of the first lock, and opens with the passcode 4826. */
function lockingServer() {
  let names: string[] | null = null;
  let tokens = 0;
  const sendOnly = () => ({ sendToken: names?.length ? `send-${(tokens += 1)}` : null, sendNames: names ?? [] });
  const state = { lock: () => (names ??= []), isLocked: () => names !== null, lastToken: () => `send-${tokens}` };
  answer({
    '/auth/lock': ({ body }) => {
      names ??= (body['waiting'] ?? []) as string[];
      return { body: sendOnly() };
    },
    '/auth/refresh': () => (names ? { status: 401, body: { ...locked, ...sendOnly() } } : { body: signedIn() }),
    '/auth/unlock': ({ body }) => {
      if (body['passcode'] !== '4826')
        return { status: 401, body: { message: 'Wrong passcode', reason: 'passcodeWrong' } };
      names = null;
      return { body: signedIn() };
    },
  });
  return state;
}

describe('locking', () => {
  it('[R36.1] locks the session on the server, with the names of what waits there, and keeps no access token', async () => {
    lockingServer();
    server.network = 'dead';
    await bill('b1');
    server.network = 'fine';
    session().lock();
    await vi.waitFor(() => expect(sent('/auth/lock')).toHaveLength(1));
    expect(sent('/auth/lock')[0]?.body['waiting']).toEqual(['bill.create b1']);
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('send-');
    expect(session().user?.token).toBe('');
  });

  it('[R36.1] asks no other tab for its access token', async () => {
    lockingServer();
    await shareTokens(email, { token: 'access', refreshToken: 'newest' });
    const otherTab = new BroadcastChannel('atoll.access');
    const messages: unknown[] = [];
    otherTab.addEventListener('message', ({ data }: MessageEvent<{ readonly type: string }>) =>
      messages.push(data.type),
    );
    session().lock();
    await vi.waitFor(() => expect(sent('/auth/lock')).toHaveLength(1));
    await vi.waitFor(() => expect(messages).toContain('tell'));
    expect(messages).not.toContain('ask');
    expect(sent('/auth/lock')[0]?.body['refreshToken']).toBe('newest');
    otherTab.close();
    await forgetTokens(email);
  });

  it('[R36.1] sends a lock without the server when it is back, with what waited at the lock', async () => {
    lockingServer();
    server.network = 'dead';
    reportServer(false);
    await bill('b1');
    session().lock();
    await vi.waitFor(() => expect(session().isLocked).toBe(true));
    await bill('b2');
    expect(sent('/auth/lock')).toEqual([]);
    server.network = 'fine';
    reportServer(true);
    await vi.waitFor(() => expect(sent('/auth/lock')).toHaveLength(1));
    expect(sent('/auth/lock')[0]?.body['waiting']).toEqual(['bill.create b1']);
  });

  it('[R36.1] locks the screen and signs nobody out when the server says that the session is locked', async () => {
    lockingServer().lock();
    answer({ '/app/settings': () => ({ status: 401, body: locked }) });
    await expect(call('app.settings')).rejects.toMatchObject({ status: 401 });
    expect(session()).toMatchObject({ isLocked: true, user: { email, token: '' } });
    expect(logouts).toEqual([]);
    expect(await session().unlock('4826')).toEqual({ ok: true });
  });

  it('[R36.3] locks this tab and its session when another profile is opened in another tab', async () => {
    lockingServer();
    const otherTab = new BroadcastChannel('atoll.session');
    otherTab.postMessage({ opened: 'omar@atoll.test' });
    await vi.waitFor(() => expect(session().isLocked).toBe(true));
    await vi.waitFor(() => expect(sent('/auth/lock')).toHaveLength(1));
    otherTab.close();
  });

  it('[R36.1] does not lock the session of a person who works in another tab when a new tab starts', async () => {
    lockingServer();
    useSession.setState({ isLocked: true });
    const otherTab = new BroadcastChannel('atoll.open');
    otherTab.addEventListener('message', () => otherTab.postMessage({ type: 'here', email }));
    await lockAsShown();
    expect(sent('/auth/lock')).toEqual([]);
    otherTab.close();
    await lockAsShown();
    expect(sent('/auth/lock')).toHaveLength(1);
  });
});

describe('sending while locked', () => {
  it('[R36.33] sends what waited with the send-only token, renews it, and keeps what was made later', async () => {
    const state = lockingServer();
    const used: string[] = [];
    answer({
      '/bis/bill/create': ({ headers }) => {
        const bearer = headers['authorization']?.slice('Bearer '.length) ?? '';
        used.push(bearer);
        // The first token has ended.
        return bearer === 'send-1' ? { status: 401, body: locked } : undefined;
      },
    });
    server.network = 'dead';
    await bill('b1');
    session().lock();
    await bill('b2');
    server.network = 'fine';
    await vi.waitFor(() => expect(sendingOf(email)?.token).toBe('send-1'));
    expect(state.isLocked()).toBe(true);
    stops.push(startSender());
    await vi.waitFor(async () => expect((await readOutbox()).map(({ billKey }) => billKey)).toEqual(['b2']), {
      timeout: 5000,
    });
    expect(used).toEqual(['send-1', state.lastToken()]);
    expect(server.bills.has('b1')).toBe(true);
    expect(server.bills.has('b2')).toBe(false);
    // With nothing left the token goes too.
    expect(sendingOf(email)?.token).not.toBeNull();
    for (const { seq } of await readOutbox()) await discard(seq);
    await wakeOutbox();
    await vi.waitFor(() => expect(sendingOf(email)?.token).toBeNull());
  });
});

describe('a till that was unlocked without the server', () => {
  const unlockAway = async (): Promise<void> => {
    setOfflineUnlock(email, true);
    await keepVerifier(email, '4826');
    session().lock();
    await vi.waitFor(() => expect(sent('/auth/lock')).toHaveLength(1));
    server.network = 'dead';
    reportServer(false);
    expect(await session().unlock('4826')).toEqual({ ok: true });
  };

  it('[R36.34] unlocks its session with the typed passcode when the server is back, and stores it nowhere', async () => {
    const state = lockingServer();
    await unlockAway();
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('4826');
    await bill('b1');
    server.network = 'fine';
    reportServer(true);
    stops.push(startSender());
    answer({
      '/bis/bill/create': ({ headers }) =>
        state.isLocked() || !headers['authorization'] ? { status: 401, body: locked } : undefined,
    });
    await vi.waitFor(async () => expect(await readOutbox()).toEqual([]));
    expect(sent('/auth/unlock').at(-1)?.body['passcode']).toBe('4826');
    expect(session()).toMatchObject({ isLocked: false });
    expect(server.bills.has('b1')).toBe(true);
  });

  it('[R36.34] forgets the passcode when the screen locks', async () => {
    lockingServer();
    await unlockAway();
    session().lock();
    server.network = 'fine';
    reportServer(true);
    useSession.setState({ isLocked: false });
    await session().refresh();
    expect(sent('/auth/unlock')).toEqual([]);
    expect(session().isLocked).toBe(true);
  });

  it('[R36.34] asks once after a reload and counts the bills that wait for it', async () => {
    lockingServer();
    await unlockAway();
    await bill('b1');
    await bill('b2');
    await bill('b2');
    const { forgetTyped } = await import('./typed-passcode.ts');
    // As after a reload.
    forgetTyped();
    server.network = 'fine';
    reportServer(true);
    await session().refresh();
    expect(session().isLocked).toBe(true);
    const entries = await readOutbox();
    expect(entries.map(writeNameOf)).toContain('bill.create b1');
    expect(billsForPasscode(entries, sendingOf(email))).toBe(2);
    expect(await session().unlock('4826')).toEqual({ ok: true });
    expect(billsForPasscode(entries, sendingOf(email))).toBe(0);
  });
});
