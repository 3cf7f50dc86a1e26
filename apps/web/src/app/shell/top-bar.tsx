import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { Notifications } from '../../features/notification/notification-panel.tsx';
import { SearchBox } from '../../features/search/search-box.tsx';
import { ShiftPanel } from '../../features/shift/shift-panel.tsx';
import { useTranslation } from '../../locale/use-translation.ts';
import { useSession } from '../../session/session.ts';
import { useTheme } from '../../session/theme.ts';
import { breakpoints } from '../../styles/breakpoints.ts';
import { Avatar } from '../../ui/display/avatar.tsx';
import { IconButton } from '../../ui/display/button.tsx';
import { useIsNarrow, useMedia } from '../../ui/hook/narrow.ts';
import { useBackCloses } from '../../ui/overlay/back.ts';
import { hasScreen } from '../route/screens.ts';
import { AccountMenu } from './account-menu.tsx';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { useFullScreen } from './full-screen.ts';
import { StatusChip } from './status-chip.tsx';
import styles from './top-bar.module.css';

/** Shows the bar at the top: breadcrumbs, connection, shift, and account. */
export function TopBar() {
  const { t } = useTranslation();
  const isNarrow = useIsNarrow();
  const isTablet = useMedia(breakpoints.compact);
  const hasRoom = !useMedia(breakpoints.tablet);
  const [isSearching, setSearching] = useState(false);
  useBackCloses(!hasRoom && isSearching, { onClose: () => setSearching(false) });
  const { theme, toggle } = useTheme();
  const fullScreen = useFullScreen();
  return (
    <header className={styles.top}>
      <OutletName />
      {!isTablet && <Breadcrumbs />}
      {hasRoom && (
        <div className={styles.search}>
          <SearchBox hasScreen={hasScreen} />
        </div>
      )}
      {!hasRoom && isSearching && (
        <div
          className={styles.searchOver}
          onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setSearching(false)}
        >
          <SearchBox hasScreen={hasScreen} autoFocus onDone={() => setSearching(false)} />
        </div>
      )}
      <div className={styles.end}>
        {!hasRoom && <IconButton icon="search" label={t('finder.search')} onClick={() => setSearching(true)} />}
        <StatusChip />
        <ShiftPanel />
        <Notifications hasScreen={hasScreen} />
        {!isNarrow && (
          <>
            {fullScreen.isOffered && (
              <IconButton
                icon={fullScreen.isFull ? 'leaveFullScreen' : 'fullScreen'}
                label={t('shell.fullScreen')}
                aria-pressed={fullScreen.isFull}
                onClick={fullScreen.toggle}
              />
            )}
            <IconButton
              icon={theme === 'dark' ? 'sun' : 'moon'}
              label={theme === 'dark' ? t('shell.light') : t('shell.dark')}
              onClick={toggle}
            />
          </>
        )}
        <AccountMenu isNarrow={isNarrow} />
      </div>
    </header>
  );
}

function OutletName() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const scope = useSession((state) => state.scope);
  const hasSeveral = useSession((state) => state.outlets.length > 1);
  if (!scope) return <div />;
  return (
    <div className={styles.outlet}>
      <Avatar name={scope.name} image={scope.logo} size={34} isLogo />
      <b>{scope.name}</b>
      {hasSeveral && (
        <IconButton
          icon="switch"
          label={t('shell.switchOutlet')}
          aria-haspopup="dialog"
          onClick={() => {
            if (!pathname.endsWith('/outlets')) void navigate({ href: `${pathname.replace(/\/$/, '')}/outlets` });
          }}
        />
      )}
    </div>
  );
}
