/** The change of a passcode. */
import { isWeakPasscode } from '@atoll/domain/access/credentials';
import { refused } from '../../../platform/errors/refused.ts';
import type { Clock } from '../../../platform/http/services.ts';
import type { Store } from '../../../platform/store/store.ts';
import type { AskPassword } from './own-password.ts';
import { hashSecret } from './password.ts';

/** Returns the hash of a new passcode. Refused: 'invalid' for one that is easy to guess. */
export async function hashPasscode(passcode: string): Promise<string> {
  if (isWeakPasscode(passcode)) {
    const words = 'Choose a passcode that is harder to guess';
    throw refused('invalid', { details: words, errors: { passcode: words } });
  }
  return hashSecret(passcode);
}

/** Writes a new passcode after checking the password. Refused: 'invalid', 'passwordWrong', 'tooMany'. */
export async function changePasscode(
  { store, clock, ask }: { readonly store: Store; readonly clock: Clock; readonly ask: AskPassword },
  change: { readonly userId: number; readonly currentPassword: string; readonly passcode: string },
): Promise<void> {
  const passcodeHash = await hashPasscode(change.passcode);
  await ask(change.userId, change.currentPassword);
  await store.writeOrg((db) =>
    db
      .updateTable('app_user')
      .set((eb) => ({ passcode_hash: passcodeHash, modified_at: clock(), version: eb('version', '+', 1) }))
      .where('id', '=', change.userId)
      .execute(),
  );
}
