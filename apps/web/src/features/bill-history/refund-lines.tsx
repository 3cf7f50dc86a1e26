import type { BillItem } from '@atoll/domain/bill/bill';
import { quantityText } from '@atoll/domain/money/quantity';
import { useState } from 'react';
import { itemParts } from '../../bill/item-words.ts';
import { joinedList } from '../../locale/joined-list.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { Button } from '../../ui/display/button.tsx';
import { isNumberText, quantityShape, withPoint } from '../../ui/number/number-entry.ts';
import css from './refund.module.css';

interface RefundLinesProps {
  readonly lines: readonly { readonly item: BillItem; readonly left: number }[];
  readonly qtys: Readonly<Record<string, number>>;
  readonly onQtys: (qtys: Readonly<Record<string, number>>) => void;
}

/** Lists the refundable items with the quantity to refund of each. A press on a name takes all of it, or none. */
export function RefundLines({ lines, qtys, onQtys }: RefundLinesProps) {
  const { t } = useTranslation();
  const set = (key: string, qty: number, left: number) =>
    onQtys({ ...qtys, [key]: Math.round(Math.min(left, Math.max(0, qty)) * 1000) / 1000 });
  const setEach = (part: 0 | 1) => onQtys(Object.fromEntries(lines.map(({ item, left }) => [item.key, part * left])));
  const hasSeveral = lines.length > 1 || lines.some(({ left }) => left > 1);
  return (
    <div className={css.which}>
      {hasSeveral && (
        <div className={css.choice}>
          <Button look="plain" onClick={() => setEach(0)}>
            {t('service.moveNone')}
          </Button>
          <Button look="plain" onClick={() => setEach(1)}>
            {t('service.moveAll')}
          </Button>
        </div>
      )}
      <ul className={css.lines} aria-label={t('refund.lines')}>
        {lines.map(({ item, left }) => {
          const qty = qtys[item.key] ?? 0;
          const parts = joinedList([item.ofSet?.name ?? '', ...itemParts(item)]);
          const name = joinedList([item.name, parts]);
          return (
            <li key={item.key} className={css.line} data-back={qty > 0}>
              <button
                type="button"
                className={css.name}
                aria-pressed={qty > 0}
                onClick={() => set(item.key, qty > 0 ? 0 : left, left)}
              >
                {item.name}
                {parts && <small>{parts}</small>}
              </button>
              <button
                type="button"
                className={css.step}
                aria-label={t('bill.decrease')}
                aria-description={name}
                onClick={() => set(item.key, qty - 1, left)}
              >
                −
              </button>
              <TypedQty label={t('refund.qty', { name })} qty={qty} onQty={(typed) => set(item.key, typed, left)} />
              <span className={css.of}>{t('service.ofQty', { qty: quantityText(left, item.unit) })}</span>
              <button
                type="button"
                className={css.step}
                aria-label={t('bill.increase')}
                aria-description={name}
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

interface TypedQtyProps {
  readonly label: string;
  readonly qty: number;
  readonly onQty: (qty: number) => void;
}

/** Edits a quantity as text: '0.' stays while the rest is typed. A quantity set from outside replaces it. */
function TypedQty({ label, qty, onQty }: TypedQtyProps) {
  const [text, setText] = useState(String(qty));
  return (
    <input
      className={css.qty}
      inputMode="decimal"
      autoComplete="off"
      aria-label={label}
      value={Number(text) === qty ? text : qty}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => {
        const next = withPoint(event.currentTarget.value, quantityShape);
        if (!isNumberText(next, quantityShape)) return;
        setText(next);
        onQty(Number(next));
      }}
    />
  );
}
