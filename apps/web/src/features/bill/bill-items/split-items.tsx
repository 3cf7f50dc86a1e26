import type { BillItem } from '@atoll/domain/bill/bill';
import { lineAmount } from '@atoll/domain/bill/totals';
import { sizeLabel } from '@atoll/domain/menu/size';
import { formatAmount, laari } from '@atoll/domain/money/money';
import { quantityText, weighedText } from '@atoll/domain/money/quantity';
import { useTranslation } from 'react-i18next';
import css from './split-items.module.css';

interface SplitItemsProps {
  readonly items: readonly BillItem[];
  /** Quantity of each item that moves to the new check, by item key. */
  readonly movedQty: Readonly<Record<string, number>>;
  readonly onMovedQty: (movedQty: Readonly<Record<string, number>>) => void;
}

/**
 * Lists the items with the quantity of each that moves. A tap on an item moves one more; its button moves all of it.
 */
export function SplitItems({ items, movedQty, onMovedQty }: SplitItemsProps) {
  const { t } = useTranslation();
  const set = (key: string, qty: number) => onMovedQty({ ...movedQty, [key]: Math.round(qty * 1000) / 1000 });
  return (
    <ul className={css.lines} aria-label={t('bill.lines')}>
      {items.map((item) => {
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
              </span>
              <span className={css.amount}>{formatAmount(laari(lineAmount(item)))}</span>
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
