import type { StockRequest } from '@atoll/domain/contract/stock/stock-request';
import type { RequestEffect } from '@atoll/domain/stock/request';
import { useTranslation } from '../../locale/use-translation.ts';
import { RecordTable } from '../../record/record-table.tsx';
import { QtyBox } from '../../stock/qty-box.tsx';
import { qtyText } from '../../stock/quantity.ts';

type Line = StockRequest['lines'][number];

/** Returns the largest quantity that a step can still move. */
const maxQtyOf: Record<RequestEffect, (line: Line) => number> = {
  approve: (line) => line.qtyRequested,
  issue: (line) => line.qtyApproved ?? line.qtyRequested,
  receive: (line) => rest(line),
  close: (line) => rest(line),
};
const rest = (line: Line): number =>
  Math.round(((line.qtyIssued ?? line.qtyApproved ?? line.qtyRequested) - (line.qtyReceived ?? 0)) * 1000) / 1000;

interface RequestLinesProps {
  readonly request: StockRequest;
  /** The step whose quantities are being entered, if any. */
  readonly effect?: RequestEffect | undefined;
  readonly typed: Readonly<Record<number, number | null>>;
  /** What is wrong with the quantities of the last try, by path: 'lines[0].qty'. */
  readonly errors?: Readonly<Record<string, string>> | undefined;
  readonly onTyped: (typed: Readonly<Record<number, number | null>>) => void;
}

/** Lists the items of a request with the quantity of each step, and a box for the step that is next. */
export function RequestLines({ request, effect, typed, errors, onTyped }: RequestLinesProps) {
  const { t } = useTranslation();
  const shown = (qty: number | null) => (qty === null ? '' : qtyText(qty));
  return (
    <RecordTable>
      <thead>
        <tr>
          <th scope="col">{t('stock.item')}</th>
          <th scope="col" data-end>
            {t('request.requested')}
          </th>
          <th scope="col" data-end data-wide>
            {t('request.approved')}
          </th>
          <th scope="col" data-end data-wide>
            {t('request.issued')}
          </th>
          <th scope="col" data-end>
            {t('request.received')}
          </th>
          {effect && (
            <th scope="col" data-end>
              {t('request.now')}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {request.lines.map((line, index) => (
          <tr key={line.id}>
            <td data-name>
              {line.itemName}
              <span data-small>
                {line.onHand === null ? line.unit : t('request.available', { qty: qtyText(line.onHand, line.unit) })}
                {line.note && ` · ${line.note}`}
              </span>
            </td>
            <td data-end>{shown(line.qtyRequested)}</td>
            <td data-end data-wide>
              {shown(line.qtyApproved)}
            </td>
            <td data-end data-wide>
              {shown(line.qtyIssued)}
            </td>
            <td data-end>{shown(line.qtyReceived)}</td>
            {effect && (
              <td data-end>
                <QtyBox
                  label={t('request.nowOf', { item: line.itemName })}
                  value={line.id in typed ? (typed[line.id] ?? null) : maxQtyOf[effect](line)}
                  error={errors?.[`lines[${index}].qty`]}
                  onChange={(qty) => onTyped({ ...typed, [line.id]: qty })}
                />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </RecordTable>
  );
}
