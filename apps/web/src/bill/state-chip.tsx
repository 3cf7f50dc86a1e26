import type { Bill } from '@atoll/domain/bill/bill';
import { useTranslation } from 'react-i18next';
import css from './state-chip.module.css';

/** Shows the state of a bill by word and colour; without a bill the slot is free. */
export function StateChip({ bill }: { bill: Pick<Bill, 'status' | 'isVoid'> | undefined }) {
  const { t } = useTranslation();
  const state = bill?.isVoid ? 'Void' : (bill?.status ?? 'Free');
  return (
    <span className={css.chip} data-state={state}>
      {t(`bill.states.${state}`)}
    </span>
  );
}
