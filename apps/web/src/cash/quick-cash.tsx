import { formatAmount } from '@atoll/domain/money/money';
import { quickCash } from '@atoll/domain/payment/quick-cash';
import { useTranslation } from '../locale/use-translation.ts';
import { useSettingOf } from '../sync/app-store.ts';
import { QuickChoice } from './quick-choice.tsx';

interface QuickCashProps {
  /** Laari. */
  readonly due: number;
  /** Maximum number of amounts. */
  readonly count?: number;
  readonly disabled?: boolean;
  readonly onSum: (sum: number) => void;
}

/** Offers cash amounts that guests often hand over for the amount due, and the outlet's own amounts. */
export function QuickCash({ due, count = 5, disabled = false, onSum }: QuickCashProps) {
  const { t } = useTranslation();
  const ownAmounts = useSettingOf('QuickCash');
  return (
    <QuickChoice aria-label={t('checkout.quickCash')}>
      {quickCash(due, count, ownAmounts.map(Number)).map((sum) => (
        <button key={sum} type="button" disabled={disabled} onClick={() => onSum(sum)}>
          {formatAmount(sum).replace(/\.00$/, '')}
        </button>
      ))}
    </QuickChoice>
  );
}
