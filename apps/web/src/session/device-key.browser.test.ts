import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetServerTime } from '../clock/till-clock.ts';
import { readAll } from '../storage/idb.ts';
import { type FakeServer, fakeServer } from '../sync/testing/fake-server.ts';
import { emptyDevice, openTill, signedIn } from '../sync/testing/till.ts';
import { useSession } from './session.ts';

let server: FakeServer;
beforeEach(async () => {
  server = fakeServer();
  globalThis.fetch = server.fetch;
  await openTill();
});
afterEach(async () => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  forgetServerTime();
  await emptyDevice();
});

const session = () => useSession.getState();
const login = () => session().login('aisha@atoll.test', 'atoll-demo');
const answerLogin = () => {
  server.handler = ({ path }) => (path.startsWith('/auth/log') ? { body: signedIn() } : undefined);
};
const proofs = (path: string) =>
  server.seen.filter((seen) => seen.path === path).map(({ body }) => body['proof'] as { key: string; at: number });

it('[R36.2] signs calls about the session with one key, which the browser gives nobody', async () => {
  answerLogin();
  await login();
  await session().refresh();
  const [signIn] = proofs('/auth/login');
  const [refresh] = proofs('/auth/refresh');
  expect(signIn?.key).toMatch(/^[\w-]{122}$/);
  expect(refresh?.key).toBe(signIn?.key);
  const records = await readAll<{ readonly privateKey?: CryptoKey }>('secret');
  const key = records.find(({ privateKey }) => privateKey)?.privateKey;
  expect(key?.extractable).toBe(false);
  await expect(crypto.subtle.exportKey('pkcs8', key as CryptoKey)).rejects.toThrow();
});

it('[R36.2] stores no access token anywhere', async () => {
  answerLogin();
  await login();
  const { token } = session().user ?? { token: '' };
  expect(token).not.toBe('');
  const stored = JSON.stringify([{ ...localStorage }, { ...sessionStorage }, await readAll('secret')]);
  expect(stored).not.toContain(token);
});

it('[R36.2] signs again with the server’s time when the clock of the till is wrong', async () => {
  const right = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: right + 3 * 86_400_000 });
  server.handler = ({ path, body }) => {
    if (path !== '/auth/login') return undefined;
    const { at } = body['proof'] as { at: number };
    const headers = { 'X-Server-Time': String(right) };
    return Math.abs(at - right) > 300_000
      ? { status: 401, body: { reason: 'proofOld', message: '' }, headers }
      : { body: signedIn(), headers };
  };
  await login();
  expect(proofs('/auth/login')).toHaveLength(2);
  expect(session().isLocked).toBe(false);
});

it('[R35.83] signs again with the time of a server that gives none to tills, because its own clock is wrong', async () => {
  const wrong = Date.now() - 6 * 86_400_000;
  server.handler = ({ path, body }) => {
    if (path !== '/auth/login') return undefined;
    const { at } = body['proof'] as { at: number };
    return Math.abs(at - wrong) > 300_000
      ? { status: 401, body: { reason: 'proofOld', message: '', now: wrong } }
      : { body: signedIn() };
  };
  await login();
  expect(proofs('/auth/login').at(-1)?.at).toBe(wrong);
  expect(session().isLocked).toBe(false);
});

it('[R36.2] signs nothing without a secure context', async () => {
  const { crypto: real } = globalThis;
  vi.stubGlobal('crypto', {
    randomUUID: () => real.randomUUID(),
    getRandomValues: (array: Uint8Array<ArrayBuffer>) => real.getRandomValues(array),
  });
  answerLogin();
  await login();
  expect(proofs('/auth/login')).toEqual([undefined]);
  expect(session().isLocked).toBe(false);
});
