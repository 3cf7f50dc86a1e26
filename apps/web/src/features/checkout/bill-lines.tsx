import type { Bill } from '@atoll/domain/bill/bill';
import { toPay } from '@atoll/domain/bill/card/sold-card';
import { isSplitAway } from '@atoll/domain/bill/split/piece';
import { formatMoney, laari } from '@atoll/domain/money/money';
import { useId, useState } from 'react';
import { BillSummary } from '../../bill/bill-summary.tsx';
import { BillTotals } from '../../bill/bill-totals.tsx';
import { withoutParts } from '../../bill/item-words.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { useIsNarrow } from '../../ui/hook/narrow.ts';
import css from './bill-lines.module.css';

/** Shows the items and totals of the bill to pay. On a phone they open with a tap, so that the payment is in sight. */
export function BillLines({ bill }: { readonly bill: Bill }) {
  const { t } = useTranslation();
  const isNarrow = useIsNarrow();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const count = withoutParts(bill.items.filter((item) => !item.isVoid && !isSplitAway(item))).length;
  return (
    <>
      {isNarrow && (
        <button
          type="button"
          className={css.fold}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <span>{t('delivery.items', { count })}</span>
          <strong>{formatMoney(laari(toPay(bill)))}</strong>
        </button>
      )}
      <div id={id} className={css.lines} hidden={isNarrow && !isOpen}>
        <BillSummary bill={bill} />
        <BillTotals bill={bill} />
      </div>
    </>
  );
}
