import type { Applied } from '@atoll/domain/bill/applied';
import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import { soldCards } from '@atoll/domain/bill/card/sold-card';
import { isSetHead, partsOfSet } from '@atoll/domain/bill/set-menu/set-menu';
import { billTotals, grossAmount } from '@atoll/domain/bill/totals';
import { sizeLabel } from '@atoll/domain/menu/size';
import { formatAmount, laari } from '@atoll/domain/money/money';
import { quantityOf } from '@atoll/domain/money/quantity';
import { customerDiscountId } from '@atoll/domain/price/promotion';
import type { TFunction } from 'i18next';
import { joinedList } from '../locale/joined-list.ts';

/** Returns what an item is besides its name: size, where it has several, and modifiers. */
export function itemParts(item: BillItem): string[] {
  return [item.card?.last4 ?? '', sizeLabel(item), ...item.modifiers.map((each) => each.name)].filter(Boolean);
}

/** Returns an item in words: '2 × Lagoon Burger · Large · Extra cheese'. */
export function itemWords(item: BillItem): string {
  return joinedList([`${quantityOf(item)} ${item.name}`, ...itemParts(item)]);
}

/** Returns what was taken off an item, and why: 'complimentary', '−10% · Regular guest'; '' for nothing. */
export function reductionWords({ isComp, discount }: BillItem, t: TFunction): string {
  if (isComp) return t('service.comp');
  if (!discount) return '';
  const { type, value, reason } = discount;
  const off =
    type === 'Percent'
      ? t('service.offPercent', { pct: value })
      : t('service.off', { amount: formatAmount(laari(value)) });
  return joinedList([off, reason]);
}

/**
 * Returns what each live item costs, laari, by its key: after its own discount, before those of the bill; 0 for a complimentary one. The head of a set menu
 * has the sum of its parts.
 */
export function itemAmounts(bill: Bill): ReadonlyMap<string, number> {
  const amounts = new Map([
    // A refund gives back what was paid, and names no promotions.
    ...billTotals(bill).lines.map(
      (line) => [line.key, line.amount + (bill.refundOfId === null ? line.promotion : 0)] as const,
    ),
    ...soldCards(bill).map((item) => [item.key, item.sellingPrice] as const),
  ]);
  for (const { key, parentKey } of bill.items)
    if (parentKey) amounts.set(parentKey, (amounts.get(parentKey) ?? 0) + (amounts.get(key) ?? 0));
  return amounts;
}

/** Returns what an item costs before its discount, laari; a set menu with its parts. */
export const grossOn = ({ items }: Bill, item: BillItem): number =>
  isSetHead(item)
    ? partsOfSet(items, item.key).reduce((sum, part) => sum + (part.isVoid ? 0 : grossAmount(part)), 0)
    : grossAmount(item);

/** Returns items without the parts of set menus that are among them: where a set is moved or counted as a whole. */
export function withoutParts(items: readonly BillItem[]): readonly BillItem[] {
  const keys = new Set(items.map(({ key }) => key));
  return items.filter(({ parentKey }) => !parentKey || !keys.has(parentKey));
}

/** Returns the name of a promotion of a bill; the discount of a customer has none of its own. */
export const promotionName = ({ promotionId, words }: Pick<Applied, 'promotionId' | 'words'>, t: TFunction): string =>
  promotionId === customerDiscountId ? t('bill.customerDiscount') : words;
