import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/api.ts';
import { useLabel } from '../../locale/label.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { Avatar } from '../../ui/display/avatar.tsx';
import styles from './demo-users.module.css';

interface DemoUsersProps {
  onChoose: (email: string, password: string) => void;
  disabled: boolean;
}

/** Lists the users of the demo data, each one tap away, while demo data is in use. */
export function DemoUsers({ onChoose, disabled }: DemoUsersProps) {
  const { t } = useTranslation();
  const localize = useLabel();
  const { data } = useQuery({
    queryKey: ['app.info'],
    queryFn: () => call('app.info', { quiet: true }),
    staleTime: 60_000,
    retry: 2,
  });
  const demo = data?.demo;
  if (!demo?.users.length) return null;
  return (
    <section className={styles.demo} aria-label={t('session.demoTitle')}>
      <h2 className={styles.title}>{t('session.demoTitle')}</h2>
      <ul className={styles.users}>
        {demo.users.map((user) => (
          <li key={user.email}>
            <button
              type="button"
              className={styles.user}
              disabled={disabled}
              onClick={() => onChoose(user.email, demo.password)}
            >
              <Avatar name={user.name} size={36} />
              <span className={styles.words}>
                <b>{user.name}</b>
                <small>{localize(user.role)}</small>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <p className={styles.hint}>{t('session.demoHint', { password: demo.password, passcode: demo.passcode })}</p>
    </section>
  );
}
