import { formatAmount } from '@atoll/domain/money/money';
import { quickCash } from '@atoll/domain/payment/tender';
import { useTranslation } from 'react-i18next';
import { useApp, useSettingOf } from '../sync/app-store.ts';
import { QuickChoice } from './quick-choice.tsx';

/** Returns whether tapping a quick cash amount pays the bill at once: the setting QuickCashPays, by default only in shops (R35.35). */
export function useQuickCashPays(): boolean {
  const when = useSettingOf('QuickCashPays');
  const isShop = useApp((state) => state.outlet?.businessType === 'Retail');
  return when === 'Always' || (when === 'InShops' && isShop);
}

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
