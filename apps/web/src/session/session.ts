/**
 * The session: who is signed in, in which outlet, and whether the screen is locked. Source: R13.1–R13.3, R15.1–R15.5, docs/rules.md#offline,
 * docs/rules.md#refresh-token.
 */
import { permissionsVersion } from '@atoll/domain/access/permission';
import type { OutletChoice } from '@atoll/domain/contract/people/auth';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { type AuthPort, bindAuth, call, type RefreshOutcome } from '../api/api.ts';
import { emit } from '../api/event.ts';
import { fetchOnce } from '../locale/fetch-once.ts';
import { onLocalLost } from '../storage/lost-storage.ts';
import { confirmPassword } from './confirm-password.ts';
import { withProof } from './device-key.ts';
import { tellWhoWorks, worksElsewhere } from './lock/open-elsewhere.ts';
import { forgetPage, takePages } from './lock/page-proof.ts';
import { forgetLock, lockOnServer } from './lock/server-lock.ts';
import { forgetTyped } from './lock/typed-passcode.ts';
import { forgetOfflineUnlock } from './offline-choice.ts';
import { refreshFor } from './session-refresh.ts';
import { startScope } from './session-scope.ts';
import { clearStorages, sessionAsIssued, sessionCacheKey, sessionId, sessionStorages } from './session-storage.ts';
import type { PersonFacts, SessionKept } from './session-user.ts';
import { userSetter } from './set-user.ts';
import type { SignInActions } from './sign-in.ts';
import { dropSharedToken, forgetTokens, onTokensShared, sharedTokens } from './token.ts';

export interface Session extends SessionKept, SignInActions {
  readonly connectionId: string | null;
  readonly loading: boolean;
  /** Exchanges the refresh token, once for all tabs. */
  refresh(): Promise<RefreshOutcome>;
  lock(): void;
  /** Logs out; `reason` is shown at Login. The server is notified if reachable. */
  logout(reason?: string): Promise<void>;
  chooseProfile(email: string): void;
  /** 'Not you?' */
  clearProfile(): void;
  /** Opens an outlet of the person, or a practice outlet that the server returned. */
  switchOutlet(to: number | OutletChoice): Promise<void>;
  setConnectionId(connectionId: string | null): void;
  /** Stores changes of the signed-in person. */
  keepProfile(changed: Partial<PersonFacts>): void;
}

const initial: SessionKept = { user: null, outlets: [], isLocked: true, scope: null, profile: null, profiles: [] };

const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('atoll.session');

export const useSession = create<Session>()(
  persist(
    (set, get) => {
      const setUser = userSetter({ get, set });
      // Comes with the screens that ask for a password or a passcode (R34.5).
      const signIn = fetchOnce(async () => (await import('./sign-in.ts')).signInActions({ get, set }, setUser));

      return {
        ...initial,
        connectionId: null,
        loading: false,
        login: async (...asked) => (await signIn()).login(...asked),
        unlock: async (passcode) => (await signIn()).unlock(passcode),
        take: async (answer) => (await signIn()).take(answer),
        stopWaiting: () => void signIn().then((actions) => actions.stopWaiting()),

        refresh: () => refreshFor({ getState: get, setState: set }, get().user?.token ?? ''),

        lock() {
          const { user } = get();
          lockHere();
          tabs?.postMessage('lock');
          if (user) void lockOnServer(user);
        },

        async logout(reason = '') {
          const { user, profiles } = get();
          if (!user) return;
          const refreshToken = sharedTokens(user.email)?.refreshToken ?? user.refreshToken;
          // The screen does not wait for the server, which is notified once if reachable.
          if (refreshToken)
            void withProof('auth.logout', refreshToken, (proof) =>
              call('auth.logout', { body: { refreshToken, ...proof } }),
            ).catch(() => undefined);
          const forgotten = forgetTokens(user.email);
          forgetTyped();
          forgetPage();
          forgetLock(user.email);
          set({
            ...initial,
            profiles: profiles.filter(({ email }) => email !== user.email),
            connectionId: null,
          });
          clearStorages();
          emit('logout', { message: reason });
          await Promise.all([forgotten, forgetOfflineUnlock(user.email)]);
        },

        chooseProfile(email) {
          set({ profile: get().profiles.find((profile) => profile.email === email) ?? null });
        },

        clearProfile() {
          set({ profile: null });
        },

        async switchOutlet(to) {
          const { user, outlets } = get();
          const scope = typeof to === 'number' ? outlets.find(({ outletId }) => outletId === to) : to;
          if (!user || !scope) return;
          setUser({ ...user, scope });
          await startScope();
        },

        setConnectionId(connectionId) {
          set({ connectionId });
        },

        keepProfile(changed) {
          const { user } = get();
          if (user) setUser({ ...user, ...changed });
        },
      };
    },
    {
      name: sessionId,
      storage: sessionStorages,
      version: permissionsVersion,
      migrate: (stored, version) => sessionAsIssued(stored as SessionKept, version),
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
  forgetTyped();
  forgetPage();
  if (user) void dropSharedToken(user.email);
  useSession.setState({ isLocked: true, user: user && { ...user, token: '' } });
}

type TabMessage = 'lock' | { readonly opened: string };

tabs?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
  if (data === 'lock') return lockHere();
  // A device has one open profile (R36.3).
  const { user, isLocked } = useSession.getState();
  if (isLocked || !user || user.email === data.opened) return;
  lockHere();
  void lockOnServer(user);
});

