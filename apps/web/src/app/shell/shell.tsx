import { Outlet } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import styles from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { TabBar } from './tab-bar.tsx';
import { TopBar } from './top-bar.tsx';

/** The frame around every screen of a signed-in person. */
export function Shell() {
  const { t } = useTranslation();
  return (
    <div className={styles.shell}>
      <a href="#screen" className={styles.skip}>
        {t('app.skip')}
      </a>
      <TopBar />
      <Sidebar />
      <main id="screen" className={styles.screen} tabIndex={-1}>
        <Outlet />
      </main>
      <TabBar />
    </div>
  );
}
