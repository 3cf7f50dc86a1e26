import { randomUUID } from 'node:crypto';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { joinMs, joinSubject, maxJoinTries } from '@atoll/domain/contract/people/join';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { eachEngine } from '../../../platform/store/testing/engine.ts';
import { emailOf, passcode, type TestApp, testApp } from '../../../testing/test-app.ts';
import { testDevice } from '../../../testing/test-device.ts';

const wrongPasscode = '1357';

eachEngine('a code for a new device', (on) => {
  let t: TestApp;
  let maker: SignedIn;
  beforeAll(async () => {
    t = await testApp(on);
  });
  beforeEach(async () => {
    // Wrong passcodes of a test before are forgotten.
    t.advance(2 * 3_600_000);
    maker = await t.signIn('User');
  });
  const make = async (as = maker, key: string = randomUUID()) => {
    const { status, body } = await t.call('auth.joinCode', { as, body: { key } });
    expect(status).toBe(200);
    const { join, expiresAt } = body as { join: { url: string; svg: string }; expiresAt: string };
    const [page = '', code = ''] = join.url.split('#');
    return { code, page, svg: join.svg, expiresAt };
  };
  const join = async (code: string, more: Record<string, unknown> = {}, id = 'phone') => {
    const body = { code, passcode, signInKey: randomUUID(), page: '', ...more };
    const { status, body: answer } = await t.call('auth.join', { body, headers: { 'x-device-id': id } });
    return { status, reason: answer?.reason as string | undefined, signedIn: answer as SignedIn };
  };
  const history = (action: string) =>
    t.store.readOutlet(t.cafe, (db) =>
      db
        .selectFrom('history')
        .select(['user_id', 'device_id', 'data'])
        .where('subject', '=', 'User')
        .where('user_id', '=', maker.user.id)
        .where('action', '=', action)
        .orderBy('seq', 'desc')
        .execute(),
    );

  it('[R31.49] signs the same person in on a new device after their passcode: once, within 10 minutes and five tries, with history', async () => {
    const asked = (await history('Asked')).length;
    const { code, page, svg, expiresAt } = await make();
    expect(page).toMatch(/^https?:\/\/[^#]+\/join$/);
    expect(svg).toContain('<svg');
    // 256 bits, and the store has the hash alone.
    expect(Buffer.from(code, 'base64url')).toHaveLength(32);
    const rows = await t.store.readOrg((db) => db.selectFrom('join_code').selectAll().execute());
    expect(JSON.stringify(rows)).not.toContain(code);
    expect(Date.parse(expiresAt) - t.now()).toBe(joinMs);
    expect((await history('Asked')).length).toBe(asked + 1);

    const device = testDevice('phone-1');
    const { key, signature, at } = device.proof('auth.join', joinSubject, t.now());
    const joined = await join(code, { proof: { key, signature, at } }, device.id);
    expect(joined.status).toBe(200);
    expect(joined.signedIn.user).toEqual(maker.user);
    const own = await t.call('app.user', { as: joined.signedIn });
    expect([own.status, own.body.user.id]).toEqual([200, maker.user.id]);
    const [entry] = await history('Joined');
    expect(entry).toMatchObject({ user_id: maker.user.id, device_id: device.id });
    // [R36.28] The person is told of the new device.
    const subjects = () => t.mails.filter(({ to }) => to === emailOf('User')).map(({ subject }) => subject);
    await expect.poll(subjects).toContain('Atoll: You signed in on a new device');

    // Single use; another device that tries it is told to the history and to its maker, once.
    const copied = (await history('SignInCopied')).length;
    const again = device.proof('auth.join', joinSubject, t.now());
    expect(await join(code, { proof: again }, device.id)).toMatchObject({ status: 401, reason: 'joinCodeInvalid' });
    for (const other of ['camera', 'camera'])
      expect(await join(code, {}, other)).toMatchObject({ status: 401, reason: 'joinCodeInvalid' });
    await expect.poll(async () => (await history('SignInCopied')).length).toBe(copied + 1);
    expect((await history('SignInCopied'))[0]).toMatchObject({ user_id: maker.user.id, device_id: 'camera' });
    const told = async () =>
      ((await t.call('notification.list', { as: maker })).body as { title: string }[]).map(({ title }) => title);
    await expect.poll(told).toContain('Somebody used your sign-in on another device');

    // Ten minutes.
    const late = await make();
    t.advance(joinMs);
    expect((await join(late.code)).reason).toBe('joinCodeInvalid');

    // Five tries; the right passcode comes too late.
    const tried = await make();
    const reasons: (string | undefined)[] = [];
    for (let n = 0; n < maxJoinTries; n += 1)
      reasons.push((await join(tried.code, { passcode: wrongPasscode })).reason);
    expect(reasons).toEqual([...Array<string>(maxJoinTries - 1).fill('passcodeWrong'), 'joinCodeInvalid']);
    expect((await join(tried.code)).reason).toBe('joinCodeInvalid');
    // Nor does another code help who guesses: wrong passcodes count together within the hour.
    const next = await make();
    expect(await join(next.code)).toMatchObject({ status: 423, reason: 'passcodeLocked' });
  });

  it('opens one session for a call that arrives twice, and none for a second device at once', async () => {
    const { code } = await make();
    const signInKey = randomUUID();
    const [first, second] = [await join(code, { signInKey }), await join(code, { signInKey })];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.signedIn.refreshToken).toBe(first.signedIn.refreshToken);

    const race = await make();
    const both = await Promise.all([join(race.code, {}, 'a'), join(race.code, {}, 'b')]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
  });

  it('ends with the sign-in that made it, with the next code, and answers the same code to the same key', async () => {
    const first = await make();
    const key = randomUUID();
    const second = await make(maker, key);
    expect((await make(maker, key)).code).toBe(second.code);
    expect((await join(first.code)).reason).toBe('joinCodeInvalid');
    await t.call('auth.logout', { as: maker, body: { refreshToken: maker.refreshToken } });
    expect((await join(second.code)).reason).toBe('joinCodeInvalid');
  });

  it('ends at the latest when the sign-in that made it would: no chain of codes goes on without a password', async () => {
    const endOf = async (id: string) =>
      (
        await t.store.readOrg((db) =>
          db
            .selectFrom('session')
            .select('expires_at')
            .where('user_id', '=', maker.user.id)
            .where('device_id', '=', id)
            .orderBy('created_at', 'desc')
            .executeTakeFirstOrThrow(),
        )
      ).expires_at;
    const first = await join((await make()).code, {}, 'phone-1');
    t.advance(60_000);
    await join((await make(first.signedIn)).code, {}, 'phone-2');
    expect(await endOf('phone-2')).toBe(await endOf('phone-1'));
  });

  it('makes no code for a person without a passcode', async () => {
    const passcodeOf = (passcode_hash: string) =>
      t.store.writeOrg((db) =>
        db.updateTable('app_user').set({ passcode_hash }).where('id', '=', maker.user.id).execute(),
      );
    const kept = await t.store.readOrg((db) =>
      db.selectFrom('app_user').select('passcode_hash').where('id', '=', maker.user.id).executeTakeFirstOrThrow(),
    );
    await passcodeOf('');
    const { status, body } = await t.call('auth.joinCode', { as: maker, body: { key: randomUUID() } });
    await passcodeOf(kept.passcode_hash);
    expect([status, body.reason]).toEqual([409, 'passcodeUnset']);
  });

  it('counts as a sign-in without a typed password: sensitive changes on the new device ask for it', async () => {
    const admin = await t.signIn('Admin');
    const { code } = await make(admin);
    const { signedIn } = await join(code);
    const body = { email: 'new@reef.example', name: 'New One', role: 'User', outletIds: [t.cafe] };
    const refused = await t.call('app_user.create', { as: signedIn, body: { ...body, key: randomUUID() } });
    expect(refused.body.reason).toBe('passwordNeeded');
  });

  it('limits codes of a person, and wrong codes of an address', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 12; n += 1)
      statuses.push((await t.call('auth.joinCode', { as: maker, body: { key: randomUUID() } })).status);
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429, 429]);
    const reasons: (string | undefined)[] = [];
    for (let n = 0; n < 23; n += 1) reasons.push((await join('x'.repeat(43))).reason);
    // The wait begins with the one after the twentieth.
    expect(reasons.filter((reason) => reason === 'joinCodeInvalid').length).toBeGreaterThanOrEqual(20);
    expect(reasons.filter((reason) => reason === 'joinCodeInvalid').length).toBeLessThanOrEqual(21);
    expect(reasons.at(-1)).toBe('tooMany');
  });
});
