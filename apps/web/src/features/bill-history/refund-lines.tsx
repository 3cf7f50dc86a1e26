import type { BillItem } from '@atoll/domain/bill/bill';
import { quantityText } from '@atoll/domain/money/quantity';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/display/button.tsx';
import css from './refund.module.css';

interface RefundLinesProps {
  readonly lines: readonly { readonly item: BillItem; readonly left: number }[];
  readonly qtys: Readonly<Record<string, number>>;
  readonly onQtys: (qtys: Readonly<Record<string, number>>) => void;
}

/** Lists the refundable items with the quantity to refund of each. */
export function RefundLines({ lines, qtys, onQtys }: RefundLinesProps) {
  const { t } = useTranslation();
  const set = (key: string, qty: number, left: number) =>
    onQtys({ ...qtys, [key]: Math.round(Math.min(left, Math.max(0, qty)) * 1000) / 1000 });
  const setEach = (part: 0 | 1) => onQtys(Object.fromEntries(lines.map(({ item, left }) => [item.key, part * left])));
  return (
    <div className={css.which}>
      <div className={css.choice}>
        <Button look="plain" onClick={() => setEach(0)}>
          {t('service.moveNone')}
        </Button>
        <Button look="plain" onClick={() => setEach(1)}>
          {t('service.moveAll')}
        </Button>
      </div>
      <ul className={css.lines} aria-label={t('service.refundLines')}>
        {lines.map(({ item, left }) => {
          const qty = qtys[item.key] ?? 0;
          return (
            <li key={item.key} className={css.line} data-back={qty > 0}>
              <span className={css.name}>{item.name}</span>
              <button
                type="button"
                className={css.step}
                aria-label={t('bill.decrease')}
                aria-description={item.name}
                onClick={() => set(item.key, qty - 1, left)}
              >
                −
              </button>
              <input
                className={css.qty}
                inputMode="decimal"
                aria-label={t('service.refundQty', { name: item.name })}
                value={qty}
                onChange={(event) => set(item.key, Number(event.currentTarget.value.replace(',', '.')) || 0, left)}
              />
              <span className={css.of}>{t('service.ofQty', { qty: quantityText(left, item.unit) })}</span>
              <button
                type="button"
                className={css.step}
                aria-label={t('bill.increase')}
                aria-description={item.name}
                onClick={() => set(item.key, qty + 1, left)}
              >
                +
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
