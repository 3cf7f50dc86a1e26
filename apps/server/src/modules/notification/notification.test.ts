import type { Notice } from '@atoll/domain/contract/outlet/notification';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { beforeAll, expect, it } from 'vitest';
import type { CommittedChange } from '../../platform/store/store.ts';
import { eachEngine } from '../../platform/store/testing/engine.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { notify } from './service.ts';

eachEngine('notifications', (on) => {
  let t: TestApp;
  let admin: SignedIn;
  let user: SignedIn;
  const committed: CommittedChange[] = [];
  beforeAll(async () => {
    t = await testApp(on);
    [admin, user] = [await t.signIn('Admin'), await t.signIn('User')];
    t.store.onCommitted((changes) => void committed.push(...changes));
    await t.store.writeOutlet(t.cafe, async (tx) => {
      await notify(tx, { severity: 'Info', title: 'Rice is below zero' });
      await notify(tx, {
        severity: 'Warning',
        title: 'Tuna is low',
        body: '2 kg on hand, reorder at 5 kg.',
        entity: 'Inventory Item',
        entityId: 7,
        permission: 'Inventory',
      });
    });
  });
  const list = async (as: SignedIn, outlet = t.cafe) =>
    (await t.call('notification.list', { as, outlet })).body as Notice[];
  const read = (as: SignedIn, body: object) => t.call('notification.read', { as, body });

  it('[R17.3] lists the outlet’s notifications that a person may see, newest first, with the record of each', async () => {
    expect((await list(admin)).map(({ title }) => title)).toEqual(['Tuna is low', 'Rice is below zero']);
    expect((await list(admin))[0]).toMatchObject({
      severity: 'Warning',
      body: '2 kg on hand, reorder at 5 kg.',
      entityName: 'Inventory Item',
      entityId: 7,
      at: new Date(t.now()).toISOString(),
      isRead: false,
    });
    expect((await list(user)).map(({ title }) => title)).toEqual(['Rice is below zero']);
    expect(await list(admin, t.shop)).toEqual([]);
  });

  it('reports a new notification to the devices of the outlet after the commit', () => {
    expect(committed.map(({ entity, action, outlet }) => [entity, action, outlet])).toEqual([
      ['Notice', 'Created', t.cafe],
      ['Notice', 'Created', t.cafe],
    ]);
  });

  it('returns notifications in pages, with the count of those that the person may see', async () => {
    const { body } = await t.call('notification.list', { as: admin, query: { page: '1', size: '10' } });
    expect(body).toMatchObject({ count: 2, totalPages: 1 });
  });

  it('marks notifications as read or cleared for one person, and leaves newer ones and those of others', async () => {
    const [newest] = await list(admin);
    expect((await read(admin, { upTo: newest?.id })).status).toBe(204);
    expect((await list(admin)).every(({ isRead }) => isRead)).toBe(true);
    expect((await list(user)).some(({ isRead }) => isRead)).toBe(false);
    await t.store.writeOutlet(t.cafe, (tx) => notify(tx, { severity: 'Error', title: 'Salt is low' }));
    await read(admin, { upTo: newest?.id, clear: true });
    await read(admin, { upTo: 1 });
    expect((await list(admin)).map(({ title, isRead }) => [title, isRead])).toEqual([['Salt is low', false]]);
    expect((await list(user)).length).toBe(2);
  });

  it('refuses a caller without a session and an invalid id', async () => {
    expect((await t.call('notification.list')).status).toBe(401);
    expect((await read(admin, { upTo: -1 })).status).toBe(422);
  });
});
