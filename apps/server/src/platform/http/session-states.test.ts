/**
 * Tests every closed call with the access tokens of sessions that are not open: locked, ended, left by a switch of profile; and every call with a
 * copy of a device's storage and the key of another device.
 */
import { randomUUID } from 'node:crypto';
import { type Role, roles } from '@atoll/domain/access/permission';
import { type ContractKey, contract } from '@atoll/domain/contract/contract';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import type { Endpoint } from '@atoll/domain/contract/platform/endpoint';
import { beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { emailOf, passcode, password, type TestApp, testApp } from '../../testing/test-app.ts';
import { type TestDevice, testDevice } from '../../testing/test-device.ts';
import { eachEngine } from '../store/testing/engine.ts';

const closed = (Object.keys(contract) as ContractKey[]).filter((key) => contract[key].access.who !== 'public');
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
    { timeout: 120_000 },
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
    { timeout: 120_000 },
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
      for (const key of closed)
        for (const outlet of outletsFor(role)) {
          const { headers } = proven(thief, key, refreshToken);
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
