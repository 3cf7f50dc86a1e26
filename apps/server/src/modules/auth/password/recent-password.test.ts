import { randomUUID } from 'node:crypto';
import type { ContractKey } from '@atoll/domain/contract/contract';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { beforeEach, expect, it } from 'vitest';
import { eachEngine } from '../../../platform/store/testing/engine.ts';
import { emailOf, passcode, password, type TestApp, testApp } from '../../../testing/test-app.ts';

const minute = 60_000;

eachEngine('changes that need a password typed lately', (on) => {
  let t: TestApp;
  let admin: SignedIn;
  let managerId = 0;
  beforeEach(async () => {
    t ??= await testApp(on);
    managerId = (await t.signIn('Manager')).user.id;
    admin = await t.signIn('Admin');
  });
  /** The token of a till that stays open: renewed without a password. */
  const later = async (minutes: number): Promise<void> => {
    for (let passed = 0; passed < minutes; passed += 5) {
      t.advance(5 * minute);
      admin = (await t.call('auth.refresh', { body: { refreshToken: admin.refreshToken } })).body as SignedIn;
    }
  };
  const thief = () => ({
    key: randomUUID(),
    name: 'Thief One',
    email: `${randomUUID()}@reef.example`,
    role: 'Admin',
    outletIds: [t.cafe],
    password: 'a long password',
    passcode: '7391',
  });
  const create = async () => (await t.call('app_user.create', { as: admin, body: thief() })).body.reason;
  const promote = async () => {
    const { body: record } = await t.call('app_user.find', { as: admin, params: { id: managerId } });
    const body = { id: managerId, version: record.version, role: 'Admin' };
    return (await t.call('app_user.update', { as: admin, body })).body.reason;
  };
  const remove = async () => (await t.call('app_user.delete', { as: admin, params: { id: managerId } })).body.reason;
  const confirm = (currentPassword: string) => t.call('auth.confirmPassword', { as: admin, body: { currentPassword } });

  it('[R36.7] refuses new users, other permissions and removals on a till that an Admin left open', async () => {
    await later(20);
    expect([await create(), await promote(), await remove()]).toEqual(
      Array.from({ length: 3 }, () => 'passwordNeeded'),
    );
    const { body: record } = await t.call('app_user.find', { as: admin, params: { id: managerId } });
    expect([record.role, record.isActive]).toEqual(['Manager', true]);
  });

  it('[R36.7] a passcode or a wrong password is not enough; the password is, for 15 minutes in that sign-in', async () => {
    await later(20);
    admin = (await t.call('auth.unlock', { body: { refreshToken: admin.refreshToken, passcode } })).body as SignedIn;
    expect(await create()).toBe('passwordNeeded');
    expect((await confirm('not it')).body.reason).toBe('passwordWrong');
    expect(await create()).toBe('passwordNeeded');
    expect((await confirm(password)).status).toBe(204);
    await later(15);
    expect(await create()).toBeUndefined();
    t.advance(1000);
    expect(await create()).toBe('passwordNeeded');
    await confirm(password);
    expect(await create()).toBeUndefined();
    // Another sign-in of the same person is not meant.
    const here = admin;
    const body = { email: emailOf('Admin'), password };
    admin = (await t.call('auth.login', { body })).body as SignedIn;
    await later(20);
    admin = (await t.call('auth.login', { body })).body as SignedIn;
    expect(await create()).toBeUndefined();
    admin = (await t.call('auth.refresh', { body: { refreshToken: here.refreshToken } })).body as SignedIn;
    expect(await create()).toBe('passwordNeeded');
  });

  it('[R36.7] lowers no security by settings on a till that an Admin left open, and the Admin does with the password', async () => {
    const set = async (IdleLockSeconds: string, ManagersNeedSecondFactor: string) => {
      const values = { IdleLockSeconds, ManagersNeedSecondFactor, BillCopies: '2' };
      const body = Object.entries(values).map(([key, value]) => ({ key, ...(value && { value }) }));
      const { body: answer } = await t.call('app.saveSettings', { as: admin, body });
      return (answer as { reason?: string }).reason;
    };
    const stored = async () =>
      ((await t.call('app.settings', { as: admin })).body as { key: string; value: string }[]).map(
        ({ key, value }) => `${key} ${value}`,
      );
    const strict = ['BillCopies 2', 'IdleLockSeconds 60', 'ManagersNeedSecondFactor true'];
    // More security is no reason to ask.
    await later(20);
    expect(await set('60', 'true')).toBeUndefined();
    expect([await set('60', 'false'), await set('60', ''), await set('3600', 'true'), await set('', 'true')]).toEqual(
      Array.from({ length: 4 }, () => 'passwordNeeded'),
    );
    expect(await stored()).toEqual(strict);
    expect(await set('60', 'true')).toBeUndefined();
    await confirm(password);
    expect(await set('', 'false')).toBeUndefined();
    expect(await stored()).toEqual(['BillCopies 2', 'ManagersNeedSecondFactor false']);
  });

  it('guesses of the own password count together, wherever it is asked for', async () => {
    const currentPassword = 'not it';
    const guess = async (key: ContractKey, body: object) => (await t.call(key, { as: admin, body })).body.reason;
    const answers = [
      await guess('auth.confirmPassword', { currentPassword }),
      await guess('auth.changePasscode', { currentPassword, passcode: '7391' }),
      await guess('auth.startSecondFactor', { currentPassword }),
      await guess('auth.setApprovalCode', { currentPassword }),
      await guess('app.leaveDemo', { password: currentPassword }),
    ];
    expect(answers).toEqual(Array.from({ length: 5 }, () => 'passwordWrong'));
    const guessed = () =>
      t.store.readOutlet(t.cafe, (db) =>
        db.selectFrom('history').select('user_id').where('action', '=', 'Guessed').execute(),
      );
    await expect.poll(guessed).toEqual([{ user_id: admin.user.id }]);
    expect(await guess('auth.startSecondFactor', { currentPassword: password })).toBe('tooMany');
    expect(await guess('app.leaveDemo', { password })).toBe('tooMany');
    if (on.engine === 'sqlite')
      for (const key of ['backup.download', 'backup.restore'] as const)
        expect(
          await guess(key, { password, passphrase: 'coconut palm over star', confirm: 'RESTORE', file: 'x.db' }),
        ).toBe('tooMany');
    t.advance(3000);
    expect(await guess('app.leaveDemo', { password })).toBe('notDemo');
  });

  it('[R36.7] asks for the password at each restore and before the demo is left', async () => {
    // Also right after it was typed, and whatever else is asked for.
    for (const wrong of ['', passcode, 'not it']) {
      expect((await confirm(password)).status).toBe(204);
      const body = { password: wrong, confirm: 'RESTORE', file: 'x.db' };
      const restore = await t.call('backup.restore', { as: admin, body });
      const leave = await t.call('app.leaveDemo', { as: admin, body: { password: wrong } });
      const refused = [422, { password: expect.any(String) }];
      expect([leave.status, leave.body.errors]).toEqual(refused);
      expect([restore.status, restore.body.errors ?? restore.body.reason]).toEqual(
        on.engine === 'postgres' ? [409, 'backupElsewhere'] : refused,
      );
    }
  });
});
