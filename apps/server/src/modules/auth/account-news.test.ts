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

  it('[R36.28] tells a person of a sign-in by a program that names no device, once for its address', async () => {
    const known = await login('till-1');
    const before = (await titles(known)).length;
    const body = { email: emailOf('User'), password };
    const program = (remoteAddress: string) => t.call('auth.login', { body, remoteAddress });
    for (const [address, told] of [
      ['192.0.2.7', 1],
      ['192.0.2.7', 1],
      ['192.0.2.8', 2],
    ] as const) {
      expect((await program(address)).status).toBe(200);
      await expect.poll(async () => (await titles(known)).length).toBe(before + told);
    }
    expect(t.mails.at(-1)?.text).toContain('A device at 192.0.2.8.');
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
    const news = 'Your permissions were changed';
    const changes = [
      { overrides: [{ permission: 'bill.void', effect: 'allow' }] },
      { role: 'Manager', overrides: [] },
      { outletIds: [t.cafe, t.shop] },
      { role, outletIds },
    ];
    for (const [i, part] of changes.entries()) {
      await change(part);
      const again = await login('till-1', 'another long password');
      await expect.poll(async () => (await titles(again)).length).toBe(before + i + 1);
      expect((await titles(again))[0]).toBe(news);
      await expect.poll(() => mailsTo(emailOf('User')).filter((each) => each === `Atoll: ${news}`)).toHaveLength(i + 1);
    }
  });

  const signIns: { password?: string; passcode?: string; email?: string }[] = [
    { password: 'chosen by another' },
    { passcode: '8642' },
    { email: 'manager.new@reef.example' },
  ];
  it.each(signIns)('[R36.28] tells a person who else set %o, and nobody who sets their own', async (part) => {
    const subject = 'Atoll: Your sign-in was changed';
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
    // Of a new address also the one before hears of it: only that is surely the person's.
    const addresses = [...new Set([emailOf('Manager'), part.email ?? emailOf('Manager')])];
    const told = () => addresses.map((to) => mailsTo(to).filter((each) => each === subject).length);
    const toldBefore = told();
    await change(manager, part);
    await expect.poll(async () => (await news(manager.user.id)).length).toBe(before + 1);
    await expect.poll(told).toEqual(toldBefore.map((count) => count + 1));
    const body =
      'Admin One changed your password, passcode or email. If you did not ask for it, ask why: work can be done in your name with it.';
    expect((await news(manager.user.id)).at(-1)?.body).toBe(body);
    await change(manager, { email: emailOf('Manager'), password });
    await expect.poll(async () => (await news(manager.user.id)).length).toBe(before + 2);
    await change(admin, { passcode: '8642' });
    expect(await news(admin.user.id)).toEqual([]);
  });

  it('ends the mailed links of a person with each new email and password: one to a wrong address opens nothing', async () => {
    const linksTo = (email: string) =>
      t.mails.filter(({ to }) => to === email).flatMap(({ text }) => /token=(\S+)/.exec(text)?.[1] ?? []);
    const newest = async (email: string) => {
      const before = linksTo(email).length;
      await t.call('auth.requestReset', { body: { email } });
      await expect.poll(() => linksTo(email).length).toBe(before + 1);
      return linksTo(email).at(-1) as string;
    };
    const refused = async (token: string) =>
      (await t.call('auth.reset', { body: { token, newPassword: 'harbour lamp 91' } })).body?.reason;
    const body = { key: crypto.randomUUID(), name: 'New Waiter', role: 'User', outletIds: [t.cafe], isInvited: true };
    const [wrong, right] = ['wrong@reef.example', 'right@reef.example'];
    const { id } = (await t.call('app_user.create', { as: admin, body: { ...body, email: wrong } })).body;
    const change = async (part: object) => {
      const { version } = (await t.call('app_user.find', { as: admin, params: { id } })).body as UserRecord;
      expect((await t.call('app_user.update', { as: admin, body: { id, version, ...part } })).status).toBe(200);
    };
    await expect.poll(() => linksTo(wrong).length).toBe(1);
    await change({ email: right, isInvited: true });
    expect(await refused(linksTo(wrong)[0] as string)).toBe('resetLinkInvalid');
    await expect.poll(() => linksTo(right).length).toBe(1);
    await change({ password: 'quiet lagoon 47' });
    expect(await refused(linksTo(right)[0] as string)).toBe('resetLinkInvalid');
    const asked = await newest(right);
    await change({ phone: '7771239' });
    const own = (await t.call('auth.login', { body: { email: right, password: 'quiet lagoon 47' } })).body as SignedIn;
    const form = new FormData();
    const secrets = {
      currentPassword: 'quiet lagoon 47',
      newPassword: 'amber tide 58',
      confirmPassword: 'amber tide 58',
    };
    for (const [name, value] of Object.entries({ id: String(id), ...secrets })) form.append(name, value);
    const sent = new Response(form);
    const changed = await t.app.inject({
      method: 'PUT',
      url: '/api/auth/changePassword',
      headers: { authorization: `Bearer ${own.token}`, 'content-type': sent.headers.get('content-type') ?? '' },
      payload: Buffer.from(await sent.arrayBuffer()),
    });
    expect(changed.statusCode).toBe(200);
    expect(await refused(asked)).toBe('resetLinkInvalid');
    await change({ phone: '7771240' });
    expect(await refused(await newest(right))).toBeUndefined();
  });
});
