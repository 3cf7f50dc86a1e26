/** Refreshes the tokens: one refresh for all calls of all tabs. Source: R19.1, docs/rules.md#refresh-token. */
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { CallError, call, type RefreshOutcome } from '../api/api.ts';
import { sameAnswer } from '../api/same-answer.ts';
import { untilAnswered } from '../api/until-answered.ts';
import { withLock } from '../storage/lock.ts';
import { withProof } from './device-key.ts';
import { forgetPage, keepPage, pageOf } from './lock/page-proof.ts';
import { takeSending } from './lock/server-lock.ts';
import { forgetTyped, typedBy } from './lock/typed-passcode.ts';
import { marking } from './lock/work-mark.ts';
import { type SessionKept, type SessionUser, userOf } from './session-user.ts';
import { dropSharedToken, newestTokens, permissionsOf, shareTokens } from './token.ts';

/** The part of the session that a refresh needs. */
interface SessionStore {
  getState(): SessionKept;
  setState(part: Partial<SessionKept>): void;
}

/** The server returns the same successor of a used token for 30 s: the request is repeated after 10 s, but not after 40 s. */
const maxInFlight = 2;

let refreshing: Promise<RefreshOutcome> | null = null;

/** Runs one refresh for all calls of all tabs that got a 401 with this token. */
export function refreshFor(store: SessionStore, failedToken: string): Promise<RefreshOutcome> {
  const { user, isLocked } = store.getState();
  if (!user || isLocked) return Promise.resolve({ state: 'impossible' });
  if (user.token && user.token !== failedToken) return Promise.resolve({ state: 'refreshed' });
  refreshing ??= withLock('refresh', () => exchange(store, user.email, failedToken)).finally(() => {
    refreshing = null;
  });
  return refreshing;
}

/** Returns the person whose screen is open; null when it locked, or when they logged out or another profile was opened. */
function openUser(store: SessionStore, email: string): SessionUser | null {
  const { user, isLocked } = store.getState();
  return user?.email === email && !isLocked ? user : null;
}

async function exchange(store: SessionStore, email: string, failedToken: string): Promise<RefreshOutcome> {
  let user = openUser(store, email);
  if (!user) return { state: 'impossible' };
  // Another tab may have refreshed while this one waited; its message may not have arrived yet.
  if (user.token && user.token !== failedToken) return { state: 'refreshed' };
  const shared = await newestTokens(email);
  // The screen may have locked while the other tabs were asked.
  user = openUser(store, email);
  if (!user) return { state: 'impossible' };
  if (shared?.token && shared.token !== failedToken) {
    store.setState({ user: { ...user, ...shared, permissions: permissionsOf(shared.token) } });
    return { state: 'refreshed' };
  }
  const body = { refreshToken: shared?.refreshToken ?? user.refreshToken };
  try {
    const send = (signal: AbortSignal) =>
      withProof('auth.refresh', body.refreshToken, (proof) =>
        call('auth.refresh', { body: { ...body, ...proof, page: pageOf(email), ...marking() }, signal }),
      );
    const answer = await untilAnswered(send, { maxInFlight });
    return await takeRefreshed(store, email, answer);
  } catch (error) {
    if (error instanceof CallError && error.body?.reason === 'locked') return openLocked(store, email, body, error);
    if (error instanceof CallError && error.status === 401) return { state: 'refused', body: error.body };
    return { state: 'away', error };
  }
}

/**
 * Opens a session that is locked on the server with the passcode that unlocked this page without the server. Without one, or when it is wrong by
 * now, the screen locks and asks for it (R36.34).
 */
async function openLocked(
  store: SessionStore,
  email: string,
  body: { readonly refreshToken: string },
  refusal: CallError,
): Promise<RefreshOutcome> {
  const passcode = typedBy(email);
  if (passcode !== null) {
    try {
      const answer = await withProof('auth.unlock', body.refreshToken, (proof) =>
        call('auth.unlock', { body: { ...body, ...proof, page: '', ...marking(), passcode } }),
      );
      forgetTyped();
      return await takeRefreshed(store, email, answer);
    } catch (error) {
      if (!(error instanceof CallError) || error.status >= 500 || error.status === 429) return { state: 'away', error };
      if (error.body?.reason === 'sessionEnded') return { state: 'refused', body: error.body };
    }
  }
  forgetTyped();
  forgetPage();
  takeSending(email, refusal.body, { isTold: false });
  const { user } = store.getState();
  if (user?.email === email) store.setState({ isLocked: true, user: { ...user, token: '' } });
  await dropSharedToken(email);
  return { state: 'impossible' };
}

/** Takes the refreshed tokens. The open outlet stays; a screen locked in the meantime stays locked. */
async function takeRefreshed(store: SessionStore, email: string, answer: SignedIn): Promise<RefreshOutcome> {
  const { user, isLocked, scope, outlets, profiles } = store.getState();
  const shared = shareTokens(email, { token: isLocked ? '' : answer.token, refreshToken: answer.refreshToken });
  if (user?.email !== email) return { state: 'impossible' };
  // A server of the release before gives none, and the proof from before still counts.
  if (!isLocked && answer.page) keepPage(email, answer.page);
  const signedIn = userOf(answer, scope);
  const renewed: SessionUser = {
    ...signedIn,
    ...(isLocked && { token: '' }),
    permissions: sameAnswer(user.permissions, signedIn.permissions),
    outlets: sameAnswer(outlets, signedIn.outlets),
    scope: sameAnswer(scope, signedIn.scope),
  };
  store.setState({
    user: renewed,
    outlets: renewed.outlets,
    scope: renewed.scope,
    profiles: profiles.map((known) => (known.email === email ? { ...renewed, token: '' } : known)),
  });
  // The next tab may continue only after that.
  await shared;
  return isLocked ? { state: 'impossible' } : { state: 'refreshed' };
}
