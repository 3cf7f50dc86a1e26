import { useTranslation } from 'react-i18next';
import { useWaiting } from '../../lib/outbox/outbox.ts';
import styles from './session.module.css';

/** Tells whoever comes next that work of this device waits: it goes when they sign in (docs/rules.md#outbox-author). */
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