useSession.subscribe((now, before) => {
  const isOpened = !now.isLocked && now.user && (before.isLocked || before.user?.email !== now.user.email);
  if (isOpened && now.user) tabs?.postMessage({ opened: now.user.email } satisfies TabMessage);
});

const worksHere = (email: string): boolean => {
  const { user, isLocked } = useSession.getState();
  return !isLocked && user?.email === email;
};
tellWhoWorks(worksHere);
takePages(worksHere);

/** Locks the session on the server as the screen is, unless its person works in another tab. Also asks what may be sent while it is locked. */
export async function lockAsShown(): Promise<void> {
  const { user } = useSession.getState();
  if (!user || (await worksElsewhere(user.email))) return;
  const now = useSession.getState();
  if (now.isLocked && now.user?.email === user.email) await lockOnServer(now.user);
}

/** Tokens refreshed by another tab are taken over; a logout there signs out here. */
onTokensShared(() => {
  const { user, isLocked } = useSession.getState();
  if (!user) return;
  const shared = sharedTokens(user.email);
  if (!shared) {
    forgetPage();
    useSession.setState({ ...initial, profiles: useSession.getState().profiles.filter((p) => p.email !== user.email) });
    emit('logout', { message: '' });
  } else if (shared.refreshToken !== user.refreshToken || (!isLocked && shared.token && shared.token !== user.token)) {
    useSession.setState({
      user: { ...user, refreshToken: shared.refreshToken, token: isLocked ? '' : shared.token || user.token },
    });
  }
});

let setError: AuthPort['setError'] = () => undefined;
/** Binds the handler of errors, the app store (R19.5). */
export function onError(handler: AuthPort['setError']): void {
  setError = handler;
}

bindAuth({
  token: () => useSession.getState().user?.token ?? '',
  lacksToken: () => {
    const { user, isLocked } = useSession.getState();
    return user !== null && !isLocked && user.token === '';
  },
  outletId: () => useSession.getState().scope?.outletId ?? null,
  connectionId: () => useSession.getState().connectionId,
  refresh: (failedToken) => refreshFor(useSession, failedToken),
  confirmPassword,
  setError: (...error) => setError(...error),
  logout: (message) => {
    const { user, logout } = useSession.getState();
    void logout(message);
    // Whatever ended the sign-in, such as a new password, may have ended the code too.
    if (user) void import('./approval-code.ts').then(({ forgetApprovalCode }) => forgetApprovalCode(user.email));
  },
  answered: () => {
    if (localStorage.getItem('offlineMode') !== null) localStorage.removeItem('offlineMode');
    emit('answered', undefined);
  },
});
