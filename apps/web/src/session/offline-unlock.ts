/** Renews what unlocks this device without the server, for people who chose it. Source: R36.4. */
import { emit } from '../api/event.ts';
import { renewApprovalCode } from './approval-code.ts';
import { choosesOfflineUnlock, setOfflineUnlock } from './offline-choice.ts';
import { forgetVerifier } from './verifier/kept-verifiers.ts';
import { canDeriveSlowly } from './verifier/slow-key.ts';
import { keepVerifier } from './verifier/verifier.ts';

/** Stores a new verifier for a person who chose it, after the server accepted the passcode. Others are asked once. */
export async function renewOfflineUnlock(email: string, passcode: string): Promise<void> {
  if (!canDeriveSlowly()) return;
  const choice = choosesOfflineUnlock(email);
  if (choice) {
    await Promise.all([keepVerifier(email, passcode), renewApprovalCode(email)]);
    return;
  }
  if (choice === undefined) {
    setOfflineUnlock(email, false);
    emit('offlineUnlockPossible', undefined);
  }
  await Promise.all([forgetVerifier(email), renewApprovalCode(email)]);
}
