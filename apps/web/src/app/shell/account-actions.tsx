import { useMatches, useNavigate, useRouter } from '@tanstack/react-router';
import { cloneElement, type ReactElement, useState } from 'react';
import { useTranslation } from '../../locale/use-translation.ts';
import { useWaiting } from '../../outbox/outbox.ts';
import { useSession } from '../../session/session.ts';
import { useTheme } from '../../session/theme.ts';
import { useApp } from '../../sync/app-store.ts';
import { later } from '../../ui/hook/later.tsx';
import { ActionMenu, type MenuAction } from '../../ui/overlay/action-menu.tsx';
import { useOpenOver } from '../../ui/overlay/open-over.ts';
import { pathTo } from '../../ui/overlay/route-path.ts';
import { helpFor } from '../help.ts';
import { useFullScreen } from './full-screen.ts';
import { useHelp } from './help-store.ts';
import { usePracticeActions } from './practice-actions.tsx';

const UnsentDialog = later(async () => (await import('../../features/outlet/unsent-dialog.tsx')).UnsentDialog);
const AddDevice = later(async () => (await import('../../person/add-device.tsx')).AddDevice);

interface AccountActionsProps {
  readonly isNarrow: boolean;
  readonly button: ReactElement<{ readonly autoFocus?: boolean }>;
}

/** Shows the user's menu and the dialogs that it opens. On a phone it also holds what does not fit into the top bar. */
export function AccountActions({ isNarrow, button }: AccountActionsProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const router = useRouter();
  const openOver = useOpenOver();
  const user = useSession((state) => state.user);
  const lock = useSession((state) => state.lock);
  const logout = useSession((state) => state.logout);
  const mayClose = useSession((state) => state.user?.permissions.includes('Close Shift') ?? false);
  const isShiftOpen = useApp((state) => state.shift !== null);
  const waiting = useWaiting();
  const [asks, setAsks] = useState(false);
  const [isAdding, setAdding] = useState(false);
  const practice = usePracticeActions(waiting);
  const { theme, toggle } = useTheme();
  const fullScreen = useFullScreen();
  const showSheet = useHelp((state) => state.showSheet);
  const screen = useMatches({ select: (matches) => matches.findLast((m) => m.staticData.screen)?.staticData.screen });
  if (!user) return null;

  // The profile opens over any screen, and closing it returns there (R4.5).
  const openProfile = () => {
    const here = new URL(router.state.location.href as string, location.origin);
    here.searchParams.set('profile', String(user.id));
    openOver(here.pathname + here.search);
  };

  const narrowActions: MenuAction[] = [
    {
      label: theme === 'dark' ? t('shell.light') : t('shell.dark'),
      icon: theme === 'dark' ? 'sun' : 'moon',
      onSelect: toggle,
    },
    ...(fullScreen.isOffered
      ? [{ label: t('shell.fullScreen'), icon: 'fullScreen' as const, onSelect: fullScreen.toggle }]
      : []),
  ];
  const noEndShift = mayClose ? (isShiftOpen ? undefined : t('shell.noShiftOpen')) : t('shell.mayNotEndShift');
  const actions: MenuAction[] = [
    { label: t('place.profile'), icon: 'person', onSelect: openProfile },
    ...(practice.isOpen
      ? []
      : [{ label: t('shell.addDevice'), icon: 'plus' as const, onSelect: () => setAdding(true) }]),
    ...practice.actions,
    ...(isNarrow ? narrowActions : []),
    {
      label: t('shell.endShift'),
      icon: 'till',
      disabled: noEndShift !== undefined,
      reason: noEndShift,
      onSelect: () => void navigate({ to: pathTo('Close Shift') }),
    },
    { label: t('help.guide'), icon: 'help', onSelect: () => window.open(helpFor(screen), '_blank', 'noopener') },
    { label: t('help.shortcuts'), icon: 'keyboard', onSelect: () => showSheet(true) },
    { label: t('shell.lock'), icon: 'lock', onSelect: lock },
    {
      label: t('shell.logout'),
      icon: 'logout',
      onSelect: () => (waiting > 0 ? setAsks(true) : void logout(t('session.loggedOut'))),
    },
  ];
  return (
    <>
      <ActionMenu actions={actions} defaultOpened button={cloneElement(button, { autoFocus: true })} />
      {isAdding && <AddDevice onClose={() => setAdding(false)} />}
      {practice.dialog}
      {asks && (
        <UnsentDialog
          text={t('shell.unsentLogout', { count: waiting })}
          action={t('shell.logoutAnyway')}
          onGo={() => void logout(t('session.loggedOut'))}
          onClose={() => setAsks(false)}
        />
      )}
    </>
  );
}
