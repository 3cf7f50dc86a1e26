/**
 * Storage of the session: session storage under `app-user-cache`, and local storage under the store's id. Neither has an access token. A session
 * restored from local storage is locked. Refresh tokens are stored separately (token.ts), because every tab may refresh them.
 */
import { asIssued } from '@atoll/domain/access/permission';
import type { PersistStorage, StorageValue } from 'zustand/middleware';
import { madeAtKey } from '../storage/lost-storage.ts';
import type { SessionKept } from './session-user.ts';
import { sharedTokens } from './token.ts';

export const sessionCacheKey = 'app-user-cache';
export const sessionId = 'session';

type Kept = StorageValue<SessionKept>;

const without = <T extends { readonly token: string; readonly refreshToken: string }>(user: T): T => ({
  ...user,
  token: '',
  refreshToken: '',
});
const restored = <T extends { readonly email: string; readonly token: string; readonly refreshToken: string }>(
  user: T,
): T => ({
  ...user,
  token: '',
  refreshToken: sharedTokens(user.email)?.refreshToken ?? '',
});

function fromLocal(text: string): Kept {
  const { state, version } = JSON.parse(text) as Kept;
  return {
    ...(version === undefined ? {} : { version }),
    state: {
      ...state,
      user: state.user && restored(state.user),
      profile: state.profile && restored(state.profile),
      profiles: state.profiles.map(restored).filter((profile) => profile.refreshToken),
      isLocked: true,
    },
  };
}

/** Returns the session without its access token. */
const withoutAccess = (state: SessionKept): SessionKept => ({
  ...state,
  user: state.user && { ...state.user, token: '' },
});

function toLocal({ state, ...rest }: Kept): string {
  return JSON.stringify({
    ...rest,
    state: {
      ...state,
      user: state.user && without(state.user),
      profile: state.profile && without(state.profile),
      profiles: state.profiles.map(without),
    },
  });
}

export const sessionStorages: PersistStorage<SessionKept> = {
  getItem: () => {
    const own = sessionStorage.getItem(sessionCacheKey);
    if (own) return JSON.parse(own) as Kept;
    const kept = localStorage.getItem(sessionId);
    return kept ? fromLocal(kept) : null;
  },
  setItem: (_name, value) => {
    sessionStorage.setItem(sessionCacheKey, JSON.stringify({ ...value, state: withoutAccess(value.state) }));
    localStorage.setItem(sessionId, toLocal(value));
  },
  removeItem: () => {
    sessionStorage.removeItem(sessionCacheKey);
    localStorage.removeItem(sessionId);
  },
};

/** Returns a stored session of an earlier release with its permissions as this release reads them. */
export function sessionAsIssued(kept: SessionKept, version: number): SessionKept {
  const issued = <T extends { readonly permissions: readonly string[] }>(one: T): T => ({
    ...one,
    permissions: asIssued(one.permissions, version),
  });
  return {
    ...kept,
    user: kept.user && issued(kept.user),
    profile: kept.profile && issued(kept.profile),
    profiles: kept.profiles.map(issued),
  };
}

/** Returns true for local storage keys that a logout keeps: device data, unsent bills, other profiles. */
const survives = (key: string): boolean =>
  key.startsWith('atoll') || key === 'bills' || key.startsWith('bills.') || key === sessionId || key === 'offlineMode';

/** Clears local and session storage except unsent sales, the other profiles and the theme (R15.4). */
export function clearStorages(): void {
  for (const key of Object.keys(localStorage)) if (!survives(key)) localStorage.removeItem(key);
  for (const key of Object.keys(sessionStorage))
    if (key !== sessionCacheKey && key !== madeAtKey) sessionStorage.removeItem(key);
}
