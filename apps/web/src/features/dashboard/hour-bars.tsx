import { useTranslation } from 'react-i18next';
import { moneyText } from '../../ui/display/money.tsx';
import type { Figures } from './figures.ts';
import styles from './hour-bars.module.css';

/** Shows sales by hour as bars; screen readers get the same as a table. */
export function HourBars({ hours }: { hours: Figures['byHour'] }) {
  const { t } = useTranslation();
  const shown = withGaps(hours);
  const max = Math.max(1, ...shown.map((hour) => hour.sales));
  return (
    <>
      <div className={styles.hours} aria-hidden="true">
        {shown.map((hour) => (
          <div key={hour.hour} className={styles.hour} title={`${hour.hour}:00 · ${moneyText(hour.sales)}`}>
            <span className={styles.column}>
              <i
                style={{ blockSize: `${(Math.max(0, hour.sales) / max) * 100}%` }}
                data-most={hour.sales === max || undefined}
              />
            </span>
            <small>{hour.hour}</small>
          </div>
        ))}
      </div>
      <table className="visually-hidden">
        <caption>{t('dashboard.byHour')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('dashboard.hour')}</th>
            <th scope="col">{t('dashboard.amount')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((hour) => (
            <tr key={hour.hour}>
              <th scope="row">{hour.hour}:00</th>
              <td>{moneyText(hour.sales)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** Returns the hours from the first to the last with a sale, including those without one; at least eight. */
export function withGaps(hours: Figures['byHour']): Figures['byHour'] {
  const known = new Map(hours.map((hour) => [hour.hour, hour]));
  const first = Math.min(...known.keys());
  const last = Math.max(...known.keys());
  if (!Number.isFinite(first)) return [];
  const from = Math.max(0, Math.min(first, last - 7));
  const to = Math.min(23, Math.max(last, from + 7));
  return Array.from({ length: to - from + 1 }, (_, i) => known.get(from + i) ?? { hour: from + i, sales: 0, bills: 0 });
}
