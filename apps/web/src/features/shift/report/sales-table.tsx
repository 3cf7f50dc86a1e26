import type { ShiftTotals } from '@atoll/domain/contract/bill/shift';
import { methodLabel } from '@atoll/domain/payment/methods';
import { labelText } from '../../../locale/label.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { Money } from '../../../ui/display/money.tsx';
import { AmountTable } from './amount-table.tsx';
import { ShiftNote, ShiftSection } from './shift-section.tsx';

/** Shows what came in, by payment method. */
export function SalesTable({ totals }: { totals: ShiftTotals }) {
  const { t } = useTranslation();
  const sum = totals.byMethod.reduce((all, row) => all + row.amount, 0);
  return (
    <ShiftSection id="sales-title" title={t('shift.sales')}>
      {totals.byMethod.length === 0 ? (
        <ShiftNote>{t('shift.noSales')}</ShiftNote>
      ) : (
        <AmountTable head={[t('shift.method'), t('shift.payments'), t('shift.amount')]}>
          <tbody>
            {totals.byMethod.map((row) => (
              <tr key={row.method}>
                <th scope="row">{labelText(methodLabel(row.method))}</th>
                <td>{row.count}</td>
                <td>
                  <Money laari={row.amount} />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('shift.total')}</th>
              <td />
              <td>
                <Money laari={sum} currency />
              </td>
            </tr>
          </tfoot>
        </AmountTable>
      )}
    </ShiftSection>
  );
}
