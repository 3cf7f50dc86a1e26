/** Choosing another passcode. */
import { refused } from '../../platform/errors/refused.ts';
import type { Clock } from '../../platform/http/services.ts';
import type { Store } from '../../platform/store/store.ts';
import { hashSecret, isSecret } from './password.ts';

/** Answers whether a passcode is among those that are guessed first: repeats like 1111, and 1234. */
export function isWeakPasscode(passcode: string): boolean {
  return passcode === '1234' || new Set(passcode).size === 1;
}

/** Writes a new passcode after the password was asked for; refused: 'invalid', 'credentialsWrong'. */
export async function changePasscode(
  store: Store,
  clock: Clock,
  change: { readonly userId: number; readonly currentPassword: string; readonly passcode: string },
): Promise<void> {
  if (isWeakPasscode(change.passcode)) {
    throw refused('invalid', { errors: { passcode: 'Choose a passcode that is harder to guess' } });
  }
  const row = await store.readOrg((db) =>
    db.selectFrom('app_user').select('password_hash').where('id', '=', change.userId).executeTakeFirst(),
  );
  if (!(await isSecret(row?.password_hash, change.currentPassword))) throw refused('credentialsWrong');
  const passcodeHash = await hashSecret(change.passcode);
  await store.writeOrg((db) =>
    db
      .updateTable('app_user')
      .set((eb) => ({ passcode_hash: passcodeHash, modified_at: clock(), version: eb('version', '+', 1) }))
      .where('id', '=', change.userId)
      .execute(),
  );
}
