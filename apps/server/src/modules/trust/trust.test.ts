import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { personPermissions, roles } from '@atoll/domain/access/permission';
import { permissionOverride } from '@atoll/domain/contract/people/user';
import { careItems } from '@atoll/domain/trust/care';
import { afterAll, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { silentLog } from '../../platform/store/testing/silent-log.ts';
import { readLeaf } from '../../platform/tls/certificate.ts';
import { openOwn } from '../../platform/tls/own.ts';
import { testApp } from '../../testing/test-app.ts';
import type { CareNow } from '../care/service.ts';

const folder = mkdtempSync(join(tmpdir(), 'atoll-trust-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

eachEngine('the certificate of the server', (on) => {
  it('is renewed and shown by an Admin alone, who cannot give that to others', async () => {
    let now = Date.parse('2026-11-24T12:00:00Z');
    let notBefore = now - 1;
    const own = {
      dataDir: join(folder, on.engine),
      shop: 'Reef',
      chosen: 'pos.lan',
      log: silentLog,
      addresses: () => ['192.168.1.20'],
    };
    const tls = await openOwn({ ...own, now: () => now, notBefore: async () => notBefore });
    const env = { TLS: 'own', PUBLIC_URL: 'https://pos.lan' };
    const { call, signIn } = await testApp(on, env, { tls, helloPort: () => 8081 });
    const host = { host: 'pos.lan' };
    const asked = async (key: 'trust.renew' | 'trust.code', role: (typeof roles)[number]) =>
      call(key, { as: await signIn(role), headers: host });

    for (const role of ['Manager', 'User'] as const)
      for (const key of ['trust.renew', 'trust.code'] as const) expect((await asked(key, role)).status).toBe(403);
    expect(permissionOverride.safeParse({ permission: 'server.manage', effect: 'allow' }).success).toBe(false);
    expect(roles.filter((role) => personPermissions(role, []).includes('server.manage'))).toEqual(['Admin']);

    const before = readLeaf(tls.pair().cert);
    now += 1_000_000;
    const renewed = await asked('trust.renew', 'Admin');
    expect([renewed.status, renewed.body.problem]).toEqual([200, null]);
    expect(readLeaf(tls.pair().cert).to).toBeGreaterThan(before.to);
    expect(renewed.body.notAfter).toBe(new Date(readLeaf(tls.pair().cert).to).toISOString());

    const { cert } = tls.pair();
    notBefore = now + 1;
    const refused = await asked('trust.renew', 'Admin');
    expect([refused.status, refused.body.message]).toEqual([409, 'The clock of the server is wrong']);
    expect(tls.pair().cert).toBe(cert);

    const code = await asked('trust.code', 'Admin');
    expect(code.body).toEqual({ svg: expect.stringContaining('<svg') });
    expect(renewed.body.hello).toBe('http://pos.lan:8081/hello');
  });

  it('[R31.42] is in Care with the other things: level, reason, since when, and one action, for an Admin alone', async () => {
    const { call, signIn, advance, now, store, restart } = await testApp(on);
    const care = async (at = { call, signIn }) =>
      (await at.call('care.read', { as: await at.signIn('Admin'), outlet: null })).body as CareNow[];
    const of = (items: readonly CareNow[], item: string) => items.find((one) => one.item === item);
    for (const role of ['Manager', 'User'] as const)
      expect((await call('care.read', { as: await signIn(role), outlet: null })).status).toBe(403);
    const first = await care();
    expect(first.map(({ item }) => item)).toEqual(careItems);
    const start = new Date(now()).toISOString();
    expect(of(first, 'database')).toEqual({
      item: 'database',
      level: 'Good',
      reason: 'databaseRight',
      values: {},
      action: 'none',
      since: start,
    });
    expect(of(first, 'certificate')).toMatchObject({ level: 'Off', reason: 'certificateNone', action: 'none' });

    // The clock of this test is before the release: the reason and the action say so.
    expect(of(first, 'clock')).toMatchObject({ level: 'Bad', reason: 'clockWrong', action: 'setClock' });
    advance(3 * 3_600_000);
    await store.writeOrg((db) =>
      db.insertInto('secret').values({ name: 'store-checked', value: 'page 7', created_at: now() }).execute(),
    );
    const damaged = new Date(now()).toISOString();
    expect(of(await care(), 'database')).toMatchObject({ level: 'Bad', action: 'restore', since: damaged });
    advance(60_000);
    const again = await restart();
    expect(of(await care(again), 'database')).toMatchObject({ level: 'Bad', since: damaged });
    expect(of(await care(again), 'clock')).toMatchObject({ level: 'Bad', since: start });
  });

  it('is not there without https: nothing to renew, and no code', async () => {
    const { call, signIn } = await testApp(on);
    const admin = await signIn('Admin');
    expect((await call('trust.renew', { as: admin })).status).toBe(409);
    expect((await call('trust.code', { as: admin })).body).toEqual({ svg: null });
  });
});
