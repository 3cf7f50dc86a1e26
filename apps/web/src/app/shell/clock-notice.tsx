import { useNow } from '../../clock/now.ts';
import { tillNow, useTillClock } from '../../clock/till-clock.ts';
import { dayAndTime } from '../../locale/instant.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { useTimezone } from '../../sync/outlet-time.ts';
import styles from './shell.module.css';

/**
 * Shows that the device's clock is wrong and that the server's time is used. Renders nothing while it is right. Source:
 * R35.84.
 */
export function ClockNotice() {
  const { t } = useTranslation();
  const aheadMs = useTillClock((state) => state.aheadMs);
  const timezone = useTimezone();
  // Updates the times every minute.
  useNow();
  if (aheadMs === 0) return null;
  const now = tillNow();
  return (
    <div role="status" className={styles.notice}>
      {t('shell.clockWrong', { device: dayAndTime(now + aheadMs, timezone), server: dayAndTime(now, timezone) })}
    </div>
  );
}
