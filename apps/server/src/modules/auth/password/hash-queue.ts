/**
 * Runs the hashing of secrets in turns: at most two at once, so that many sign-ins neither delay payments nor exhaust the memory of a small
 * machine. Each purpose has a queue of its own and the purposes take turns, so a flood of one delays no other. Source: R36.25.
 */
import { refused } from '../../../platform/errors/refused.ts';

/** What a secret is hashed for: sign-in with a password, unlock or approval with a passcode, a forgotten password, or any other change. */
export type HashPurpose = 'signIn' | 'passcode' | 'reset' | 'change';

export interface HashQueue {
  /** Runs the work when it is its turn. Refused: 'busy' while too much waits for the same purpose. */
  inTurn<T>(purpose: HashPurpose, work: () => Promise<T>): Promise<T>;
}

/** How much may wait for each purpose. A hash takes about 25 ms of a processor: 400 sign-ins are the start of a day of 300 people. */
export const maxWaiting: Readonly<Record<HashPurpose, number>> = { signIn: 400, passcode: 100, reset: 20, change: 50 };

const purposes = Object.keys(maxWaiting) as HashPurpose[];

/** Creates a queue that runs `atOnce` works at the same time. */
export function createHashQueue(atOnce: number): HashQueue {
  const waiting = new Map<HashPurpose, (() => void)[]>(purposes.map((purpose) => [purpose, []]));
  let running = 0;
  let turn = 0;

  /** Returns the start of the next work, of the purpose after the one that had the last turn. */
  const next = (): (() => void) | undefined => {
    for (let step = 1; step <= purposes.length; step++) {
      const index = (turn + step) % purposes.length;
      const start = waiting.get(purposes[index] as HashPurpose)?.shift();
      if (!start) continue;
      turn = index;
      return start;
    }
    return undefined;
  };

  return {
    async inTurn(purpose, work) {
      if (running >= atOnce) {
        const queue = waiting.get(purpose) ?? [];
        if (queue.length >= maxWaiting[purpose]) throw refused('busy', { extra: { retryAfterSeconds: 2 } });
        await new Promise<void>((resolve) => queue.push(resolve));
      } else running += 1;
      try {
        return await work();
      } finally {
        const start = next();
        if (start) start();
        else running -= 1;
      }
    },
  };
}
