import type { PriceStep } from '@atoll/domain/bill/explain-line';
import { formatAmount, laari } from '@atoll/domain/money/money';
import { joinedList } from '../../locale/joined-list.ts';

/**
 * Returns the words of a step of a price (R21.21). Those of a promotion or a discount name the amount before and after it, as those of a price list
 * do: its amount alone reads as what it takes off.
 */
export function stepWords({ kind, words, before, after }: PriceStep): string {
  if (kind !== 'Promotion' && kind !== 'Discount') return words;
  return joinedList([words, `${formatAmount(laari(before))} → ${formatAmount(laari(after))}`]);
}
