import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkBackup } from '../../platform/store/sqlite/backup.ts';
import { decryptBackup } from '../../platform/store/sqlite/backup-file.ts';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { password, type TestApp, testApp } from '../../testing/test-app.ts';

const passphrase = 'coconut palm under stars';

eachEngine('backups that leave the server', (on) => {
  let t: TestApp;
  let admin: SignedIn;
  let restarts = 0;
  beforeAll(async () => {
    const restart = () => {
      restarts += 1;
    };
    t = await testApp(on, {}, { restart });
    admin = await t.signIn('Admin');
  });
  const download = (body: object = {}, as = admin) =>
    t.call('backup.download', { as, body: { password, passphrase, ...body } });
  const restore = (body: object = {}, as = admin) =>
    t.call('backup.restore', { as, body: { password, passphrase, confirm: 'RESTORE', ...body } });
  const upload = async (key: string, offset: number, content: Buffer, as = admin) => {
    const form = new FormData();
    form.set('key', key);
    form.set('offset', String(offset));
    form.set('file', new Blob([new Uint8Array(content)]), 'part');
    const request = new Request('http://atoll.test', { method: 'POST', body: form });
    const raw = await t.app.inject({
      method: 'POST',
      url: '/api/app/backups/upload',
      headers: {
        authorization: `Bearer ${as.token}`,
        'x-outlet-id': String(t.cafe),
        'content-type': request.headers.get('content-type') ?? '',
      },
      payload: Buffer.from(await request.arrayBuffer()),
    });
    return { status: raw.statusCode, body: raw.json() as { bytes?: number; reason?: string } };
  };
  const history = () =>
    t.store.readOutlet(t.cafe, (db) =>
      db.selectFrom('history').select(['action', 'user_id']).where('subject', '=', 'Backup').orderBy('seq').execute(),
    );

  const ofDatabase = () => {
    it('[R35.64] says on PostgreSQL that its own tools back it up, and does nothing', async () => {
      const answers = [
        await download(),
        await restore({ key: randomUUID() }),
        await upload(randomUUID(), 0, Buffer.from('a')),
      ];
      expect(answers.map(({ body }) => body.reason)).toEqual(['backupElsewhere', 'backupElsewhere', 'backupElsewhere']);
      expect(restarts).toBe(0);
    });
  };

  const ofFile = () => {
    it('[R35.64] gives an Admin with the password an encrypted backup that the passphrase opens, and notes it', async () => {
      const manager = await t.signIn('Manager');
      expect((await download({}, manager)).status).toBe(403);
      expect((await download({ password: 'wrong' })).body.errors).toEqual({ password: 'Wrong password' });
      expect((await download({ passphrase: 'short' })).status).toBe(422);
      expect(await history()).toEqual([]);
      const { raw } = await download();
      expect(raw.headers['content-disposition']).toMatch(/filename="atoll-\d+T\d+Z-manual\.atollbackup"/);
      expect(raw.rawPayload.includes('SQLite format')).toBe(false);
      const [file, target] = [join(t.config.dataDir, 'got'), join(t.config.dataDir, 'got.db')];
      writeFileSync(file, raw.rawPayload);
      await decryptBackup(file, target, passphrase);
      expect(() => checkBackup(target)).not.toThrow();
      expect(await history()).toEqual([{ action: 'Downloaded', user_id: 1 }]);
    });

    it('[R35.64] takes a backup in parts, and restores it only with password, passphrase and the typed word', async () => {
      const file = (await download()).raw.rawPayload;
      const [key, half] = [randomUUID(), Math.floor(file.length / 2)];
      const manager = await t.signIn('Manager');
      expect((await upload(key, 0, file, manager)).status).toBe(403);
      expect((await upload(key, 5, file)).status).toBe(422);
      expect(await upload(key, 0, file.subarray(0, half))).toMatchObject({ body: { bytes: half } });
      expect(await upload(key, 0, file.subarray(0, half))).toMatchObject({ body: { bytes: half } });
      expect(await upload(key, half, file.subarray(half))).toMatchObject({ body: { bytes: file.length } });
      expect((await restore({ key }, manager)).status).toBe(403);
      expect((await restore({ key, confirm: 'restore' })).status).toBe(422);
      expect((await restore({ key, password: 'wrong' })).body.errors).toEqual({ password: 'Wrong password' });
      expect((await restore({ key, passphrase: 'coconut palm under star' })).body.reason).toBe('backupPassphrase');
      expect((await restore({ key: randomUUID() })).body.reason).toBe('notFound');
      expect((await restore({ file: '../../token.key' })).body.reason).toBe('notFound');
      const foreign = randomUUID();
      await upload(foreign, 0, Buffer.from('Dear guests'));
      expect((await restore({ key: foreign })).body.reason).toBe('backupForeign');
      expect(restarts).toBe(0);
      expect(existsSync(join(t.config.dataDir, 'restored.db'))).toBe(false);

      expect((await restore({ key })).status).toBe(204);
      await expect.poll(() => restarts).toBe(1);
      expect(readFileSync(join(t.config.dataDir, 'restored.db')).subarray(0, 13).toString()).toBe('SQLite format');
      expect((await history()).at(-1)).toEqual({ action: 'Restored', user_id: 1 });
    }, 180_000);
  };

  describe('by the kind of its store', on.engine === 'postgres' ? ofDatabase : ofFile);
});
