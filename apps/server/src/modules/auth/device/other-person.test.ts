import type { DeviceSession, SignedIn } from '@atoll/domain/contract/people/auth';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../../platform/store/testing/engine.ts';
import { seedHashed } from '../../../seed/seed-user.ts';
import { quickHashes } from '../../../testing/quick-hashes.ts';
import { emailOf, password, type TestApp, testApp } from '../../../testing/test-app.ts';

eachEngine('sessions of other people', (on) => {
  let t: TestApp;
  const people: Record<string, SignedIn> = {};
  beforeAll(async () => {
    t = await testApp(on);
    const add = async (name: string, role: 'Manager' | 'User', outletId: number, manages = false) => {
      const email = `${name}@reef.example`;
      await seedHashed(
        t.store,
        { email, name, role, jobTitle: '', department: '', outletIds: [outletId] },
        quickHashes,
        0,
      );
      if (manages)
        await t.store.writeOrg((db) =>
          db
            .updateTable('app_user')
            .set({ permission_overrides: JSON.stringify([{ permission: 'user.manage', effect: 'allow' }]) })
            .where('email', '=', email)
            .execute(),
        );
      people[name] = (await t.call('auth.login', { body: { email, password } })).body as SignedIn;
    };
    await add('shop-manager', 'Manager', t.shop, true);
    await add('cafe-manager', 'Manager', t.cafe, true);
    await add('waiter', 'User', t.cafe);
    for (const role of ['Admin', 'User'] as const) people[role] = await t.signIn(role);
  });
  const person = (name: string): SignedIn => people[name] as SignedIn;
  const list = (as: string, of: string) =>
    t.call('auth.sessions', { as: person(as), query: { userId: String(person(of).user.id) } });
  const end = (as: string, id: string) => t.call('auth.endSession', { as: person(as), params: { id } });
  const sessionOf = async (name: string): Promise<string> =>
    ((await t.call('auth.sessions', { as: person(name) })).body as DeviceSession[])[0]?.id ?? '';

  it('[R36.20] lists and ends sessions only of people of a common outlet with at most the same permissions', async () => {
    expect((await list('cafe-manager', 'User')).status).toBe(200);
    expect((await end('cafe-manager', await sessionOf('User'))).status).toBe(204);
    people['User'] = (await t.call('auth.login', { body: { email: emailOf('User'), password } })).body as SignedIn;
    const session = await sessionOf('User');
    // A manager of another outlet, and one who reaches for the Admin.
    expect((await list('shop-manager', 'User')).status).toBe(404);
    expect((await end('shop-manager', session)).status).toBe(404);
    const admin = await list('cafe-manager', 'Admin');
    expect([admin.status, admin.body.details]).toEqual([403, 'Admin One has more permissions than you']);
    expect((await end('cafe-manager', await sessionOf('Admin'))).status).toBe(403);
    expect((await t.call('app.user', { as: person('Admin') })).status).toBe(200);
    expect((await t.call('app.user', { as: person('User') })).status).toBe(200);
  });

  it('[R36.20] refuses people who do not manage users, and lets everybody see and end their own', async () => {
    expect((await list('User', 'cafe-manager')).status).toBe(403);
    expect((await end('User', await sessionOf('cafe-manager'))).status).toBe(404);
    // Nor those of a colleague with the same permissions.
    expect((await list('User', 'waiter')).status).toBe(403);
    expect((await end('User', await sessionOf('waiter'))).status).toBe(404);
    expect((await t.call('app.user', { as: person('waiter') })).status).toBe(200);
    expect((await list('Admin', 'cafe-manager')).status).toBe(200);
    expect((await list('User', 'User')).status).toBe(200);
    expect((await end('User', await sessionOf('User'))).status).toBe(204);
  });
});
