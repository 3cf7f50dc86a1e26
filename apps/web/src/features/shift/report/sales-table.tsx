import type { ShiftTotals } from '@atoll/domain/contract/bill/shift';
import { methodLabel } from '@atoll/domain/payment/methods';
import { useTranslation } from 'react-i18next';
import { labelText } from '../../../locale/label.ts';
import { Money } from '../../../ui/display/money.tsx';
import styles from '../close/close-shift-screen.module.css';

/** Shows what came in, by payment method. */
export function SalesTable({ totals }: { totals: ShiftTotals }) {
  const { t } = useTranslation();
  const sum = totals.byMethod.reduce((all, row) => all + row.amount, 0);
  return (
    <section className={styles.panel} aria-labelledby="sales-title">
      <h2 id="sales-title">{t('shift.sales')}</h2>
      {totals.byMethod.length === 0 ? (
        <p className={styles.quiet}>{t('shift.noSales')}</p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('shift.method')}</th>
              <th scope="col">{t('shift.payments')}</th>
              <th scope="col">{t('shift.amount')}</th>
            </tr>
          </thead>
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
        </table>
      )}
    </section>
  );
}
