import type { Notice } from '@atoll/domain/contract/outlet/notification';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { silentLog } from '../../platform/store/testing/silent-log.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { checkDisk } from './service.ts';

const gigabyte = 1024 ** 3;
const dayMs = 86_400_000;

eachEngine('the disk', (on) => {
  let t: TestApp;
  let admin: SignedIn;
  beforeAll(async () => {
    t = await testApp(on);
    admin = await t.signIn('Admin');
  });
  const check = (freeGb: number) =>
    checkDisk({
      store: t.store,
      log: silentLog,
      read: () => ({ freeBytes: freeGb * gigabyte, totalBytes: 100 * gigabyte }),
    });
  const notified = async (as: SignedIn, outlet = t.cafe) =>
    ((await t.call('notification.list', { as, outlet })).body as Notice[]).map(({ title, body }) => [title, body]);

  it('[R35.14] notifies the Admins of every outlet of a low disk once a day, and nobody else', async () => {
    const low = [
      'The disk of the server is almost full',
      'Only 4.9 GB of 100.0 GB is free. Delete files that you do not need. Atoll cannot save when the disk is full.',
    ];
    await check(5);
    expect(await notified(admin)).toEqual([]);
    await check(4.9);
    await check(4.8);
    expect(await notified(admin)).toEqual([low]);
    expect(await notified(admin, t.shop)).toEqual([low]);
    expect(await notified(await t.signIn('Manager'))).toEqual([]);
    expect(await notified(await t.signIn('User'))).toEqual([]);
    t.advance(dayMs);
    await check(4.9);
    expect(await notified(await t.signIn('Admin'))).toHaveLength(2);
  });

  it('[R35.14] reports the free and total size of the disk, and whether it is low, in /metrics', async () => {
    const text = (await t.app.inject({ url: '/metrics' })).body;
    const value = (name: string) => Number(new RegExp(`^atoll_${name} (\\S+)$`, 'm').exec(text)?.[1]);
    expect(value('disk_free_bytes')).toBeGreaterThan(0);
    expect(value('disk_total_bytes')).toBeGreaterThan(value('disk_free_bytes'));
    const isLow = value('disk_free_bytes') < Math.max(gigabyte, value('disk_total_bytes') * 0.05);
    expect(value('disk_is_low')).toBe(Number(isLow));
  });
});
