/**
 * Counts tries by a name (an account, an address) and how long the next one must wait. It keeps them in memory and
 * forgets names that are not used.
 */
import { refused } from '../../errors/refused.ts';

interface Tries {
  count: number;
  /** Epoch ms until which the next try is refused. */
  until: number;
  last: number;
}

export interface Limiter {
  /** Throws 'tooMany' while the name must wait. */
  ask(name: string): void;
  /** Counts a try (or a failure). */
  count(name: string): void;
  forget(name: string): void;
}

export interface LimiterRules {
  readonly clock: () => number;
  /** Tries of a name without a wait; the wait starts with the next one. */
  readonly free: number | ((name: string) => number);
  readonly firstWaitMs: number;
  /** The wait doubles with each try up to this maximum. */
  readonly maxWaitMs: number;
  /** A name without a try for this long starts again from zero. */
  readonly forgetMs: number;
}

const maxNames = 100_000;

/** Creates a limiter with doubling waits. */
export function createLimiter(rules: LimiterRules): Limiter {
  const tries = new Map<string, Tries>();

  const current = (name: string, now: number): Tries | undefined => {
    const known = tries.get(name);
    if (known && now - known.last > rules.forgetMs) {
      tries.delete(name);
      return undefined;
    }
    return known;
  };

  return {
    ask(name) {
      const now = rules.clock();
      const known = current(name, now);
      // The wait is longer than the maximum: it was counted while the clock ran ahead (R35.83).
      if (!known || known.until <= now || known.until > now + rules.maxWaitMs) return;
      throw refused('tooMany', { extra: { retryAfterSeconds: Math.ceil((known.until - now) / 1000) } });
    },
    count(name) {
      const now = rules.clock();
      const known = current(name, now) ?? { count: 0, until: 0, last: now };
      known.count += 1;
      known.last = now;
      const over = known.count - (typeof rules.free === 'number' ? rules.free : rules.free(name));
      if (over >= 0) known.until = now + Math.min(rules.maxWaitMs, rules.firstWaitMs * 2 ** Math.min(over, 40));
      tries.delete(name);
      tries.set(name, known);
      const oldest = tries.keys().next().value;
      if (tries.size > maxNames && oldest !== undefined) tries.delete(oldest);
    },
    forget(name) {
      tries.delete(name);
    },
  };
}
