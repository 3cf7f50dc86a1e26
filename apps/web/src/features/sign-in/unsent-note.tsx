import { useTranslation } from '../../locale/use-translation.ts';
import { useWaiting } from '../../outbox/outbox.ts';
import styles from './session.module.css';

/**
 * Tells the next user that unsent work of this device waits. It is sent when its author signs in
 * (docs/rules.md#outbox-author).
 */
export function UnsentNote() {
  const { t } = useTranslation();
  const waiting = useWaiting();
  if (waiting === 0) return null;
  return (
    <p role="status" className={styles.unsent}>
      {t('outbox.onDevice', { count: waiting })}
    </p>
  );
}
