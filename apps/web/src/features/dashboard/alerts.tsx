import { Link } from '@tanstack/react-router';
import { slotName } from '../../locale/slot-name.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { useSession } from '../../session/session.ts';
import { useApp } from '../../sync/app-store.ts';
import { Icon } from '../../ui/display/icon.tsx';
import { pathTo } from '../../ui/overlay/route-path.ts';
import styles from './alerts.module.css';
import type { Figures } from './figures.ts';

const shown = 6;

/** Shows what needs attention: slots that are open for too long, and stock that runs low, in an outlet that keeps stock. Each links to its screen. */
export function Alerts({ figures }: { figures: Figures }) {
  const { t } = useTranslation();
  const permissions: readonly string[] = useSession((state) => state.user?.permissions) ?? [];
  const late = figures.lateSlots.slice(0, shown);
  const mayBill = permissions.includes('New Bill');
  const mayStock = permissions.includes('Inventory');
  const keepsStock = useApp(({ features }) => features.includes('Inventory'));
  const lowStock = keepsStock ? figures.lowStock : 0;
  if (late.length === 0 && lowStock === 0) return null;
  return (
    <ul className={styles.alerts} aria-label={t('dashboard.alerts')}>
      {late.map(({ id, type, slot, minutes }) => {
        const words = t('dashboard.late', {
          slot: slotName(t, type, slot),
          minutes,
        });
        return (
          <li key={id}>
            {mayBill ? (
              <Link to={pathTo('New Bill', { type, slot })} className={styles.alert}>
                <Icon name="clock" size={18} /> {words}
              </Link>
            ) : (
              <span className={styles.alert}>
                <Icon name="clock" size={18} /> {words}
              </span>
            )}
          </li>
        );
      })}
      {lowStock > 0 && (
        <li>
          {mayStock ? (
            <Link to={pathTo('Inventory')} className={styles.alert}>
              <Icon name="box" size={18} /> {t('dashboard.lowStock', { count: lowStock })}
            </Link>
          ) : (
            <span className={styles.alert}>
              <Icon name="box" size={18} /> {t('dashboard.lowStock', { count: lowStock })}
            </span>
          )}
        </li>
      )}
    </ul>
  );
}
