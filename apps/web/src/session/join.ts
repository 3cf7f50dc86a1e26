/** Signs in on this device with the code that a person made on another one. Source: R31.49. */
import { joinSubject } from '@atoll/domain/contract/people/join';
import { call } from '../api/api.ts';
import { proofOf } from './device-key.ts';
import { marking } from './lock/work-mark.ts';
import { renewOfflineUnlock } from './offline-unlock.ts';
import { useSession } from './session.ts';

/** Throws the refusal, or what failed; `signInKey` makes a call that is repeated open the same session. */
export async function joinWith(code: string, passcode: string, signInKey: string): Promise<void> {
  const proof = await proofOf('auth.join', joinSubject);
  const answer = await call('auth.join', {
    body: { code, passcode, signInKey, page: '', ...marking(), ...proof },
    ownErrors: true,
  });
  await useSession.getState().take(answer);
  // The screen does not wait: it is computed slowly on purpose.
  void renewOfflineUnlock(answer.user.email, passcode).catch((error: unknown) =>
    console.error('The device cannot be unlocked without the server', error),
  );
}
