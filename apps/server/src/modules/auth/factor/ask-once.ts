/** One check of a code for a sign-in that arrives twice: a code is accepted once, and the second call would be refused. Source: R36.7. */
import type { Clock } from '../../../platform/http/services.ts';
import type { SecondFactors } from './factor.ts';

const keptMs = 120_000;
const maxKept = 1000;

type Ask = SecondFactors['ask'];

/**
 * Returns the check of a second factor that answers a repeated call as the first one. `signIn` names the sign-in, its person and its device;
 * undefined: each call is checked. A refused code is not kept.
 */
export function createAskOnce(ask: Ask, clock: Clock) {
  const kept = new Map<string, { readonly at: number; readonly answer: ReturnType<Ask> }>();

  const forgetOld = (now: number): void => {
    for (const [key, { at }] of kept) {
      if (Math.abs(now - at) <= keptMs && kept.size < maxKept) return;
      kept.delete(key);
    }
  };

  return (person: Parameters<Ask>[0], code: string | undefined, signIn: string | undefined): ReturnType<Ask> => {
    if (!code || signIn === undefined) return ask(person, code);
    const now = clock();
    forgetOld(now);
    const key = JSON.stringify([signIn, code]);
    const known = kept.get(key);
    if (known) return known.answer;
    const answer = ask(person, code);
    kept.set(key, { at: now, answer });
    answer.catch(() => kept.delete(key));
    return answer;
  };
}
