/** Tests every closed call with the access tokens of sessions that are not open: locked, ended, left by a switch of profile. */
import { type Role, roles } from '@atoll/domain/access/permission';
import { type ContractKey, contract } from '@atoll/domain/contract/contract';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { beforeAll, expect, it } from 'vitest';
import { emailOf, password, type TestApp, testApp } from '../../testing/test-app.ts';
import { eachEngine } from '../store/testing/engine.ts';

const closed = (Object.keys(contract) as ContractKey[]).filter((key) => contract[key].access.who !== 'public');

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
  beforeAll(async () => {
    t = await testApp(on);
  });
  const cases = roles.flatMap((role) => states.map((state) => ({ role, ...state })));

  it.each(cases)(
    '[R36.1] [R36.3] every closed call of $role answers 401 for own, foreign and no outlet when the session is $state',
    { timeout: 120_000 },
    async ({ role, state, reason, bring }) => {
      const deviceId = `${role} ${state}`;
      const as = await signInOn(t, deviceId, role);
      expect((await t.call('app.user', { as, outlet: null })).status).toBe(200);
      await bring(t, as, deviceId, role);
      const odd: unknown[] = [];
      for (const key of closed)
        for (const outlet of [t.cafe, t.shop, null]) {
          const body = contract[key].method === 'GET' ? undefined : {};
          const answer = await t.call(key, { as, outlet, body });
          if (answer.status !== 401 || answer.body.reason !== reason)
            odd.push([key, outlet, answer.status, answer.body]);
        }
      expect(odd).toEqual([]);
    },
  );
});
