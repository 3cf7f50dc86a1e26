import { describe, expect, it } from 'vitest';
import { countedPieces, worthOf } from './denominations.ts';

describe('denominations', () => {
  it('is worth nothing known while nothing is counted', () => {
    expect(worthOf({})).toBeNull();
    expect(worthOf({ 50_000: 0 })).toBe(0);
  });

  it('adds up notes and coins in laari', () => {
    expect(worthOf({ 100_000: 2, 500: 3, 25: 1 })).toBe(201_525);
  });

  it('sends only what was counted, largest first', () => {
    expect(countedPieces({ 25: 4, 100_000: 1, 500: 0 })).toEqual([
      { value: 100_000, count: 1 },
      { value: 25, count: 4 },
    ]);
  });
});
