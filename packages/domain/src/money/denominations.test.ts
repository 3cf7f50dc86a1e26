import { describe, expect, it } from 'vitest';
import { countedPieces, denominations, notes, piecesWorth } from './denominations.ts';

describe('denominations', () => {
  it('lists the notes and coins of the Maldives', () => {
    expect(denominations.map((one) => one / 100)).toEqual([1000, 500, 100, 50, 20, 10, 5, 2, 1, 0.5, 0.25]);
    expect(notes.map((one) => one / 100)).toEqual([1000, 500, 100, 50, 20, 10, 5]);
  });

  it('returns null while nothing is counted', () => {
    expect(piecesWorth({})).toBeNull();
    expect(piecesWorth({ 50_000: 0 })).toBe(0);
  });

  it('adds up notes and coins in laari', () => {
    expect(piecesWorth({ 100_000: 2, 500: 3, 25: 1 })).toBe(201_525);
    expect(piecesWorth({ 50_000: 2, 25: 3 })).toBe(100_075);
  });

  it('returns only the counted values, largest first', () => {
    expect(countedPieces({ 25: 4, 100_000: 1, 500: 0 })).toEqual([
      { value: 100_000, count: 1 },
      { value: 25, count: 4 },
    ]);
  });
});
