import { describe, expect, it } from 'vitest';
import { createLimiter } from './limiter.ts';

describe('the wait of a rate limiter', () => {
  const rules = { free: 3, firstWaitMs: 1000, maxWaitMs: 8000, forgetMs: 60_000 };

  it('[R18.3] doubles the wait with each try up to the maximum', () => {
    let now = 0;
    const limiter = createLimiter({ ...rules, clock: () => now });
    const waits: number[] = [];
    for (let i = 0; i < 8; i++) {
      limiter.count('a');
      let wait = 0;
      for (; wait <= 10_000; wait += 500) {
        try {
          limiter.ask('a');
          break;
        } catch {
          now += 500;
        }
      }
      waits.push(wait);
    }
    expect(waits).toEqual([0, 0, 1000, 2000, 4000, 8000, 8000, 8000]);
  });

  it('[R35.83] ends a wait when a clock that ran three days ahead is right again', () => {
    const right = Date.parse('2026-03-10T07:00:00.000Z');
    let now = right + 3 * 24 * 60 * 60 * 1000;
    const limiter = createLimiter({ ...rules, clock: () => now });
    for (let i = 0; i < 6; i++) limiter.count('a');
    expect(() => limiter.ask('a')).toThrow('Too many attempts');
    now = right;
    expect(() => limiter.ask('a')).not.toThrow();
  });

  it('[R36.26] forgets no count because somebody tries many other names', () => {
    let now = 0;
    const limiter = createLimiter({ ...rules, clock: () => now });
    for (let i = 0; i < 3; i++) limiter.count('owner');
    now += 1001;
    for (let i = 0; i < 110_000; i++) limiter.count(`made up ${i}`);
    expect(() => limiter.ask('owner')).not.toThrow();
    limiter.count('owner');
    expect(() => limiter.ask('owner')).toThrow('Too many attempts');
    // Who never tried is not delayed by the flood.
    limiter.count('guest');
    expect(() => limiter.ask('guest')).not.toThrow();
    now += 60_001;
    limiter.count('owner');
    expect(() => limiter.ask('owner')).not.toThrow();
  });

  it('[R36.26] a try that was right counts no more, and the wrong ones before it still do', () => {
    const limiter = createLimiter({ ...rules, clock: () => 0 });
    limiter.count('a');
    limiter.count('a');
    for (let i = 0; i < 5; i++) {
      limiter.ask('a');
      limiter.count('a');
      limiter.takeBack('a');
    }
    expect(() => limiter.ask('a')).not.toThrow();
    limiter.count('a');
    expect(() => limiter.ask('a')).toThrow('Too many attempts');
  });

  it('[R18.3] counts each name separately, and forgets it after a pause or on request', () => {
    let now = 0;
    const limiter = createLimiter({ ...rules, clock: () => now });
    for (let i = 0; i < 3; i++) limiter.count('a');
    expect(() => limiter.ask('a')).toThrow('Too many attempts');
    expect(() => limiter.ask('b')).not.toThrow();
    limiter.forget('a');
    expect(() => limiter.ask('a')).not.toThrow();
    for (let i = 0; i < 5; i++) limiter.count('a');
    now += 60_001;
    limiter.count('a');
    expect(() => limiter.ask('a')).not.toThrow();
  });
});
