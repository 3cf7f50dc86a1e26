import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readOne, writeOne } from '../../storage/idb.ts';
import { type FakeServer, fakeServer } from '../../sync/testing/fake-server.ts';
import { emptyDevice, signedIn } from '../../sync/testing/till.ts';
import {
  forgetApprovalCode,
  grantOffline,
  hasApprovalCode,
  keepApprovalCode,
  offlineApprovers,
} from '../approval-code.ts';
import { chooseOfflineUnlock } from '../choose-offline-unlock.ts';
import { choosesOfflineUnlock, dropOfflineUnlock } from '../offline-choice.ts';
import { useSession } from '../session.ts';
import { eraseOldVerifiers } from './old-verifiers.ts';
import { verifyPasscode } from './verifier.ts';

const email = 'aisha@atoll.test';
const dayMs = 24 * 60 * 60 * 1000;
let server: FakeServer;
beforeEach(async () => {
  server = fakeServer();
  globalThis.fetch = server.fetch;
  const before = server.handler;
  server.handler = (seen) => {
    if (seen.path === '/auth/login') return { body: signedIn() };
    if (seen.path !== '/auth/unlock') return before(seen);
    const { passcode } = seen.body as { passcode: string };
    return passcode === '4826' ? { body: signedIn() } : { status: 401, body: { reason: 'passcodeWrong' } };
  };
  await emptyDevice();
  await useSession.getState().login(email, 'atoll-demo');
});
afterEach(() => void vi.useRealTimers());

const { lock, unlock } = useSession.getState();
async function unlockAgain(passcode: string) {
  lock();
  return unlock(passcode);
}

/** What a thief reads on the device about a passcode: the record of this release, or of those before it. */
interface Stolen {
  readonly key: CryptoKey;
  readonly mac: ArrayBuffer;
  readonly salt?: Uint8Array<ArrayBuffer>;
  readonly rounds?: number;
}
const stolen = () => readOne<Stolen>('secret', email);

/** Tries one code with the stolen record as fast as the browser can, without the page and its count. */
async function tryCode({ key, mac, salt, rounds }: Stolen, code: string): Promise<boolean> {
  const text = new TextEncoder().encode(`${email}\n${code}`);
  if (!salt || !rounds) return crypto.subtle.verify('HMAC', key, mac, text);
  const from = await crypto.subtle.importKey('raw', text, 'PBKDF2', false, ['deriveBits']);
  const bits = await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds }, from, 256);
  return crypto.subtle.verify('HMAC', key, mac, bits);
}

it('[R36.4] trying all 10,000 codes with what the till stores takes at least 20 minutes on it', async () => {
  expect(await chooseOfflineUnlock('4826')).toEqual({ ok: true });
  const record = (await stolen()) as Stolen;
  expect(record.rounds).toBeGreaterThanOrEqual(1_000_000);
  expect(record.key.extractable).toBe(false);
  const tries = 8;
  const started = performance.now();
  const found = await Promise.all(Array.from({ length: tries }, (_, i) => tryCode(record, `000${i}`)));
  const allMs = ((performance.now() - started) / tries) * 10_000;
  expect(found).not.toContain(true);
  expect(allMs).toBeGreaterThan(20 * 60_000);
  // The attack is the right one: with the passcode it succeeds.
  expect(await tryCode(record, '4826')).toBe(true);
});

it('[R36.4] stores nothing about a passcode of a person who did not choose to unlock without the server', async () => {
  expect(await unlockAgain('4826')).toEqual({ ok: true });
  expect(await stolen()).toBeUndefined();
  server.network = 'dead';
  expect(await unlockAgain('4826')).toEqual({ ok: false, why: 'away' });
});

it('[R36.4] a wrong passcode chooses nothing, and who changes their mind leaves nothing on the device', async () => {
  expect(await chooseOfflineUnlock('0001')).toEqual({ ok: false, why: 'wrong' });
  expect(choosesOfflineUnlock(email)).toBe(false);
  await chooseOfflineUnlock('4826');
  expect(choosesOfflineUnlock(email)).toBe(true);
  await dropOfflineUnlock(email);
  expect(await stolen()).toBeUndefined();
  expect(await unlockAgain('4826')).toEqual({ ok: true });
  expect(await stolen()).toBeUndefined();
});

