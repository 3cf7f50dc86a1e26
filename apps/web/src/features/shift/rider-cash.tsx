import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api.ts';
import { useSession } from '../../lib/session.ts';
import { Money } from '../../ui/money.tsx';
import { pathTo } from '../../ui/route-path.ts';
import styles from './close-shift-screen.module.css';

/** Cash that riders took at doors: what they handed in, and what is still with them before the drawer is counted. */
export function RiderCash({ shiftId }: { shiftId: number }) {
  const { t } = useTranslation();
  const outletId = useSession((state) => state.scope?.outletId);
  const { data } = useQuery({
    queryKey: ['rider cash', outletId, shiftId],
    enabled: shiftId > 0,
    queryFn: () => call('delivery.riderCash', { params: { id: String(shiftId) }, quiet: true }),
  });
  if (!data || data.length === 0) return null;
  return (
    <section className={styles.panel} aria-labelledby="riders-title">
      <h2 id="riders-title">{t('delivery.riderCash')}</h2>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('delivery.rider')}</th>
            <th scope="col">{t('delivery.handedIn')}</th>
            <th scope="col">{t('delivery.toHandIn')}</th>
          </tr>
        </thead>
        <tbody>
          {data.map(({ riderId, riderName, deliveries, handedIn, toHandIn }) => (
            <tr key={riderId ?? riderName}>
              <th scope="row">
                {riderName} · {t('delivery.deliveries', { count: deliveries })}
              </th>
              <td>
                <Money laari={handedIn} />
              </td>
              <td>
                <Money laari={toHandIn} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {data.some(({ toHandIn }) => toHandIn > 0) && (
        <p className={styles.quiet}>
          {t('floor.ridersFirst')} <Link to={pathTo('Manage Delivery')}>{t('floor.toDeliveries')}</Link>
        </p>
      )}
    </section>
  );
}
