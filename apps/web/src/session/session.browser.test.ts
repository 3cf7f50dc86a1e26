import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallError, call, request } from '../api/api.ts';
import { on } from '../api/event.ts';
import { reportServer } from '../api/server-reachable.ts';
import { put } from '../outbox/outbox.ts';
import { startSender } from '../outbox/sender.ts';
import { addEntries, readOutbox } from '../outbox/store.ts';
import { writeOne } from '../storage/idb.ts';
import { useApp } from '../sync/app-store.ts';
import { type FakeServer, fakeServer, type Reply } from '../sync/testing/fake-server.ts';
import { checkInAt, emptyDevice, openTill, signedIn, waiter } from '../sync/testing/till.ts';
import { accessToken, cafe, shop } from '../sync/testing/till-user.ts';
import { chooseOfflineUnlock } from './choose-offline-unlock.ts';
import { useSession } from './session.ts';
import { sessionCacheKey, sessionId } from './session-storage.ts';
import { sharedTokens, shareTokens } from './token.ts';

let server: FakeServer;
const logouts: string[] = [];
const forbidden: string[] = [];
on('logout', ({ message }) => logouts.push(message));
on('forbidden', ({ url }) => forbidden.push(url));

beforeEach(async () => {
  server = fakeServer();
  globalThis.fetch = server.fetch;
  logouts.length = 0;
  forbidden.length = 0;
  await emptyDevice();
});
afterAll(() => {});

const session = () => useSession.getState();
/** Queues these answers, each used once and in order; then the fake server answers. */
function answers(path: string, ...replies: Reply[]): void {
  const before = server.handler;
  server.handler = (seen) => (seen.path === path ? (replies.shift() ?? before(seen)) : before(seen));
}
const login = async (answer = signedIn()) => {
  answers('/auth/login', { body: answer });
  await session().login('aisha@atoll.test', 'atoll-demo');
  return answer;
};
/** Simulates a page reload: memory is reset, storage is kept. */
const reload = (): void => {
  const own = sessionStorage.getItem(sessionCacheKey);
  const local = localStorage.getItem(sessionId);
  useSession.setState(useSession.getInitialState(), true);
  if (own === null) sessionStorage.removeItem(sessionCacheKey);
  else sessionStorage.setItem(sessionCacheKey, own);
  if (local !== null) localStorage.setItem(sessionId, local);
  void useSession.persist.rehydrate();
};

