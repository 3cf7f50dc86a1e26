import type { ShiftTotals } from '@atoll/domain/contract/bill/shift';
import { foreignCashText, ratesText } from '../../../cash/unset-rate-text.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { ShiftNote, ShiftSection } from './shift-section.tsx';
import styles from './unset-rates.module.css';

/** Lists foreign cash that was taken at rates which the outlet had not set (R36.10). */
export function UnsetRates({ rates }: { readonly rates: NonNullable<ShiftTotals['unsetRates']> }) {
  const { t } = useTranslation();
  if (rates.length === 0) return null;
  return (
    <ShiftSection id="unset-rates-title" title={t('zReport.unsetRates')}>
      <ul className={styles.rates}>
        {rates.map((one) => (
          <li key={one.key}>
            <bdi dir="ltr">{foreignCashText(one)}</bdi>
            <bdi>{ratesText(one, t)}</bdi>
          </li>
        ))}
      </ul>
      <ShiftNote>{t('zReport.unsetRatesHint')}</ShiftNote>
    </ShiftSection>
  );
}
