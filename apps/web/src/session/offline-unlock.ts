/** The choice 'Unlock without server' of each person on this device. Without it nothing about the passcode is stored. Source: R36.4. */
import { emit } from '../api/event.ts';
import { renewApprovalCode } from './approval-code.ts';
import { canDeriveSlowly } from './slow-key.ts';
import { forgetVerifier, keepVerifier } from './verifier.ts';

const storageKey = 'atoll.offline-unlock';

/** By email: chosen, or asked and not chosen. */
type Choices = Readonly<Record<string, boolean>>;

function choices(): Choices {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Choices;
  } catch {
    // An invalid stored value chooses nothing.
    return {};
  }
}

/** Returns whether the person unlocks this device without the server; undefined when they were never asked here. */
export const choosesOfflineUnlock = (email: string): boolean | undefined => choices()[email];

/** Stores the choice; undefined forgets it. */
export function setOfflineUnlock(email: string, choice: boolean | undefined): void {
  const { [email]: _was, ...others } = choices();
  localStorage.setItem(storageKey, JSON.stringify(choice === undefined ? others : { ...others, [email]: choice }));
}

/** Ends unlocking without the server for a person on this device. */
export function dropOfflineUnlock(email: string): Promise<void> {
  setOfflineUnlock(email, false);
  return forgetVerifier(email);
}

/** Forgets the person on this device. */
export function forgetOfflineUnlock(email: string): Promise<void> {
  setOfflineUnlock(email, undefined);
  return forgetVerifier(email);
}

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