describe('signed-in person', () => {
  it('[R13.1] stores the login answer with the permissions of the access token in their order', async () => {
    const answer = await login();
    expect(session().user).toMatchObject({
      refreshToken: answer.refreshToken,
      token: answer.token,
      avatar: null,
      email: 'aisha@atoll.test',
      name: 'Aisha',
      jobTitle: 'Waiter',
      department: 'Floor',
      id: 7,
      permissions: ['New Bill', 'Billing', 'bill.open', 'bill.pay', 'bill.viewOthers'],
      scope: cafe,
    });
  });

  it('[R13.2] [R15.1] starts locked; login opens the screen and lists the profile by its email, once', async () => {
    expect(session().isLocked).toBe(true);
    await login();
    await login(signedIn({ name: 'Aisha R' }));
    expect(session().isLocked).toBe(false);
    expect(session().profiles.map(({ email, name }) => [email, name])).toEqual([['aisha@atoll.test', 'Aisha R']]);
    expect(session().profile?.email).toBe('aisha@atoll.test');
    expect(session().loading).toBe(false);
  });

  it('sends a sign-in again under its key when the server is back, and the next one under another', async () => {
    const sent: unknown[] = [];
    let answer = (_reply: Reply): void => undefined;
    const before = server.handler;
    server.handler = (seen) => {
      if (seen.path !== '/auth/login') return before(seen);
      sent.push(seen.body['signInKey']);
      return sent.length === 1 ? new Promise<Reply>((resolve) => (answer = resolve)) : { body: signedIn() };
    };
    const first = session().login('aisha@atoll.test', 'atoll-demo');
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    reportServer(false);
    reportServer(true);
    await first;
    answer({ body: signedIn() });
    await session().login('aisha@atoll.test', 'atoll-demo');
    expect(sent).toEqual([expect.any(String), sent[0], expect.any(String)]);
    expect(sent[2]).not.toBe(sent[0]);
  });

  it('[R13.3] keeps the session in session storage under app-user-cache, and in local storage without tokens', async () => {
    const { token, refreshToken } = await login();
    const own = JSON.parse(sessionStorage.getItem(sessionCacheKey) ?? '{}').state;
    expect(Object.keys(own).sort()).toEqual(['isLocked', 'outlets', 'profile', 'profiles', 'scope', 'user']);
    expect(own.user).toMatchObject({ token: '', refreshToken });
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(token);
    const local = localStorage.getItem(sessionId) ?? '';
    expect(local).toContain('aisha@atoll.test');
    expect(local).not.toContain(token);
    expect(local).not.toContain(refreshToken);
  });

  it('[R13.3] continues after a reload; after a restart restores the profiles, locked and without access', async () => {
    const { refreshToken } = await login();
    reload();
    expect(session()).toMatchObject({ isLocked: false, user: { token: '' } });
    await call('app.settings');
    expect(session().user?.token).not.toBe('');
    sessionStorage.clear();
    reload();
    expect(session().isLocked).toBe(true);
    expect(session().user).toMatchObject({ email: 'aisha@atoll.test', token: '', refreshToken });
    expect(session().profiles).toHaveLength(1);
  });

  it('[R15.2] chooses the only or first outlet as scope, loads it, and then finishes', async () => {
    await login(signedIn({ outlets: [shop] }));
    expect(session().scope).toEqual(shop);
    expect(server.paths()).toContain('GET /app/settings');
    await login(signedIn({ outlets: [cafe, shop] }));
    expect(session().scope).toEqual(cafe);
  });

  it('[R15.3] sets offlineMode after a network failure at login; the next answer clears it', async () => {
    server.network = 'dead';
    await expect(session().login('a@b.c', 'x')).rejects.toThrow('Failed to fetch');
    expect(localStorage.getItem('offlineMode')).toBe('true');
    expect(session().loading).toBe(false);
    server.network = 'fine';
    answers('/auth/login', { status: 401, body: { message: 'Wrong email or password', code: 401 } });
    await expect(session().login('a@b.c', 'x')).rejects.toThrow('Wrong email or password');
    expect(localStorage.getItem('offlineMode')).toBeNull();
  });

  it('[R15.4] clears everything at logout except unsent work, other profiles, the device and the theme', async () => {
    await login(signedIn({ user: { id: 8, email: 'omar@atoll.test', avatar: null }, name: 'Omar' }));
    await login();
    const kept = {
      'atoll-theme': 'dark',
      'bills.k': '{"items":[1]}',
      bills: '{"state":{}}',
      'atoll.device': '{"id":"d"}',
    };
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
    localStorage.setItem('app', 'x');
    localStorage.setItem('anything', 'x');
    sessionStorage.setItem('anything', 'x');
    await session().logout('Bye');
    expect(session()).toMatchObject({ user: null, scope: null, outlets: [], profile: null });
    expect(session().profiles.map(({ name }) => name)).toEqual(['Omar']);
    for (const [key, value] of Object.entries(kept)) expect(localStorage.getItem(key)).toBe(value);
    expect(localStorage.getItem('anything')).toBeNull();
    expect(localStorage.getItem('app')).toBeNull();
    expect(sessionStorage.getItem('anything')).toBeNull();
    expect(sharedTokens('aisha@atoll.test')).toBeNull();
    expect(sharedTokens('omar@atoll.test')).not.toBeNull();
    expect(logouts).toEqual(['Bye']);
    expect(useApp.getState()).toMatchObject({ settings: [], menus: [], shift: null, outlet: null, notifications: [] });
  });

  it('[R15.5] sets the scope and initialises again when the outlet is switched', async () => {
    await login();
    server.seen.length = 0;
    await session().switchOutlet(2);
    expect(session().scope).toEqual(shop);
    expect(session().user?.scope).toEqual(shop);
    const settings = server.seen.find(({ path }) => path === '/app/settings');
    expect(settings?.headers['x-outlet-id']).toBe('2');
  });

  it('[R15.6] loads menus for Menu, active shift and menus for Billing, and neither without', async () => {
    await login(signedIn({}, ['Menu']));
    expect(server.paths()).toContain('GET /bis/menu/get');
    expect(server.paths()).not.toContain('GET /bis/shift/active');
    server.seen.length = 0;
    await login(signedIn({}, ['Billing']));
    expect(server.paths()).toEqual(expect.arrayContaining(['GET /bis/menu/get', 'GET /bis/shift/active']));
    server.seen.length = 0;
    await session().logout();
    await login(signedIn({}, ['Customers']));
    expect(server.paths()).not.toContain('GET /bis/menu/get');
    expect(server.paths()).not.toContain('GET /bis/shift/active');
  });

  it('[R15.6] starts from the last good copies when the server is unreachable', async () => {
    answers('/app/settings', { body: [{ key: 'KotPrinter', value: 'Kitchen' }] });
    await login();
    server.network = 'dead';
    useApp.setState({ settings: [], menus: [] });
    await useApp.getState().initialise();
    expect(useApp.getState().settings).toEqual([{ key: 'KotPrinter', value: 'Kitchen' }]);
    expect(useApp.getState().initialising).toBe(false);
  });
});

