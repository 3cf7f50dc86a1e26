import { randomUUID } from 'node:crypto';
import type { Role } from '@atoll/domain/access/permission';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { TOTP } from 'otpauth';
import { beforeEach, describe, expect, it } from 'vitest';
import { eachEngine } from '../../../platform/store/testing/engine.ts';
import { emailOf, password, type TestApp, testApp } from '../../../testing/test-app.ts';

const periodMs = 30_000;

eachEngine('the second factor', (on) => {
  let t: TestApp;
  beforeEach(async () => {
    t = await testApp(on);
  });
  const login = (role: Role, code?: string, more: Record<string, unknown> = {}) =>
    t.call('auth.login', { body: { email: emailOf(role), password, ...(code && { code }), ...more } });
  /** The code that the phone of the person shows now. */
  const codeOf = (secret: string, at = t.now()): string => new TOTP({ secret }).generate({ timestamp: at });
  const switchOn = async (as: SignedIn) => {
    const { body } = await t.call('auth.startSecondFactor', { as, body: { currentPassword: password } });
    const on = await t.call('auth.confirmSecondFactor', { as, body: { code: codeOf(body.secret) } });
    t.advance(periodMs);
    return { secret: String(body.secret), codes: on.body.recoveryCodes as string[] };
  };
  const demand = async (value: boolean) => {
    const as = await t.signIn('Admin');
    const key = 'ManagersNeedSecondFactor';
    return t.call('app.saveSettings', { as, body: [{ key, value: String(value) }] });
  };

  it('[R36.7] the password of an Admin alone opens nothing once the second factor is on', async () => {
    const { secret } = await switchOn(await t.signIn('Admin'));
    expect((await login('Admin')).body.reason).toBe('factorNeeded');
    expect((await login('Admin', '000000')).body.reason).toBe('factorWrong');
    const { status, body } = await login('Admin', codeOf(secret));
    expect([status, body.name]).toEqual([200, 'Admin One']);
    // A wrong password says nothing about the factor.
    expect((await login('Admin', codeOf(secret), { password: 'not it' })).body.reason).toBe('credentialsWrong');
    // Others sign in as before.
    expect((await login('Manager')).status).toBe(200);
  });

  it('[R36.7] accepts each code once, and those of the period before and after', async () => {
    const { secret } = await switchOn(await t.signIn('Admin'));
    const code = codeOf(secret);
    t.advance(periodMs);
    expect((await login('Admin', code)).status).toBe(200);
    expect((await login('Admin', code)).body.reason).toBe('factorWrong');
    // The clock of the phone is ahead.
    expect((await login('Admin', codeOf(secret, t.now() + 2 * periodMs))).body.reason).toBe('factorWrong');
    expect((await login('Admin', codeOf(secret, t.now() + periodMs))).status).toBe(200);
    t.advance(2 * periodMs);
    const late = codeOf(secret);
    t.advance(2 * periodMs);
    expect((await login('Admin', late)).body.reason).toBe('factorWrong');
  });

  it('[R36.7] accepts a code again for the same sign-in that arrives twice, and for no other', async () => {
    const { secret } = await switchOn(await t.signIn('Admin'));
    const [code, signInKey, device] = [codeOf(secret), randomUUID(), randomUUID()];
    const send = (key: string, from = device, typed = code) =>
      t.call('auth.login', {
        body: { email: emailOf('Admin'), password, code: typed, signInKey: key },
        headers: { 'x-device-id': from },
      });
    const [first, second] = await Promise.all([send(signInKey), send(signInKey)]);
    const later = await send(signInKey);
    expect([first.status, second.status, later.status]).toEqual([200, 200, 200]);
    expect(new Set([first, second, later].map(({ body }) => (body as SignedIn).refreshToken)).size).toBe(1);
    const others = [
      await send(randomUUID()),
      await send(signInKey, randomUUID()),
      await send(signInKey, device, '000000'),
    ];
    expect(others.map(({ body }) => body.reason)).toEqual(['factorWrong', 'factorWrong', 'factorWrong']);
    t.advance(121_000);
    expect((await send(signInKey)).body.reason).toBe('factorWrong');
  });

  it('[R36.7] guesses of codes wait like wrong passwords', async () => {
    const { secret } = await switchOn(await t.signIn('Admin'));
    const answers: unknown[] = [];
    for (let guess = 0; guess < 40; guess++) answers.push((await login('Admin', String(100_000 + guess))).body.reason);
    expect(answers.filter((reason) => reason === 'factorWrong').length).toBeLessThanOrEqual(6);
    expect((await login('Admin', codeOf(secret))).body.reason).toBe('tooMany');
    // Nor does a right password without a code begin the count again.
    t.advance(2 * 3_600_000);
    const without: unknown[] = [];
    for (let tries = 0; tries < 6; tries++) without.push((await login('Admin')).body.reason);
    expect(without).toEqual([...Array<string>(5).fill('factorNeeded'), 'tooMany']);
  });

  it('[R36.7] each of ten recovery codes opens once, and the person is told', async () => {
    const { codes } = await switchOn(await t.signIn('Admin'));
    expect(new Set(codes).size).toBe(10);
    // Twelve of 31 signs: 59 bits.
    for (const code of codes) expect(code).toMatch(/^(?:[a-hjkmnp-z2-9]{4}-){2}[a-hjkmnp-z2-9]{4}$/);
    const [first = '', second = ''] = codes;
    const { body } = await login('Admin', first.toUpperCase());
    expect(body.name).toBe('Admin One');
    expect((await login('Admin', first)).body.reason).toBe('factorWrong');
    expect((await login('Admin', second)).status).toBe(200);
    const status = await t.call('auth.secondFactor', { as: body });
    expect(status.body).toMatchObject({ isOn: true, codesLeft: 8 });
    await expect
      .poll(() => t.mails.map(({ subject }) => subject).join())
      .toContain('A recovery code was used to sign in');
    const stored = await t.store.readOrg((db) => db.selectFrom('recovery_code').select('code_hash').execute());
    expect(JSON.stringify(stored)).not.toContain(second.replaceAll('-', ''));
  });

  it('[R36.7] is switched on with the password and a code of the app, and off with the password', async () => {
    const admin = await t.signIn('Admin');
    const start = (currentPassword: string) =>
      t.call('auth.startSecondFactor', { as: admin, body: { currentPassword } });
    expect((await start('4826')).body.reason).toBe('passwordWrong');
    const { body } = await start(password);
    expect(body.picture).toMatch(/^data:image\/svg\+xml;base64,/);
    const wrong = await t.call('auth.confirmSecondFactor', { as: admin, body: { code: '000000' } });
    expect(wrong.body.reason).toBe('factorWrong');
    expect((await login('Admin')).status).toBe(200);
    await t.call('auth.confirmSecondFactor', { as: admin, body: { code: codeOf(body.secret) } });
    expect((await start(password)).body.reason).toBe('factorIsOn');
    const end = (currentPassword: string) => t.call('auth.endSecondFactor', { as: admin, body: { currentPassword } });
    expect((await end('4826')).body.reason).toBe('passwordWrong');
    expect((await end(password)).status).toBe(204);
    expect((await login('Admin')).status).toBe(200);
    const user = await t.signIn('User');
    const asUser = await t.call('auth.startSecondFactor', { as: user, body: { currentPassword: password } });
    expect(asUser.body.reason).toBe('forbidden');
  });

  describe('demanded of Managers', () => {
    it('[R36.7] lets a Manager in only after setting it up, and not switch it off again', async () => {
      expect((await demand(true)).status).toBeLessThan(300);
      const refused = await login('Manager');
      expect(refused.body.reason).toBe('factorMissing');
      const { secret } = refused.body.setUp as { secret: string };
      // Asked again it is the same secret: the person may have scanned it already.
      expect((await login('Manager')).body.setUp.secret).toBe(secret);
      expect((await login('Manager', '000000')).body.reason).toBe('factorWrong');
      const { status, body: manager } = await login('Manager', codeOf(secret));
      expect([status, manager.recoveryCodes.length]).toEqual([200, 10]);
      t.advance(periodMs);
      expect((await login('Manager')).body.reason).toBe('factorNeeded');
      expect((await login('Manager', codeOf(secret))).body.recoveryCodes).toBeUndefined();
      const end = await t.call('auth.endSecondFactor', { as: manager, body: { currentPassword: password } });
      expect(end.body.reason).toBe('factorDemanded');
      expect((await login('User')).status).toBe(200);
      expect((await login('Admin')).status).toBe(200);
    });

    it('[R36.7] an Admin switches it off for a Manager who lost the phone; a Manager cannot for an Admin', async () => {
      const manager = await t.signIn('Manager');
      const admin = await t.signIn('Admin');
      await switchOn(admin);
      await switchOn(manager);
      const end = (as: SignedIn, userId: number) =>
        t.call('auth.endSecondFactor', { as, body: { currentPassword: password, userId } });
      expect((await end(manager, admin.user.id)).body.reason).toBe('forbidden');
      expect((await end(admin, manager.user.id)).status).toBe(204);
      expect((await login('Manager')).status).toBe(200);
      expect((await login('Admin')).body.reason).toBe('factorNeeded');
      const entries = await t.store.readOutlet(t.cafe, (db) =>
        db.selectFrom('history').select(['action', 'user_id', 'data']).where('subject', '=', 'User').execute(),
      );
      expect(JSON.stringify(entries)).toContain('secondFactor');
    });
  });
});
