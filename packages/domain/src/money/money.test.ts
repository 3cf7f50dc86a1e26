import { describe, expect, it } from 'vitest';
import { formatAmount, formatMoney, laari, parseMoney } from './money.ts';

describe('laari', () => {
  it('accepts only whole numbers', () => {
    expect(laari(-5)).toBe(-5);
    expect(Object.is(laari(-0), 0)).toBe(true);
    for (const wrong of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])
      expect(() => laari(wrong)).toThrow(RangeError);
  });
});

describe('parseMoney', () => {
  it.each([
    ['1,234.5', 123_450],
    ['1234.56', 123_456],
    [' MVR 45.50 ', 4550],
    ['mvr45', 4500],
    ['45 MVR', 4500],
    ['1 234.50', 123_450],
    ['.5', 50],
    ['5.', 500],
    ['0', 0],
    ['-12.05', -1205],
    ['-MVR 1', -100],
    ['−1,234.50', -123_450],
    ['MVR −0.05', -5],
    ['9,999,999.99', 999_999_999],
  ])('reads %j', (text, amount) => {
    expect(parseMoney(text)).toBe(amount);
  });

  it.each(['', ' ', '.', '-', 'MVR', '1.234', '1,5', '12,34', '1.2.3', '1٫5', '١٢', 'abc', '1e3', '99999999999999999'])(
    'returns null for %j',
    (text) => {
      expect(parseMoney(text)).toBeNull();
    },
  );

  it('reads every text that formatMoney writes', () => {
    for (const amount of [0, 1, 99, 100, 123_456, 99_999_999, -7, -123_450]) {
      expect(parseMoney(formatMoney(amount))).toBe(amount);
      expect(parseMoney(formatAmount(amount))).toBe(amount);
    }
  });
});

describe('formatMoney', () => {
  it.each([
    [123_450, 'MVR 1,234.50'],
    [0, 'MVR 0.00'],
    [5, 'MVR 0.05'],
    [-5, 'MVR −0.05'],
    [100_000_000, 'MVR 1,000,000.00'],
    [99_999, 'MVR 999.99'],
  ])('[R20.3] writes %d laari with a plain space', (amount, text) => {
    expect(formatMoney(amount)).toBe(text);
  });

  it('throws for a fraction of a laari', () => {
    expect(() => formatAmount(1.5)).toThrow(RangeError);
  });
});
