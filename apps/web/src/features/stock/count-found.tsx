import type { StockCount } from '@atoll/domain/contract/stock/stock-count';
import { useTranslation } from '../../locale/use-translation.ts';
import { RecordTable } from '../../record/record-table.tsx';
import { TotalList } from '../../record/total-list.tsx';
import { qtyText } from '../../stock/quantity.ts';
import { Money } from '../../ui/display/money.tsx';
import css from './count-found.module.css';

const toneOf = (value: number | null): string | undefined =>
  value === null || value === 0 ? undefined : value < 0 ? css['minus'] : css['plus'];

/** Shows the result of a count by item, the largest differences first. */
export function CountFound({ count }: { readonly count: StockCount }) {
  const { t } = useTranslation();
  const weight = (line: StockCount['lines'][number]) => Math.abs(line.varianceValue ?? 0);
  const lines = [...count.lines].sort((a, b) => weight(b) - weight(a));
  return (
    <>
      <RecordTable>
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
              <td data-name>
                {line.itemName}
                <span data-small>{line.reason || line.itemCode}</span>
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
      </RecordTable>
      {count.varianceValue !== null && (
        <TotalList>
          <dt data-grand>{t('count.differenceValue')}</dt>
          <dd data-grand>
            <Money laari={count.varianceValue} currency />
          </dd>
        </TotalList>
      )}
    </>
  );
}
