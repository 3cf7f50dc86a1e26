/** A signed-in person on the client, and the stored part of the session. Source: R13.1–R13.3. */
import type { OutletChoice, SignedIn } from '@atoll/domain/contract/people/auth';
import { permissionsOf } from './token.ts';

export interface SessionUser {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly avatar: string | null;
  readonly jobTitle: string;
  readonly department: string;
  /** Access token; '' until the server is reached after the screen was opened. */
  readonly token: string;
  readonly refreshToken: string;
  /** Screens first (the first is the landing screen), dotted actions last. */
  readonly permissions: readonly string[];
  readonly scope: OutletChoice | null;
  readonly outlets: readonly OutletChoice[];
}

/** What the server may know newer than the till. */
export type PersonFacts = Pick<SessionUser, 'name' | 'avatar' | 'jobTitle' | 'department' | 'permissions'>;

/** A profile of this device, as listed on the lock screen. */
export type Profile = SessionUser;

export type Unlocked = { readonly ok: true } | ({ readonly ok: false } & NotUnlocked);

/**
 * Why a passcode did not unlock. `wrong`: wrong passcode. `locked`: five wrong ones, the password is required. `password`: the session ended, the password
 * is required. `wait`: too many tries for now. `over`: five wrong ones without the server, it is required. `away`: the server is needed and unreachable.
 */
export interface NotUnlocked {
  readonly why: 'wrong' | 'locked' | 'password' | 'wait' | 'over' | 'away';
  /** How long to wait, where the server says it. */
  readonly waitMs?: number;
}

export interface SessionKept {
  readonly user: SessionUser | null;
  readonly outlets: readonly OutletChoice[];
  readonly isLocked: boolean;
  readonly scope: OutletChoice | null;
  /** Chosen on the lock screen. */
  readonly profile: Profile | null;
  readonly profiles: readonly Profile[];
}

/** Returns the wanted outlet, or its practice, if the person still works there; else their first. */
function scopeOf({ outlets }: SignedIn, wanted: OutletChoice | null): OutletChoice | null {
  const own = outlets.find(({ outletId }) => outletId === (wanted?.practiceOf ?? wanted?.outletId));
  return (own && wanted?.practiceOf ? wanted : own) ?? outlets[0] ?? null;
}

/** Returns the person from a login, unlock or refresh answer, in the wanted outlet if they still have it, else in their first. */
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
    scope: scopeOf(answer, wanted),
    outlets: answer.outlets,
  };
}
