/**
 * The limits of sign-in by password. Only wrong passwords count. An account has one count for each device that it was used on and one for
 * all others, so that wrong passwords from elsewhere do not lock its owner out. An address has a count too, which grows with the number of
 * people who sign in there. Source: R36.26.
 */
import { createLimiter, type Limiter } from '../../../platform/http/limit/limiter.ts';
import type { Clock } from '../../../platform/http/services.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Wrong passwords of an account without a wait. */
export const freePasswords = 5;

/** Limits wrong passwords of one account: five are free, then the wait doubles from 2 s to 15 min. */
export function accountLimiter(clock: Clock): Limiter {
  return createLimiter({ clock, free: freePasswords, firstWaitMs: 2000, maxWaitMs: 15 * minute, forgetMs: hour });
}

/** Wrong passwords of an address without a wait, and how many more each person allows who signed in there within a day. */
const freeOfAddress = 20;
const freeOfPerson = 5;
/** An address of more people than this gets no further tries. */
const maxPeople = 1000;

/** A sign-in that is tried. */
export interface Attempt {
  readonly account: string;
  readonly address: string;
  /** The device by its id and key, when this account was used on it before. */
  readonly knownDevice: string | undefined;
}

export interface SignInLimits {
  /** Throws 'tooMany' while the account or the address must wait. */
  ask(attempt: Attempt): void;
  /** Throws 'tooMany' while the address must wait. */
  askAddress(attempt: Attempt): void;
  /** Counts a try of the account before its password is checked, so that simultaneous tries cannot exceed the limit. Returns how many there are now. */
  count(attempt: Attempt): number;
  /** Counts a wrong password of the address. */
  failed(attempt: Attempt): void;
  succeeded(attempt: Attempt): void;
}

/** Creates the limits of sign-in. */
export function createSignInLimits(clock: Clock): SignInLimits {
  const people = createPeople(clock);
  const byAccount = accountLimiter(clock);
  const byAddress = createLimiter({
    clock,
    free: (address) => freeOfAddress + freeOfPerson * people.count(address),
    firstWaitMs: 2000,
    maxWaitMs: 5 * minute,
    forgetMs: 15 * minute,
  });
  const nameOf = ({ account, knownDevice }: Attempt): string =>
    knownDevice === undefined ? account : `${account}\n${knownDevice}`;

  return {
    ask(attempt) {
      byAddress.ask(attempt.address);
      byAccount.ask(nameOf(attempt));
    },
    askAddress: ({ address }) => byAddress.ask(address),
    count: (attempt) => byAccount.count(nameOf(attempt)),
    failed: ({ address }) => byAddress.count(address),
    succeeded(attempt) {
      byAccount.forget(nameOf(attempt));
      people.add(attempt.address, attempt.account);
    },
  };
}

/** Creates the memory of who signed in at which address within a day. */
function createPeople(clock: Clock) {
  const byAddress = new Map<string, Map<string, number>>();
  const current = (address: string): Map<string, number> => {
    const known = byAddress.get(address) ?? new Map<string, number>();
    for (const [account, at] of known) if (clock() - at > day) known.delete(account);
    return known;
  };
  return {
    count: (address: string): number => current(address).size,
    add(address: string, account: string): void {
      const known = current(address);
      if (known.size >= maxPeople && !known.has(account)) return;
      known.set(account, clock());
      byAddress.delete(address);
      byAddress.set(address, known);
      const oldest = byAddress.keys().next().value;
      if (byAddress.size > 10_000 && oldest !== undefined) byAddress.delete(oldest);
    },
  };
}
