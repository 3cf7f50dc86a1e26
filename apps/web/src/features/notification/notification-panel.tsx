import { useState } from 'react';
import { useTranslation } from '../../locale/use-translation.ts';
import { useApp } from '../../sync/app-store.ts';
import { useNotices } from '../../sync/notices.ts';
import { IconButton } from '../../ui/display/button.tsx';
import { later } from '../../ui/hook/later.tsx';
import { joinNotices } from './notice-entry.ts';
import styles from './notification-panel.module.css';

const NotificationDrawer = later(async () => (await import('./notification-drawer.tsx')).NotificationDrawer);

const maxShownCount = 99;

/** Shows the bell of the top bar with the unread count, and the panel that it toggles (R4.3, R19.5). */
export function Notifications({ hasScreen }: { hasScreen: (name: string) => boolean }) {
  const { t } = useTranslation();
  const own = useApp((state) => state.notifications);
  const notices = useNotices((state) => state.notices);
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);
  const shown = joinNotices(own, notices);
  const unread = shown.filter(({ isRead }) => !isRead).length;
  return (
    <>
      <span className={styles.toggle}>
        <IconButton
          icon="bell"
          label={t('notices.notifications')}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          aria-description={unread > 0 ? t('notices.unread', { count: unread }) : undefined}
          onClick={() => setOpen(!isOpen)}
        />
        {unread > 0 && (
          <span className={styles.count} aria-hidden="true">
            {unread > maxShownCount ? `${maxShownCount}+` : unread}
          </span>
        )}
      </span>
      {wasOpen && (
        <NotificationDrawer shown={shown} opened={isOpen} hasScreen={hasScreen} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
