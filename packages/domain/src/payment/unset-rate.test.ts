import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RateChange, rateIn, ratesBetween } from './unset-rate.ts';

const now = ['USD:1560'];
/** Latest first: the dollar was 15.42 until 300, then 15.50 until 500, then 15.60; before 100 there was none. */
const changes: readonly RateChange[] = [
  { at: 500, before: ['USD:1550'] },
  { at: 300, before: ['USD:1542'] },
  { at: 100, before: [] },
];
const between = (from: number, until: number) => {
  const { all, last } = ratesBetween(now, changes, { from, until });
  return [[...all].sort(), last];
};

describe('rates of a period', () => {
  it('[R36.10] returns every rate that counted in a period, and those at its end', () => {
    expect(between(600, 700)).toEqual([['USD:1560'], ['USD:1560']]);
    expect(between(350, 400)).toEqual([['USD:1550'], ['USD:1550']]);
    expect(between(250, 350)).toEqual([['USD:1542', 'USD:1550'], ['USD:1550']]);
    expect(between(0, 700)).toEqual([['USD:1542', 'USD:1550', 'USD:1560'], ['USD:1560']]);
    expect(between(0, 50)).toEqual([[], []]);
  });

  it('[R36.10] leaves out a rate that was set after the period, and one that was replaced before it', () => {
    expect(between(0, 499)[0]).not.toContain('USD:1560');
    expect(between(300, 400)[0]).not.toContain('USD:1542');
    expect(between(299, 400)[0]).toContain('USD:1542');
  });

  it('[R36.10] contains the rates of the end and of every shorter period, whatever was changed', () => {
    const change = fc.record({ at: fc.nat(1000), before: fc.array(fc.constantFrom('USD:1', 'USD:2', 'EUR:3')) });
    const some = fc.array(change).map((list) => list.sort((a, b) => b.at - a.at));
    fc.assert(
      fc.property(some, fc.nat(1000), fc.nat(1000), fc.nat(1000), (list, a, b, c) => {
        const [from = 0, middle = 0, until = 0] = [a, b, c].sort((x, y) => x - y);
        const long = ratesBetween(now, list, { from, until });
        const short = ratesBetween(now, list, { from: middle, until });
        expect([...long.all]).toEqual(expect.arrayContaining([...short.all, ...long.last]));
        expect(short.last).toEqual(long.last);
      }),
    );
  });

  it('finds the rate of a currency', () => {
    expect([rateIn(['EUR:1700', 'USD:1542'], 'USD'), rateIn(['EUR:1700'], 'ZZZ')]).toEqual([1542, null]);
  });
});
