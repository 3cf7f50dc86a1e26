import type { Bill, BillItem } from '@atoll/domain/bill/bill';
import { explainLine } from '@atoll/domain/bill/explain-line';
import type { NotApplied } from '@atoll/domain/bill/promotion/not-applied';
import { explainSet } from '@atoll/domain/bill/set-menu/explain-set';
import { isSetHead, partsOfSet } from '@atoll/domain/bill/set-menu/set-menu';
import { billTotals } from '@atoll/domain/bill/totals';
import { formatAmount, formatMoney, laari } from '@atoll/domain/money/money';
import { quantityOf } from '@atoll/domain/money/quantity';
import type { TFunction } from 'i18next';
import { BillTotals } from '../../../bill/bill-totals.tsx';
import { itemParts } from '../../../bill/item-words.ts';
import { stepWords } from '../../../bill/price/step-words.ts';
import { recordDate } from '../../../locale/instant.ts';
import { joinedList } from '../../../locale/joined-list.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { Hint } from '../../../ui/display/hint.tsx';
import type { Tested } from './basket.ts';
import css from './price-test.module.css';

/** Shows the bill of the basket, each item with the steps of its price, and the rules that gave nothing. */
export function TestResult({ tested }: { readonly tested: Tested | null }) {
  const { t } = useTranslation();
  if (!tested) return <Hint>{t('priceTest.nothing')}</Hint>;
  const { bill, others, isPartial } = tested;
  const leftOut = isPartial && <Hint role="status">{t('priceTest.leftOut')}</Hint>;
  if (bill.items.length === 0) return leftOut || <Hint>{t('priceTest.nothing')}</Hint>;
  return (
    <>
      <ul className={css.lines}>
        {bill.items
          .filter(({ parentKey }) => parentKey === undefined)
          .map((item) => (
            <PricedItem key={item.key} {...{ bill, item }} />
          ))}
      </ul>
      {leftOut}
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

/** Shows an item with the steps of its price; of a set menu also what each part costs. */
function PricedItem({ bill, item }: { readonly bill: Bill; readonly item: BillItem }) {
  const { t } = useTranslation();
  const { lines } = billTotals(bill);
  const sharesOf = (key: string) => lines.find((line) => line.key === key)?.shares ?? [];
  const parts = partsOfSet(bill.items, item.key);
  const steps = isSetHead(item)
    ? explainSet(
        item,
        parts,
        parts.flatMap(({ key }) => sharesOf(key)),
      )
    : explainLine(item, sharesOf(item.key));
  return (
    <li>
      <p className={css.line}>
        <b>
          {quantityOf(item)} {item.name} {item.hasSizes && item.size}
        </b>
        <b>{formatAmount(laari(steps.at(-1)?.after ?? 0))}</b>
      </p>
      <ol>
        {steps.map((step) => (
          <li key={`${step.kind} ${step.words} ${step.after}`} className={css.line}>
            <span>
              {t(`bill.priceSteps.${step.kind}`)} <small>{stepWords(step)}</small>
            </span>
            <span>{formatAmount(laari(step.after))}</span>
          </li>
        ))}
      </ol>
      {parts.length > 0 && (
        <ul className={css.ofSet} aria-label={t('priceTest.parts', { name: item.name })}>
          {parts.map((part) => (
            <li key={part.key} className={css.line}>
              <span>{joinedList([part.name, ...itemParts(part)])}</span>
              <span>{formatAmount(laari(explainLine(part, sharesOf(part.key)).at(-1)?.after ?? 0))}</span>
            </li>
          ))}
        </ul>
      )}
    </li>
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
