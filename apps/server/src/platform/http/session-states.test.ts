/**
 * Tests every closed call with the access tokens of sessions that are not open: locked, ended, left by a switch of profile; and every call with a
 * copy of a device's storage and the key of another device; and what a person has of before they were deactivated.
 */
import { randomUUID } from 'node:crypto';
import { type Role, roles } from '@atoll/domain/access/permission';
import { type ContractKey, contract } from '@atoll/domain/contract/contract';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import type { Endpoint } from '@atoll/domain/contract/platform/endpoint';
import { beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { seedHashed } from '../../seed/seed-user.ts';
import { quickHashes } from '../../testing/quick-hashes.ts';
import { emailOf, passcode, password, type TestApp, testApp } from '../../testing/test-app.ts';
import { type TestDevice, testDevice } from '../../testing/test-device.ts';
import { eachEngine } from '../store/testing/engine.ts';

const everyClosed = (Object.keys(contract) as ContractKey[]).filter((key) => contract[key].access.who !== 'public');
/** The open calls that take a refresh token: all that a copied storage could be used for. */
const byRefreshToken = (Object.keys(contract) as ContractKey[]).filter((key) => {
  const { access, body } = contract[key] as Endpoint;
  return access.who === 'public' && body instanceof z.ZodMiniObject && 'refreshToken' in body.shape;
});

const signInOn = async (t: TestApp, deviceId: string, role: Role): Promise<SignedIn> => {
  const body = { email: emailOf(role), password };
  const { status, body: signedIn } = await t.call('auth.login', { body, headers: { 'x-device-id': deviceId } });
  expect(status).toBe(200);
  return signedIn as SignedIn;
};

interface State {
  readonly state: string;
  /** The reason of the refusal in this state. */
  readonly reason: string;
  /** Brings a session of a device into the state. */
  readonly bring: (t: TestApp, session: SignedIn, deviceId: string, role: Role) => Promise<unknown>;
}

const states: readonly State[] = [
  {
    state: 'locked',
    reason: 'locked',
    bring: (t, { refreshToken }) => t.call('auth.lock', { body: { refreshToken } }),
  },
  {
    state: 'ended',
    reason: 'sessionEnded',
    bring: (t, as) => t.call('auth.logout', { as, body: { refreshToken: as.refreshToken } }),
  },
  {
    state: 'left for another profile',
    reason: 'locked',
    bring: (t, _, deviceId, role) => signInOn(t, deviceId, role === 'Admin' ? 'User' : 'Admin'),
  },
];

eachEngine('calls of a session that is not open', (on) => {
  // The same check refuses them before a call reaches the store. On the second engine, where only the session is read otherwise, each sixth is tried.
  const each = on.engine === 'sqlite' ? 1 : 6;
  const closed = everyClosed.filter((_, place) => place % each === 0);
  let t: TestApp;
  /** The practice outlet of the café. */
  let practice: number;
  beforeAll(async () => {
    t = await testApp(on);
    const body = { key: randomUUID(), outletId: t.cafe };
    practice = (await t.call('outlet.practice', { as: await t.signIn('Admin'), outlet: null, body })).body.outletId;
    expect(practice).toBeGreaterThan(t.shop);
  });
  /** Own, foreign, practice and no outlet. */
  const outletsFor = (role: Role) => [t.cafe, t.shop, null, ...(role === 'User' ? [practice] : [])];
  const cases = roles.flatMap((role) => states.map((state) => ({ role, ...state })));

  it.each(cases)(
    '[R36.1] [R36.3] every closed call of $role answers 401 for own, foreign and no outlet, in practice too, when the session is $state',
    async ({ role, state, reason, bring }) => {
      const deviceId = `${role} ${state}`;
      const as = await signInOn(t, deviceId, role);
      expect((await t.call('app.user', { as, outlet: null })).status).toBe(200);
      await bring(t, as, deviceId, role);
      const odd: unknown[] = [];
      for (const key of closed)
        for (const outlet of outletsFor(role)) {
          const body = contract[key].method === 'GET' ? undefined : {};
          const answer = await t.call(key, { as, outlet, body });
          if (answer.status !== 401 || answer.body.reason !== reason)
            odd.push([key, outlet, answer.status, answer.body]);
        }
      expect(odd).toEqual([]);
    },
  );

  /** Returns the closed calls, for the own and for no outlet, that do not answer 401 with this reason. */
  const oddCalls = async (as: Pick<SignedIn, 'token'>, reason: string): Promise<unknown[]> => {
    const odd: unknown[] = [];
    for (const key of closed)
      for (const outlet of [t.cafe, null]) {
        const body = contract[key].method === 'GET' ? undefined : {};
        const answer = await t.call(key, { as, outlet, body });
        if (answer.status !== 401 || answer.body.reason !== reason) odd.push([key, outlet, answer.status, answer.body]);
      }
    return odd;
  };

  it('[R36.1] every closed call of each role answers 401 with a token that has expired', async () => {
    const people = await Promise.all(roles.map((role) => signInOn(t, `expired ${role}`, role)));
    // The server keeps what it knows of a token that was used.
    for (const as of people) expect((await t.call('app.user', { as, outlet: null })).status).toBe(200);
    t.advance(15 * 60_000 + 1000);
    for (const as of people) expect(await oddCalls(as, 'notSignedIn')).toEqual([]);
  });

  it('[R36.1] [R36.33] whoever was deactivated gets nothing by any token, work that waited, password, passcode, code or mailed link', async () => {
    for (const role of roles) {
      const email = `former.${role.toLowerCase()}@reef.example`;
      const name = `Former ${role}`;
      const person = { email, name, role, jobTitle: '', department: '', outletIds: [t.cafe] };
      await seedHashed(t.store, person, quickHashes, t.now());
      const signIn = async (device: string) =>
        t.call('auth.login', { body: { email, password }, headers: { 'x-device-id': `${device} ${role}` } });
      const [open, locked] = [(await signIn('open')).body as SignedIn, (await signIn('locked')).body as SignedIn];
      const key = randomUUID();
      const waiting = [`bill.create ${key}`];
      const { sendToken } = (await t.call('auth.lock', { body: { refreshToken: locked.refreshToken, waiting } })).body;
      const { join } = (await t.call('auth.joinCode', { as: open, body: { key: randomUUID() } })).body;
      const before = t.mails.length;
      await t.call('auth.requestReset', { body: { email } });
      await expect.poll(() => t.mails.length).toBeGreaterThan(before);
      const token = /token=(\S+)/.exec(t.mails.at(-1)?.text ?? '')?.[1] ?? '';

      const removed = await t.call('app_user.delete', { as: await t.signIn('Admin'), params: { id: open.user.id } });
      expect(removed.status).toBe(204);
      expect(await oddCalls(open, 'sessionEnded')).toEqual([]);
      const bill = { key, type: 'Table', slot: '1', items: [] };
      const outcomes = {
        sent: t.call('bill.create', { as: { token: String(sendToken) }, body: bill }),
        signedIn: signIn('open'),
        joined: t.call('auth.join', {
          body: { code: join.url.split('#')[1] ?? '', passcode, signInKey: randomUUID(), page: '' },
        }),
        reset: t.call('auth.reset', { body: { token, newPassword: 'a new long password' } }),
        ...Object.fromEntries(
          [open, locked].flatMap(({ refreshToken }, index) => [
            [`refresh ${index}`, t.call('auth.refresh', { body: { refreshToken } })],
            [`unlock ${index}`, t.call('auth.unlock', { body: { refreshToken, passcode } })],
            [`lock ${index}`, t.call('auth.lock', { body: { refreshToken, waiting } })],
          ]),
        ),
      };
      const reasons: Record<string, unknown> = {};
      for (const [name, call] of Object.entries(outcomes)) reasons[name] = (await call).body.reason;
      expect(reasons).toEqual({
        sent: 'sessionEnded',
        signedIn: 'credentialsWrong',
        joined: 'joinCodeInvalid',
        reset: 'resetLinkInvalid',
        ...Object.fromEntries(
          [0, 1].flatMap((index) => ['refresh', 'unlock', 'lock'].map((call) => [`${call} ${index}`, 'sessionEnded'])),
        ),
      });
      const mailed = t.mails.length;
      await t.call('auth.requestReset', { body: { email } });
      await t.call('auth.requestReset', { body: { email: emailOf('Admin') } });
      await expect.poll(() => t.mails.length).toBe(mailed + 1);
    }
  });

  const proven = (device: TestDevice, key: string, subject: string) => ({
    headers: { 'x-device-id': device.id },
    proof: device.proof(key, subject, t.now()),
  });
  /** Signs in on a device with a key, with work that waits there. */
  const signInAt = async (device: TestDevice, role: Role): Promise<SignedIn> => {
    const email = emailOf(role);
    const { headers, proof } = proven(device, 'auth.login', email);
    return (await t.call('auth.login', { headers, body: { email, password, proof } })).body as SignedIn;
  };
  const copies = roles.flatMap((role) => (['open', 'locked'] as const).map((state) => ({ role, state })));

  it('[R36.2] knows all open calls that take a refresh token', () => {
    expect(byRefreshToken.toSorted()).toEqual(['auth.lock', 'auth.logout', 'auth.refresh', 'auth.unlock']);
  });

  it.each(copies)(
    '[R36.2] a copy of the storage of $role, $state, with the key of another device or profile gives nothing at any call',
    async ({ role, state }) => {
      const till = testDevice(randomUUID());
      // The thief has everything that the storage has, the device's id too, but another key.
      const thief = testDevice(till.id);
      const { refreshToken } = await signInAt(till, role);
      const call = (device: TestDevice, key: ContractKey, more: object = {}) => {
        const { headers, proof } = proven(device, key, refreshToken);
        return t.call(key, { outlet: null, headers, body: { refreshToken, proof, ...more } });
      };
      const waiting = [`bill.create ${randomUUID()}`];
      await { open: async () => undefined, locked: () => call(till, 'auth.lock', { waiting }) }[state]?.();
      const odd: unknown[] = [];
      for (const key of byRefreshToken) {
        const { status, body } = await call(thief, key, { passcode, waiting });
        const isNothing = key === 'auth.logout' ? status === 204 && !body : body.reason === 'deviceForeign';
        if (!isNothing || JSON.stringify(body ?? '').includes('oken')) odd.push([key, status, body]);
      }
      const headers = { 'x-device-id': thief.id };
      for (const key of closed)
        for (const outlet of outletsFor(role)) {
          const body = contract[key].method === 'GET' ? undefined : {};
          const answer = await t.call(key, { as: { token: refreshToken }, outlet, headers, body });
          if (answer.status !== 401 || answer.body.reason !== 'notSignedIn')
            odd.push([key, outlet, answer.status, answer.body]);
        }
      expect(odd).toEqual([]);
      // The device itself is as before.
      const own = await call(till, 'auth.unlock', { passcode });
      expect(own.status).toBe(200);
    },
  );
});
