/** Whether demo data is in use, and its users. */
import { roles } from '@atoll/domain/access/permission';
import type { Store } from '../../platform/store/store.ts';

export const demoPassword = 'atoll-demo';
export const demoPasscode = '4826';
export const demoDomain = 'atoll.test';

/** The people of the demo data. Others may have an address of its domain too, but not its password. */
const demoEmails: readonly string[] = ['admin', 'manager', 'user'].map((name) => `${name}@${demoDomain}`);

export interface Demo {
  readonly password: string;
  readonly passcode: string;
  readonly users: { email: string; name: string; role: string }[];
}

/** Returns the demo's own users, Admin first. A store is a demo while anybody has an address of the demo's domain. */
export async function findDemo(store: Store): Promise<Demo | undefined> {
  const users = await store.readOrg((db) =>
    db
      .selectFrom('app_user')
      .select(['email', 'name', 'role'])
      .where('email', 'like', `%@${demoDomain}`)
      .where('is_active', '=', true)
      .orderBy('id')
      .execute(),
  );
  if (users.length === 0) return undefined;
  const own = users.filter(({ email }) => demoEmails.includes(email));
  own.sort((a, b) => roles.indexOf(a.role) - roles.indexOf(b.role));
  return { password: demoPassword, passcode: demoPasscode, users: own };
}

/** Returns whether the store has no user at all, and so no owner. */
export async function isNewStore(store: Store): Promise<boolean> {
  const row = await store.readOrg((db) => db.selectFrom('app_user').select('id').limit(1).executeTakeFirst());
  return row === undefined;
}
