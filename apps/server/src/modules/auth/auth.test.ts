import { claimedPermissions, claimsOf, rolePermissions } from '@atoll/domain/access/permission';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { emailOf, passcode, password, type TestApp, testApp } from '../../testing/test-app.ts';
import { testDevice } from '../../testing/test-device.ts';

const day = 86_400_000;

eachEngine('auth', (on) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp(on);
  });
  const login = (email: string, secret: string) => t.call('auth.login', { body: { email, password: secret } });
  const refresh = (refreshToken: string) => t.call('auth.refresh', { body: { refreshToken } });
  const unlock = (refreshToken: string, code: string) =>
    t.call('auth.unlock', { body: { refreshToken, passcode: code } });
  const user = (as: SignedIn) => t.call('app.user', { as, outlet: null });

  describe('login', () => {
    it('[R1.1] [R18.3] returns tokens, the person and their outlets at login', async () => {
      const { status, body } = await login('  MANAGER@reef.example ', password);
      expect(status).toBe(200);
      expect(body).toEqual({
        token: expect.any(String) as string,
        refreshToken: expect.any(String) as string,
        user: { id: expect.any(Number) as number, email: 'manager@reef.example', avatar: null },
        name: 'Manager One',
        jobTitle: 'Manager',
        department: 'Front',
        outlets: [
          { outletId: t.cafe, name: 'Atoll Café', logo: null, businessType: 'Restaurant' },
          { outletId: t.shop, name: 'Atoll Store', logo: null, businessType: 'Retail' },
        ],
      });
    });

    it('[R13.1] puts the ordered permissions into the access token, screens first, valid for 15 minutes', async () => {
      const { token } = await t.signIn('User');
      const claims = decodeJwt(token);
      // What the role has anyway is left to it, so that the token stays short.
      const { names } = claimsOf('User', rolePermissions('User'));
      expect(claims['Permission']).toEqual(names);
      expect(claimedPermissions('User', { names, without: [] }, 4).toSorted()).toEqual(
        rolePermissions('User').toSorted(),
      );
      expect(claims).toMatchObject({ name: 'User One' });
      expect((claims.exp ?? 0) - t.now() / 1000).toBe(900);
    });

    it('[R1.1] answers a wrong password and an unknown email with the same message', async () => {
      const wrong = await login(emailOf('Admin'), 'wrong horse');
      const unknown = await login('nobody@reef.example', 'wrong horse');
      expect(wrong.status).toBe(401);
      expect(wrong.body).toMatchObject({
        message: 'Wrong email or password',
        code: 401,
        reason: 'credentialsWrong',
      });
      expect(unknown.body).toEqual(wrong.body);
      expect(unknown.status).toBe(401);
    });

    it('[R1.1] makes repeated wrong passwords wait longer, for known and unknown emails, and resets after the right one', async () => {
      const fresh = await t.restart();
      const tries = async (email: string) => {
        const statuses: number[] = [];
        for (let i = 0; i < 7; i++) {
          statuses.push((await fresh.call('auth.login', { body: { email, password: 'wrong horse' } })).status);
        }
        return statuses;
      };
      const known = await tries(emailOf('Manager'));
      expect(known).toEqual([401, 401, 401, 401, 401, 429, 429]);
      expect(await tries('ghost@reef.example')).toEqual(known);
      const right = { body: { email: emailOf('Manager'), password } };
      const held = await fresh.call('auth.login', right);
      expect(held.status).toBe(429);
      expect(Number(held.headers['retry-after'])).toBeGreaterThan(0);
      t.advance(2001);
      expect((await fresh.call('auth.login', right)).status).toBe(200);
      expect((await fresh.call('auth.login', { body: { email: emailOf('Manager'), password: 'x' } })).status).toBe(401);
    });

    it('[R1.1] refuses a deactivated user like a wrong password, and ends their access at the next refresh', async () => {
      const mine = await t.signIn('User');
      const setActive = (isActive: boolean) =>
        t.store.writeOrg((db) =>
          db.updateTable('app_user').set({ is_active: isActive }).where('email', '=', emailOf('User')).execute(),
        );
      await setActive(false);
      expect((await login(emailOf('User'), password)).status).toBe(401);
      expect((await refresh(mine.refreshToken)).status).toBe(401);
      expect((await user(mine)).status).toBe(401);
      await setActive(true);
      expect((await login(emailOf('User'), password)).status).toBe(200);
    });
  });

  describe('refresh', () => {
    it('[R18.4] rotates refresh tokens: a refresh returns a login with another refresh token', async () => {
      const first = await t.signIn('Admin');
      const { status, body } = await refresh(first.refreshToken);
      expect(status).toBe(200);
      expect(body.refreshToken).not.toBe(first.refreshToken);
      expect({ ...body, token: '', refreshToken: '' }).toEqual({ ...first, token: '', refreshToken: '' });
      // The store has hashes of them alone.
      const rows = await t.store.readOrg((db) => db.selectFrom('refresh_token').selectAll().execute());
      const secrets = [first, body].map(({ refreshToken }) => refreshToken.split('.').at(-1) ?? '');
      expect([rows.length > 1, secrets.filter((secret) => JSON.stringify(rows).includes(secret))]).toEqual([true, []]);
      expect((await refresh(body.refreshToken)).status).toBe(200);
    });

    it('[R35.83] renews a token that was made while the clock was three days ahead, and refuses the old one', async () => {
      const threeDays = 3 * 24 * 60 * 60_000;
      t.advance(threeDays);
      const ahead = await t.signIn('Admin');
      expect((await user(ahead)).status).toBe(200);
      t.advance(-threeDays);
      expect((await user(ahead)).status).toBe(401);
      const renewed = await refresh(ahead.refreshToken);
      expect(renewed.status).toBe(200);
      expect((await user(renewed.body as SignedIn)).status).toBe(200);
    });

    it('[R18.4] returns the same successor within 30 s of a refresh, as two tabs request it', async () => {
      const first = await t.signIn('Admin');
      const second = (await refresh(first.refreshToken)).body as SignedIn;
      t.advance(29_000);
      const again = await refresh(first.refreshToken);
      expect(again.status).toBe(200);
      expect(again.body.refreshToken).toBe(second.refreshToken);
    });

    it('[R18.4] ends the whole sign-in when a refresh token is used again later', async () => {
      const first = await t.signIn('Admin');
      const second = (await refresh(first.refreshToken)).body as SignedIn;
      t.advance(31_000);
      const reused = await refresh(first.refreshToken);
      expect(reused.status).toBe(401);
      expect(reused.body.reason).toBe('sessionEnded');
      expect((await refresh(second.refreshToken)).status).toBe(401);
      expect((await user(second)).status).toBe(401);
    });

    it('[R18.4] returns one successor for a thousand simultaneous refreshes', async () => {
      const first = await t.signIn('Admin');
      const count = on.engine === 'sqlite' ? 1000 : 200;
      const answers = await Promise.all(Array.from({ length: count }, () => refresh(first.refreshToken)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      const successors = new Set(answers.map(({ body }) => (body as SignedIn).refreshToken));
      expect(successors.size).toBe(1);
      expect((await refresh([...successors][0] ?? '')).status).toBe(200);
    });

    it('[R18.4] ends a sign-in after 30 idle days, and after 90 days in all', async () => {
      const till = testDevice('till');
      const email = emailOf('Admin');
      const proofOf = (call: string, subject: string) => ({ proof: till.proof(call, subject, t.now()) });
      const signIn = async () =>
        (await t.call('auth.login', { body: { email, password, ...proofOf('auth.login', email) } })).body as SignedIn;
      const renew = ({ refreshToken }: SignedIn) =>
        t.call('auth.refresh', { body: { refreshToken, ...proofOf('auth.refresh', refreshToken) } });
      const idle = await signIn();
      let used = await signIn();
      t.advance(29 * day);
      used = (await renew(used)).body as SignedIn;
      t.advance(2 * day);
      expect((await renew(idle)).status).toBe(401);
      for (let i = 0; i < 2; i++) {
        used = (await renew(used)).body as SignedIn;
        t.advance(28 * day);
      }
      t.advance(4 * day);
      expect((await renew(used)).status).toBe(401);
    });

    it('[R18.4] refuses refresh tokens that the server did not make, and a guess ends no sign-in', async () => {
      const mine = await t.signIn('Admin');
      const [session = '', generation = ''] = mine.refreshToken.split('.');
      const forged = ['x', '...', `${session}.${generation}.AAAA`, `${session}.7.${mine.refreshToken.split('.')[2]}`];
      for (const token of forged) expect((await refresh(token)).status).toBe(401);
      expect((await refresh(mine.refreshToken)).status).toBe(200);
    });
  });

  describe('unlock', () => {
    // Wrong ones of another test are forgotten.
    beforeEach(() => t.advance(3_600_001));

    it('[R1.4] [R15.1] unlocks with the passcode and this device’s refresh token', async () => {
      const mine = await t.signIn('User');
      const { status, body } = await unlock(mine.refreshToken, passcode);
      expect(status).toBe(200);
      expect(body.name).toBe('User One');
      expect((await unlock('made.0.up', passcode)).status).toBe(401);
    });

    it('[R1.4] requires the password after five wrong passcodes, also after a restart', async () => {
      const mine = await t.signIn('User');
      const statuses = [];
      for (let i = 0; i < 5; i++) statuses.push((await unlock(mine.refreshToken, '0001')).status);
      expect(statuses).toEqual([401, 401, 401, 401, 423]);
      const restarted = await t.restart();
      const later = await restarted.call('auth.unlock', { body: { refreshToken: mine.refreshToken, passcode } });
      expect(later.status).toBe(423);
      expect(later.body.message).toBe('Too many wrong passcodes. Sign in with your password');
      expect((await refresh(mine.refreshToken)).status).toBe(423);
      const signedIn = await t.signIn('User');
      expect((await unlock(signedIn.refreshToken, passcode)).status).toBe(200);
    });

    it('[R1.4] checks at most five passcodes that are tried at the same moment', async () => {
      const mine = await t.signIn('User');
      const tries = Array.from({ length: 60 }, (_, i) => unlock(mine.refreshToken, String(1000 + i)));
      const statuses = (await Promise.all(tries)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(5);
      expect(statuses.every((status) => status === 401 || status === 423)).toBe(true);
    });

    it('[R1.4] checks only five of the passcodes that a script tries in a row, and unlocks for none', async () => {
      const mine = await t.signIn('User');
      const few = on.engine === 'sqlite' ? 1000 : 100;
      const tries = process.env['SOAK'] === '1' ? 10_000 : few;
      const statuses = new Map<number, number>();
      for (let i = 0; i < tries; i++) {
        // The right passcode is among the attempts after the limit.
        const code = i === 50 ? passcode : String(9999 - i).padStart(4, '0');
        const { status } = await unlock(mine.refreshToken, code);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
      // The fifth attempt is checked, and the response says that it was the last.
      expect([...statuses]).toEqual([
        [401, 4],
        [423, tries - 4],
      ]);
      expect((await refresh(mine.refreshToken)).status).toBe(423);
    }, 600_000);

    it('[R36.6] the right passcode takes back one wrong one: guesses between unlocks end with the password', async () => {
      let mine = await t.signIn('User');
      const answers: number[] = [];
      for (let round = 0; round < 6; round++) {
        for (let guess = 0; guess < 4; guess++) answers.push((await unlock(mine.refreshToken, '0001')).status);
        const { status, body } = await unlock(mine.refreshToken, passcode);
        answers.push(status);
        if (status === 200) mine = body as SignedIn;
      }
      // The fifth wrong one that counts is checked, and answers that the password is needed.
      expect(answers.slice(0, 7)).toEqual([401, 401, 401, 401, 200, 401, 423]);
      expect(answers.slice(7).every((status) => status === 423)).toBe(true);
    });

    it('[R36.6] asks nobody for the password who mistypes every second passcode', async () => {
      let mine = await t.signIn('User');
      for (let i = 0; i < 12; i++) {
        expect((await unlock(mine.refreshToken, '0001')).status).toBe(401);
        const { status, body } = await unlock(mine.refreshToken, passcode);
        expect(status).toBe(200);
        mine = body as SignedIn;
      }
    });
  });

  describe('sign-out and password changes', () => {
    it('[R15.4] refuses the access token at once after logout', async () => {
      const mine = await t.signIn('Manager');
      const other = await t.signIn('Manager');
      expect((await user(mine)).status).toBe(200);
      expect((await t.call('auth.logout', { body: { refreshToken: mine.refreshToken } })).status).toBe(204);
      const after = await user(mine);
      expect(after.status).toBe(401);
      expect(after.body.reason).toBe('sessionEnded');
      expect((await refresh(mine.refreshToken)).status).toBe(401);
      expect((await user(other)).status).toBe(200);
    });

    it('[R15.4] refuses the access token of a signed-out session after a restart and in another process', async () => {
      const mine = await t.signIn('Manager');
      const other = await t.restart();
      expect((await other.call('app.user', { as: mine })).status).toBe(200);
      await t.call('auth.logout', { body: { refreshToken: mine.refreshToken } });
      const restarted = await t.restart();
      expect((await restarted.call('app.user', { as: mine })).status).toBe(401);
    });

    it('[R18.3] sets a new password by a mailed link, once, and ends every sign-in of the person', async () => {
      const mine = await t.signIn('User');
      const request = (email: string) => t.call('auth.requestReset', { body: { email } });
      expect((await request('nobody@reef.example')).status).toBe(204);
      expect((await request(emailOf('User'))).status).toBe(204);
      await expect.poll(() => t.mails.length).toBe(1);
      expect(t.mails[0]?.to).toBe(emailOf('User'));
      const link = /http:\/\/localhost:8080\/auth\/reset\?token=(\S+)/.exec(t.mails[0]?.text ?? '');
      const token = link?.[1] ?? '';
      expect(Buffer.from(token, 'base64url')).toHaveLength(32);
      const choose = (newPassword: string) => t.call('auth.reset', { body: { token, newPassword } });
      expect((await choose('short')).status).toBe(422);
      expect((await choose('another horse')).status).toBe(204);
      expect((await choose('third horse')).body.reason).toBe('resetLinkInvalid');
      expect((await user(mine)).status).toBe(401);
      expect((await login(emailOf('User'), password)).status).toBe(401);
      expect((await login(emailOf('User'), 'another horse')).status).toBe(200);
    });

    it('[R18.3] ends a mailed link after an hour', async () => {
      const count = t.mails.length;
      await t.call('auth.requestReset', { body: { email: emailOf('Manager') } });
      await expect.poll(() => t.mails.length).toBe(count + 1);
      const token = /reset\?token=(\S+)/.exec(t.mails.at(-1)?.text ?? '')?.[1] ?? '';
      t.advance(60 * 60_000);
      const late = await t.call('auth.reset', { body: { token, newPassword: 'another horse' } });
      expect(late.body.reason).toBe('resetLinkInvalid');
      expect((await login(emailOf('Manager'), password)).status).toBe(200);
    });

    it('[R18.3] limits the number of password mails', async () => {
      const statuses = [];
      for (let i = 0; i < 4; i++) {
        statuses.push((await t.call('auth.requestReset', { body: { email: 'flood@reef.example' } })).status);
      }
      expect(statuses).toEqual([204, 204, 204, 429]);
      const again = () => t.call('auth.requestReset', { body: { email: 'flood@reef.example' } });
      t.advance(59 * 60_000);
      expect((await again()).status).toBe(429);
      t.advance(61_000);
      expect((await again()).status).toBe(204);
    });

    it('limits the mails that one address asks for, whatever the accounts', async () => {
      const ask = async (guest: number, remoteAddress: string) => {
        const body = { email: `guest${guest}@reef.example` };
        return (await t.call('auth.requestReset', { body, remoteAddress })).status;
      };
      const statuses = [];
      for (let guest = 0; guest < 101; guest++) statuses.push(await ask(guest, '203.0.113.50'));
      expect(statuses).toEqual([...Array<number>(100).fill(204), 429]);
      expect(await ask(101, '203.0.113.51')).toBe(204);
      t.advance(60_001);
      expect(await ask(102, '203.0.113.50')).toBe(204);
    });

    it('[R1.4] changes the passcode with the password, and refuses passcodes that are easy to guess', async () => {
      const mine = await t.signIn('Admin');
      const change = (currentPassword: string, code: string) =>
        t.call('auth.changePasscode', { as: mine, outlet: null, body: { currentPassword, passcode: code } });
      expect((await change('wrong horse', '7391')).body).toMatchObject({ code: 422, reason: 'passwordWrong' });
      expect((await change(password, '1111')).body.errors).toHaveProperty('passcode');
      expect((await change(password, '1234')).status).toBe(422);
      expect((await change(password, '4321')).status).toBe(422);
      expect((await change(password, '12345')).status).toBe(422);
      expect((await change(password, '7391')).status).toBe(204);
      expect((await unlock(mine.refreshToken, passcode)).status).toBe(401);
      expect((await unlock(mine.refreshToken, '7391')).status).toBe(200);
    });

    it('[R1.4] limits guesses of the password through a change of passcode', async () => {
      const mine = await t.signIn('Manager');
      const statuses = [];
      for (let i = 0; i < 6; i++) {
        const body = { currentPassword: `wrong ${i}`, passcode: '7391' };
        statuses.push((await t.call('auth.changePasscode', { as: mine, outlet: null, body })).status);
      }
      expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
    });
  });

  it('[R17.3] accepts only its own access tokens: none forged, unsigned, of another key, expired, or for refresh', async () => {
    const mine = await t.signIn('Admin');
    const { exp: _, ...claims } = decodeJwt(mine.token);
    const otherKey = new TextEncoder().encode('0123456789abcdef0123456789abcdef');
    const sign = (alg: string, typ: string) =>
      new SignJWT(claims).setProtectedHeader({ alg, typ }).setExpirationTime('1h').sign(otherKey);
    const [head = '', body = '', signature = ''] = mine.token.split('.');
    const forged = [
      'x',
      '',
      mine.refreshToken,
      new UnsecuredJWT(claims).setExpirationTime('1h').encode(),
      await sign('HS256', 'at+jwt'),
      await sign('HS512', 'at+jwt'),
      `${head}.${body}.`,
      `${head}.${Buffer.from(JSON.stringify({ ...claims, sub: '1' })).toString('base64url')}.${signature}`,
    ];
    for (const token of forged) expect((await user({ ...mine, token })).status).toBe(401);
    // Used once before, so that the gate has it cached: it expires all the same.
    expect((await user(mine)).status).toBe(200);
    t.advance(15 * 60_000 + 1000);
    expect((await user(mine)).status).toBe(401);
  });

  it('[R18.21] issues hub tickets to members only', async () => {
    const mine = await t.signIn('Manager');
    const { status, body } = await t.call('auth.hubTicket', { as: mine });
    expect(status).toBe(200);
    expect(String(body.ticket).length).toBeGreaterThanOrEqual(32);
    expect((await t.call('auth.hubTicket', { as: mine, outlet: 999_999 })).status).toBe(403);
  });

  it('[R18.18] returns the signed-in person with permissions', async () => {
    const mine = await t.signIn('Manager');
    const { body } = await user(mine);
    expect(body).toMatchObject({ name: 'Manager One', role: 'Manager', permissions: rolePermissions('Manager') });
    expect(body.outlets).toHaveLength(2);
  });
});
