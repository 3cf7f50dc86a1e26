/** New users, with hashed secrets and their outlets. */
import type { Role } from '@atoll/domain/access/permission';
import { hashSecret } from '../modules/auth/password/password.ts';
import type { Store } from '../platform/store/store.ts';
import { seedKey } from './seed-key.ts';

export interface NewUser {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly jobTitle: string;
  readonly department: string;
  readonly password: string;
  /** Empty for none yet; the password is asked for. */
  readonly passcode: string;
  readonly outletIds: readonly number[];
}

export interface SecretHashes {
  readonly password: string;
  /** Empty for none yet. */
  readonly passcode: string;
}

export async function hashSecrets(user: Pick<NewUser, 'password' | 'passcode'>): Promise<SecretHashes> {
  const password = await hashSecret(user.password);
  return { password, passcode: user.passcode ? await hashSecret(user.passcode) : '' };
}

/** Creates a user, unless one with this email exists; returns the id. */
export async function seedUser(store: Store, user: NewUser, at: number): Promise<number> {
  return seedHashed(store, user, await hashSecrets(user), at);
}

/** Like seedUser, with secrets that are hashed already. */
export function seedHashed(
  store: Store,
  user: Omit<NewUser, 'password' | 'passcode'>,
  hashes: SecretHashes,
  at: number,
): Promise<number> {
  return store.writeOrg(async (db) => {
    const known = await db.selectFrom('app_user').select('id').where('email', '=', user.email).executeTakeFirst();
    if (known) return known.id;
    const { id } = await db
      .insertInto('app_user')
      .values({
        key: seedKey(`user ${user.email}`),
        name: user.name,
        email: user.email,
        password_hash: hashes.password,
        passcode_hash: hashes.passcode,
        role: user.role,
        permission_overrides: '[]',
        job_title: user.jobTitle,
        department: user.department,
        avatar: null,
        last_login_at: null,
        created_at: at,
        modified_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const outlets = user.outletIds.map((outlet_id, sort) => ({ user_id: id, outlet_id, sort }));
    await db.insertInto('user_outlet').values(outlets).execute();
    return id;
  });
}
