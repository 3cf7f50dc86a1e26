/**
 * Counts tries by a name (an account, an address) and how long the next one must wait. It keeps them in memory and
 * forgets names that are not used. When there are too many names, the counts of the oldest stay, shared by names with the same hash: whoever tries many
 * names makes no count forgotten.
 */
import { createHmac, randomBytes } from 'node:crypto';
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
  /** Counts a try (or a failure). Returns how many there are now. */
  count(name: string): number;
  /** Takes back a try that was counted before it was known to be right. */
  takeBack(name: string): void;
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
const places = 65_536;

/** Creates a limiter with doubling waits. */
export function createLimiter(rules: LimiterRules): Limiter {
  const tries = new Map<string, Tries>();
  /** By the hash of a name that is not in `tries` any more. */
  const older = new Map<number, Tries>();
  const secret = randomBytes(16);
  const placeOf = (name: string): number => createHmac('sha256', secret).update(name).digest().readUInt32BE() % places;

  const isOld = ({ last }: Tries, now: number): boolean => now - last > rules.forgetMs;

  const current = (name: string, now: number): Tries | undefined => {
    const known = tries.get(name);
    if (known && !isOld(known, now)) return known;
    tries.delete(name);
    const before = known || older.size === 0 ? undefined : older.get(placeOf(name));
    return before && !isOld(before, now) ? { ...before } : undefined;
  };

  /** Makes room for a name. */
  const forgetOldest = (now: number): void => {
    const [oldest] = tries;
    if (tries.size <= maxNames || oldest === undefined) return;
    const [name, counted] = oldest;
    tries.delete(name);
    const place = placeOf(name);
    const there = older.get(place);
    if (!isOld(counted, now) && (!there || isOld(there, now) || there.count < counted.count)) older.set(place, counted);
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
      forgetOldest(now);
      return known.count;
    },
    takeBack(name) {
      const known = tries.get(name);
      if (!known) return;
      known.count -= 1;
      // It was asked before it was counted: no wait was running.
      known.until = 0;
    },
    forget(name) {
      tries.delete(name);
      if (older.size > 0) older.delete(placeOf(name));
    },
  };
}
