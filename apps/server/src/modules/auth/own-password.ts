/** Asking somebody who is signed in for their password. A borrowed till must not let guess it: tries are counted before they are looked at. */
import { refused } from '../../platform/errors/refused.ts';
import type { Clock } from '../../platform/http/services.ts';
import type { Store } from '../../platform/store/store.ts';
import { accountLimiter } from './login.ts';
import { isSecret } from './password.ts';

/** Throws 'passwordWrong' or 'tooMany' unless it is the person's password. */
export type AskPassword = (userId: number, password: string) => Promise<void>;

/** Makes the question, with its own count of tries. */
export function createAskPassword(store: Store, clock: Clock): AskPassword {
  const byUser = accountLimiter(clock);
  return async (userId, password) => {
    const name = String(userId);
    byUser.ask(name);
    byUser.count(name);
    const row = await store.readOrg((db) =>
      db.selectFrom('app_user').select('password_hash').where('id', '=', userId).executeTakeFirst(),
    );
    // No 401, which would speak of their sign-in.
    if (!(await isSecret(row?.password_hash, password)))
      throw refused('passwordWrong', { errors: { currentPassword: 'Password is not right' } });
    byUser.forget(name);
  };
}
