import { useTranslation } from '../../locale/use-translation.ts';
import { useOutbox } from '../../outbox/outbox.ts';
import { billsForPasscode } from '../../outbox/sender-user.ts';
import { useLockedSessions } from '../../session/lock/server-lock.ts';
import styles from './session.module.css';

/** Says how many bills wait for the passcode: they were made after the server locked the session (R36.34). */
export function WaitingBills({ email }: { email: string }) {
  const { t } = useTranslation();
  const sending = useLockedSessions((state) => state.sending[email]);
  const count = useOutbox((state) => billsForPasscode(state.entries, sending));
  if (count === 0) return null;
  return (
    <p role="status" className={styles.unsent}>
      {t('session.billsWait', { count })}
    </p>
  );
}