describe('lock screen', () => {
  it('[R15.1] drops the access token when locked; only unlocking gets a new one', async () => {
    await login();
    session().lock();
    expect(session()).toMatchObject({ isLocked: true, user: { token: '' } });
    expect(sharedTokens('aisha@atoll.test')?.token).toBe('');
    server.seen.length = 0;
    answers('/app/user', { status: 401, body: { message: 'Unauthorized', code: 401 } });
    await expect(call('app.user', { quiet: true })).rejects.toBeInstanceOf(CallError);
    expect(server.paths()).toEqual(['GET /app/user']);
    expect(logouts).toEqual([]);
    answers('/auth/unlock', { body: signedIn() });
    expect(await session().unlock('4826')).toEqual({ ok: true });
    expect(session().isLocked).toBe(false);
    expect(session().user?.token).not.toBe('');
  });

  it('[R15.1] stays without an access token when the screen locks during a refresh', async () => {
    await login();
    const fresh = signedIn();
    let answer = (_reply: Reply): void => undefined;
    const before = server.handler;
    server.handler = (seen) =>
      seen.path === '/auth/refresh' ? new Promise<Reply>((resolve) => (answer = resolve)) : before(seen);
    const refreshed = session().refresh();
    await vi.waitFor(() => expect(server.paths()).toContain('POST /auth/refresh'));
    session().lock();
    answer({ body: fresh });
    expect(await refreshed).toEqual({ state: 'impossible' });
    expect(session()).toMatchObject({ isLocked: true, user: { token: '', refreshToken: fresh.refreshToken } });
    expect(sharedTokens('aisha@atoll.test')).toEqual({ token: '', refreshToken: fresh.refreshToken });
  });

  it('[R15.1] stays without an access token when another tab refreshed before it heard of the lock', async () => {
    await login();
    session().lock();
    const theirs = { email: 'aisha@atoll.test', token: accessToken(waiter), refreshToken: 'theirs' };
    const stored = { [theirs.email]: { token: '', refreshToken: theirs.refreshToken } };
    localStorage.setItem('atoll.tokens', JSON.stringify(stored));
    const otherTab = new BroadcastChannel('atoll.access');
    otherTab.postMessage({ type: 'tell', ...theirs });
    await vi.waitFor(() => expect(session().user?.refreshToken).toBe('theirs'));
    otherTab.close();
    expect(session()).toMatchObject({ isLocked: true, user: { token: '' } });
  });

  it('[R15.1] takes no token of another tab and asks for none when the screen locks before the refresh is sent', async () => {
    await login();
    const theirs = accessToken([...waiter, 'bill.print']);
    const otherTab = new BroadcastChannel('atoll.access');
    // The other tab answers, and this one was locked in the meantime.
    otherTab.onmessage = ({ data }: MessageEvent<{ readonly type: string; readonly email: string }>) => {
      if (data.type !== 'ask') return;
      session().lock();
      otherTab.postMessage({ type: 'tell', email: data.email, token: theirs, refreshToken: 'theirs' });
    };
    await writeOne('secret', { token: '', refreshToken: 'theirs' }, 'tokens aisha@atoll.test');
    const outcome = await session().refresh();
    otherTab.close();
    expect(outcome).toEqual({ state: 'impossible' });
    expect(session()).toMatchObject({ isLocked: true, user: { token: '' } });
    expect(server.paths()).not.toContain('POST /auth/refresh');
  });

  it('[R15.1] keeps the open outlet after unlocking', async () => {
    await login();
    await session().switchOutlet(2);
    session().lock();
    answers('/auth/unlock', { body: signedIn() });
    await session().unlock('4826');
    expect(session().scope).toEqual(shop);
  });

  it('shows no toast and signs nobody out for a wrong passcode; asks for the password after too many', async () => {
    await login();
    session().lock();
    answers('/auth/unlock', { status: 401, body: { message: 'Wrong passcode', reason: 'passcodeWrong' } });
    expect(await session().unlock('0001')).toEqual({ ok: false, why: 'wrong' });
    answers('/auth/unlock', { status: 423, body: { message: 'Too many', reason: 'passcodeLocked' } });
    expect(await session().unlock('0001')).toEqual({ ok: false, why: 'locked' });
    expect(useApp.getState().error).toBeNull();
    expect(session().user).not.toBeNull();
    expect(logouts).toEqual([]);
  });

  it('unlocks without the server by the last verifier; after five wrong tries only the server unlocks', async () => {
    await login();
    answers('/auth/unlock', { body: signedIn() });
    await chooseOfflineUnlock('4826');
    session().lock();
    server.network = 'dead';
    expect(await session().unlock('1111')).toEqual({ ok: false, why: 'wrong' });
    expect(await session().unlock('4826')).toEqual({ ok: true });
    expect(session()).toMatchObject({ isLocked: false, user: { token: '' } });
    session().lock();
    for (let i = 0; i < 4; i += 1) expect(await session().unlock('1111')).toEqual({ ok: false, why: 'wrong' });
    expect(await session().unlock('1111')).toEqual({ ok: false, why: 'over' });
    expect(await session().unlock('4826')).toEqual({ ok: false, why: 'away' });
  });

  it('[R35.83] unlocks without the server though the clock was days ahead at the last unlock or a later try', async () => {
    const right = Date.now();
    const fourDaysMs = 4 * 24 * 60 * 60 * 1000;
    const setClock = (now: number) => vi.useFakeTimers({ toFake: ['Date'], now });
    const unlockOffline = async () => {
      session().lock();
      return session().unlock('4826');
    };
    try {
      await login();
      answers('/auth/unlock', { body: signedIn() });
      setClock(right + fourDaysMs);
      await chooseOfflineUnlock('4826');
      server.network = 'dead';
      setClock(right);
      expect(await unlockOffline()).toEqual({ ok: true });
      setClock(right + fourDaysMs);
      expect(await unlockOffline()).toEqual({ ok: false, why: 'away' });
      setClock(right);
      expect(await unlockOffline()).toEqual({ ok: true });
    } finally {
      vi.useRealTimers();
    }
  });

  it("'Not you?' clears the chosen profile and keeps the list", async () => {
    await login();
    session().lock();
    session().clearProfile();
    expect(session().profile).toBeNull();
    session().chooseProfile('aisha@atoll.test');
    expect(session().profile?.name).toBe('Aisha');
  });
});

