import { explainLine } from '@atoll/domain/bill/explain-line';
import type { NotApplied } from '@atoll/domain/bill/promotion/not-applied';
import { billTotals } from '@atoll/domain/bill/totals';
import { formatAmount, formatMoney, laari } from '@atoll/domain/money/money';
import { quantityOf } from '@atoll/domain/money/quantity';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { BillTotals } from '../../../bill/bill-totals.tsx';
import { recordDate } from '../../../locale/instant.ts';
import { Hint } from '../../../ui/display/hint.tsx';
import type { Tested } from './basket.ts';
import css from './price-test.module.css';

/** Shows the bill of the basket, each item with the steps of its price, and the rules that gave nothing. */
export function TestResult({ tested }: { readonly tested: Tested | null }) {
  const { t } = useTranslation();
  if (!tested || tested.bill.items.length === 0) return <Hint>{t('priceTest.nothing')}</Hint>;
  const { bill, others } = tested;
  const { lines } = billTotals(bill);
  return (
    <>
      <ul className={css.lines}>
        {bill.items.map((item) => {
          const steps = explainLine(item, lines.find(({ key }) => key === item.key)?.shares ?? []);
          return (
            <li key={item.key}>
              <p className={css.line}>
                <b>
                  {quantityOf(item)} {item.name} {item.hasSizes && item.size}
                </b>
                <b>{formatAmount(laari(steps.at(-1)?.after ?? 0))}</b>
              </p>
              <ol>
                {steps.map(({ kind, words, after }) => (
                  <li key={`${kind} ${words} ${after}`} className={css.line}>
                    <span>
                      {t(`bill.priceSteps.${kind}`)} {words && <small>{words}</small>}
                    </span>
                    <span>{formatAmount(laari(after))}</span>
                  </li>
                ))}
              </ol>
            </li>
          );
        })}
      </ul>
      <BillTotals bill={bill} />
      {others.length > 0 && (
        <section aria-label={t('priceTest.notApplied')}>
          <h2 className={css.heading}>{t('priceTest.notApplied')}</h2>
          <ul className={css.others}>
            {others.map((one) => (
              <li key={`${one.kind} ${one.id}`}>{t('priceTest.because', { name: one.name, why: whyText(one, t) })}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** Returns the reason in words. */
function whyText({ reason }: NotApplied, t: TFunction): string {
  switch (reason.why) {
    case 'begins':
    case 'ended':
      return t(`priceTest.why.${reason.why}`, { time: reason.at });
    case 'from':
    case 'until':
      return t(`priceTest.why.${reason.why}`, { date: recordDate(reason.date) });
    case 'spend':
      return t('priceTest.why.spend', { amount: formatMoney(laari(reason.amount)) });
    default:
      return t(`priceTest.why.${reason.why}`);
  }
}
