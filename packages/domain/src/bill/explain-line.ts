/** Why an item of a bill costs what it costs, step by step. Source: R21.21. */
import type { BillItem } from './bill.ts';
import { grossAmount, lineAmount } from './totals.ts';

export type PriceStepKind = 'Menu' | 'List' | 'Override' | 'Options' | 'Discount' | 'Complimentary';

/** A step of a price: what the item costs after it, laari. `words` names the list, the options or the reason; '' for none. */
export interface PriceStep {
  readonly kind: PriceStepKind;
  readonly words: string;
  readonly before: number;
  readonly after: number;
}

type Explained = Pick<
  BillItem,
  'sellingPrice' | 'listPrice' | 'priceRule' | 'priceReason' | 'qty' | 'modifiers' | 'discount' | 'isComp' | 'isVoid'
>;

/** Returns the steps from the menu's price of an item to what it costs; each begins where the one before it ends. */
export function explainLine(item: Explained): readonly PriceStep[] {
  const { sellingPrice, listPrice = sellingPrice, priceRule, priceReason, modifiers, discount, isComp } = item;
  const bare = (price: number) => grossAmount({ ...item, sellingPrice: price, modifiers: [] });
  const steps: PriceStep[] = [];
  const step = (kind: PriceStepKind, words: string, after: number): void => {
    steps.push({ kind, words, before: steps.at(-1)?.after ?? 0, after });
  };
  step(priceReason === undefined ? 'Menu' : 'Override', priceReason ?? '', bare(listPrice));
  if (priceRule) step('List', priceRule.words, bare(sellingPrice));
  if (modifiers.length > 0) step('Options', modifiers.map(({ name }) => name).join(', '), grossAmount(item));
  if (isComp) step('Complimentary', '', 0);
  else if (discount) step('Discount', discount.reason, lineAmount({ ...item, isVoid: false } as BillItem));
  return steps;
}
