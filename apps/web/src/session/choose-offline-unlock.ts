import { dropOfflineUnlock, setOfflineUnlock } from './offline-choice.ts';
import { useSession } from './session.ts';
import type { Unlocked } from './session-user.ts';
import { whenVerifierKept } from './verifier/kept-verifiers.ts';

/** Lets the signed-in person unlock this device without the server from now on, after the server accepted the passcode. Source: R36.4. */
export async function chooseOfflineUnlock(passcode: string): Promise<Unlocked> {
  const { user, unlock } = useSession.getState();
  if (!user) return { ok: false, why: 'password' };
  setOfflineUnlock(user.email, true);
  const unlocked = await unlock(passcode);
  if (unlocked.ok) await whenVerifierKept(user.email);
  else await dropOfflineUnlock(user.email);
  return unlocked;
}
