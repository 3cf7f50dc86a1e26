/** Who is signed in on this device, in which outlet, and whether the screen is locked. Source: R13.1–R13.3, R15.1–R15.5, A7, A9. */
import type { OutletChoice, SignedIn } from '@atoll/domain/contract/auth';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { bindAuth, CallError, call, type ErrorBody, isNetworkFailure, type RefreshOutcome } from './api.ts';
import { emit } from './event.ts';
import { withLock } from './lock.ts';
import { clearStorages, sessionId, sessionStorages } from './session-storage.ts';
import {
  dropSharedToken,
  forgetTokens,
  newestTokens,
  onTokensShared,
  permissionsOf,
  sharedTokens,
  shareTokens,
} from './token.ts';
import { forgetVerifier, keepVerifier, verifyPasscode } from './verifier.ts';

export interface SessionUser {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly avatar: string | null;
  readonly jobTitle: string;
  readonly department: string;
  /** Access token; '' while the server has not been reached since the screen was opened. */
  readonly token: string;
  readonly refreshToken: string;
  /** Screens first (the first is the landing screen), dotted actions last. */
  readonly permissions: readonly string[];
  readonly scope: OutletChoice | null;
  readonly outlets: readonly OutletChoice[];
}

/** A profile of this device, as the lock screen lists it. */
export type Profile = SessionUser;

export type Unlocked =
  | { readonly ok: true }
  /** `wrong`: the passcode. `password`: locked out or ended, the password is asked for. `away`: the server is needed and is not there. */
  | { readonly ok: false; readonly why: 'wrong' | 'password' | 'away' };

export interface SessionKept {
  readonly user: SessionUser | null;
  readonly outlets: readonly OutletChoice[];
  readonly isLocked: boolean;
  readonly scope: OutletChoice | null;
  /** Chosen on the lock screen. */
  readonly profile: Profile | null;
  readonly profiles: readonly Profile[];
}

export interface Session extends SessionKept {
  readonly connectionId: string | null;
  readonly loading: boolean;
  login(email: string, password: string): Promise<void>;
  /** Exchanges the refresh token, once for all tabs. */
  refresh(): Promise<RefreshOutcome>;
  unlock(passcode: string): Promise<Unlocked>;
  lock(): void;
  /** `reason` is shown at Login. The server is told, if it can be reached. */
  logout(reason?: string): Promise<void>;
  chooseProfile(email: string): void;
  /** 'Not you?' */
  clearProfile(): void;
  switchOutlet(outletId: number): Promise<void>;
  setConnectionId(connectionId: string | null): void;
  /** What the person changed of themselves. */
  keepProfile(changed: Pick<SessionUser, 'name' | 'avatar'>): void;
}

const initial: SessionKept = { user: null, outlets: [], isLocked: true, scope: null, profile: null, profiles: [] };

type ScopeListener = () => Promise<void> | void;
const scopeListeners: ScopeListener[] = [];
const lockListeners: ((token: string) => void)[] = [];

/** Called, and awaited, whenever there is a user with an outlet to start with: after login, unlock, a switch of outlet. */
export function onScope(listener: ScopeListener): void {
  scopeListeners.push(listener);
}

/** Starts what follows the outlet. */
export async function startScope(): Promise<void> {
  for (const listener of scopeListeners) await listener();
}