it('[R36.4] five wrong tries erase what was stored, also when they are made at the same time', async () => {
  await chooseOfflineUnlock('4826');
  const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => verifyPasscode(email, `000${i}`)));
  expect(answers.filter((answer) => answer === 'wrong')).toHaveLength(4);
  expect(answers.filter((answer) => answer === 'tries-over')).toHaveLength(1);
  expect(await stolen()).toBeUndefined();
  expect(await verifyPasscode(email, '4826')).toBe('server-needed');
});

it('[R36.4] is not used after 72 hours, and after that only the server unlocks', async () => {
  await chooseOfflineUnlock('4826');
  server.network = 'dead';
  const kept = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: kept + 3 * dayMs - 60_000 });
  expect(await unlockAgain('4826')).toEqual({ ok: true });
  vi.setSystemTime(kept + 3 * dayMs + 60_000);
  expect(await unlockAgain('4826')).toEqual({ ok: false, why: 'away' });
});

it('[R36.4] gives no token and approves nothing: the passcode is no approval code, and no code is made of it', async () => {
  await chooseOfflineUnlock('4826');
  server.network = 'dead';
  expect(await unlockAgain('4826')).toEqual({ ok: true });
  expect(useSession.getState()).toMatchObject({ isLocked: false, user: { token: '' } });
  expect(await offlineApprovers('bill.void', { outletId: 1, userId: 99 })).toEqual([]);
  const action = { outletId: 1, permission: 'bill.void', subjectKey: 'b', requestedBy: 99, shiftKey: 's' } as const;
  expect(await grantOffline(email, '4826', action)).toEqual({ state: 'erased' });
});

it('[R36.4] erases what was stored when nobody unlocked there for 14 days', async () => {
  await chooseOfflineUnlock('4826');
  await eraseOldVerifiers(Date.now() + 13 * dayMs);
  expect(await stolen()).toBeDefined();
  await eraseOldVerifiers(Date.now() + 14 * dayMs + 1);
  expect(await stolen()).toBeUndefined();
});

it('[R36.4] erases the fast verifier of an earlier release, which gave the passcode within a second', async () => {
  const key = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
  const mac = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(`${email}\n4826`));
  await writeOne('secret', { key, mac, keptAt: Date.now(), wrong: 0 }, email);
  await writeOne('secret', { token: '', refreshToken: 'r' }, 'tokens other@atoll.test');
  expect(await verifyPasscode(email, '4826')).toBe('server-needed');
  await eraseOldVerifiers(Date.now());
  expect(await stolen()).toBeUndefined();
  expect(await readOne('secret', 'tokens other@atoll.test')).toBeDefined();
});

it('[R36.4] each unlock with the server renews it, with the passcode that is valid now', async () => {
  await chooseOfflineUnlock('4826');
  const before = server.handler;
  server.handler = (seen) => (seen.path === '/auth/unlock' ? { body: signedIn() } : before(seen));
  expect(await unlockAgain('7391')).toEqual({ ok: true });
  server.network = 'dead';
  expect(await unlockAgain('4826')).toEqual({ ok: false, why: 'wrong' });
  expect(await unlockAgain('7391')).toEqual({ ok: true });
});

it('[R36.4] signing out erases what was stored, and the choice, and keeps the approval code of its person', async () => {
  await chooseOfflineUnlock('4826');
  const { user } = useSession.getState();
  if (user) await keepApprovalCode(user, '482613', { codeId: 'code-0001', secret: 'c2VjcmV0' });
  await useSession.getState().logout();
  expect(await stolen()).toBeUndefined();
  expect(choosesOfflineUnlock(email)).toBeUndefined();
  expect(await hasApprovalCode(email)).toBe(true);
  await forgetApprovalCode(email);
});
