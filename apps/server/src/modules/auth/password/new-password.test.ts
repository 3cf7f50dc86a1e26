import { randomUUID } from 'node:crypto';
import type { ContractKey } from '@atoll/domain/contract/contract';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { beforeAll, expect, it } from 'vitest';
import { eachEngine } from '../../../platform/store/testing/engine.ts';
import { type Call, emailOf, password, type TestApp, testApp } from '../../../testing/test-app.ts';

/** One of each kind: a common one, a run of keys, and the person's own name, which is Manager One. */
const weak = ['Password1!', '1qaz2wsx', 'manager.one'];
const harder = 'Choose a password that is harder to guess';
const withoutNames = 'Choose a password without the person’s name, their email or the name of the outlet';
const wordsFor = (guessed: string): string => (guessed === 'manager.one' ? withoutNames : harder);

eachEngine('passwords that are guessed first', (on) => {
  let t: TestApp;
  let admin: SignedIn;
  let manager: SignedIn;
  beforeAll(async () => {
    t = await testApp(on);
    admin = await t.signIn('Admin');
    manager = await t.signIn('Manager');
  });
  const answer = async (key: ContractKey, given: Call) => {
    const { status, body } = await t.call(key, given);
    return [status, body.errors];
  };

  it.each(weak)('[R36.32] nobody gives %s to a person, new or known', async (guessed) => {
    const person = { name: 'Manager One', role: 'User', outletIds: [t.cafe], passcode: '7391' };
    const body = { key: randomUUID(), email: `${randomUUID()}@reef.example`, ...person, password: guessed };
    expect(await answer('app_user.create', { as: admin, body })).toEqual([422, { password: wordsFor(guessed) }]);
    const { id } = manager.user;
    const { version } = (await t.call('app_user.find', { as: admin, params: { id } })).body;
    const change = { as: admin, body: { id, version, password: guessed } };
    expect(await answer('app_user.update', change)).toEqual([422, { password: wordsFor(guessed) }]);
  });

  it.each(weak)('[R36.32] nobody chooses %s in the profile', async (guessed) => {
    const form = new FormData();
    const fields = { id: String(manager.user.id), currentPassword: password, newPassword: guessed };
    for (const [name, value] of Object.entries({ ...fields, confirmPassword: guessed })) form.set(name, value);
    expect(await answer('auth.changePassword', { as: manager, body: form })).toEqual([
      422,
      { newPassword: wordsFor(guessed) },
    ]);
  });

  it('[R36.32] a mailed link accepts none of them, and is not used up by one', async () => {
    await t.call('auth.requestReset', { body: { email: emailOf('Manager') } });
    await expect.poll(() => t.mails.length).toBe(1);
    const token = /token=(\S+)/.exec(t.mails[0]?.text ?? '')?.[1];
    for (const newPassword of weak)
      expect(await answer('auth.reset', { body: { token, newPassword } })).toEqual([
        422,
        { newPassword: wordsFor(newPassword) },
      ]);
    expect(await answer('auth.reset', { body: { token, newPassword: 'kandu dhoani' } })).toEqual([204, undefined]);
  });
});
