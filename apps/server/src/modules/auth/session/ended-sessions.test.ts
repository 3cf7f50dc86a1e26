import { expect, it } from 'vitest';
import { eachEngine } from '../../../platform/store/testing/engine.ts';
import { testApp } from '../../../testing/test-app.ts';
import { createEndedSessions } from './ended-sessions.ts';

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
});
