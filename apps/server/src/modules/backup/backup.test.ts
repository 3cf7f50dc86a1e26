import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openStore } from '../../platform/store/open-store.ts';
import { checkBackup } from '../../platform/store/sqlite/backup.ts';
import { backupFolder, listBackups } from '../../platform/store/sqlite/backup-list.ts';
import { storeHeader } from '../../platform/store/store-name.ts';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { addOutlet } from '../../platform/store/testing/outlet.ts';
import { silentLog } from '../../platform/store/testing/silent-log.ts';
import { testApp } from '../../testing/test-app.ts';
import { backUpWhenDue, createBackups } from './service.ts';

const dayMs = 24 * 3600 * 1000;

eachEngine('backups', (on) => {
  const isEmbedded = on.engine === 'sqlite';

  it('[R17.3] creates and lists backups for people who may change settings, and reports when a database server has the store', async () => {
    const { call, signIn } = await testApp(on);
    const [admin, user] = [await signIn('Admin'), await signIn('User')];
    for (const key of ['backup.list', 'backup.create'] as const)
      expect((await call(key, { as: user })).status).toBe(403);
    const made = await call('backup.create', { as: admin });
    const listed = (await call('backup.list', { as: admin })).body;
    expect([made.status, made.body.reason ?? made.body.kind]).toEqual(
      isEmbedded ? [200, 'manual'] : [409, 'backupElsewhere'],
    );
    expect(listed).toEqual(
      isEmbedded ? { isKeptHere: true, kept: 14, backups: [made.body] } : { isKeptHere: false, kept: 0, backups: [] },
    );
  });

  it('names the store in every response, the same name under another server and its own for each store', async () => {
    const first = await testApp(on);
    const name = (await first.call('app.info')).headers[storeHeader];
    expect(name).toMatch(/^[0-9a-f-]{36}\.0$/);
    expect((await (await first.restart()).call('app.info')).headers[storeHeader]).toBe(name);
  });
});

it('creates one daily backup a day, besides those that people request', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'atoll-daily-'));
  const store = await openStore({ dataDir }, { log: silentLog });
  let now = Date.parse('2026-11-20T06:00:00.000Z');
  const backups = createBackups({ dataDir, clock: () => now });
  await backups.make('manual');
  const days = [await backups.makeDue(), await backups.makeDue()];
  now += dayMs;
  days.push(await backups.makeDue());
  expect(days.map((made) => made !== null)).toEqual([true, false, true]);
  expect(backups.list().backups.map(({ kind }) => kind)).toEqual(['daily', 'manual', 'daily'].toSorted());
  for (const { file } of listBackups(dataDir)) checkBackup(join(backupFolder(dataDir), file));
  await store.close();
  rmSync(dataDir, { recursive: true, force: true });
});

it('[R34.30] warns the Admins when the number of backups gave way to free space', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'atoll-fewer-'));
  const store = await openStore({ dataDir }, { log: silentLog });
  const outlet = await addOutlet(store, { name: 'Reef' });
  const { backup } = await createBackups({ dataDir, clock: Date.now }).make('daily');
  const check = (removed: number) =>
    backUpWhenDue({ backups: { makeDue: async () => ({ backup, removed }) }, store, log: silentLog });
  const notices = () =>
    store.readOutlet(outlet, (db) => db.selectFrom('notice').select(['title', 'body', 'permission']).execute());
  await check(0);
  expect(await notices()).toEqual([]);
  await check(3);
  expect(await notices()).toEqual([
    {
      title: 'Fewer backups are kept: the disk of the server is almost full',
      body: 'Atoll deleted 3 old backups to make a new one. Delete files that you do not need, or use a larger disk.',
      permission: 'settings.manage',
    },
  ]);
  await store.close();
  rmSync(dataDir, { recursive: true, force: true });
});

it('[R34.30] reports no failed backup when only the warning of fewer backups failed', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'atoll-unwarned-'));
  const store = await openStore({ dataDir }, { log: silentLog });
  await addOutlet(store, { name: 'Reef' });
  const { backup } = await createBackups({ dataDir, clock: Date.now }).make('daily');
  await store.close();
  const errors: unknown[] = [];
  const log = { ...silentLog, error: (...said: unknown[]) => void errors.push(said) };
  const backups = { makeDue: async () => ({ backup, removed: 3 }) };
  await expect(backUpWhenDue({ backups, store, log })).rejects.toThrow('closed');
  expect(errors).toEqual([]);
  rmSync(dataDir, { recursive: true, force: true });
});

it('[R17.3] notifies Admins of a failed daily backup once a day, until one succeeds', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'atoll-failed-'));
  let now = Date.parse('2026-11-20T06:00:00.000Z');
  const store = await openStore({ dataDir }, { log: silentLog, now: () => now });
  const outlets = [await addOutlet(store, { name: 'Reef' }), await addOutlet(store, { name: 'Lagoon' })];
  const backups = createBackups({ dataDir, clock: () => now });
  const check = () => backUpWhenDue({ backups, store, log: silentLog });
  const notices = async () => {
    const all = outlets.map((id) =>
      store.readOutlet(id, (db) =>
        db.selectFrom('notice').select(['title', 'severity', 'permission']).where('outlet_id', '=', id).execute(),
      ),
    );
    return (await Promise.all(all)).map((rows) => rows.map((row) => Object.values(row).join(', ')));
  };
  // A file in place of the folder: no copy can be written.
  writeFileSync(backupFolder(dataDir), '');
  const told = 'The daily backup failed, Error, settings.manage';
  await check();
  await check();
  expect(await notices()).toEqual([[told], [told]]);
  now += dayMs;
  await check();
  expect(await notices()).toEqual([
    [told, told],
    [told, told],
  ]);
  rmSync(backupFolder(dataDir));
  await check();
  expect(await notices()).toEqual([[], []]);
  expect(backups.list().backups.map(({ kind }) => kind)).toEqual(['daily']);
  await store.close();
  rmSync(dataDir, { recursive: true, force: true });
});
