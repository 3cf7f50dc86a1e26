import { randomUUID } from 'node:crypto';
import type { Notice } from '@atoll/domain/contract/outlet/notification';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { beforeAll, describe, expect, it } from 'vitest';
import { eachEngine } from '../../../platform/store/testing/engine.ts';
import { emailOf, passcode, password, type TestApp, testApp } from '../../../testing/test-app.ts';
import { type TestDevice, testDevice } from '../../../testing/test-device.ts';

const hour = 3_600_000;
const minute = 60_000;

eachEngine('the key of a device', (on) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp(on);
  });
  type Call = 'auth.refresh' | 'auth.unlock' | 'auth.lock' | 'auth.logout';
  /** Calls with the proof of a device, made `later` ms after now. */
  const callFrom = (device: TestDevice | null, key: Call, refreshToken: string, more: object = {}, later = 0) =>
    t.call(key, {
      body: {
        refreshToken,
        ...(device && { proof: device.proof(key, refreshToken, t.now() + later) }),
        ...(key === 'auth.unlock' && { passcode }),
        ...more,
      },
      headers: { 'user-agent': 'Thief', ...(device && { 'x-device-id': device.id }) },
    });
  const signInAt = async (device: TestDevice, role: 'Manager' | 'User' = 'Manager') => {
    const email = emailOf(role);
    const { body } = await t.call('auth.login', {
      body: { email, password, proof: device.proof('auth.login', email, t.now()) },
      headers: { 'x-device-id': device.id },
    });
    return body as SignedIn;
  };
  const outcome = ({ status, body }: { status: number; body: { reason?: string } }) =>
    status < 300 ? status : [status, body.reason];
  const foreign = [401, 'deviceForeign'];

  it('[R36.2] gives a copy of a till’s storage nothing on another machine, locked or open, and leaves the till signed in', async () => {
    const till = testDevice(randomUUID());
    const copy = testDevice(till.id);
    const mine = await signInAt(till);
    for (const device of [copy, null])
      for (const call of ['auth.refresh', 'auth.unlock', 'auth.lock'] as const)
        expect(outcome(await callFrom(device, call, mine.refreshToken)), call).toEqual(foreign);
    // Nor can the copy sign the till out.
    expect((await callFrom(copy, 'auth.logout', mine.refreshToken)).status).toBe(204);
    const renewed = await callFrom(till, 'auth.refresh', mine.refreshToken);
    expect(renewed.status).toBe(200);
    // A used token of the copy neither.
    t.advance(minute);
    expect(outcome(await callFrom(copy, 'auth.refresh', mine.refreshToken))).toEqual(foreign);
    const { refreshToken } = renewed.body as SignedIn;
    expect((await callFrom(till, 'auth.lock', refreshToken)).status).toBe(200);
    expect(outcome(await callFrom(copy, 'auth.refresh', refreshToken))).toEqual(foreign);
    expect(outcome(await callFrom(copy, 'auth.unlock', refreshToken))).toEqual(foreign);
    expect(outcome(await callFrom(till, 'auth.refresh', refreshToken))).toEqual([401, 'locked']);
    expect((await callFrom(till, 'auth.unlock', refreshToken)).status).toBe(200);
  });

  it('[R36.2] writes a use of a copy to the history, tells the person once, and the Admins when it repeats', async () => {
    const till = testDevice(randomUUID());
    const mine = await signInAt(till, 'User');
    const noticesOf = async (role: 'Admin' | 'User') => {
      const as = await t.signIn(role);
      return ((await t.call('notification.list', { as })).body as Notice[]).map(({ title }) => title);
    };
    const copied = 'A copied sign-in of User One was refused';
    const yours = 'Somebody used your sign-in on another device';
    await callFrom(null, 'auth.refresh', mine.refreshToken);
    await expect.poll(() => noticesOf('User')).toContain(yours);
    await callFrom(null, 'auth.refresh', mine.refreshToken);
    expect(await noticesOf('Admin')).not.toContain(copied);
    for (let i = 0; i < 3; i++) await callFrom(null, 'auth.refresh', mine.refreshToken);
    await expect.poll(() => noticesOf('Admin')).toContain(copied);
    expect((await noticesOf('User')).filter((title) => title === yours)).toHaveLength(1);
    const rows = await t.store.readOutlet(t.cafe, (db) =>
      db.selectFrom('history').select(['user_id', 'data']).where('action', '=', 'SignInCopied').execute(),
    );
    const own = rows.filter(({ user_id }) => user_id === mine.user.id);
    expect(own).toHaveLength(1);
    expect(String(own[0]?.data)).toContain('Thief');
  });

  it('[R36.2] refuses proofs of another call, token, time, form or curve', async () => {
    const till = testDevice(randomUUID());
    const { refreshToken } = await signInAt(till);
    const withProof = (proof: object) => callFrom(null, 'auth.refresh', refreshToken, { proof });
    const now = t.now();
    const right = till.proof('auth.refresh', refreshToken, now);
    expect(outcome(await withProof(till.proof('auth.lock', refreshToken, now)))).toEqual(foreign);
    expect(outcome(await withProof(till.proof('auth.refresh', `${refreshToken}x`, now)))).toEqual(foreign);
    expect(outcome(await withProof({ ...right, at: now + 1 }))).toEqual(foreign);
    expect(outcome(await withProof({ ...right, key: 'A'.repeat(122) }))).toEqual(foreign);
    expect(outcome(await withProof({ ...right, signature: 'A'.repeat(86) }))).toEqual(foreign);
    expect((await withProof({ ...right, key: '' })).status).toBe(422);
    for (const later of [-6 * minute, 6 * minute]) {
      const answer = await callFrom(till, 'auth.refresh', refreshToken, {}, later);
      expect(outcome(answer)).toEqual([401, 'proofOld']);
      // By which the till signs again, also when its own clock and the server's disagree.
      expect(answer.body).toMatchObject({ now: t.now() });
    }
    expect((await withProof(right)).status).toBe(200);
  });

  describe('a device without a key', () => {
    it('[R36.2] stays signed in for 12 hours, while one with a key stays for weeks', async () => {
      const till = testDevice(randomUUID());
      let bound = await signInAt(till);
      let keyless = await t.signIn('Manager');
      for (let hours = 0; hours < 11; hours += 1) {
        t.advance(hour);
        keyless = (await callFrom(null, 'auth.refresh', keyless.refreshToken)).body as SignedIn;
      }
      bound = (await callFrom(till, 'auth.refresh', bound.refreshToken)).body as SignedIn;
      t.advance(hour + 1);
      expect(outcome(await callFrom(null, 'auth.refresh', keyless.refreshToken))).toEqual([401, 'sessionEnded']);
      t.advance(20 * 24 * hour);
      expect((await callFrom(till, 'auth.refresh', bound.refreshToken)).status).toBe(200);
    });

    it('[R36.2] cannot be bound to a key later, which would make a copy live for weeks', async () => {
      const copy = testDevice(randomUUID());
      const mine = await t.signIn('Manager');
      const renewed = await callFrom(copy, 'auth.refresh', mine.refreshToken);
      expect((await callFrom(null, 'auth.refresh', (renewed.body as SignedIn).refreshToken)).status).toBe(200);
    });
  });

  describe('a session of the release before', () => {
    const before = async () => {
      const mine = await t.signIn('Manager');
      const id = mine.refreshToken.split('.')[0] ?? '';
      await t.store.writeOrg((db) =>
        db
          .updateTable('session')
          .set({ device_key: null, expires_at: t.now() + 90 * 24 * hour })
          .where('id', '=', id)
          .execute(),
      );
      return mine;
    };

    it('[R36.2] is bound by its till’s first refresh with a key, and useless elsewhere from then on', async () => {
      const till = testDevice(randomUUID());
      const renewed = (await callFrom(till, 'auth.refresh', (await before()).refreshToken)).body as SignedIn;
      expect(outcome(await callFrom(null, 'auth.refresh', renewed.refreshToken))).toEqual(foreign);
      t.advance(5 * 24 * hour);
      expect((await callFrom(till, 'auth.refresh', renewed.refreshToken)).status).toBe(200);
    });

    it('[R36.2] goes on for 12 hours on a till of that release, and is bound when the till has the new one', async () => {
      const till = testDevice(randomUUID());
      const first = (await callFrom(null, 'auth.refresh', (await before()).refreshToken)).body as SignedIn;
      t.advance(11 * hour);
      const bound = (await callFrom(till, 'auth.refresh', first.refreshToken)).body as SignedIn;
      t.advance(5 * 24 * hour);
      expect((await callFrom(till, 'auth.refresh', bound.refreshToken)).status).toBe(200);
      const old = (await callFrom(null, 'auth.refresh', (await before()).refreshToken)).body as SignedIn;
      t.advance(12 * hour + 1);
      expect(outcome(await callFrom(null, 'auth.refresh', old.refreshToken))).toEqual([401, 'sessionEnded']);
    });
  });

  it('[R36.3] locks no session of a till whose id somebody else claims', async () => {
    const till = testDevice(randomUUID());
    const manager = await signInAt(till);
    await signInAt(testDevice(till.id), 'User');
    expect((await callFrom(till, 'auth.refresh', manager.refreshToken)).status).toBe(200);
    const again = await signInAt(till);
    await signInAt(till, 'User');
    expect(outcome(await callFrom(till, 'auth.refresh', again.refreshToken))).toEqual([401, 'locked']);
  });
});
