import { createHmac } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { personPermissions, roles } from '@atoll/domain/access/permission';
import { permissionOverride } from '@atoll/domain/contract/people/user';
import { formatInstant } from '@atoll/domain/date/format';
import { ownRelease } from '@atoll/domain/release/standing';
import { careItems } from '@atoll/domain/trust/care';
import { careWords } from '@atoll/domain/trust/care-words';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { openTls } from '../../https.ts';
import { createLog } from '../../platform/log/log.ts';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { silentLog } from '../../platform/store/testing/silent-log.ts';
import { readLeaf } from '../../platform/tls/certificate.ts';
import { openOwn } from '../../platform/tls/own.ts';
import type { Tls } from '../../platform/tls/tls.ts';
import { testApp } from '../../testing/test-app.ts';
import { createAlerts } from '../care/alerts.ts';
import type { CareNow } from '../care/service.ts';

const folder = mkdtempSync(join(tmpdir(), 'atoll-trust-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What another program got, as 'METHOD path body signature', and how it answers. */
const heard: string[] = [];
let answer: { readonly status: number; readonly location?: string } = { status: 200 };
const other = createServer((request, reply) => {
  let body = '';
  request.on('data', (part: Buffer) => {
    body += part.toString();
  });
  request.on('end', () => {
    heard.push([request.method, request.url, body, request.headers['x-atoll-signature'] ?? ''].join(' '));
    reply.writeHead(answer.status, { ...(answer.location && { location: answer.location }) }).end();
  });
});
beforeAll(() => new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve)));
afterAll(() => void other.close());
afterEach(() => void vi.useRealTimers());
const otherUrl = (path: string): string => `http://127.0.0.1:${(other.address() as AddressInfo).port}${path}`;

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

  it('[R31.5] is not issued while the clock is before the newest record or the release date: the old one stays, and Care says that the clock is wrong', async () => {
    const parts: { tls?: Tls | undefined } = {};
    const first = await testApp(on, { TLS: 'own', PUBLIC_URL: 'https://pos.lan' }, parts);
    const setTo = (day: string): void => first.advance(Date.parse(`${day}T08:00:00Z`) - first.now());
    setTo('2026-12-10');
    parts.tls = await openTls(first.config, first.store, first.now, silentLog);
    const { call, signIn, store, cafe, app } = await first.restart();
    const headers = { host: 'pos.lan' };
    const renew = async () => call('trust.renew', { as: await signIn('Admin'), headers });
    const clock = async () => {
      await app.inject({ url: '/ready', headers });
      const items = (await call('care.read', { as: await signIn('Admin'), outlet: null, headers })).body as CareNow[];
      const found = items.find(({ item }) => item === 'clock');
      return [found?.level, found && careWords.reasons[found.reason]];
    };
    const cert = () => parts.tls?.pair().cert;
    const before = cert();
    expect(await clock()).toEqual(['Good', 'It is right.']);
    await store.writeOutlet(cafe, async (tx) => {
      tx.history({ subject: 'Outlet', subjectKey: 'x', action: 'Updated', userId: null, deviceId: null });
    });

    for (const wrong of ['2026-12-08', '2016-01-01']) {
      setTo(wrong);
      await parts.tls?.check();
      expect((await renew()).status, wrong).toBe(409);
      expect([cert() === before, await clock()]).toEqual([true, ['Bad', 'The clock of the server is wrong.']]);
    }

    setTo('2026-12-11');
    expect((await renew()).status).toBe(200);
    expect([cert() === before, await clock()]).toEqual([false, ['Good', 'It is right.']]);
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

  it('[R31.42] counts unsent work, clocks and printers of tills in Care, and since when they wait also after a restart', async () => {
    const { call, signIn, advance, store, cafe, restart } = await testApp(on);
    const manager = await signIn('Manager', 'bar');
    const levels = async (at = { call, signIn }) => {
      const items = (await at.call('care.read', { as: await at.signIn('Admin'), outlet: null })).body as CareNow[];
      return items.filter(({ item }) => ['tills', 'tillClocks', 'printers'].includes(item)).map(({ level }) => level);
    };
    const report = (headers: Readonly<Record<string, string>>, at = { call }, as = manager) =>
      at.call('shift.active', { as, headers });
    await report({ 'X-Till': '3;2;500' });
    expect(await levels()).toEqual(['Good', 'Good', 'Good']);
    await report({ 'X-Till': '3;2;500', 'X-Till-Trouble': '-700000;0;120000' });
    expect(await levels()).toEqual(['Good', 'Bad', 'Watch']);
    await report({ 'X-Till': '3;2;500', 'X-Till-Trouble': '1;2' });
    expect(await levels()).toEqual(['Good', 'Good', 'Good']);
    const waiting = () =>
      store.readOutlet(cafe, (db) => db.selectFrom('till').select('waiting').where('outlet_id', '=', cafe).execute());
    await expect.poll(waiting).toEqual([{ waiting: 2 }]);
    advance(14 * 60_000);
    const again = await restart();
    // The servers of a database know it from each other; an embedded store keeps it.
    if (on.engine === 'postgres') await report({ 'X-Till': '3;2;500' }, again);
    expect(await levels(again)).toEqual(['Good', 'Good', 'Good']);
    advance(60_000);
    expect(await levels(again)).toEqual(['Watch', 'Good', 'Good']);
    await report({ 'X-Till': '3;0;0' }, again, await again.signIn('Manager', 'bar'));
    expect(await levels(again)).toEqual(['Good', 'Good', 'Good']);
  });

  it('[R31.42] Care says which update waits, and which tills have an older release', async () => {
    const { call, signIn, config, advance, restart } = await testApp(on);
    const user = await signIn('Manager', 'bar');
    const read = async (at = { call, signIn }) => {
      const items = (await at.call('care.read', { as: await at.signIn('Admin'), outlet: null })).body as CareNow[];
      const { level, reason, values } = items.find(({ item }) => item === 'version') as CareNow;
      return [level, reason, values];
    };
    const hears = (release: string, at = { call }, as = user) =>
      at.call('shift.active', { as, headers: { 'X-Till': '3;0;0', 'X-Release': release } });
    const [major, minor] = ownRelease.split('.').map(Number) as [number, number];
    await hears(`${ownRelease}.0`);
    expect(await read()).toEqual(['Good', 'versionSame', {}]);
    const folder = join(config.dataDir, 'updates');
    mkdirSync(folder);
    for (const name of ['atoll-server-0.0.9-linux-x64.tar.gz', 'atoll-server-99.10.2-linux-x64.tar.gz', 'notes.txt'])
      writeFileSync(join(folder, name), '');
    expect(await read()).toEqual(['Watch', 'versionNewer', { release: '99.10.2' }]);
    rmSync(folder, { recursive: true });
    await hears(`${major}.${minor - 1}`);
    expect(await read()).toEqual(['Good', 'versionSame', {}]);
    advance(7 * 86_400_000 + 60_000);
    const again = await restart();
    const later = await again.signIn('Manager', 'bar');
    await hears(`${major}.${minor - 1}`, again, later);
    expect(await read(again)).toEqual(['Watch', 'versionNear', { days: '7' }]);
    await hears('unknown', again, later);
    expect(await read(again)).toEqual(['Bad', 'versionOld', {}]);
    await hears(ownRelease, again, later);
    expect(await read(again)).toEqual(['Good', 'versionSame', {}]);
  });

  it('[R31.43] sends one mail and one signed webhook for what is Bad, and again when it is Good; the heartbeat stops with the server', async () => {
    heard.length = 0;
    const secret = 'a secret of sixteen';
    const env = {
      CARE_MINUTES: '10',
      CARE_MAILS: 'owner@reef.example',
      CARE_WEBHOOKS: otherUrl('/hook'),
      CARE_WEBHOOK_SECRET: secret,
      HEARTBEAT_URL: otherUrl('/beat'),
      SHOP_NAME: 'Reef',
    };
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { store, config, now, advance, mails } = await testApp(on, env);
    await store.writeOrg((db) => db.updateTable('outlet').set({ timezone: 'Asia/Tokyo' }).execute());
    const services = { store, config, clock: now, log: { ...silentLog } as never };
    const sent: string[] = [];
    const mailer = async ({ to, subject, text }: { to: string; subject: string; text: string }) => {
      sent.push(`${to} ${subject}`);
      expect(text).toContain('Delete files that you do not need');
      // The time is that of the shop.
      const at = subject.endsWith('bad') ? badSince : goodSince;
      expect(text.split('\n')[0]).toMatch(new RegExp(`since ${formatInstant(at, 'Asia/Tokyo')}\\.$`));
    };
    const create = (take = async () => true) => createAlerts(services, mailer as never, take);
    let alerts = create();
    const look = async (level: CareNow['level'], since: number) => {
      const disk = { item: 'disk', reason: 'diskFree', values: { free: '0.5 GB', total: '9 GB' }, level } as const;
      await alerts.tell([{ ...disk, action: 'freeDisk', since: new Date(since).toISOString() }]);
    };
    const badSince = now();
    let goodSince = 0;
    const body = (level: string, since: number) =>
      JSON.stringify({ item: 'disk', level, since: new Date(since).toISOString(), shop: 'Reef' });
    const hook = (level: string, since: number) =>
      `POST /hook ${body(level, since)} sha256=${createHmac('sha256', secret).update(body(level, since)).digest('hex')}`;

    await look('Watch', badSince);
    expect(heard).toEqual(['GET /beat  ']);
    advance(10 * 60_000 - 1);
    await look('Bad', badSince);
    expect([sent, heard.length]).toEqual([[], 1]);
    advance(1);
    await look('Bad', badSince);
    // Another server of the database does not send it too, and none sends it again after a restart.
    alerts = create(async () => false);
    await look('Bad', badSince);
    alerts = create();
    await look('Bad', badSince);
    expect(sent).toEqual(['owner@reef.example Reef: Disk: bad']);
    expect(heard.splice(0)).toEqual(['GET /beat  ', hook('Bad', badSince)]);

    // A program that leads elsewhere or fails is asked again at the next look.
    goodSince = now();
    advance(2 * 60_000);
    answer = { status: 302, location: otherUrl('/elsewhere') };
    await look('Good', goodSince);
    expect(alerts.hasFailed()).toBe(true);
    answer = { status: 200 };
    await look('Good', goodSince);
    await look('Good', goodSince);
    expect(alerts.hasFailed()).toBe(false);
    expect(sent).toEqual(['owner@reef.example Reef: Disk: bad', 'owner@reef.example Reef: Disk: good again']);
    const good = hook('Good', goodSince);
    expect(heard.splice(0)).toEqual([good, 'GET /beat  ', good]);
    advance(5 * 60_000 - 1);
    await look('Good', goodSince);
    expect(heard).toEqual([]);
    advance(1);
    await look('Good', goodSince);
    expect(heard.splice(0)).toEqual(['GET /beat  ']);

    // The server looks each minute by itself; its clock is before the release here.
    advance(60_000);
    vi.advanceTimersByTime(60_000);
    await expect
      .poll(() => store.readOrg((db) => db.selectFrom('care_event').select('item').execute()))
      .not.toEqual([]);
    advance(10 * 60_000);
    await expect
      .poll(
        () => {
          // All that a server does each minute starts again: not before it may have ended.
          vi.advanceTimersByTime(60_000);
          return mails.map(({ to, subject }) => `${to} ${subject}`);
        },
        { timeout: 40_000, interval: 2000 },
      )
      .toContain('owner@reef.example Reef: Clock of the server: bad');
  });

  it('tells once by mail and webhook of a printer that is off: Bad after ten minutes, told after ten more, and once that it prints again', async () => {
    heard.length = 0;
    const env = {
      CARE_MAILS: 'owner@reef.example',
      CARE_WEBHOOKS: otherUrl('/hook'),
      CARE_WEBHOOK_SECRET: 'x'.repeat(16),
    };
    const { call, signIn, store, config, now, advance } = await testApp(on, { ...env, SHOP_NAME: 'Reef' });
    const sent: string[] = [];
    const mailer = async ({ subject, text }: { subject: string; text: string }) =>
      void sent.push(`${subject}: ${text.split('\n')[1]}`);
    const services = { store, config, clock: now, log: { ...silentLog } as never };
    const alerts = createAlerts(services, mailer as never, async () => true);
    const startedAt = now();
    /** What a till reports each minute from one to the other: how long its oldest ticket has waited for the printer. */
    const minutes = async (from: number, to: number, isOff: boolean) => {
      const levels: string[] = [];
      for (let minute = from; minute <= to; minute += 1) {
        advance(startedAt + minute * 60_000 - now());
        const headers = { 'X-Till': '3;0;0', 'X-Till-Trouble': `0;0;${isOff ? minute * 60_000 : 0}` };
        await call('shift.active', { as: await signIn('Manager', 'bar'), headers });
        const all = (await call('care.read', { as: await signIn('Admin'), outlet: null })).body as CareNow[];
        const printers = all.filter(({ item }) => item === 'printers');
        await alerts.tell(printers);
        levels.push(...printers.map(({ level }) => level));
      }
      return levels;
    };
    expect(await minutes(1, 10, true)).toEqual(['Good', ...Array<string>(8).fill('Watch'), 'Bad']);
    await minutes(19, 19, true);
    expect([sent, heard]).toEqual([[], []]);
    await minutes(20, 22, true);
    expect(sent).toEqual(['Reef: Printers: bad: A ticket has waited for its printer for 20 minutes.']);
    expect(heard.splice(0)).toEqual([expect.stringContaining('"item":"printers","level":"Bad"')]);
    expect(await minutes(23, 24, false)).toEqual(['Good', 'Good']);
    expect(heard).toEqual([]);
    await minutes(25, 30, false);
    expect(sent.slice(1)).toEqual(['Reef: Printers: good again: No ticket waits.']);
    expect(heard).toEqual([expect.stringContaining('"item":"printers","level":"Good"')]);
  });

  it('[R31.44] makes a support bundle of log, versions, doctor and settings without secrets, personal data, TINs or amounts', async () => {
    const env = { CARE_WEBHOOKS: 'https://hooks.example/T0KEN', CARE_WEBHOOK_SECRET: 'a secret of sixteen' };
    const doctor = JSON.stringify({
      release: '0.2.0',
      findings: [
        { check: 'Address', level: 'Bad', text: '10.0.0.9 and https://pos.lan fail, /home/ahmed/data is full.' },
      ],
    });
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => void lines.push(line) });
    const { call, signIn, cafe, now, config } = await testApp(on, env, { log, doctor: async () => doctor });
    for (const role of ['Manager', 'User'] as const)
      expect((await call('care.bundle', { as: await signIn(role), outlet: null })).status).toBe(403);
    const as = await signIn('Admin');
    const settings = [
      { key: 'RequireCovers', value: 'true' },
      { key: 'KotCopies', value: '2' },
      { key: 'MaxCashDifference', value: '123456' },
      { key: 'QuickCash', values: ['98765'] },
      { key: 'VoidReasons', values: ['Aminath spilled'] },
    ];
    expect((await call('app.saveSettings', { as, outlet: cafe, body: settings })).status).toBeLessThan(300);
    const found = (await call('app.findOutlet', { as, outlet: null, params: { id: cafe } })).body;
    const body = { outletId: cafe, version: found.version, tin: '1234567GST501' };
    expect((await call('outlet.update', { as, outlet: null, body })).status).toBe(200);
    log.error({ err: Object.assign(new TypeError('Aminath 7771234'), { code: 'E1' }), total: 123_456 }, 'Aminath paid');
    const stored = () => new Set(readdirSync(config.dataDir, { recursive: true, encoding: 'utf8' }));
    const before = stored();
    const answer = await call('care.bundle', { as, outlet: null });
    // It is kept nowhere.
    expect(stored()).toEqual(before);
    const files = new Map<string, string>(
      answer.body.files.map((one: { name: string; text: string }) => [one.name, one.text]),
    );
    expect([...files.keys()]).toEqual(['versions.json', 'care.json', 'doctor.json', 'settings.json', 'log.jsonl']);
    const of = (name: string) => JSON.parse(files.get(name) ?? '');
    expect(of('versions.json')).toMatchObject({ node: process.version, at: new Date(now()).toISOString() });
    expect(of('care.json').map(({ item }: { item: string }) => item)).toEqual(careItems);
    expect(of('doctor.json').findings[0].text).toBe('(address) and (address) fail, (path) is full.');
    expect(of('settings.json').server).toMatchObject({ store: on.engine, tells: { webhooks: 1 } });
    const own = of('settings.json').outlets.find(({ id }: { id: number }) => id === cafe);
    expect(own.settings).toEqual({ RequireCovers: 'true', KotCopies: '2' });
    const logged = (files.get('log.jsonl') ?? '')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(logged.at(-1)).toEqual({ level: 50, time: expect.any(String), error: 'TypeError E1' });
    expect(logged).toContainEqual(
      expect.objectContaining({
        route: '/api/app/settings',
        status: expect.any(Number),
        requestId: expect.any(String),
      }),
    );
    expect(lines.at(-1)).toContain('/api/app/support-bundle');
    const all = answer.raw.body;
    for (const secret of [
      'T0KEN',
      'a secret',
      '1234567GST501',
      'Aminath',
      '7771234',
      '123456',
      '98765',
      'reef.example',
      'One',
      as.token,
    ])
      expect(all.includes(secret), secret).toBe(false);
  });

  it('is not there without https: nothing to renew, and no code', async () => {
    const { call, signIn } = await testApp(on);
    const admin = await signIn('Admin');
    expect((await call('trust.renew', { as: admin })).status).toBe(409);
    expect((await call('trust.code', { as: admin })).body).toEqual({ svg: null });
  });
});
