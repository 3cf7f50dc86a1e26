import type { StockCount } from '@atoll/domain/contract/stock/stock-count';
import { useTranslation } from 'react-i18next';
import css from '../../record/record-view.module.css';
import { qtyText } from '../../stock/quantity.ts';
import { Money } from '../../ui/display/money.tsx';

const toneOf = (value: number | null): string | undefined =>
  value === null || value === 0 ? undefined : value < 0 ? css['minus'] : css['plus'];

/** Shows the result of a count by item, the largest differences first. */
export function CountFound({ count }: { readonly count: StockCount }) {
  const { t } = useTranslation();
  const weight = (line: StockCount['lines'][number]) => Math.abs(line.varianceValue ?? 0);
  const lines = [...count.lines].sort((a, b) => weight(b) - weight(a));
  return (
    <>
      <div className={css.scroll}>
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{t('stock.item')}</th>
              <th scope="col" data-end data-wide>
                {t('count.expected')}
              </th>
              <th scope="col" data-end>
                {t('count.counted')}
              </th>
              <th scope="col" data-end>
                {t('count.difference')}
              </th>
              <th scope="col" data-end>
                {t('stock.value')}
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.itemId}>
                <td className={css.name}>
                  {line.itemName}
                  <span className={css.small}>{line.reason || line.itemCode}</span>
                </td>
                <td data-end data-wide>
                  {line.expected === null ? '' : qtyText(line.expected, line.unit)}
                </td>
                <td data-end>{line.counted === null ? t('count.notCounted') : qtyText(line.counted, line.unit)}</td>
                <td data-end className={toneOf(line.variance)}>
                  {line.variance === null ? '' : qtyText(line.variance, line.unit, line.variance !== 0)}
                </td>
                <td data-end className={toneOf(line.varianceValue)}>
                  {line.varianceValue === null ? '' : <Money laari={line.varianceValue} />}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {count.varianceValue !== null && (
        <dl className={css.total}>
          <dt className={css.grand}>{t('count.differenceValue')}</dt>
          <dd className={css.grand}>
            <Money laari={count.varianceValue} currency />
          </dd>
        </dl>
      )}
    </>
  );
}
