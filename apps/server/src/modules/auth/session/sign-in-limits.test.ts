import { expect, it } from 'vitest';
import { accountLimiter, createSignInLimits } from './sign-in-limits.ts';

const minute = 60_000;

/** Tries until the wait grows no more. Returns the waits in seconds that came, in their order. */
function waitsOf(attempt: () => void, ask: () => void, advance: (ms: number) => void): number[] {
  const waits: number[] = [];
  for (let tries = 0; tries < 60; tries += 1) {
    let wait = 0;
    for (; ; wait += 1) {
      try {
        ask();
        break;
      } catch {
        advance(1000);
      }
    }
    if (wait > 0) waits.push(wait);
    attempt();
  }
  return waits;
}

it('five wrong passwords of an account are free, then the wait doubles from 2 s to 15 minutes', () => {
  let now = 0;
  const limiter = accountLimiter(() => now);
  for (let tries = 0; tries < 5; tries += 1) {
    expect(() => limiter.ask('a')).not.toThrow();
    limiter.count('a');
  }
  const waits = waitsOf(
    () => void limiter.count('a'),
    () => limiter.ask('a'),
    (ms) => (now += ms),
  );
  expect(waits.slice(0, 4)).toEqual([2, 4, 8, 16]);
  expect(Math.max(...waits)).toBe(900);
});

it('an address has 20 wrong passwords, and 5 more for each person who signed in there within a day, then waits up to 5 minutes', () => {
  const freeAfter = (people: number, hours: number) => {
    let now = 0;
    const limits = createSignInLimits(() => now);
    const of = (account: string) => ({ account, address: '192.0.2.1', knownDevice: undefined });
    for (let person = 0; person < people; person += 1) limits.succeeded(of(`person ${person}`));
    now += hours * 60 * minute;
    let free = 0;
    for (; free < 100; free += 1) {
      try {
        limits.askAddress(of('x'));
      } catch {
        break;
      }
      limits.failed(of('x'));
    }
    const waits = waitsOf(
      () => limits.failed(of('x')),
      () => limits.askAddress(of('x')),
      (ms) => (now += ms),
    );
    return [free, Math.max(...waits)];
  };
  expect(freeAfter(0, 0)).toEqual([20, 300]);
  expect(freeAfter(3, 23)).toEqual([35, 300]);
  expect(freeAfter(3, 25)).toEqual([20, 300]);
});
