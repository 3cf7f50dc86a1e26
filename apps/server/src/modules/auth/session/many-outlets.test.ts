/** A person of a chain: their outlets stand in no token, and each call knows them. */
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../../platform/store/testing/engine.ts';
import { emailOf, type TestApp, testApp } from '../../../testing/test-app.ts';

const count = 10_000;

/** Opens the outlets of a chain like the café, all of them the Admin's. */
async function seedChain({ store, cafe }: TestApp): Promise<void> {
  await store.writeOrg(async (db) => {
    await sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)})
      insert into outlet (name, business_type, slot_types, features, created_at, modified_at)
      select 'Branch ' || n.i, o.business_type, o.slot_types, o.features, o.created_at, o.modified_at
      from outlet o, n where o.id = ${cafe}`.execute(db);
    await sql`insert into user_outlet (user_id, outlet_id, sort)
      select u.id, o.id, o.id from app_user u, outlet o
      where u.email = ${emailOf('Admin')} and o.name like 'Branch %'`.execute(db);
  });
}

eachEngine('a person of many outlets', (on) => {
  let t: TestApp;
  let admin: SignedIn;
  beforeAll(async () => {
    t = await testApp(on);
    await seedChain(t);
    admin = await t.signIn('Admin');
  });
  const featuresOf = async (as: SignedIn, outlet: number) => (await t.call('app.features', { as, outlet })).status;

  it('[R34.13] signs an Admin of 10,000 outlets in with an access token of at most 1.5 kB, and lets them work in each', async () => {
    expect(admin.token.length).toBeLessThanOrEqual(1500);
    expect(admin.outlets).toHaveLength(count + 2);
    for (const { outletId } of [admin.outlets[2], admin.outlets.at(-1)].filter((outlet) => outlet !== undefined))
      expect(await featuresOf(admin, outletId)).toBe(200);
    const last = admin.outlets.at(-1)?.outletId ?? 0;
    expect(await featuresOf(admin, last + 1)).toBe(403);
    expect(await featuresOf(await t.signIn('User'), last)).toBe(403);
  });

  it('[R34.13] takes an outlet away with the next call, and gives it back with a new token', async () => {
    const manager = await t.signIn('Manager');
    expect(await featuresOf(manager, t.shop)).toBe(200);
    const find = async () =>
      (await t.call('app_user.find', { as: admin, params: { id: manager.user.id } })).body as { version: number };
    const change = async (outletIds: readonly number[]) => {
      const { version } = await find();
      const params = { id: manager.user.id };
      expect(
        (await t.call('app_user.update', { as: admin, params, body: { id: manager.user.id, version, outletIds } }))
          .status,
      ).toBe(200);
    };
    await change([t.cafe]);
    expect(await featuresOf(manager, t.shop)).toBe(401);
    const body = { refreshToken: manager.refreshToken };
    const renewed = (await t.call('auth.refresh', { body })).body as SignedIn;
    expect([await featuresOf(renewed, t.cafe), await featuresOf(renewed, t.shop)]).toEqual([200, 403]);
    await change([t.cafe, t.shop]);
    const again = await t.signIn('Manager');
    expect(await featuresOf(again, t.shop)).toBe(200);
  });
});
