/** Why an item of a bill costs what it costs, step by step. Source: R21.21. */
import { laari } from '../money/money.ts';
import { shownPriceWords } from '../price/price-words.ts';
import type { BillItem } from './bill.ts';
import type { LineShare } from './promotion/off.ts';
import { discounted, floorOf, grossAmount } from './totals.ts';

export type PriceStepKind = 'Menu' | 'List' | 'Override' | 'Options' | 'Promotion' | 'Discount' | 'Complimentary';

/** A step of a price: what the item costs after it, laari. `words` names the list, the options, the promotion or the reason; '' for none. */
export interface PriceStep {
  readonly kind: PriceStepKind;
  readonly words: string;
  readonly before: number;
  readonly after: number;
}

type Explained = Pick<
  BillItem,
  | 'sellingPrice'
  | 'listPrice'
  | 'priceRule'
  | 'priceReason'
  | 'qty'
  | 'modifiers'
  | 'discount'
  | 'isComp'
  | 'isVoid'
  | 'maxDiscountPct'
>;

/**
 * Returns the steps from the menu's price of an item to what it costs, without its share of the bill's discount; each begins where the one before it
 * ends. `shares` are the item's promotions.
 */
export function explainLine(item: Explained, shares: readonly LineShare[] = []): readonly PriceStep[] {
  const { sellingPrice, listPrice = sellingPrice, priceRule, priceReason, modifiers, discount, isComp } = item;
  const bare = (price: number) => grossAmount({ ...item, sellingPrice: price, modifiers: [] });
  const steps: PriceStep[] = [];
  const step = (kind: PriceStepKind, words: string, after: number): void => {
    steps.push({ kind, words, before: steps.at(-1)?.after ?? 0, after });
  };
  const isOwn = !priceRule && (priceReason !== undefined || listPrice !== sellingPrice);
  if (!isOwn || listPrice !== sellingPrice) step('Menu', '', bare(listPrice));
  if (isOwn) step('Override', priceReason ?? '', bare(sellingPrice));
  if (priceRule) step('List', shownPriceWords(priceRule.words), bare(sellingPrice));
  if (modifiers.length > 0) step('Options', modifiers.map(({ name }) => name).join(', '), grossAmount(item));
  if (isComp) {
    step('Complimentary', '', 0);
    return steps;
  }
  const left = (): number => steps.at(-1)?.after ?? 0;
  const promote = (scope: LineShare['scope']): void => {
    for (const share of shares) if (share.scope === scope) step('Promotion', share.words, left() - share.amount);
  };
  promote('Line');
  const floor = floorOf(item, grossAmount(item));
  if (discount)
    step('Discount', discount.reason, Math.max(discounted(laari(left()), discount), Math.min(floor, left())));
  promote('Bill');
  return steps;
}
