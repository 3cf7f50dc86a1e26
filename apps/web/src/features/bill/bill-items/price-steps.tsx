import type { BillItem } from '@atoll/domain/bill/bill';
import { explainLine } from '@atoll/domain/bill/explain-line';
import { formatAmount } from '@atoll/domain/money/money';
import { useTranslation } from 'react-i18next';
import css from './price-steps.module.css';

/** Shows why an item costs what it costs; nothing where the price of the menu is all (R21.21). */
export function PriceSteps({ item }: { item: BillItem }) {
  const { t } = useTranslation();
  const steps = explainLine(item);
  if (steps.length < 2) return null;
  return (
    <details className={css.why}>
      <summary>{t('bill.whyPrice')}</summary>
      <ol className={css.steps}>
        {steps.map(({ kind, words, after }) => (
          <li key={kind} className={css.step}>
            <span>
              {t(`bill.priceSteps.${kind}`)}
              {words && <small>{words}</small>}
            </span>
            <span className={css.amount}>{formatAmount(after)}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}
