/** Unlocks the screen: by the server, or by this device while the server is unreachable. Source: R15.1, R35.2, docs/rules.md#outbox. */
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { CallError, call } from '../api/api.ts';
import { onceServerAway } from '../api/server-reachable.ts';
import { untilAnswered } from '../api/until-answered.ts';
import { withProof } from './device-key.ts';
import { marking } from './lock/work-mark.ts';
import type { NotUnlocked } from './session-user.ts';
import { type Verified, verifyPasscode } from './verifier/verifier.ts';

export type Opened =
  | { readonly by: 'server'; readonly answer: SignedIn }
  | { readonly by: 'device' }
  | ({ readonly by: 'nobody' } & NotUnlocked);

interface Asked {
  readonly email: string;
  readonly refreshToken: string;
  readonly passcode: string;
  /** Cancels the wait. */
  readonly signal: AbortSignal;
  /** Takes a server answer that arrives after the device unlocked the screen. */
  readonly late: (answer: SignedIn) => void;
}

/** Returns true for a refusal after which only the password opens the session. */
const isOver = (reason: string | undefined): boolean => reason === 'sessionEnded' || reason === 'deviceForeign';

const openedLocally: Readonly<Record<Verified, Opened>> = {
  right: { by: 'device' },
  wrong: { by: 'nobody', why: 'wrong' },
  'tries-over': { by: 'nobody', why: 'over' },
  'server-needed': { by: 'nobody', why: 'away' },
};

/** Waits for the server without a timeout; as soon as it is unreachable, the device unlocks the screen if it can. */
export async function openWith({ email, refreshToken, passcode, signal, late }: Asked): Promise<Opened> {
  let verifying: Promise<Verified> | undefined;
  // Verified once only: wrong tries are counted.
  const verified = (): Promise<Verified> => {
    verifying ??= verifyPasscode(email, passcode);
    return verifying;
  };
  const ended = new AbortController();
  const byServer = async (): Promise<Opened> => {
    try {
      const send = (one: AbortSignal) =>
        withProof('auth.unlock', refreshToken, (proof) =>
          call('auth.unlock', { body: { refreshToken, ...proof, page: '', ...marking(), passcode }, signal: one }),
        );
      const limits = { signal: AbortSignal.any([signal, ended.signal]), againAfterMs: Number.POSITIVE_INFINITY };
      return { by: 'server', answer: await untilAnswered(send, limits) };
    } catch (error) {
      if (!(error instanceof CallError) || error.status >= 500) return openedLocally[await verified()];
      if (error.status === 401 && !isOver(error.body?.reason)) return openedLocally.wrong;
      if (error.status === 429) return { by: 'nobody', why: 'wait', waitMs: error.retryAfterMs ?? 0 };
      return { by: 'nobody', why: error.body?.reason === 'passcodeLocked' ? 'locked' : 'password' };
    }
  };
  let stopListening = (): void => undefined;
  const byDevice = new Promise<Opened>((resolve, reject) => {
    stopListening = onceServerAway(() => {
      verified().then((result) => {
        // Without a verifier the device continues to wait for the server.
        if (result !== 'server-needed') resolve(openedLocally[result]);
      }, reject);
    });
  });
  const server = byServer();
  const first = await Promise.race([server, byDevice]);
  stopListening();
  if (first.by === 'nobody') ended.abort();
  if (first.by === 'device') void server.then((opened) => opened.by === 'server' && late(opened.answer));
  return first;
}
