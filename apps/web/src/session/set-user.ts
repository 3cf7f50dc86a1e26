import type { Profile, SessionKept, SessionUser } from './session-user.ts';

/** Reads and writes the session. */
export interface SessionPort {
  readonly get: () => SessionKept;
  readonly set: (change: Partial<SessionKept & { readonly loading: boolean }>) => void;
}

/** Returns the function that makes a person the signed-in one. */
export const userSetter =
  ({ get, set }: SessionPort) =>
  (user: SessionUser): void => {
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
