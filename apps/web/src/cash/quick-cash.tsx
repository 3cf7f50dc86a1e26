import { formatAmount } from '@atoll/domain/money/money';
import { quickCash } from '@atoll/domain/payment/tender';
import { useTranslation } from 'react-i18next';
import { useApp, useSettingOf } from '../sync/app-store.ts';
import { QuickChoice } from './quick-choice.tsx';

/** Returns whether a quick cash amount pays the bill at once: by the setting, which is on in shops at first (R35.35). */
export function useQuickCashPays(): boolean {
  const when = useSettingOf('QuickCashPays');
  const isShop = useApp((state) => state.outlet?.businessType === 'Retail');
  return when === 'Always' || (when === 'InShops' && isShop);
}

interface QuickCashProps {
  /** Laari. */
  readonly due: number;
  /** How many amounts, at most. */
  readonly count?: number;
  readonly disabled?: boolean;
  readonly onSum: (sum: number) => void;
}

/** Offers amounts that guests often hand over. */
export function QuickCash({ due, count = 5, disabled = false, onSum }: QuickCashProps) {
  const { t } = useTranslation();
  const own = useSettingOf('QuickCash');
  return (
    <QuickChoice aria-label={t('checkout.quickCash')}>
      {quickCash(due, count, own.map(Number)).map((sum) => (
        <button key={sum} type="button" disabled={disabled} onClick={() => onSum(sum)}>
          {formatAmount(sum).replace(/\.00$/, '')}
        </button>
      ))}
    </QuickChoice>
  );
}
