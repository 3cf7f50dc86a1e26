import { Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useNewAddress } from '../../api/new-address.ts';
import { useRelease } from '../../api/release.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { MissingParts } from '../../record/missing-parts.tsx';
import { later } from '../../ui/hook/later.tsx';
import { lazyScreen } from '../route/lazy-screen.tsx';
import { useNewVersion } from '../update/new-version.ts';
import { BreadcrumbRow } from './breadcrumbs.tsx';
import { ClockNotice } from './clock-notice.tsx';
import { useHelp } from './help-store.ts';
import styles from './shell.module.css';
import { Sidebar } from './sidebar/sidebar.tsx';
import { TabBar } from './tab-bar.tsx';
import { TopBar } from './top-bar.tsx';
import { useShortcuts } from './use-shortcuts.ts';

const NewVersionBar = later(async () => (await import('../update/new-version-bar.tsx')).NewVersionBar);

const Sheet = lazyScreen(async () => {
  const { ShortcutSheet } = await import('./shortcut-sheet.tsx');
  return () => <ShortcutSheet onClose={() => useHelp.getState().showSheet(false)} />;
});

const NewAddress = later(async () => (await import('./new-address.tsx')).NewAddress);

/** Renders the frame around every screen of a signed-in user. */
export function Shell() {
  const { t } = useTranslation();
  const isSheetOpen = useHelp((state) => state.isSheetOpen);
  const isOffered = useNewVersion(({ worker, isHidden }) => worker !== null && !isHidden);
  const isOld = useRelease((state) => state.isOld);
  const isMoved = useNewAddress(({ address }) => address !== null);
  useShortcuts();
  return (
    <div className={styles.shell}>
      <a href="#screen" className={styles.skip}>
        {t('app.skip')}
      </a>
      <TopBar />
      <ClockNotice />
      <Sidebar />
      <div className={styles.note}>
        <BreadcrumbRow />
        <MissingParts />
        {(isOffered || isOld) && <NewVersionBar />}
        {isMoved && <NewAddress />}
      </div>
      <main id="screen" className={styles.screen} tabIndex={-1}>
        <Outlet />
      </main>
      <TabBar />
      {isSheetOpen && (
        <Suspense fallback={null}>
          <Sheet />
        </Suspense>
      )}
    </div>
  );
}
