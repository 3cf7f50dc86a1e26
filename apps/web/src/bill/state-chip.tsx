import type { Bill } from '@atoll/domain/bill/bill';
import { isMergedAway } from '@atoll/domain/bill/split/merged-away';
import { useTranslation } from '../locale/use-translation.ts';
import css from './state-chip.module.css';

type Shown = Pick<Bill, 'status' | 'isVoid'> & Partial<Pick<Bill, 'refundOfId' | 'refundState' | 'voidReason'>>;

/** Returns the state of a bill as screens name it: a refund, a refunded bill and one that went into another have words of their own. */
export function shownState(bill: Shown | undefined) {
  if (bill?.isVoid) return isMergedAway(bill) ? 'Merged' : 'Void';
  if (bill?.refundState) return bill.refundState === 'Full' ? 'Refunded' : 'PartlyRefunded';
  return bill?.refundOfId ? 'Refund' : (bill?.status ?? 'Free');
}

/** Shows the state of a bill by word and colour; without a bill the slot is free. */
export function StateChip({ bill }: { bill: Shown | undefined }) {
  const { t } = useTranslation();
  const state = shownState(bill);
  return (
    <span className={css.chip} data-state={state}>
      {t(`bill.states.${state}`)}
    </span>
  );
}
