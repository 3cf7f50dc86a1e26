import { randomUUID } from 'node:crypto';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import type { UserRecord } from '@atoll/domain/contract/people/user';
import { beforeAll, describe, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { emailOf, type TestApp, testApp } from '../../testing/test-app.ts';

eachEngine('users', (on) => {
  let t: TestApp;
  let admin: SignedIn;
  beforeAll(async () => {
    t = await testApp(on);
    admin = await t.signIn('Admin');
  });
  let made = 0;
  const fresh = (more: Record<string, unknown> = {}) => {
    made += 1;
    return {
      key: randomUUID(),
      name: `Person ${made}`,
      email: `person${made}@reef.example`,
      role: 'User',
      outletIds: [t.cafe],
      password: 'first horse',
      passcode: '7391',
      ...more,
    };
  };
  const create = (body: unknown, as = admin) => t.call('app_user.create', { as, body });
  const update = (body: unknown, as = admin) => t.call('app_user.update', { as, body });
  const remove = (id: number, as = admin) => t.call('app_user.delete', { as, params: { id } });
  const find = async (id: number) => (await t.call('app_user.find', { as: admin, params: { id } })).body as UserRecord;
  const list = (query: Record<string, string>, as = admin) => t.call('app_user.list', { as, query });
  const make = async (more: Record<string, unknown> = {}) => (await create(fresh(more))).body as UserRecord;
  const signIn = async (email: string, secret = 'first horse') =>
    (await t.call('auth.login', { body: { email, password: secret } })).body as SignedIn;
  const asked = async (as: SignedIn) => (await t.call('app.user', { as, outlet: null })).status;

  it('[R14.2] creates a user once per key, who signs in with the given password', async () => {
    const body = fresh({ email: ' Person1@Reef.Example ', jobTitle: 'Waiter', department: 'Floor', phone: '7771234' });
    const [first, again] = await Promise.all([create(body), create(body)]);
    expect(first.status).toBe(200);
    expect(again.body).toEqual(first.body);
    expect(first.body).toMatchObject({
      name: 'Person 1',
      email: 'person1@reef.example',
      role: 'User',
      outletIds: [t.cafe],
      outletNames: ['Atoll Café'],
      jobTitle: 'Waiter',
      department: 'Floor',
      phone: '7771234',
      overrides: [],
      isActive: true,
      version: 1,
      lastLoginAt: null,
    });
    expect(JSON.stringify(first.body)).not.toMatch(/hash|first horse|7391/);
    const mine = await signIn('person1@reef.example');
    const unlocked = await t.call('auth.unlock', { body: { refreshToken: mine.refreshToken, passcode: '7391' } });
    expect(unlocked.status).toBe(200);
    expect((await find(first.body.id)).lastLoginAt).not.toBeNull();
    expect((await create({ ...body, email: 'other@reef.example' })).body.reason).toBe('keyReused');
  });

  it('[R14.2] requires name, email, role, an outlet, and a password and passcode unless the user is invited', async () => {
    const problems = async (more: Record<string, unknown>) => Object.keys((await create(fresh(more))).body.errors);
    expect(await problems({ name: 'A' })).toEqual(['name']);
    expect(await problems({ email: 'nobody' })).toEqual(['email']);
    expect(await problems({ role: 'Owner' })).toEqual(['role']);
    expect(await problems({ outletIds: [] })).toEqual(['outletIds']);
    expect(await problems({ password: 'short' })).toEqual(['password']);
    expect(await problems({ password: undefined })).toEqual(['password']);
    expect(await problems({ passcode: undefined })).toEqual(['passcode']);
    expect(await problems({ passcode: '2222' })).toEqual(['passcode']);
    expect(await problems({ email: emailOf('Manager').toUpperCase() })).toEqual(['email']);
    expect(await problems({ outletIds: [t.cafe, 999] })).toEqual(['outletIds']);
  });

  it('[R14.2] lets an invited user choose the first password by an email that is valid for three days', async () => {
    const before = t.mails.length;
    const { email } = await make({ password: undefined, passcode: undefined, isInvited: true });
    await expect.poll(() => t.mails.length).toBe(before + 1);
    expect(t.mails.at(-1)).toMatchObject({ to: email, subject: 'You can sign in to Atoll' });
    const token = /token=(\S+)/.exec(t.mails.at(-1)?.text ?? '')?.[1] ?? '';
    t.advance(71 * 3_600_000);
    expect((await t.call('auth.reset', { body: { token, newPassword: 'chosen horse' } })).status).toBe(204);
    admin = await t.signIn('Admin');
    expect((await signIn(email, 'chosen horse')).user.email).toBe(email);
    const late = await make({ password: undefined, passcode: undefined, isInvited: true });
    const invitation = () => t.mails.find(({ to }) => to === late.email);
    await expect.poll(invitation).toBeDefined();
    const lateToken = /token=(\S+)/.exec(invitation()?.text ?? '')?.[1];
    t.advance(72 * 3_600_000);
    const ended = await t.call('auth.reset', { body: { token: lateToken, newPassword: 'chosen horse' } });
    expect(ended.body.reason).toBe('resetLinkInvalid');
    admin = await t.signIn('Admin');
  });

  it('[R9.3] [R9.14] lists, searches, sorts and filters the users of the actor’s outlets only', async () => {
    await make({ name: 'Zainab of the shop', outletIds: [t.shop], role: 'Manager' });
    const names = async (query: Record<string, string>, as = admin) => {
      const { body } = await list({ page: '1', size: '100', ...query }, as);
      return (body.items as UserRecord[]).map(({ name }) => name);
    };
    expect(await names({ search: 'zainab' })).toEqual(['Zainab of the shop']);
    expect(await names({ search: '%' })).toEqual([]);
    expect((await names({ sort: 'name' }))[0]).toBe('Admin One');
    expect((await names({ sort: '-name' }))[0]).toBe('Zainab of the shop');
    expect(await names({ role: 'Manager', sort: 'name' })).toEqual(['Manager One', 'Zainab of the shop']);
    expect(await names({ outletId: String(t.shop), sort: 'name' })).toEqual([
      'Admin One',
      'Manager One',
      'Zainab of the shop',
    ]);
    expect(await names({ outletId: '999' })).toEqual([]);
    expect((await list({ sort: 'password_hash' })).status).toBe(400);
    const keeper = await make({
      role: 'User',
      overrides: [
        { permission: 'Users', effect: 'allow' },
        { permission: 'user.manage', effect: 'allow' },
      ],
    });
    const mine = await signIn(keeper.email);
    expect(await names({ search: 'zainab' }, mine)).toEqual([]);
    const csv = await t.call('app_user.export', { as: admin, query: { search: 'zainab' } });
    expect(csv.body).toContain('Zainab of the shop');
    expect(csv.body).toContain('Atoll Store');
  });

  describe('permissions', () => {
    it('[R17.1] [R17.3] applies new permissions at once on all devices of the person, who stays signed in', async () => {
      const person = await make();
      const mine = await signIn(person.email);
      const elsewhere = await signIn(person.email);
      expect([await asked(mine), await asked(elsewhere)]).toEqual([200, 200]);
      const overrides = [
        { permission: 'Reports', effect: 'allow' },
        { permission: 'bill.pay', effect: 'deny' },
        { permission: 'bill.discount', effect: 'allow', limit: 12.5 },
      ];
      const { body } = await update({ id: person.id, version: 1, overrides });
      expect(body.overrides).toEqual(overrides);
      const refused = await t.call('app.user', { as: mine, outlet: null });
      expect([refused.status, refused.body.reason]).toEqual([401, 'notSignedIn']);
      expect(await asked(elsewhere)).toBe(401);
      const renewed = await t.call('auth.refresh', { body: { refreshToken: mine.refreshToken } });
      const seen = await t.call('app.user', { as: renewed.body, outlet: null });
      expect(seen.body.permissions).toContain('Reports');
      expect(seen.body.permissions).not.toContain('bill.pay');
      // Another process sees the change when it reads.
      const other = await t.restart();
      expect((await other.call('app.user', { as: mine, outlet: null })).status).toBe(401);
      expect((await other.call('app.user', { as: renewed.body, outlet: null })).status).toBe(200);
      // A change of another field does not affect the tokens.
      await update({ id: person.id, version: 2, jobTitle: 'Cashier' });
      expect(await asked(renewed.body)).toBe(200);
    });

    it('[R17.3] refuses to grant a permission the actor lacks, and to change the sign-in or name of a user who has more', async () => {
      const overrides = [
        { permission: 'Users', effect: 'allow' },
        { permission: 'user.manage', effect: 'allow' },
      ];
      const keeper = await make({ overrides });
      const mine = await signIn(keeper.email);
      const by = (body: unknown) => create(body, mine);
      expect((await by(fresh())).status).toBe(200);
      expect((await by(fresh({ role: 'Manager' }))).body.reason).toBe('grantForbidden');
      const more = [{ permission: 'Settings', effect: 'allow' }];
      expect((await by(fresh({ overrides: more }))).body).toMatchObject({ code: 403, reason: 'grantForbidden' });
      expect((await by(fresh({ outletIds: [t.shop] }))).status).toBe(422);
      const own = await update({ id: keeper.id, version: 1, overrides: [...overrides, ...more] }, mine);
      expect(own.body.reason).toBe('grantForbidden');
      const { version } = await find(admin.user.id);
      for (const change of [
        { password: 'stolen horse' },
        { email: 'x@reef.example' },
        { passcode: '7391' },
        { name: 'Somebody Else' },
        { isActive: false },
      ])
        expect((await update({ id: admin.user.id, version, ...change }, mine)).body.reason).toBe('grantForbidden');
      expect((await remove(admin.user.id, mine)).body.reason).toBe('grantForbidden');
      expect((await update({ id: admin.user.id, version, role: 'User' }, mine)).body.reason).toBe('grantForbidden');
      expect(await asked(admin)).toBe(200);
      // It is an entry of the history, and the Admins are told when it repeats.
      const tried = async () =>
        (
          await t.store.readOutlet(t.cafe, (db) =>
            db.selectFrom('history').select('user_id').where('action', '=', 'GrantRefused').execute(),
          )
        ).map(({ user_id }) => user_id);
      await expect.poll(tried).toEqual([keeper.id]);
      for (const times of [2, 3, 3, 3]) {
        t.advance(11_000);
        expect((await by(fresh({ role: 'Manager' }))).body.reason).toBe('grantForbidden');
        await expect.poll(tried).toEqual(Array(times).fill(keeper.id));
      }
      const news = async () =>
        ((await t.call('notification.list', { as: admin })).body as { title: string }[]).map(({ title }) => title);
      await expect.poll(news).toContain(`${keeper.name} tried to give more than they may`);
    });
  });

  it('[R14.2] refuses a change of a user that was made from an older version', async () => {
    const person = await make();
    expect((await update({ id: person.id, version: 1, name: 'Newer Name' })).body.version).toBe(2);
    const { status, body } = await update({ id: person.id, version: 1, name: 'Older Name' });
    expect([status, body.reason, body.record.name]).toEqual([409, 'versionOld', 'Newer Name']);
  });

  it('[R14.2] ends the sessions of a user whose password is changed, and none for a new passcode', async () => {
    const person = await make();
    const mine = await signIn(person.email);
    await update({ id: person.id, version: 1, passcode: '8642' });
    expect(await asked(mine)).toBe(200);
    await update({ id: person.id, version: 2, password: 'second horse' });
    expect(await asked(mine)).toBe(401);
    expect((await signIn(person.email, 'second horse')).user.id).toBe(person.id);
  });

  describe('deactivation', () => {
    it('[R14.2] ends all sessions of a deactivated user at once, and can activate the user again', async () => {
      const person = await make();
      const mine = await signIn(person.email);
      expect((await remove(person.id)).status).toBe(204);
      expect((await remove(person.id)).status).toBe(204);
      expect(await asked(mine)).toBe(401);
      expect((await t.call('auth.refresh', { body: { refreshToken: mine.refreshToken } })).status).toBe(401);
      const { body } = await list({ isActive: 'false' });
      expect((body as UserRecord[]).map(({ id }) => id)).toEqual([person.id]);
      const { version } = await find(person.id);
      expect((await update({ id: person.id, version, isActive: true })).body.isActive).toBe(true);
      expect((await signIn(person.email)).user.id).toBe(person.id);
    });

    it('[R14.2] refuses to deactivate oneself, a user with an open shift, and the last Admin', async () => {
      expect((await remove(admin.user.id)).body.reason).toBe('ownAccount');
      const keeper = await make();
      const mine = await signIn(keeper.email);
      const shift = await t.call('shift.create', { as: mine, body: { key: randomUUID(), openingBalance: 0 } });
      expect(shift.status).toBe(200);
      expect((await remove(keeper.id)).body.reason).toBe('userHasShift');
      const { version } = await find(admin.user.id);
      expect((await update({ id: admin.user.id, version, role: 'Manager' })).body.reason).toBe('lastAdmin');
    });

    it('[R14.2] keeps one Admin when two deactivate each other at the same moment in two outlets', async () => {
      const second = await make({ role: 'Admin', outletIds: [t.cafe, t.shop] });
      const other = await signIn(second.email);
      const [one, two] = await Promise.all([
        remove(second.id),
        t.call('app_user.delete', { as: other, outlet: t.shop, params: { id: admin.user.id } }),
      ]);
      // The later one is the last Admin, or has already lost the permission.
      const [done = 0, refused = 0] = [one.status, two.status].toSorted((a, b) => a - b);
      expect(done).toBe(204);
      expect([401, 403, 409]).toContain(refused);
      const left = await t.store.readOrg((db) =>
        db.selectFrom('app_user').select('id').where('role', '=', 'Admin').where('is_active', '=', true).execute(),
      );
      expect(left).toHaveLength(1);
      await t.store.writeOrg((db) => db.updateTable('app_user').set({ is_active: true }).execute());
      admin = await t.signIn('Admin');
    });
  });

  it('[R14.2] writes users to the history with their permissions and without secrets', async () => {
    const person = await make();
    await update({ id: person.id, version: 1, role: 'Manager', password: 'second horse' });
    const rows = await t.store.readOutlet(t.cafe, (db) =>
      db.selectFrom('history').selectAll().where('subject_key', '=', person.key).orderBy('seq').execute(),
    );
    expect(rows.map(({ action, user_id }) => [action, user_id])).toEqual([
      ['Created', admin.user.id],
      ['Changed', admin.user.id],
    ]);
    expect(JSON.parse(String(rows[1]?.data))).toMatchObject({
      before: { role: 'User' },
      after: { role: 'Manager', fields: ['role', 'password'] },
    });
    expect(JSON.stringify(rows)).not.toContain('horse');
  });

  it('[R5.4] [R18.19] finds a user in the search box with the permission Users only', async () => {
    await make({ name: 'Quirina Findable' });
    const names = async (as: SignedIn) =>
      ((await t.call('search', { as, query: { value: 'quirina' } })).body as { name: string }[]).map(
        ({ name }) => name,
      );
    expect(await names(admin)).toEqual(['Quirina Findable']);
    expect(await names(await t.signIn('Manager'))).toEqual([]);
  });
});
