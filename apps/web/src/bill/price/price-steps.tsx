import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import { explainLine } from '@atoll/domain/bill/explain-line';
import { billTotals } from '@atoll/domain/bill/totals';
import { formatAmount } from '@atoll/domain/money/money';
import { useTranslation } from '../../locale/use-translation.ts';
import css from './price-steps.module.css';
import { stepWords } from './step-words.ts';

/** Shows why an item costs what it costs; nothing where the price of the menu is all (R21.21). */
export function PriceSteps({ bill, item }: { bill: Bill; item: BillItem }) {
  const { t } = useTranslation();
  const { shares } = billTotals(bill).lines.find(({ key }) => key === item.key) ?? { shares: [] };
  const steps = explainLine(item, shares);
  if (steps.length < 2) return null;
  return (
    <details className={css.why}>
      <summary>{t('bill.whyPrice')}</summary>
      <ol className={css.steps}>
        {steps.map((step) => (
          <li key={`${step.kind} ${step.words} ${step.after}`} className={css.step}>
            <span>
              {t(`bill.priceSteps.${step.kind}`)}
              <small>{stepWords(step)}</small>
            </span>
            <span className={css.amount}>{formatAmount(step.after)}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}
