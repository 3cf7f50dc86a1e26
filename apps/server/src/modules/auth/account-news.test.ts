import type { Notice } from '@atoll/domain/contract/outlet/notification';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import type { UserRecord } from '@atoll/domain/contract/people/user';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { emailOf, password, type TestApp, testApp } from '../../testing/test-app.ts';

eachEngine('news of an account', (on) => {
  let t: TestApp;
  let admin: SignedIn;
  beforeAll(async () => {
    t = await testApp(on);
    admin = await t.signIn('Admin');
  });
  const login = async (device: string, secret = password) =>
    (
      await t.call('auth.login', {
        body: { email: emailOf('User'), password: secret },
        headers: {
          'x-device-id': device,
          'user-agent': 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0',
        },
      })
    ).body as SignedIn;
  const titles = async (as: SignedIn) =>
    ((await t.call('notification.list', { as })).body as Notice[]).map(({ title }) => title);
  const mailsTo = (email: string) => t.mails.filter(({ to }) => to === email).map(({ subject }) => subject);

  it('[R36.28] tells a person of a sign-in on a new device, not of the first one or of a known one', async () => {
    await login('till-1');
    const known = await login('till-1');
    expect(await titles(known)).toEqual([]);
    const onPhone = await login('phone');
    await expect.poll(() => titles(onPhone)).toEqual(['You signed in on a new device']);
    await expect.poll(() => mailsTo(emailOf('User'))).toEqual(['Atoll: You signed in on a new device']);
    expect(t.mails.at(-1)?.text).toContain('Firefox on Android at ');
    expect(t.mails.at(-1)?.text).not.toContain('Mozilla');
    expect(await titles(admin)).toEqual([]);
  });

  it('[R36.28] tells a person of a password reset', async () => {
    await t.call('auth.requestReset', { body: { email: emailOf('User') } });
    await expect.poll(() => t.mails.some(({ text }) => text.includes('token='))).toBe(true);
    const link = t.mails.findLast(({ text }) => text.includes('token='))?.text ?? '';
    const token = /token=(\S+)/.exec(link)?.[1] ?? '';
    const { status } = await t.call('auth.reset', { body: { token, newPassword: 'another long password' } });
    expect(status).toBe(204);
    await expect.poll(() => mailsTo(emailOf('User'))).toContain('Atoll: Your password was changed');
    const user = await login('till-1', 'another long password');
    expect((await titles(user))[0]).toBe('Your password was changed');
  });

  it('[R36.28] tells a person of changed permissions, and nobody of another change', async () => {
    const user = await login('till-1', 'another long password');
    const id = String(user.user.id);
    const find = async () => (await t.call('app_user.find', { as: admin, params: { id } })).body as UserRecord;
    const change = async (part: object) => {
      const { version } = await find();
      const body = { id: user.user.id, version, ...part };
      expect((await t.call('app_user.update', { as: admin, params: { id }, body })).status).toBe(200);
    };
    const before = (await titles(user)).length;
    const { outletIds, overrides, role } = await find();
    await change({ phone: '7771234' });
    await change({ name: 'Aminath', outletIds: [...outletIds].reverse(), overrides, role });
    await change({ overrides: [{ permission: 'bill.void', effect: 'allow' }] });
    const again = await login('till-1', 'another long password');
    await expect.poll(async () => (await titles(again)).length).toBe(before + 1);
    expect((await titles(again))[0]).toBe('Your permissions were changed');
    await expect.poll(() => mailsTo(emailOf('User'))).toContain('Atoll: Your permissions were changed');
  });

  it.each([{ password: 'chosen by another' }, { passcode: '8642' }, { email: 'manager.new@reef.example' }])(
    '[R36.28] tells a person who else set %o, and nobody who sets their own',
    async (part) => {
      const manager = await t.signIn('Manager');
      const change = async (who: SignedIn, given: object) => {
        const { id } = who.user;
        const { version } = (await t.call('app_user.find', { as: admin, params: { id } })).body as UserRecord;
        expect((await t.call('app_user.update', { as: admin, body: { id, version, ...given } })).status).toBe(200);
      };
      const news = async (userId: number) =>
        (
          await t.store.readOutlet(t.cafe, (db) =>
            db
              .selectFrom('notice')
              .select(['title', 'body'])
              .orderBy('id')
              .where('outlet_id', '=', t.cafe)
              .where('user_id', '=', userId)
              .execute(),
          )
        ).filter(({ title }) => title === 'Your sign-in was changed');
      const before = (await news(manager.user.id)).length;
      await change(manager, part);
      await expect.poll(async () => (await news(manager.user.id)).length).toBe(before + 1);
      const body =
        'Admin One changed your password, passcode or email. If you did not ask for it, ask why: work can be done in your name with it.';
      expect((await news(manager.user.id)).at(-1)?.body).toBe(body);
      await expect
        .poll(() => t.mails.filter(({ subject }) => subject === 'Atoll: Your sign-in was changed').length > before)
        .toBe(true);
      await change(manager, { email: emailOf('Manager'), password });
      await expect.poll(async () => (await news(manager.user.id)).length).toBe(before + 2);
      await change(admin, { passcode: '8642' });
      expect(await news(admin.user.id)).toEqual([]);
    },
  );
});
