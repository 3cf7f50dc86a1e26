import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { copyName, readCopyName } from '@atoll/domain/offsite/copies';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createLog } from '../../platform/log/log.ts';
import { openRecovery } from '../../platform/offsite/age.ts';
import { unpackCopyFile } from '../../platform/offsite/pack.ts';
import { restoreOffsite } from '../../platform/offsite/restore-copy.ts';
import { s3Login, startS3 } from '../../platform/offsite/testing/s3-service.ts';
import { hasSsh, startSftp } from '../../platform/offsite/testing/sftp-server.ts';
import { openStore } from '../../platform/store/open-store.ts';
import { unpackCopy } from '../../platform/store/sqlite/copy/content.ts';
import { backUpDailyPages } from '../../platform/store/sqlite/copy/daily.ts';
import type { OutletTx } from '../../platform/store/store.ts';
import { isBeforeRestore, readStoreName } from '../../platform/store/store-name.ts';
import { eachEngine, type TestEngine } from '../../platform/store/testing/engine.ts';
import { silentLog } from '../../platform/store/testing/silent-log.ts';
import { openOwn } from '../../platform/tls/own.ts';
import type { TlsLog } from '../../platform/tls/tls.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';

const dayMs = 86_400_000;
const passphrase = 'boneda ritofa kemija podage sunalo vitera';
const root = mkdtempSync(join(tmpdir(), 'atoll-offsite-'));
const folder = join(root, 'disk');
afterAll(() => {
  vi.unstubAllEnvs();
  vi.useRealTimers();
  rmSync(root, { recursive: true, force: true });
});

/** Returns the fingerprint of the authority of a data folder, which is made when there is none. */
async function authorityOf(dataDir: string, log: TlsLog = silentLog): Promise<string | undefined> {
  const own = { dataDir, shop: 'Reef', chosen: 'pos.lan', log, addresses: () => ['192.168.1.20'] };
  const { authority } = await openOwn({ ...own, now: Date.now, notBefore: async () => 0 });
  return authority?.sha256;
}

