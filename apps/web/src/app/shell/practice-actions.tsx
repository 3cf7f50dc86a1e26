import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../locale/use-translation.ts';
import { useSession } from '../../session/session.ts';
import { leavePractice, startPractice } from '../../sync/practice.ts';
import { later } from '../../ui/hook/later.tsx';
import type { MenuAction } from '../../ui/overlay/action-menu.tsx';
import { showToast } from '../../ui/overlay/toast.ts';

const UnsentDialog = later(async () => (await import('../../features/outlet/unsent-dialog.tsx')).UnsentDialog);

interface PracticeActions {
  /** Whether practice is open. */
  readonly isOpen: boolean;
  readonly actions: readonly MenuAction[];
  /** Asks before unsent work is left behind. */
  readonly dialog: ReactNode;
}

/** Returns what the user's menu has for practice. `waiting`: the number of entries that are not sent yet. */
export function usePracticeActions(waiting: number): PracticeActions {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const isOpen = useSession((state) => Boolean(state.scope?.practiceOf));
  const [asks, setAsks] = useState(false);

  const toBill = () => void navigate({ href: '/billing/new' });
  const begin = (fresh: boolean) =>
    void startPractice(fresh).then((problem) => (problem === null ? toBill() : showToast(problem, 'error')));
  const start = () => (waiting > 0 ? setAsks(true) : begin(false));

  const actions: MenuAction[] = isOpen
    ? [
        { label: t('practice.leave'), icon: 'close', onSelect: () => void leavePractice().then(toBill) },
        { label: t('practice.afresh'), icon: 'refresh', onSelect: () => begin(true) },
      ]
    : [{ label: t('practice.start'), icon: 'note', onSelect: start }];
  const dialog = asks && (
    <UnsentDialog
      text={t('shell.unsentSwitch', { count: waiting })}
      action={t('practice.start')}
      onGo={() => begin(false)}
      onClose={() => setAsks(false)}
    />
  );
  return { isOpen, actions, dialog };
}
