import type { Bill } from '@atoll/domain/bill/bill';
import { formatAmount, laari } from '@atoll/domain/money/money';
import { useShallow } from 'zustand/react/shallow';
import { useBills } from '../../../bills/bills.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { Segmented } from '../../../ui/choice/segmented.tsx';
import { checksAt, chooseCheck } from './check-choice.ts';
import css from './check-tabs.module.css';

/** Shows the checks of a split bill as tabs with their amounts. Renders nothing when there is only one. */
export function CheckTabs({ bill }: { bill: Bill }) {
  const { t } = useTranslation();
  const checks = useBills(useShallow((state) => checksAt(state, bill)));
  if (checks.length < 2) return null;
  return (
    <div className={css.tabs}>
      <Segmented
        label={t('service.checks')}
        look="pills"
        value={String(bill.checkNo)}
        onChange={(checkNo) => chooseCheck(bill, Number(checkNo))}
        items={checks.map((check) => ({
          value: String(check.checkNo),
          label: check.name || t('service.checkTab', { n: check.checkNo }),
          ...(check.isMasked ? {} : { extra: <small>{formatAmount(laari(check.total))}</small> }),
        }))}
      />
    </div>
  );
}