/** An address of this machine in its network: no target is on the loopback. */
const ownAddress = Object.values(networkInterfaces())
  .flatMap((found) => found ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
const hasAge = spawnSync('age', ['--version']).error === undefined;
const copiesIn = (path: string): string[] => readdirSync(path).filter((name) => /^atoll-.*-full-.*\.age$/.test(name));
const recoveryIn = (path: string, id: string): Buffer => readFileSync(join(path, `recovery-${id}.age`));

/** A database with its own tools has no off-site copies. */
function onDatabase(on: TestEngine): void {
  it('are not offered for a database that has its own tools', async () => {
    const { call, signIn } = await testApp(on);
    const as = await signIn('Admin');
    expect((await call('offsite.read', { as })).body.isPossible).toBe(false);
    expect((await call('offsite.run', { as })).body.reason).toBe('offsiteElsewhere');
  });
}

function onBuiltIn(on: TestEngine): void {
  let t: TestApp;
  let admin: SignedIn;
  const logged: string[] = [];
  let authority: string | undefined;
  const state = async () => (await t.call('offsite.read', { as: admin })).body;
  const ended = async () => {
    await expect.poll(async () => (await state()).work, { timeout: 20_000 }).toBeNull();
    return state();
  };
  const setTarget = (path: string) =>
    t.call('offsite.target', { as: admin, body: { target: { kind: 'Folder', path }, hour: '04:30' } });
  const care = async (item: string) =>
    (await t.call('care.read', { as: admin })).body.find((one: { item: string }) => one.item === item);

  beforeAll(async () => {
    mkdirSync(folder);
    vi.stubEnv('SHOP_NAME', 'Reef');
    // What the server does each minute, it does when a test says so.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    t = await testApp(on, {}, { log: createLog('warn', { write: (line) => logged.push(line) }) });
    admin = await t.signIn('Admin');
    authority = await authorityOf(t.config.dataDir, createLog('trace', { write: (line) => logged.push(line) }));
  });

  it('are set by who manages the server alone, and by nobody without a password that was typed lately', async () => {
    const manager = await t.signIn('Manager');
    for (const key of ['offsite.read', 'offsite.run', 'offsite.drill'] as const)
      expect((await t.call(key, { as: manager })).status).toBe(403);
    expect((await t.call('offsite.run', { as: admin })).body.reason).toBe('offsiteUnset');
    for (let passed = 0; passed < 20; passed += 10) {
      t.advance(10 * 60_000);
      admin = (await t.call('auth.refresh', { body: { refreshToken: admin.refreshToken } })).body as SignedIn;
    }
    expect((await setTarget(folder)).body.reason).toBe('passwordNeeded');
    const weak = await t.call('offsite.passphrase', { as: admin, body: { passphrase } });
    expect(weak.body.reason).toBe('passwordNeeded');
    admin = await t.signIn('Admin');
  });

  it('take a folder that the server can write, and name what is wrong with another one', async () => {
    const detailsOf = async (path: string) => {
      const { status, body } = await setTarget(path);
      return [status, body.reason, body.details];
    };
    expect(await detailsOf('copies')).toEqual([422, 'offsiteTarget', expect.stringContaining('whole path')]);
    expect(await detailsOf(join(root, 'none'))).toEqual([422, 'offsiteTarget', expect.stringContaining('not there')]);
    expect(await detailsOf(t.config.dataDir)).toEqual([422, 'offsiteTarget', expect.stringContaining('outside')]);
    expect((await state()).target).toBeNull();
    const { status, body } = await setTarget(folder);
    expect([status, body.target, body.isSameDisk]).toEqual([200, { kind: 'Folder', path: folder }, true]);
    expect(readdirSync(folder)).toEqual(['ATOLL-COPIES.txt']);
  });

  it('[R31.38] ask for the passphrase again after it was set: Care is red until it was typed right, and amber after a year', async () => {
    const short = await t.call('offsite.passphrase', { as: admin, body: { passphrase: 'a          b' } });
    expect(short.body.errors).toEqual({ passphrase: expect.stringContaining('12') });
    await t.call('offsite.passphrase', { as: admin, body: { passphrase } });
    expect(await care('passphrase')).toMatchObject({ level: 'Bad', reason: 'passphraseNever' });
    const confirm = (typed: string) => t.call('offsite.confirm', { as: admin, body: { passphrase: typed } });
    const wrong = await confirm(`${passphrase}s`);
    expect([wrong.status, wrong.body.message]).toEqual([422, 'This is not the passphrase']);
    expect(await care('passphrase')).toMatchObject({ level: 'Bad' });
    expect((await confirm(` ${passphrase}  `)).body.passphrase.confirmedAt).not.toBeNull();
    expect(await care('passphrase')).toMatchObject({ level: 'Good' });
    t.advance(366 * 86_400_000);
    admin = await t.signIn('Admin');
    expect(await care('passphrase')).toMatchObject({ level: 'Watch' });
    const entries = await t.store.readOutlet(t.cafe, (db) =>
      db.selectFrom('history').select(['subject_key', 'data']).where('subject', '=', 'Off-site copies').execute(),
    );
    expect(entries.map((one) => one.subject_key)).toEqual(['target', 'passphrase', 'passphrase']);
    expect(JSON.stringify(entries)).not.toContain(passphrase);
  });

  it('[R31.37] open with the passphrase alone; the server keeps neither it nor the recovery key', async () => {
    expect((await t.call('offsite.run', { as: admin })).body.work).toBe('copy');
    expect((await t.call('offsite.run', { as: admin })).body.message).toBe('A copy is under way');
    const { copies, passphrase: kept } = await ended();
    expect(copies).toMatchObject([{ state: 'Sent', kind: 'Full', problem: null, recovery: kept.id }]);
    expect(copiesIn(folder)).toEqual([copies[0].name]);

    const identity = await openRecovery(recoveryIn(folder, kept.id), passphrase);
    const opened = join(root, 'opened');
    expect(await unpackCopyFile(join(folder, copies[0].name), identity ?? '', opened)).toMatchObject({
      format: 1,
      engine: 'sqlite',
      recovery: kept.id,
    });
    expect(readdirSync(opened).toSorted()).toEqual(['keys', 'meta.json', 'settings.env', 'store.db.zst', 'tls']);
    expect(readdirSync(join(opened, 'tls'))).toContain('authority.json');

    const { rows } = await t.store.readOrg(async (db) => ({
      rows: await db.selectFrom('server_setting').selectAll().execute(),
    }));
    const everything = [
      JSON.stringify(rows),
      ...readdirSync(t.config.dataDir, { recursive: true, encoding: 'utf8', withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1')),
    ].join();
    expect(everything).not.toContain(passphrase);
    expect(everything).not.toContain(identity);
  });

  it('[R31.6] have the keys of TLS, which lie in DATA_DIR/tls with mode 0600 and are in no plain backup, log or support bundle', async () => {
    const { dataDir } = t.config;
    const names = readdirSync(join(dataDir, 'tls'));
    const contentOf = (folder: string) => names.map((name) => readFileSync(join(folder, 'tls', name), 'utf8'));
    const modes = names.map((name) => statSync(join(dataDir, 'tls', name)).mode & 0o777);
    expect(new Set(modes)).toEqual(new Set([0o600]));
    expect(contentOf(join(root, 'opened'))).toEqual(contentOf(dataDir));
    const begin = /PRIVATE KEY-----(?:\\n|\s)*([\w+/]{40,})/g;
    const keys = contentOf(dataDir).flatMap((text) => [...text.matchAll(begin)].map(([, key = '']) => key));
    expect(keys.length).toBeGreaterThanOrEqual(2);

    const { file } = await backUpDailyPages(dataDir, Date.now());
    unpackCopy(join(dataDir, 'backups', file), join(root, 'plain.db'));
    const plain = readFileSync(join(root, 'plain.db'), 'latin1');
    const bundle = await t.call('care.bundle', { as: admin, outlet: null });
    expect([bundle.status, plain.length > 0, logged.length > 0]).toEqual([200, true, true]);
    for (const key of keys)
      for (const text of [plain, logged.join(), JSON.stringify(bundle.body)]) expect(text.includes(key)).toBe(false);
  });

  it.skipIf(!hasAge)('[R31.37] open with the program age, without Atoll', async () => {
    const { copies, passphrase: kept } = await state();
    const [key, tar] = [join(root, 'recovery.txt'), join(root, 'copy.tar')];
    // age asks for a passphrase on a terminal only, which `script` is.
    const open = `age --decrypt --output ${key} ${join(folder, `recovery-${kept.id}.age`)}`;
    execFileSync('script', ['-qec', open, '/dev/null'], { input: `${passphrase}\n` });
    execFileSync('age', ['--decrypt', '--identity', key, '--output', tar, join(folder, copies[0].name)]);
    const names = execFileSync('tar', ['-tf', tar], { encoding: 'utf8' });
    expect(names).toContain('store.db.zst');
    expect(names).toContain('tls/authority.json');
  });

  it('[R31.40] are made each day by themselves, and restored each month into a temporary folder that says how many bills there are', async () => {
    const drilledAt = async () => (await state()).drill?.at;
    /** Lets the server look at what is due, after a time, until `what` is another one. */
    const after = async (ms: number, what: () => unknown) => {
      const before = await what();
      t.advance(ms);
      admin = await t.signIn('Admin');
      vi.advanceTimersByTime(60_000);
      await expect.poll(what, { timeout: 30_000 }).not.toEqual(before);
      return ended();
    };
    const count = () => copiesIn(folder).length;
    expect([count(), (await after(dayMs, count)).drill, count()]).toEqual([1, null, 2]);
    expect((await after(60_000, drilledAt)).drill).toMatchObject({ ok: true, bills: 0, problem: null });
    expect(count()).toBe(2);
    expect(await care('drill')).toMatchObject({ level: 'Good' });
    expect(readdirSync(join(t.config.dataDir, 'offsite'))).toEqual(['base']);

    // Sales of a day that no bill has.
    const sums = { covers: 0, sub_total: 0, discount: 0, service_charge: 0, gst: 0, rounding: 0, tip: 0 };
    const strange = {
      outlet_id: t.cafe,
      business_date: '2027-03-01',
      hour: 9,
      type: 'Table' as const,
      bills: 1,
      total: 100,
    };
    const write = (work: (tx: OutletTx) => Promise<unknown>) =>
      t.store.writeOutlet(t.cafe, async (tx) => void (await work(tx)));
    await write(({ db }) =>
      db
        .insertInto('sale_hour')
        .values({ ...strange, ...sums })
        .execute(),
    );
    // The copy of the day, then the test of the month.
    await after(31 * dayMs, count);
    expect((await after(60_000, drilledAt)).drill).toMatchObject({ ok: false, problem: 'damaged' });
    await write(({ db }) => db.deleteFrom('sale_hour').where('outlet_id', '=', t.cafe).execute());
  });

  it('[R31.41] bring store, authority and settings to a new server, and tills send the last 72 hours again', async () => {
    const dataDir = join(root, 'new');
    const said: string[] = [];
    const restore = (typed: string, to = dataDir) =>
      restoreOffsite({
        dataDir: to,
        login: { address: { kind: 'Folder', path: folder }, secret: '' },
        passphrase: typed,
        now: Date.now(),
        say: (text) => said.push(text),
      });
    await expect(restore('another passphrase')).rejects.toThrow('This is not the passphrase');
    await expect(restore(passphrase, t.config.dataDir)).rejects.toThrow('is in use');
    const { copy } = await restore(passphrase);
    expect([copy.name, said]).toEqual([copiesIn(folder).toSorted().at(-1), []]);
    expect(readFileSync(join(dataDir, 'restored.env'), 'utf8')).toContain("SHOP_NAME='Reef'");
    expect(await authorityOf(dataDir)).toBe(authority);
    const restored = await openStore({ dataDir }, { log: silentLog });
    const outlets = (store: typeof restored) =>
      store.readOrg((db) => db.selectFrom('outlet').select(['id', 'name']).orderBy('id').execute());
    expect(await outlets(restored)).toEqual(await outlets(t.store));
    const [before, after] = [await t.store.readOrg(readStoreName), await restored.readOrg(readStoreName)];
    expect(isBeforeRestore(before, after)).toBe(true);
    await restored.close();
  });

  it('[R31.36] are full each day, and have the changes each 60 minutes, which restore what came after the full one', async () => {
    const diffs = () => readdirSync(folder).filter((name) => readCopyName(name)?.kind === 'Diff');
    const look = async (minutes: number, what: () => unknown) => {
      t.advance(minutes * 60_000);
      admin = await t.signIn('Admin');
      const before = await what();
      vi.advanceTimersByTime(60_000);
      await expect.poll(what, { timeout: 30_000 }).not.toEqual(before);
      return ended();
    };
    t.advance(1000);
    admin = await t.signIn('Admin');
    await t.call('offsite.run', { as: admin });
    const full = (await ended()).copies[0];
    await t.store.writeOrg((db) =>
      db.updateTable('outlet').set({ name: 'Renamed' }).where('id', '=', t.cafe).execute(),
    );
    const before = diffs().length;
    // Not before.
    t.advance(58 * 60_000);
    vi.advanceTimersByTime(60_000);
    admin = await t.signIn('Admin');
    await ended();
    expect(diffs()).toHaveLength(before);
    const { copies } = await look(2, () => diffs().length);
    expect(diffs()).toHaveLength(before + 1);
    expect(copies[0]).toMatchObject({ kind: 'Diff', state: 'Sent', problem: null });
    expect(copies[0].bytes).toBeLessThan(full.bytes * 0.5);
    admin = await t.signIn('Admin');
    await t.call('offsite.drill', { as: admin });
    expect((await ended()).drill).toMatchObject({ ok: true });

    const restoreTo = async (name: string) => {
      const dataDir = join(root, name);
      const said: string[] = [];
      const login = { address: { kind: 'Folder', path: folder }, secret: '' } as const;
      await restoreOffsite({ dataDir, login, passphrase, now: Date.now(), say: (text) => said.push(text) });
      const restored = await openStore({ dataDir }, { log: silentLog });
      const names = await restored.readOrg((db) =>
        db.selectFrom('outlet').select('name').where('id', '=', t.cafe).execute(),
      );
      await restored.close();
      return [names[0]?.name, said];
    };
    expect(await restoreTo('with-changes')).toEqual(['Renamed', []]);
    // The full copy of the changes is gone: the copy before them is taken.
    renameSync(join(folder, full.name), join(root, full.name));
    const [name, said] = await restoreTo('without');
    expect([name, said]).toEqual([expect.not.stringMatching('Renamed'), [`${diffs().at(-1)} is damaged.`]]);
    await t.call('offsite.drill', { as: admin });
    expect((await ended()).drill).toMatchObject({ ok: false, problem: 'damaged' });
    // Without it, the next copy is a full one by itself.
    const { copies: after } = await look(60, () => copiesIn(folder).length);
    expect(after[0]).toMatchObject({ kind: 'Full', state: 'Sent' });
    renameSync(join(root, full.name), join(folder, full.name));
  });

  it('[R31.39] are removed only after a newer full one arrived and while the last test of a restore did not fail; three stay', async () => {
    // Five copies of one day, long ago: one of them is that of its day.
    const [one] = copiesIn(folder).map(readCopyName);
    if (!one) throw new Error('there is no copy');
    const old = Array.from({ length: 5 }, (_, n) =>
      copyName({ ...one, at: t.now() - 500 * dayMs - n, base: 0, kind: 'Full' }),
    );
    for (const name of old) writeFileSync(join(folder, name), 'an old copy');
    const left = () => copiesIn(folder).filter((name) => old.includes(name)).length;
    const work = async (key: 'offsite.run' | 'offsite.drill') => {
      t.advance(1000);
      await t.call(key, { as: admin });
      return ended();
    };
    expect((await state()).drill.ok).toBe(false);
    expect(await care('drill')).toMatchObject({ level: 'Bad', reason: 'drillFailed' });
    await work('offsite.run');
    expect(left()).toBe(5);
    const newest = join(folder, copiesIn(folder).toSorted().at(-1) ?? '');
    const whole = readFileSync(newest);
    const damaged = Buffer.from(whole);
    damaged.writeUInt8(damaged.readUInt8(whole.length - 5000) ^ 1, whole.length - 5000);
    writeFileSync(newest, damaged);
    expect((await work('offsite.drill')).drill).toMatchObject({ ok: false, problem: 'damaged' });
    writeFileSync(newest, whole);
    expect((await work('offsite.drill')).drill).toMatchObject({ ok: true });
    expect(left()).toBe(5);
    await work('offsite.run');
    expect(left()).toBe(1);
    expect(copiesIn(folder).length).toBeGreaterThanOrEqual(3);
  });

  it.skipIf(!ownAddress)(
    'go to a service whose secret key nobody sees again, wait while it is away, and catch up by themselves',
    async () => {
      const service = await startS3();
      const address = {
        kind: 'S3',
        url: `http://${ownAddress}:${service.port}`,
        region: s3Login.region,
        bucket: 'copies',
        folder: 'shop',
        user: s3Login.user,
      } as const;
      const set = (target: object, secret?: string) =>
        t.call('offsite.target', {
          as: admin,
          body: { target, hour: '04:30', ...(secret === undefined ? {} : { secret }) },
        });
      const detailsOf = async (work: ReturnType<typeof set>) => (await work).body.details;
      expect(await detailsOf(set({ ...address, url: `http://127.0.0.1:${service.port}` }, s3Login.secret))).toContain(
        'another machine',
      );
      expect(await detailsOf(set(address, 'wrong'))).toContain('user name or the password');
      const { body } = await set(address, s3Login.secret);
      expect([body.target, body.hasSecret]).toEqual([address, true]);
      // The kept one is for the same machine and user only.
      expect((await set({ ...address, folder: 'copies' })).status).toBe(200);
      expect((await set({ ...address, user: 'AKIAOTHER' })).status).toBe(422);

      const arrived = () =>
        [...service.files.keys()].filter((name) => readCopyName(name.slice('copies/'.length))?.kind === 'Full');
      await t.call('offsite.run', { as: admin });
      expect((await ended()).copies[0]).toMatchObject({ state: 'Sent' });
      expect(arrived()).toHaveLength(1);
      const restored = join(root, 'from-service');
      const login = { address: { ...address, folder: 'copies' }, secret: s3Login.secret };
      await restoreOffsite({ dataDir: restored, login, passphrase, now: Date.now(), say: () => undefined });
      expect(readFileSync(join(restored, 'secret.key'))).toEqual(readFileSync(join(t.config.dataDir, 'secret.key')));

      service.isAway = true;
      t.advance(dayMs);
      admin = await t.signIn('Admin');
      vi.advanceTimersByTime(60_000);
      await expect.poll(async () => (await ended()).copies[0].problem, { timeout: 20_000 }).toBe('away');
      service.isAway = false;
      t.advance(5 * 60_000);
      vi.advanceTimersByTime(60_000);
      await expect.poll(async () => arrived().length, { timeout: 20_000 }).toBe(2);
      expect((await ended()).copies[0]).toMatchObject({ state: 'Sent' });
      await service.stop();

      const stored = await t.store.readOrg(async (db) => [
        ...(await db.selectFrom('server_setting').selectAll().execute()),
        ...(await db.selectFrom('offsite_copy').selectAll().execute()),
      ]);
      const history = await t.store.readOutlet(t.cafe, (db) => db.selectFrom('history').selectAll().execute());
      expect(JSON.stringify([stored, history, body, logged])).not.toContain(s3Login.secret);
      expect(logged.join()).toContain('The off-site work failed');
      expect((await setTarget(folder)).body.hasSecret).toBe(false);
    },
  );

  it('that cannot be sent are named, remove nothing, and are made when the disk is back', async () => {
    const away = join(root, 'away');
    renameSync(folder, away);
    // The place of a disk that is not connected: a folder without the mark of the target.
    mkdirSync(folder);
    await t.call('offsite.run', { as: admin });
    expect((await ended()).copies[0]).toMatchObject({ state: 'Failed', problem: 'missing' });
    expect(readdirSync(folder)).toEqual([]);
    expect(await care('offsite')).toMatchObject({ level: 'Watch', reason: 'offsiteFailed' });
    rmSync(folder, { recursive: true });
    cpSync(away, folder, { recursive: true });
    t.advance(1);
    await t.call('offsite.run', { as: admin });
    const { copies } = await ended();
    expect(copies[0].state).toBe('Sent');
    expect(copies.filter((one: { state: string }) => one.state === 'Failed')).toEqual([]);
    expect(await care('offsite')).toMatchObject({ level: 'Good' });
  });

  it.skipIf(!ownAddress || !hasSsh)(
    'send nothing to a target with another key than before: Care is red, nothing is removed, until somebody accepts the new key',
    async () => {
      const server = await startSftp(ownAddress);
      const login = { kind: 'Sftp', host: ownAddress, port: server.port, path: server.folder, user: server.user };
      const accept = () => {
        const target = { ...login, hostKey: server.fingerprint() };
        // A field for passwords takes the lines away.
        const secret = server.key.replaceAll('\n', ' ');
        return t.call('offsite.target', { as: admin, body: { target, secret, hour: '04:30' } });
      };
      const copy = async () => {
        t.advance(1000);
        await t.call('offsite.run', { as: admin });
        return (await ended()).copies[0];
      };
      try {
        expect((await accept()).status).toBe(200);
        expect(await copy()).toMatchObject({ state: 'Sent' });
        const [one] = copiesIn(server.folder).map(readCopyName);
        if (!one) throw new Error('there is no copy');
        for (let n = 0; n < 5; n += 1)
          writeFileSync(join(server.folder, copyName({ ...one, at: t.now() - 500 * dayMs - n })), 'an old copy');
        const before = readdirSync(server.folder);

        await server.restart(true);
        expect(await copy()).toMatchObject({ state: 'Failed', problem: 'hostKey' });
        expect(await care('offsite')).toMatchObject({ level: 'Bad', reason: 'offsiteHostKey' });
        expect(readdirSync(server.folder)).toEqual(before);

        expect((await accept()).status).toBe(200);
        expect(await copy()).toMatchObject({ state: 'Sent' });
        expect(await care('offsite')).toMatchObject({ level: 'Good' });
        expect(readdirSync(server.folder).length).toBeLessThan(before.length);
      } finally {
        await server.stop();
        await setTarget(folder);
      }
    },
  );

  it('open with the passphrase of their time after it was changed, and the list says which', async () => {
    const copy = async () => {
      t.advance(1000);
      await t.call('offsite.run', { as: admin });
      return (await ended()).copies[0];
    };
    const former = await copy();
    const other = 'lomani dusefa korita pelavu zonemi tasora';
    await t.call('offsite.passphrase', { as: admin, body: { passphrase: other } });
    const newer = await copy();
    expect([newer.kind, former.recovery === newer.recovery]).toEqual(['Full', false]);
    expect((await state()).passphrase.id).toBe(newer.recovery);
    const opened = async ({ name, recovery }: { name: string; recovery: string }, typed: string) => {
      const identity = await openRecovery(recoveryIn(folder, recovery), typed);
      return identity && (await unpackCopyFile(join(folder, name), identity, join(root, recovery))).recovery;
    };
    expect(await opened(former, passphrase)).toBe(former.recovery);
    expect(await opened(newer, other)).toBe(newer.recovery);
    expect([await opened(former, other), await opened(newer, passphrase)]).toEqual([null, null]);
  });
}

eachEngine('off-site copies', (on) => (on.engine === 'postgres' ? onDatabase(on) : onBuiltIn(on)));
