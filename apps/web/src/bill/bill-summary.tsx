import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import { inSetOrder, isSetHead } from '@atoll/domain/bill/set-menu/set-menu';
import { isSplitAway } from '@atoll/domain/bill/split/piece';
import { lineAmount } from '@atoll/domain/bill/totals';
import { formatAmount, laari } from '@atoll/domain/money/money';
import { weighedText } from '@atoll/domain/money/quantity';
import { shownPriceWords } from '@atoll/domain/price/price-words';
import { type ReactNode, useMemo } from 'react';
import { joinedList } from '../locale/joined-list.ts';
import { useTranslation } from '../locale/use-translation.ts';
import css from './bill-summary.module.css';
import { itemAmounts, itemParts, reductionWords } from './item-words.ts';

interface BillSummaryProps {
  readonly bill: Bill;
  /** Shows why an item costs what it costs, below it. */
  readonly explain?: (item: BillItem) => ReactNode;
}

/**
 * Shows the items of a bill outside the bill screen (history, checkout, delivery order): quantity, name with size and notes, amount. Void items are
 * struck through; items that a split divided are left out, as their pieces are shown.
 */
export function BillSummary({ bill, explain }: BillSummaryProps) {
  const { t } = useTranslation();
  const amounts = useMemo(() => itemAmounts(bill), [bill]);
  const heads = new Set(bill.items.filter(isSetHead).map(({ key }) => key));
  const isPartHere = ({ parentKey = '' }: BillItem): boolean => heads.has(parentKey);
  return (
    <ul className={css.lines} aria-label={t('bill.lines')}>
      {inSetOrder(bill.items.filter((item) => !isSplitAway(item))).map((item) => (
        <li key={item.key} className={css.line} data-void={item.isVoid} data-part={isPartHere(item)}>
          <span className={css.qty}>{!item.unit && !isPartHere(item) && item.qty}</span>
          <span>
            {item.ofSet && !isPartHere(item) ? `${item.ofSet.name}: ${item.name}` : item.name}
            <small>
              {joinedList([
                weighedText(item),
                ...itemParts(item),
                ...item.notes,
                item.isVoid ? '' : shownPriceWords(item.priceRule?.words ?? ''),
                item.isVoid ? '' : reductionWords(item, t),
                item.isVoid ? (item.voidReason ?? t('bill.voided')) : '',
              ])}
            </small>
          </span>
          <span className={css.price}>
            {formatAmount(item.isVoid ? lineAmount(item) : laari(amounts.get(item.key) ?? 0))}
          </span>
          {!item.isVoid && explain?.(item)}
        </li>
      ))}
    </ul>
  );
}
