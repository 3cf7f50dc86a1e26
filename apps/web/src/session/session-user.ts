/** A signed-in person as the client holds them, and what of the session is kept. Source: R13.1–R13.3. */
import type { OutletChoice, SignedIn } from '@atoll/domain/contract/people/auth';
import { permissionsOf } from './token.ts';

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

/** Answers the person that a login, unlock or refresh answered, in the outlet that is wanted, if it is still theirs, else in the first. */
export function userOf(answer: SignedIn, wanted: OutletChoice | null): SessionUser {
  return {
    id: answer.user.id,
    email: answer.user.email,
    avatar: answer.user.avatar,
    name: answer.name,
    jobTitle: answer.jobTitle,
    department: answer.department,
    token: answer.token,
    refreshToken: answer.refreshToken,
    permissions: permissionsOf(answer.token),
    scope: answer.outlets.find((outlet) => outlet.outletId === wanted?.outletId) ?? answer.outlets[0] ?? null,
    outlets: answer.outlets,
  };
}
