import { randomBytes, randomUUID } from 'node:crypto';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../../platform/store/testing/engine.ts';
import { emailOf, password, type TestApp, testApp } from '../../../testing/test-app.ts';
import { testDevice } from '../../../testing/test-device.ts';
import { findPerson } from '../person.ts';
import { createEndedSessions } from './ended-sessions.ts';
import { createLockChanges } from './lock-changes.ts';
import { createSessions } from './session.ts';
import { createTokens } from './token.ts';

eachEngine('a sign-in that is sent twice', (on) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp(on);
  });
  const sessionsOf = (deviceId: string) =>
    t.store.readOrg((db) =>
      db.selectFrom('session').select(['id', 'locked_at']).where('device_id', '=', deviceId).execute(),
    );

  it('opens one session for a sign-in that arrives twice, and locks none of its device', async () => {
    const device = testDevice(randomUUID());
    const email = emailOf('Manager');
    const signInKey = randomUUID();
    const send = () =>
      t.call('auth.login', {
        body: { email, password, page: '', signInKey, proof: device.proof('auth.login', email, t.now()) },
        headers: { 'x-device-id': device.id },
      });
    const [first, second] = await Promise.all([send(), send()]);
    expect([first.status, second.status]).toEqual([200, 200]);
    const signedIn = first.body as SignedIn;
    expect((second.body as SignedIn).refreshToken).toBe(signedIn.refreshToken);
    const { refreshToken, page } = signedIn;
    const proof = device.proof('auth.refresh', refreshToken, t.now());
    const refreshed = await t.call('auth.refresh', { body: { refreshToken, proof, page: page?.memory ?? '' } });
    expect([refreshed.status, refreshed.body.reason]).toEqual([200, undefined]);
    expect(await sessionsOf(device.id)).toMatchObject([{ locked_at: null }]);
  });

  it('opens another session for another person or device with the same key', async () => {
    const signInKey = randomUUID();
    const [one, other] = [testDevice(randomUUID()), testDevice(randomUUID())];
    const tokens = new Set<string>();
    for (const [device, role] of [
      [one, 'Manager'],
      [one, 'User'],
      [other, 'Manager'],
    ] as const) {
      const body = { email: emailOf(role), password, signInKey };
      const answer = await t.call('auth.login', { body, headers: { 'x-device-id': device.id } });
      tokens.add((answer.body as SignedIn).refreshToken);
    }
    expect(tokens.size).toBe(3);
  });

  it('opens no session for a sign-in that its caller has cancelled', async () => {
    const sessions = createSessions({
      store: t.store,
      clock: t.now,
      tokens: createTokens(randomBytes(32)),
      ended: createEndedSessions(t.store, t.now),
      locks: createLockChanges(t.store, t.now),
      reportForeign: async () => undefined,
    });
    const { user } = await t.signIn('User');
    const person = await t.store.readOrg((db) => findPerson(db, user.id));
    if (!person) throw new Error('nobody');
    const device = { id: randomUUID(), name: 'Till', ip: '::1' };
    await expect(sessions.open(person, device, { isGone: () => true })).rejects.toThrow();
    expect(await sessionsOf(device.id)).toEqual([]);
    await sessions.open(person, device, { isGone: () => false });
    expect(await sessionsOf(device.id)).toMatchObject([{ locked_at: null }]);
  });
});
