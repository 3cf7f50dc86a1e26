/**
 * The session: who is signed in, in which outlet, and whether the screen is locked. Source: R13.1–R13.3, R15.1–R15.5, docs/rules.md#offline,
 * docs/rules.md#refresh-token.
 */
import type { SignedIn } from '@atoll/domain/contract/people/auth';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { answerWithinMs, bindAuth, call, type ErrorBody, isNetworkFailure, type RefreshOutcome } from '../api/api.ts';
import { emit } from '../api/event.ts';
import { untilAnswered } from '../api/until-answered.ts';
import { onLocalLost } from '../storage/lost-storage.ts';
import { refreshFor } from './session-refresh.ts';
import { notifyLock, startScope } from './session-scope.ts';
import { clearStorages, sessionCacheKey, sessionId, sessionStorages } from './session-storage.ts';
import { type Profile, type SessionKept, type SessionUser, type Unlocked, userOf } from './session-user.ts';
import { dropSharedToken, forgetTokens, onTokensShared, sharedTokens, shareTokens } from './token.ts';
import { openWith } from './unlock.ts';
import { forgetVerifier, keepVerifier } from './verifier.ts';

export interface Session extends SessionKept {
  readonly connectionId: string | null;
  readonly loading: boolean;
  login(email: string, password: string): Promise<void>;
  /** Exchanges the refresh token, once for all tabs. */
  refresh(): Promise<RefreshOutcome>;
  unlock(passcode: string): Promise<Unlocked>;
  /** Cancels a login or unlock that the server has not answered. */
  stopWaiting(): void;
  lock(): void;
  /** Logs out; `reason` is shown at Login. The server is notified if reachable. */
  logout(reason?: string): Promise<void>;
  chooseProfile(email: string): void;
  /** 'Not you?' */
  clearProfile(): void;
  switchOutlet(outletId: number): Promise<void>;
  setConnectionId(connectionId: string | null): void;
  /** Stores changes of the person's own profile. */
  keepProfile(changed: Pick<SessionUser, 'name' | 'avatar'>): void;
}

const initial: SessionKept = { user: null, outlets: [], isLocked: true, scope: null, profile: null, profiles: [] };

let waiting = new AbortController();
/** Options of calls that a person waits for: no timeout, can be cancelled. The call is repeated only when the server becomes reachable again. */
function retryOptions(): { readonly againAfterMs: number; readonly signal: AbortSignal } {
  waiting = new AbortController();
  return { againAfterMs: Number.POSITIVE_INFINITY, signal: waiting.signal };
}

const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('atoll.session');

