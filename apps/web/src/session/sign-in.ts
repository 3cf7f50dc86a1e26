/** Sign in by password, and unlock by passcode: by the server, or by this device while the server is away. Source: R13.1–R13.3, R15.1–R15.5. */
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { call, isNetworkFailure } from '../api/api.ts';
import { untilAnswered } from '../api/until-answered.ts';
import { withProof } from './device-key.ts';
import { uuidv7 } from './id.ts';
import { forgetPage, keepPage } from './lock/page-proof.ts';
import { forgetLock } from './lock/server-lock.ts';
import { forgetTyped, keepTyped } from './lock/typed-passcode.ts';
import { marking, takeWorkKeyBytes } from './lock/work-mark.ts';
import { renewOfflineUnlock } from './offline-unlock.ts';
import { showRecoveryCodes } from './recovery-codes.ts';
import { startScope } from './session-scope.ts';
import { type Profile, type SessionUser, type Unlocked, userOf } from './session-user.ts';
import type { SessionPort } from './set-user.ts';
import { sharedTokens, shareTokens } from './token.ts';
import { openWith } from './unlock.ts';
import { takeOpenedWorkKey } from './verifier/verifier.ts';

export interface SignInActions {
  /** `code`: the second factor, where the server asks for one. */
  login(email: string, password: string, code?: string): Promise<void>;
  unlock(passcode: string): Promise<Unlocked>;
  /** Makes the person of a sign-in the one who works here. */
  take(answer: SignedIn): Promise<void>;
  /** Cancels a login or unlock that the server has not answered. */
  stopWaiting(): void;
}

let waiting = new AbortController();
/** Options of calls that a person waits for: no timeout, can be cancelled. The call is repeated only when the server becomes reachable again. */
function retryOptions(): { readonly againAfterMs: number; readonly signal: AbortSignal } {
  waiting = new AbortController();
  return { againAfterMs: Number.POSITIVE_INFINITY, signal: waiting.signal };
}

/** Renews what unlocks the device without the server. The screen does not wait: it is computed slowly on purpose. */
function renewInBackground(email: string, passcode: string): void {
  void renewOfflineUnlock(email, passcode).catch((error: unknown) =>
    console.error('The device cannot be unlocked without the server', error),
  );
}

/** Opens the screen of a person whom this device knows, without the server. */
async function openLocally(
  profile: Profile,
  passcode: string,
  setUser: (user: SessionUser) => void,
): Promise<Unlocked> {
  forgetLock(profile.email);
  forgetPage();
  keepTyped(profile.email, passcode);
  const workKey = takeOpenedWorkKey(profile.email);
  if (workKey) takeWorkKeyBytes(workKey);
  const refreshToken = sharedTokens(profile.email)?.refreshToken ?? profile.refreshToken;
  setUser({ ...profile, token: '', refreshToken });
  await startScope();
  return { ok: true };
}

export function signInActions(port: SessionPort, setUser: (user: SessionUser) => void): SignInActions {
  const { get, set } = port;
  const keepUser = (answer: SignedIn, keepScope: boolean): void => {
    const known = get().profiles.find((profile) => profile.email === answer.user.email);
    const wanted = keepScope ? (get().user?.email === answer.user.email ? get().scope : (known?.scope ?? null)) : null;
    const user = userOf(answer, wanted);
    forgetTyped();
    forgetLock(user.email);
    keepPage(user.email, answer.page);
    void shareTokens(user.email, user);
    setUser(user);
  };

  /** Takes an answer of the server that arrived after the device unlocked the screen itself. */
  const takeLate = (email: string, passcode: string, answer: SignedIn): void => {
    const { user, isLocked } = get();
    if (isLocked || user?.email !== email) return;
    keepUser(answer, true);
    renewInBackground(email, passcode);
  };

  const take = async (answer: SignedIn): Promise<void> => {
    keepUser(answer, false);
    await startScope();
  };

  return {
    take,
    async login(email, password, code) {
      set({ loading: true });
      try {
        // The request may be sent twice: a second session would lock the first one of this device.
        const body = { email, password, page: '', ...marking(), signInKey: uuidv7(), ...(code && { code }) };
        const send = (signal: AbortSignal) =>
          withProof('auth.login', email, (proof) => call('auth.login', { body: { ...body, ...proof }, signal }));
        const answer = await untilAnswered(send, retryOptions());
        showRecoveryCodes(answer.recoveryCodes);
        await take(answer);
      } catch (error) {
        if (isNetworkFailure(error)) localStorage.setItem('offlineMode', 'true');
        throw error;
      } finally {
        set({ loading: false });
      }
    },

    async unlock(passcode) {
      const { profile } = get();
      if (!profile) return { ok: false, why: 'password' };
      const refreshToken = sharedTokens(profile.email)?.refreshToken ?? profile.refreshToken;
      if (!refreshToken) return { ok: false, why: 'password' };
      const { email } = profile;
      const late = (answer: SignedIn) => takeLate(email, passcode, answer);
      const opened = await openWith({ email, refreshToken, passcode, late, signal: retryOptions().signal });
      if (opened.by === 'nobody') {
        const { by: _by, ...reason } = opened;
        return { ok: false, ...reason };
      }
      if (opened.by === 'device') return await openLocally(profile, passcode, setUser);
      keepUser(opened.answer, true);
      renewInBackground(email, passcode);
      await startScope();
      return { ok: true };
    },

    stopWaiting() {
      waiting.abort();
    },
  };
}
