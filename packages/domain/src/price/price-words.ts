/** The words of a price that a list made. Source: R21.21, docs/decisions/083-words-of-prices-in-ascii.md. */
import { formatAmount } from '../money/money.ts';

/**
 * Returns what a list did to a price, as it is stored; before and after in laari. Plain ASCII: with one arrow the runtime keeps a whole bill in two bytes a
 * letter. Joined, because the runtime writes JSON of a text that is a tree of its pieces, and all around it, half as fast.
 */
export const priceWords = (list: string, before: number, after: number): string =>
  [list, ', ', formatAmount(before), ' -> ', formatAmount(after)].join('');

/** Returns the words of a price as screens show them. */
export const shownPriceWords = (words: string): string => words.replaceAll(' -> ', ' → ');

/** Returns the name of the list that made a price: that of the last step of its words. Earlier releases stored arrows. */
export function listInWords(words: string): string {
  // Most prices have one step; looking for others costs more than all else of a line in the reports.
  if (!words.includes('; ')) {
    const place = words.lastIndexOf(', ', words.lastIndexOf(' -> '));
    if (place > 0) return words.slice(0, place);
  }
  return words.replace(/^.* (?:->|→) [\d.,]+; /, '').replace(/, [\d.,]+ (?:->|→) [\d.,]+$/, '');
}
