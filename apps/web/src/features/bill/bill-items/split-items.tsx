import type { Bill } from '@atoll/domain/bill/bill';
import { liveItems } from '@atoll/domain/bill/items';
import { sizeLabel } from '@atoll/domain/menu/size';
import { formatAmount, laari } from '@atoll/domain/money/money';
import { quantityText, weighedText } from '@atoll/domain/money/quantity';
import { useMemo } from 'react';
import { itemAmounts, reductionWords, withoutParts } from '../../../bill/item-words.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import css from './split-items.module.css';

interface SplitItemsProps {
  readonly bill: Bill;
  /** Quantity of each item that moves to the new check, by item key. */
  readonly movedQty: Readonly<Record<string, number>>;
  readonly onMovedQty: (movedQty: Readonly<Record<string, number>>) => void;
}

/**
 * Lists the items with the quantity of each that moves. A tap on an item moves one more; its button moves all of it.
 */
export function SplitItems({ bill, movedQty, onMovedQty }: SplitItemsProps) {
  const { t } = useTranslation();
  const amounts = useMemo(() => itemAmounts(bill), [bill]);
  const set = (key: string, qty: number) => onMovedQty({ ...movedQty, [key]: Math.round(qty * 1000) / 1000 });
  return (
    <ul className={css.lines} aria-label={t('bill.lines')}>
      {withoutParts(liveItems(bill)).map((item) => {
        const moved = movedQty[item.key] ?? 0;
        const step = Math.min(1, item.qty - moved);
        return (
          <li key={item.key} className={css.line} data-goes={moved > 0}>
            <button
              type="button"
              className={css.take}
              aria-label={`${item.name}, ${t('service.goes')}`}
              onClick={() => set(item.key, step > 0 ? moved + step : 0)}
            >
              <span className={css.qty}>{!item.unit && item.qty}</span>
              <span>
                {item.name}
                {item.unit && <small>{weighedText(item)}</small>}
                {sizeLabel(item) && <small>{sizeLabel(item)}</small>}
                {reductionWords(item, t) && <small>{reductionWords(item, t)}</small>}
              </span>
              <span className={css.amount}>{formatAmount(laari(amounts.get(item.key) ?? 0))}</span>
            </button>
            <span className={css.goes} aria-live="polite">
              {moved > 0 ? quantityText(moved, item.unit) : ''}
            </span>
            <button
              type="button"
              className={css.all}
              aria-label={`${moved === item.qty ? t('service.moveNone') : t('service.moveAll')}, ${item.name}`}
              onClick={() => set(item.key, moved === item.qty ? 0 : item.qty)}
            >
              {moved === item.qty ? t('service.moveNone') : t('service.moveAll')}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
