import { randomUUID } from 'node:crypto';
import type { Notice } from '@atoll/domain/contract/outlet/notification';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../../platform/store/testing/engine.ts';
import { emailOf, password, type TestApp, testApp } from '../../../testing/test-app.ts';
import { type TestDevice, testDevice } from '../../../testing/test-device.ts';

const newDevice = 'You signed in on a new device';

eachEngine('the device of a sign-in', (on) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp(on);
  });
  /** Signs in with the id of a device, and with a proof of its key unless `hasKey` is false. */
  const login = (email: string, device: TestDevice, { secret = password, hasKey = true } = {}) =>
    t.call('auth.login', {
      body: {
        email,
        password: secret,
        ...(hasKey && { proof: device.proof('auth.login', email, t.now()) }),
      },
      headers: { 'x-device-id': device.id },
    });
  const news = async (answer: { body: unknown }) =>
    ((await t.call('notification.list', { as: answer.body as SignedIn })).body as Notice[]).filter(
      ({ title }) => title === newDevice,
    ).length;

  it('[R36.26] lets a person sign in at their till after five wrong passwords with its id and no key, or another key', async () => {
    for (const hasKey of [false, true]) {
      const email = emailOf(hasKey ? 'User' : 'Manager');
      const till = testDevice(randomUUID());
      expect((await login(email, till)).status).toBe(200);
      const posing = testDevice(till.id);
      const tries = [];
      for (let i = 0; i < 6; i += 1) tries.push((await login(email, posing, { secret: 'wrong horse', hasKey })).status);
      expect(tries).toEqual([401, 401, 401, 401, 401, 429]);
      expect((await login(email, till)).status).toBe(200);
    }
  });

  it('[R36.28] tells a person of a sign-in with the id of their till and another key, or none, and not of their own', async () => {
    t.advance(2 * 3_600_000);
    const email = emailOf('Admin');
    const till = testDevice(randomUUID());
    const before = await news(await login(email, till));
    expect(await news(await login(email, till))).toBe(before);
    await login(email, testDevice(till.id));
    await expect.poll(async () => news(await login(email, till))).toBe(before + 1);
    await login(email, till, { hasKey: false });
    await expect.poll(async () => news(await login(email, till))).toBe(before + 2);
  });

  it('[R36.28] knows a till of the release before, and no key on a device that proved to have none', async () => {
    const email = emailOf('Manager');
    const first = await login(email, testDevice(randomUUID()));
    const id = (first.body as SignedIn).user.id;
    const till = testDevice(randomUUID());
    await login(email, till, { hasKey: false });
    const before = async () => news(await login(email, till, { hasKey: false }));
    const count = await before();
    await t.store.writeOrg((db) =>
      db
        .updateTable('session')
        .set({ device_key: null })
        .where('user_id', '=', id)
        .where('device_id', '=', till.id)
        .execute(),
    );
    expect(await news(await login(email, till))).toBe(count);
    const keyless = testDevice(randomUUID());
    await login(email, keyless, { hasKey: false });
    await expect.poll(async () => news(await login(email, till))).toBe(count + 1);
    await login(email, keyless);
    await expect.poll(async () => news(await login(email, till))).toBe(count + 2);
  });
});
