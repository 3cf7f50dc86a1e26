import { practiceNoReceipt } from '@atoll/domain/ticket/practice';
import { useTranslation } from '../../locale/use-translation.ts';
import styles from './practice-frame.module.css';

/** Marks every screen of practice, above all that opens on it. Nothing closes it, and taps pass through (R31.47). */
export function PracticeFrame() {
  const { t } = useTranslation();
  return (
    <div className={styles.frame} role="note">
      <b>{t('shell.practice')}</b>
      <i>{practiceNoReceipt}</i>
      <i>{practiceNoReceipt}</i>
    </div>
  );
}
