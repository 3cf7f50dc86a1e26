import { useState } from 'react';
import { useTranslation } from '../locale/use-translation.ts';
import { useSession } from '../session/session.ts';
import { useSettingOf } from '../sync/app-store.ts';
import { useIdle } from '../ui/hook/idle.ts';
import styles from './idle-lock.module.css';

/** The last minute is counted down. */
const countdown = Array.from({ length: 60 }, (_, i) => i + 1);

/** Locks the screen after the outlet's idle time, if one is set. */
export function IdleLock() {
  const seconds = useSettingOf('IdleLockSeconds');
  return seconds !== null ? <Countdown seconds={seconds} /> : null;
}

function Countdown({ seconds }: { seconds: number }) {
  const { t } = useTranslation();
  const lock = useSession((state) => state.lock);
  const [remaining, setRemaining] = useState<number>();
  useIdle({
    seconds,
    reminders: countdown,
    onReminder: setRemaining,
    onReset: () => setRemaining(undefined),
    onIdle: () => {
      setRemaining(undefined);
      lock();
    },
  });
  if (remaining === undefined) return null;
  return (
    <section className={styles.countdown} aria-label={t('app.idleLock')}>
      <p role="timer" aria-live="off">
        {t('app.idleSoon', { count: remaining })}
      </p>
    </section>
  );
}
