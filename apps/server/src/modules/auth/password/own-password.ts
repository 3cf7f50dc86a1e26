/** The password check of a signed-in person. On a shared till nobody may guess it: attempts are counted before they are checked. */
import { refused } from '../../../platform/errors/refused.ts';
import type { Clock } from '../../../platform/http/services.ts';
import type { Store } from '../../../platform/store/store.ts';
import { accountLimiter, freePasswords } from '../session/sign-in-limits.ts';
import { isSecret } from './password.ts';
import type { ReportPasswordGuessing } from './report-guessing.ts';

/** Throws 'passwordWrong' or 'tooMany' unless it is the person's password. */
export type AskPassword = (userId: number, password: string) => Promise<void>;

/** The check, by the field of the request that has the password. */
export type AskPasswordIn = Readonly<Record<'currentPassword' | 'password', AskPassword>>;

/** Creates the check, with one count of attempts for all calls that ask. */
export function createAskPassword(store: Store, clock: Clock, reportGuessing: ReportPasswordGuessing): AskPasswordIn {
  const byUser = accountLimiter(clock);
  const askIn =
    (field: keyof AskPasswordIn): AskPassword =>
    async (userId, password) => {
      const name = String(userId);
      byUser.ask(name);
      const tries = byUser.count(name);
      const row = await store.readOrg((db) =>
        db.selectFrom('app_user').select('password_hash').where('id', '=', userId).executeTakeFirst(),
      );
      // Not 401: that would mean their sign-in ended.
      if (!(await isSecret(row?.password_hash, password, 'signIn'))) {
        if (tries === freePasswords) reportGuessing(userId);
        throw refused('passwordWrong', { errors: { [field]: 'Wrong password' } });
      }
      byUser.forget(name);
    };
  return { currentPassword: askIn('currentPassword'), password: askIn('password') };
}
