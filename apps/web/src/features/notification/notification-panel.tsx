import { findScreen, type ScreenName } from '@atoll/domain/nav/nav';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dayAndTime } from '../../locale/instant.ts';
import { useApp } from '../../sync/app-store.ts';
import { readNotices, useNotices } from '../../sync/notices.ts';
import { useTimezone } from '../../sync/outlet-time.ts';
import { Button, IconButton } from '../../ui/display/button.tsx';
import { Empty } from '../../ui/display/empty.tsx';
import { Icon, type IconName } from '../../ui/display/icon.tsx';
import { Whole } from '../../ui/display/whole.tsx';
import { useOpenOver } from '../../ui/overlay/open-over.ts';
import { Drawer } from '../../ui/overlay/overlay.tsx';
import { pathTo } from '../../ui/overlay/route-path.ts';
import { joinNotices, type NoticeEntry } from './notice-entry.ts';
import styles from './notification-panel.module.css';
import { TellOthers } from './tell-others.tsx';

const icons: Record<NoticeEntry['kind'], IconName> = {
  info: 'info',
  success: 'check',
  warning: 'warning',
  error: 'warning',
};
const maxShownCount = 99;

/** Shows the bell of the top bar with the unread count, and the panel that it toggles (R4.3, R19.5). */
export function Notifications({ hasScreen }: { hasScreen: (name: string) => boolean }) {
  const { t } = useTranslation();
  const own = useApp((state) => state.notifications);
  const notices = useNotices((state) => state.notices);
  const [isOpen, setOpen] = useState(false);
  const shown = joinNotices(own, notices);
  const unread = shown.filter(({ isRead }) => !isRead).length;
  const close = () => setOpen(false);
  const read = () => {
    useApp.getState().markRead();
    void readNotices(false);
  };
  const clear = () => {
    useApp.getState().clearNotifications();
    void readNotices(true);
  };
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
      <Drawer
        title={t('notices.notifications')}
        opened={isOpen}
        onClose={close}
        footer={
          shown.length > 0 && (
            <>
              <Button icon="trash" onClick={clear}>
                {t('notices.clear')}
              </Button>
              <Button look="accent" icon="check" disabled={unread === 0} onClick={read}>
                {t('notices.read')}
              </Button>
            </>
          )
        }
      >
        <TellOthers />
        {shown.length === 0 ? (
          <Empty icon="bell" title={t('notices.none')} hint={t('notices.noneHint')} />
        ) : (
          <ul className={styles.list}>
            {shown.map((notice) => (
              <Row key={notice.key} notice={notice} hasScreen={hasScreen} onGo={close} />
            ))}
          </ul>
        )}
      </Drawer>
    </>
  );
}

interface RowProps {
  notice: NoticeEntry;
  hasScreen: (name: string) => boolean;
  onGo: () => void;
}

function Row({ notice, hasScreen, onGo }: RowProps) {
  const { t } = useTranslation();
  const openOver = useOpenOver();
  const timezone = useTimezone();
  const view = `View ${notice.entityName ?? ''}`;
  const canOpen = notice.entityId !== null && findScreen(view) !== undefined && hasScreen(view);
  const open = () => {
    onGo();
    openOver(pathTo(view as ScreenName, { id: notice.entityId ?? 0 }));
  };
  return (
    <li className={styles.row} data-kind={notice.kind} data-unread={!notice.isRead || undefined}>
      <Icon name={icons[notice.kind]} size={20} />
      <div className={styles.words}>
        <b>
          {notice.title}
          {!notice.isRead && <span className="visually-hidden"> · {t('notices.new')}</span>}
        </b>
        {notice.body && (
          <p>
            <Whole>{notice.body}</Whole>
          </p>
        )}
        <small>
          <Whole>{dayAndTime(notice.at, timezone)}</Whole>
        </small>
      </div>
      {canOpen && (
        <Button look="outline" onClick={open}>
          {t('notices.open')}
        </Button>
      )}
    </li>
  );
}