export const useSession = create<Session>()(
  persist(
    (set, get) => {
      const keepUser = (answer: SignedIn, keepScope: boolean): void => {
        const known = get().profiles.find((profile) => profile.email === answer.user.email);
        const wanted = keepScope
          ? get().user?.email === answer.user.email
            ? get().scope
            : (known?.scope ?? null)
          : null;
        const user = userOf(answer, wanted);
        void shareTokens(user.email, user);
        setUser(user);
      };

      const setUser = (user: SessionUser): void => {
        const profile: Profile = { ...user, token: '' };
        const others = get().profiles.filter(({ email }) => email !== user.email);
        set({
          user,
          outlets: user.outlets,
          scope: user.scope,
          profile,
          profiles: [...others, profile].sort((a, b) => a.name.localeCompare(b.name)),
          isLocked: false,
        });
      };

      const openLocally = async (profile: Profile): Promise<Unlocked> => {
        const refreshToken = sharedTokens(profile.email)?.refreshToken ?? profile.refreshToken;
        setUser({ ...profile, token: '', refreshToken });
        await startScope();
        return { ok: true };
      };

      /** Takes an answer of the server that arrived after the device unlocked the screen itself. */
      const takeLate = (email: string, passcode: string, answer: SignedIn): void => {
        const { user, isLocked } = get();
        if (isLocked || user?.email !== email) return;
        keepUser(answer, true);
        void keepVerifier(email, passcode).catch((error: unknown) => console.error('The passcode was not kept', error));
      };

      return {
        ...initial,
        connectionId: null,
        loading: false,

        async login(email, password) {
          set({ loading: true });
          try {
            const send = (signal: AbortSignal) => call('auth.login', { body: { email, password }, signal });
            keepUser(await untilAnswered(send, retryOptions()), false);
            await startScope();
          } catch (error) {
            if (isNetworkFailure(error)) localStorage.setItem('offlineMode', 'true');
            throw error;
          } finally {
            set({ loading: false });
          }
        },

        refresh: () => refreshFor({ getState: get, setState: set }, get().user?.token ?? ''),

        async unlock(passcode) {
          const { profile } = get();
          if (!profile) return { ok: false, why: 'password' };
          const refreshToken = sharedTokens(profile.email)?.refreshToken ?? profile.refreshToken;
          if (!refreshToken) return { ok: false, why: 'password' };
          const { email } = profile;
          const late = (answer: SignedIn) => takeLate(email, passcode, answer);
          const opened = await openWith({ email, refreshToken, passcode, late, signal: retryOptions().signal });
          if (opened.by === 'nobody') return { ok: false, why: opened.why };
          if (opened.by === 'device') return await openLocally(profile);
          keepUser(opened.answer, true);
          await keepVerifier(email, passcode);
          await startScope();
          return { ok: true };
        },

        stopWaiting() {
          waiting.abort();
        },

        lock() {
          lockHere();
          tabs?.postMessage('lock');
        },

        async logout(reason = '') {
          const { user, profiles } = get();
          if (!user) return;
          const refreshToken = sharedTokens(user.email)?.refreshToken ?? user.refreshToken;
          // The screen does not wait for the server, which is notified once if reachable.
          if (refreshToken)
            void call('auth.logout', { body: { refreshToken }, timeoutMs: answerWithinMs }).catch(() => undefined);
          const forgotten = forgetTokens(user.email);
          set({
            ...initial,
            profiles: profiles.filter(({ email }) => email !== user.email),
            connectionId: null,
          });
          clearStorages();
          emit('logout', { message: reason });
          await Promise.all([forgotten, forgetVerifier(user.email)]);
        },

        chooseProfile(email) {
          set({ profile: get().profiles.find((profile) => profile.email === email) ?? null });
        },

        clearProfile() {
          set({ profile: null });
        },

        async switchOutlet(outletId) {
          const { user, outlets } = get();
          const scope = outlets.find((outlet) => outlet.outletId === outletId);
          if (!user || !scope) return;
          setUser({ ...user, scope });
          await startScope();
        },

        setConnectionId(connectionId) {
          set({ connectionId });
        },

        keepProfile({ name, avatar }) {
          const { user } = get();
          if (user) setUser({ ...user, name, avatar });
        },
      };
    },
    {
      name: sessionId,
      storage: sessionStorages,
      partialize: ({ user, outlets, isLocked, scope, profile, profiles }) => ({
        user,
        outlets,
        isLocked,
        scope,
        profile,
        profiles,
      }),
    },
  ),
);

onLocalLost({
  owns: (key) => key === sessionId || key === sessionCacheKey,
  writeBack: () => useSession.setState({}),
});

function lockHere(): void {
  const { user, isLocked } = useSession.getState();
  if (isLocked) return;
  if (user?.token) notifyLock(user.token);
  if (user) void dropSharedToken(user.email);
  useSession.setState({ isLocked: true, user: user && { ...user, token: '' } });
}

tabs?.addEventListener('message', (event: MessageEvent<string>) => {
  if (event.data === 'lock') lockHere();
});

/** Tokens refreshed by another tab are taken over; a logout there signs out here. */
onTokensShared(() => {
  const { user, isLocked } = useSession.getState();
  if (!user) return;
  const shared = sharedTokens(user.email);
  if (!shared) {
    useSession.setState({ ...initial, profiles: useSession.getState().profiles.filter((p) => p.email !== user.email) });
    emit('logout', { message: '' });
  } else if (shared.refreshToken !== user.refreshToken || (!isLocked && shared.token && shared.token !== user.token)) {
    useSession.setState({
      user: { ...user, refreshToken: shared.refreshToken, token: isLocked ? '' : shared.token || user.token },
    });
  }
});

let setError: (error: ErrorBody) => void = () => undefined;
/** Binds the handler of errors, the app store (R19.5). */
export function onError(handler: (error: ErrorBody) => void): void {
  setError = handler;
}

bindAuth({
  token: () => useSession.getState().user?.token ?? '',
  outletId: () => useSession.getState().scope?.outletId ?? null,
  connectionId: () => useSession.getState().connectionId,
  refresh: (failedToken) => refreshFor(useSession, failedToken),
  setError: (error) => setError(error),
  logout: (message) => void useSession.getState().logout(message),
  answered: () => {
    if (localStorage.getItem('offlineMode') !== null) localStorage.removeItem('offlineMode');
    emit('answered', undefined);
  },
});
