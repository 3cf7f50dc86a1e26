/** The choice 'Unlock without server' of each person on this device. Without it nothing about the passcode is stored. Source: R36.4. */
import { forgetVerifier } from './verifier/kept-verifiers.ts';

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