describe('calls and their errors', () => {
  beforeEach(openTill);

  it('[R18.1] sends bearer, outlet, connection, device and the XSRF cookie, without a timeout', async () => {
    const timeouts = vi.spyOn(AbortSignal, 'timeout');
    document.cookie = 'XSRF-TOKEN=abc%3D';
    session().setConnectionId('c-1');
    await call('app.settings');
    const { headers } = server.seen.find(({ path }) => path === '/app/settings') ?? {
      headers: {} as Record<string, string>,
    };
    expect(headers['authorization']).toBe(`Bearer ${session().user?.token}`);
    expect(headers).toMatchObject({ 'x-outlet-id': '1', 'x-connection-id': 'c-1', 'x-xsrf-token': 'abc=' });
    expect(headers['x-device-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(timeouts).not.toHaveBeenCalled();
    await call('app.settings', { timeoutMs: 4000 });
    expect(timeouts).toHaveBeenCalledWith(4000);
    timeouts.mockRestore();
    document.cookie = 'XSRF-TOKEN=; max-age=0';
  });

  it('[R19.1] shows the message of the body and rejects with the body', async () => {
    const body = { message: 'Please check the highlighted fields', details: 'name', code: 422, reason: 'invalid' };
    answers('/app/settings', { status: 422, body });
    const error = await call('app.settings').catch((caught: unknown) => caught);
    expect(error).toMatchObject({ status: 422, body });
    expect(useApp.getState().error).toEqual(body);
    expect(useApp.getState().notifications[0]).toMatchObject({
      kind: 'error',
      message: 'Please check the highlighted fields',
    });
  });

  it('[R19.1] sends one refresh and one retry for a 401, however many calls got it', async () => {
    const fresh = signedIn();
    const old = session().user?.token;
    answers('/auth/refresh', { body: fresh });
    const before = server.handler;
    server.handler = (seen) =>
      seen.headers['authorization'] === `Bearer ${old}` && !seen.path.startsWith('/auth/')
        ? { status: 401, body: { message: 'Unauthorized' } }
        : before(seen);
    await Promise.all([call('app.settings'), call('app.features'), call('menu.get')]);
    expect(server.paths().filter((path) => path.endsWith('/auth/refresh'))).toHaveLength(1);
    expect(session().user?.token).toBe(fresh.token);
    expect(session().isLocked).toBe(false);
    expect(useApp.getState().error).toBeNull();
    expect(logouts).toEqual([]);
  });

  it('keeps what a refresh returns the same: the open screen is not rendered again, nor the bills computed', async () => {
    const { user, outlets, scope } = session();
    answers('/app/settings', { status: 401, body: { message: 'Unauthorized' } }, { body: [] });
    answers('/auth/refresh', { body: signedIn() });
    await call('app.settings');
    expect(session().user?.refreshToken).not.toBe(user?.refreshToken);
    expect(session().user?.permissions).toBe(user?.permissions);
    expect(session().outlets).toBe(outlets);
    expect(session().scope).toBe(scope);
  });

  it('[R19.1] uses the tokens refreshed by another tab instead of the old refresh token', async () => {
    const theirs = { token: accessToken(waiter), refreshToken: 'theirs' };
    await shareTokens('aisha@atoll.test', theirs);
    answers('/app/settings', { status: 401, body: { message: 'Unauthorized' } }, { body: [] });
    await call('app.settings');
    expect(server.paths()).not.toContain('POST /auth/refresh');
    expect(session().user).toMatchObject(theirs);
    expect(server.seen.at(-1)?.headers['authorization']).toBe(`Bearer ${theirs.token}`);
  });

  it('[R19.1] logs out only after a 401 of the refresh, with its message; never after 5xx, 429 or no server', async () => {
    const stays: Reply[] = [
      { status: 503 },
      { status: 500, body: { message: 'Oops' } },
      { status: 429, body: { message: 'Slow' } },
    ];
    for (const reply of stays) {
      answers('/app/settings', { status: 401, body: { message: 'Unauthorized' } });
      answers('/auth/refresh', reply);
      await expect(call('app.settings')).rejects.toThrow();
      expect(session().user).not.toBeNull();
    }
    const message = 'You were signed out on this device. Sign in again';
    answers('/app/settings', { status: 401, body: { message: 'Unauthorized' } });
    answers('/auth/refresh', { status: 401, body: { message, code: 401 } });
    await expect(call('app.settings')).rejects.toMatchObject({ status: 401 });
    expect(session().user).toBeNull();
    expect(useApp.getState().error).toMatchObject({ message });
    expect(logouts).toEqual([message]);
  });

  it('[R19.2] asks for a login, with the address, after a 401 without a body', async () => {
    answers('/app/settings', { status: 401 });
    answers('/auth/refresh', { status: 401 });
    await expect(call('app.settings')).rejects.toMatchObject({ status: 401, body: null });
    expect(useApp.getState().error).toEqual({
      message: 'Unauthorized',
      details: 'Please login to access this resource /api/app/settings',
      code: 401,
    });
    expect(logouts).toEqual(['Unauthorized']);
  });

  it('[R19.3] [R17.2] shows a 403 as not authorised with the address, calls the handler, logs nobody out', async () => {
    useApp.setState({ notifications: [] });
    answers('/app/settings', { status: 403, body: { message: 'Unauthorized', reason: 'forbidden', code: 403 } });
    await expect(call('app.settings')).rejects.toMatchObject({ status: 403 });
    expect(useApp.getState().error).toEqual({
      message: 'Unauthorized',
      details: 'You are not authorized to access this resource /api/app/settings',
      code: 401,
    });
    expect(forbidden).toEqual(['/api/app/settings']);
    expect(session().user).not.toBeNull();
    // Several 403 answers show one message.
    answers('/app/settings', { status: 403, body: { message: 'Unauthorized', reason: 'forbidden', code: 403 } });
    await expect(call('app.settings')).rejects.toMatchObject({ status: 403 });
    expect(useApp.getState().notifications.filter(({ message }) => message === 'Unauthorized')).toHaveLength(1);
    expect(forbidden).toHaveLength(2);
  });

  it('[R19.4] rejects other failures unchanged and shows nothing', async () => {
    server.network = 'dead';
    await expect(call('app.settings')).rejects.toBeInstanceOf(TypeError);
    expect(useApp.getState().error).toBeNull();
    server.network = 'fine';
    answers('/app/settings', { status: 500 });
    await expect(call('app.settings')).rejects.toMatchObject({ status: 500, body: null });
    expect(useApp.getState().error).toBeNull();
  });

  it('does not treat an HTML page in place of data as an answer of the server', async () => {
    server.fetch = async () => new Response('<html>Sign in to the hotel', { headers: { 'content-type': 'text/html' } });
    globalThis.fetch = server.fetch;
    await expect(request('GET', '/app/settings')).rejects.toBeInstanceOf(TypeError);
  });

  it('fills a path by its parameters', async () => {
    await call('bill.find', { params: { id: '0190a8b2-0000-7000-8000-000000000001' } }).catch(() => undefined);
    expect(server.paths()).toEqual(['GET /bis/bills/find/0190a8b2-0000-7000-8000-000000000001']);
  });
});

describe('unsent work and the session', () => {
  it('[R15.4] keeps the outbox after a logout', async () => {
    await openTill();
    const entry = {
      kind: 'create',
      billKey: 'k',
      body: {},
      outletId: 1,
      userId: 7,
      userName: 'A',
      deviceId: 'd',
    } as const;
    await addEntries([entry]);
    await session().logout();
    expect(await readOutbox()).toHaveLength(1);
    await emptyDevice();
  });

  it('[R35.10] asks for the password once after a server restore, then sends the outbox with the new session', async () => {
    await openTill();
    const stop = startSender();
    const ended = { message: 'You were signed out on this device. Sign in again', reason: 'sessionEnded', code: 401 };
    const old = session().user?.token ?? '';
    const open: readonly string[] = ['/auth/login', '/auth/logout'];
    const before = server.handler;
    server.handler = (seen) =>
      !open.includes(seen.path) && (seen.headers['authorization'] ?? `Bearer ${old}`) === `Bearer ${old}`
        ? { status: 401, body: ended }
        : before(seen);
    await put({
      kind: 'create',
      billKey: 'b1',
      body: checkInAt('1'),
      outletId: 1,
      userId: 7,
      userName: 'Aisha',
      deviceId: 'd',
    });
    const toasts: string[] = [];
    const stopToasts = on('toast', ({ message }) => toasts.push(message));
    const asked = ['app.settings', 'app.features', 'menu.get', 'auth.hubTicket', 'print.claim'] as const;
    const answers = await Promise.allSettled(asked.map((key) => call(key)));
    expect(answers.map(({ status }) => status)).toEqual(asked.map(() => 'rejected'));
    expect(session().user).toBeNull();
    expect(logouts).toEqual([ended.message]);
    // The sign-in screen says it, and nothing else does.
    expect(toasts).toEqual([]);
    expect(await readOutbox()).toHaveLength(1);

    const { token } = await login();
    await expect.poll(() => readOutbox()).toEqual([]);
    const sent = server.seen.filter(({ path }) => path === '/bis/bill/create').at(-1);
    expect(sent?.headers['authorization']).toBe(`Bearer ${token}`);
    expect(logouts).toHaveLength(1);
    stopToasts();
    stop();
    await emptyDevice();
  });

  it('[R35.10] asks for the password instead of the passcode when the restored server does not know the till', async () => {
    await openTill();
    session().lock();
    answers('/auth/unlock', { status: 401, body: { message: 'Signed out', reason: 'sessionEnded', code: 401 } });
    expect(await session().unlock('4826')).toEqual({ ok: false, why: 'password' });
    await emptyDevice();
  });
});
