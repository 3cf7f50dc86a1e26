import { formatAmount, laari } from '@atoll/domain/money/money';

/** The longest amount that a tile has room for: '12,345.67'. */
const tileLetters = 9;

/** Returns an amount in laari for a tile: exact, or rounded to whole rufiyaa where there is no room. '.00' is left out. */
export function tileAmount(total: number): string {
  const exact = formatAmount(laari(total)).replace(/\.00$/, '');
  return exact.length <= tileLetters ? exact : formatAmount(laari(Math.round(total / 100) * 100)).replace(/\.00$/, '');
}
