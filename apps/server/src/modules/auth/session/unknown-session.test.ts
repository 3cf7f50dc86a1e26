import { type ContractKey, contract } from '@atoll/domain/contract/contract';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../../platform/store/testing/engine.ts';
import { type TestApp, testApp } from '../../../testing/test-app.ts';

/** Public calls, which check no sign-in. */
const open = (Object.keys(contract) as ContractKey[]).filter((key) => contract[key].access.who === 'public');
const closed = (Object.keys(contract) as ContractKey[]).filter((key) => contract[key].access.who !== 'public');

eachEngine('a sign-in that the store does not know', (on) => {
  let restored: TestApp;
  let mine: SignedIn;
  let known: SignedIn;
  beforeAll(async () => {
    const t = await testApp(on);
    known = await t.signIn('Manager');
    mine = await t.signIn('Admin');
    // As after a restore: the backup is older than this sign-in, and the key that signs tokens is the same.
    const session = mine.refreshToken.split('.')[0] ?? '';
    await t.store.writeOrg(async (db) => {
      await db.deleteFrom('refresh_token').where('session_id', '=', session).execute();
      await db.deleteFrom('session').where('id', '=', session).execute();
    });
    restored = await t.restart();
  });

  it('[R35.10] answers 401 to every call that needs a sign-in when the store does not know the session', async () => {
    expect(closed.length).toBeGreaterThan(200);
    expect(closed).toEqual(expect.arrayContaining(['auth.hubTicket', 'print.claim']));
    const answers: Record<string, unknown> = {};
    for (const key of closed) {
      const { status, body } = await restored.call(key, { as: mine, body: {} });
      answers[key] = [status, body?.reason];
    }
    expect(answers).toEqual(Object.fromEntries(closed.map((key) => [key, [401, 'sessionEnded']])));
    expect(open).toContain('auth.refresh');
    const refreshed = await restored.call('auth.refresh', { body: { refreshToken: mine.refreshToken } });
    expect([refreshed.status, refreshed.body.reason]).toEqual([401, 'sessionEnded']);
  });

  it('[R35.10] refuses a hub connection with the access token of an unknown session', async () => {
    const path = '/api/hub/negotiate?negotiateVersion=1';
    const ask = (as: SignedIn) =>
      restored.app.inject({
        method: 'POST',
        url: `${path}&outletId=${restored.cafe}`,
        headers: { authorization: `Bearer ${as.token}`, host: 'localhost:8080' },
      });
    expect((await ask(known)).statusCode).toBe(200);
    expect((await ask(mine)).statusCode).toBe(401);
  });

  it('[R35.10] keeps sign-ins that the store knows', async () => {
    const { status } = await restored.call('auth.hubTicket', { as: known, body: {} });
    expect(status).toBe(200);
  });
});
