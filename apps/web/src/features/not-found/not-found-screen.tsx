import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../locale/use-translation.ts';
import { buttonClass } from '../../ui/display/button.tsx';
import { Mark } from '../../ui/display/mark.tsx';
import styles from './not-found-screen.module.css';

/** Shown for every path that the app does not know (R2.24). */
export function NotFoundScreen() {
  const { t } = useTranslation();
  return (
    <main className={styles.screen}>
      <Mark size={72} />
      <h1 className={styles.title}>{t('notFound.title')}</h1>
      <p className={styles.hint}>{t('notFound.hint')}</p>
      <Link to="/" className={buttonClass({ look: 'main', size: 'l' })}>
        {t('notFound.home')}
      </Link>
    </main>
  );
}