/** Called with the access token that is about to be dropped, when the screen locks. */
export function onLock(listener: (token: string) => void): void {
  lockListeners.push(listener);
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
        const scope =
          answer.outlets.find((outlet) => outlet.outletId === wanted?.outletId) ?? answer.outlets[0] ?? null;
        const user: SessionUser = {
          id: answer.user.id,
          email: answer.user.email,
          avatar: answer.user.avatar,
          name: answer.name,
          jobTitle: answer.jobTitle,
          department: answer.department,
          token: answer.token,
          refreshToken: answer.refreshToken,
          permissions: permissionsOf(answer.token),
          scope,
          outlets: answer.outlets,
        };
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

      const openLocally = async (profile: Profile, passcode: string): Promise<Unlocked> => {
        const verified = await verifyPasscode(profile.email, passcode);
        if (verified === 'right') {
          setUser({
            ...profile,
            token: '',
            refreshToken: sharedTokens(profile.email)?.refreshToken ?? profile.refreshToken,
          });
          await startScope();
          return { ok: true };
        }
        return { ok: false, why: verified === 'wrong' ? 'wrong' : 'away' };
      };

      return {
        ...initial,
        connectionId: null,
        loading: false,

        async login(email, password) {
          set({ loading: true });
          try {
            keepUser(await call('auth.login', { body: { email, password } }), false);
            await startScope();
          } catch (error) {
            if (isNetworkFailure(error)) localStorage.setItem('offlineMode', 'true');
            throw error;
          } finally {
            set({ loading: false });
          }
        },

        refresh: () => refreshFor(get().user?.token ?? ''),

        async unlock(passcode) {
          const { profile } = get();
          if (!profile) return { ok: false, why: 'password' };
          const refreshToken = sharedTokens(profile.email)?.refreshToken ?? profile.refreshToken;
          if (!refreshToken) return { ok: false, why: 'password' };
          try {
            keepUser(await call('auth.unlock', { body: { refreshToken, passcode } }), true);
          } catch (error) {
            if (!(error instanceof CallError) || error.status >= 500) return await openLocally(profile, passcode);
            if (error.status === 401 && error.body?.reason !== 'sessionEnded') return { ok: false, why: 'wrong' };
            return { ok: false, why: error.status === 429 ? 'away' : 'password' };
          }
          await keepVerifier(profile.email, passcode);
          await startScope();
          return { ok: true };
        },

        lock() {
          lockHere();
          tabs?.postMessage('lock');
        },

        async logout(reason = '') {
          const { user, profiles } = get();
          if (!user) return;
          const refreshToken = sharedTokens(user.email)?.refreshToken ?? user.refreshToken;
          // The screen does not wait for the server; it is told once, if it is there.
          if (refreshToken)
            void call('auth.logout', { body: { refreshToken }, timeoutMs: 10_000 }).catch(() => undefined);
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

function lockHere(): void {
  const { user, isLocked } = useSession.getState();
  if (isLocked) return;
  if (user?.token) for (const listener of lockListeners) listener(user.token);
  if (user) void dropSharedToken(user.email);
  useSession.setState({ isLocked: true, user: user && { ...user, token: '' } });
}

tabs?.addEventListener('message', (event: MessageEvent<string>) => {
  if (event.data === 'lock') lockHere();
});

/** What another tab renewed is taken over; what it signed out is signed out here. */
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

let refreshing: Promise<RefreshOutcome> | null = null;

/** One refresh for all calls of all tabs that met a 401 with this token. */
function refreshFor(failedToken: string): Promise<RefreshOutcome> {
  const { user, isLocked } = useSession.getState();
  if (!user || isLocked) return Promise.resolve({ state: 'impossible' });
  if (user.token && user.token !== failedToken) return Promise.resolve({ state: 'refreshed' });
  refreshing ??= withLock('refresh', () => exchange(user.email, failedToken)).finally(() => {
    refreshing = null;
  });
  return refreshing;
}

async function exchange(email: string, failedToken: string): Promise<RefreshOutcome> {
  const { user, isLocked } = useSession.getState();
  if (user?.email !== email || isLocked) return { state: 'impossible' };
  // While this tab waited its turn another may have done it; the news of that may have come already, or not yet.
  if (user.token && user.token !== failedToken) return { state: 'refreshed' };
  const shared = await newestTokens(email);
  if (shared?.token && shared.token !== failedToken) {
    useSession.setState({ user: { ...user, ...shared, permissions: permissionsOf(shared.token) } });
    return { state: 'refreshed' };
  }
  try {
    const answer = await call('auth.refresh', { body: { refreshToken: shared?.refreshToken ?? user.refreshToken } });
    return await takeRefreshed(email, answer);
  } catch (error) {
    if (error instanceof CallError && error.status === 401) return { state: 'refused', body: error.body };
    return { state: 'away', error };
  }
}

/** A refresh changes who holds what, never the outlet that is open; locked meanwhile, it stays locked. */
async function takeRefreshed(email: string, answer: SignedIn): Promise<RefreshOutcome> {
  const { user, isLocked, scope } = useSession.getState();
  const shared = shareTokens(email, { token: isLocked ? '' : answer.token, refreshToken: answer.refreshToken });
  if (user?.email !== email) return { state: 'impossible' };
  const stillHeld = answer.outlets.find((outlet) => outlet.outletId === scope?.outletId) ?? answer.outlets[0] ?? null;
  const renewed: SessionUser = {
    ...user,
    name: answer.name,
    avatar: answer.user.avatar,
    jobTitle: answer.jobTitle,
    department: answer.department,
    refreshToken: answer.refreshToken,
    token: isLocked ? '' : answer.token,
    permissions: permissionsOf(answer.token),
    outlets: answer.outlets,
    scope: stillHeld,
  };
  useSession.setState({
    user: renewed,
    outlets: answer.outlets,
    scope: stillHeld,
    profiles: useSession
      .getState()
      .profiles.map((known) => (known.email === email ? { ...renewed, token: '' } : known)),
  });
  // Only then may the next tab come in.
  await shared;
  return isLocked ? { state: 'impossible' } : { state: 'refreshed' };
}

let setError: (error: ErrorBody) => void = () => undefined;
/** The app store takes the errors (R19.5). */
export function onError(handler: (error: ErrorBody) => void): void {
  setError = handler;
}

bindAuth({
  token: () => useSession.getState().user?.token ?? '',
  outletId: () => useSession.getState().scope?.outletId ?? null,
  connectionId: () => useSession.getState().connectionId,
  refresh: refreshFor,
  setError: (error) => setError(error),
  logout: (message) => void useSession.getState().logout(message),
  answered: () => {
    if (localStorage.getItem('offlineMode') !== null) localStorage.removeItem('offlineMode');
    emit('answered', undefined);
  },
});
