import { expect, it } from 'vitest';
import { eachEngine } from '../../../platform/store/testing/engine.ts';
import { testApp } from '../../../testing/test-app.ts';
import { createEndedSessions } from './ended-sessions.ts';
import { forgetSessions } from './session-queries.ts';

eachEngine('the list of ended sign-ins', (on) => {
  it('[R15.4] [R17.3] learns of sign-ins that another process ended, and notifies listeners once', async () => {
    const t = await testApp(on);
    const here = createEndedSessions(t.store, t.now);
    const notified: string[] = [];
    here.onEnded((ids) => notified.push(...ids));
    const mine = await t.signIn('User');
    const session = mine.refreshToken.split('.')[0] ?? '';
    await here.poll();
    expect(here.has(session)).toBe(false);
    t.advance(90_000);
    await t.call('auth.logout', { body: { refreshToken: mine.refreshToken } });
    await here.poll();
    await here.poll();
    expect(here.has(session)).toBe(true);
    expect(notified).toEqual([session]);
  });

  it('[R34.17] forgets sign-ins that were over long ago, and keeps the last one of each person on each device', async () => {
    const { store, now, signIn } = await testApp(on);
    const { user } = await signIn('User');
    const daysAgo = (days: number) => now() - days * 86_400_000;
    const over = (id: string, device_id: string, days: number, ended_at: number | null = daysAgo(days)) => {
      const used = { created_at: daysAgo(days), last_used_at: daysAgo(days), expires_at: daysAgo(days - 1) };
      return { id, user_id: user.id, device_id, ended_at, ...used };
    };
    const all = [over('1', 'till', 500), over('2', 'till', 450, null), over('3', 'till', 390), over('4', 'sold', 600)];
    await store.writeOrg((db) => db.insertInto('session').values(all).execute());
    await store.writeOrg((db) => forgetSessions(db, now()));
    const kept = await store.readOrg((db) =>
      db.selectFrom('session').select('id').where('id', 'in', ['1', '2', '3', '4']).orderBy('id').execute(),
    );
    expect(kept.map(({ id }) => id)).toEqual(['3', '4']);
  });
});
