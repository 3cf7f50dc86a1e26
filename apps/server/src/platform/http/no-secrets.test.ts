/** Tests that no call returns a stored secret or the hash of one: every read, by the person who may see most. */
import { type ContractKey, contract } from '@atoll/domain/contract/contract';
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { beforeAll, expect, it } from 'vitest';
import { emailOf, password, type TestApp, testApp } from '../../testing/test-app.ts';
import { eachEngine } from '../store/testing/engine.ts';

/** Every column of the store that has a secret, or a hash by which one could be guessed. */
const columns = [
  ['app_user', 'password_hash'],
  ['app_user', 'passcode_hash'],
  ['second_factor', 'secret'],
  ['recovery_code', 'code_hash'],
  ['approval_code', 'secret'],
  ['refresh_token', 'token_hash'],
  ['password_reset', 'token_hash'],
  ['hub_ticket', 'ticket_hash'],
  ['join_code', 'code_hash'],
  ['secret', 'value'],
] as const;

eachEngine('what calls return', (on) => {
  let t: TestApp;
  let as: SignedIn;
  beforeAll(async () => {
    t = await testApp(on);
    as = await t.signIn('Admin');
  });

  /** Makes a secret of each kind. */
  async function makeSecrets(): Promise<void> {
    const body = { currentPassword: password };
    await t.call('auth.setApprovalCode', { as, body, headers: { 'x-device-id': 'till-1' } });
    const { secret } = (await t.call('auth.startSecondFactor', { as, body })).body as { secret: string };
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: t.now() });
    await t.call('auth.confirmSecondFactor', { as, body: { code } });
    await t.call('auth.requestReset', { body: { email: emailOf('Admin') } });
    await expect.poll(() => t.mails.length).toBeGreaterThan(0);
    await t.call('auth.hubTicket', { as });
    await t.call('auth.joinCode', { as, body: { key: crypto.randomUUID() } });
  }

  it('[R36.32] no read returns a stored password, passcode, token, key or code, nor its hash', async () => {
    await makeSecrets();
    const secrets: string[] = [];
    for (const [table, column] of columns)
      await t.store.readOrg(async (db) => {
        const { rows } = await sql<{
          value: string;
        }>`select ${sql.ref(column)} as value from ${sql.table(table)}`.execute(db);
        expect([table, rows.length > 0]).toEqual([table, true]);
        secrets.push(...rows.map(({ value }) => String(value)).filter((value) => value !== ''));
      });
    expect(secrets.length).toBeGreaterThan(8);
    const found: unknown[] = [];
    for (const key of (Object.keys(contract) as ContractKey[]).filter((one) => contract[one].method === 'GET'))
      for (const id of ['1', '2', '3']) {
        const { raw } = await t.call(key, { as, params: { id, key: id } });
        if (secrets.some((secret) => raw.body.includes(secret))) found.push([key, id]);
      }
    expect(found).toEqual([]);
  });
});
