import { findScreen, type ScreenName } from '@atoll/domain/nav/nav';
import { dayAndTime } from '../../locale/instant.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { useApp } from '../../sync/app-store.ts';
import { readNotices } from '../../sync/notices.ts';
import { useTimezone } from '../../sync/outlet-time.ts';
import { Button } from '../../ui/display/button.tsx';
import { Empty } from '../../ui/display/empty.tsx';
import { Icon, type IconName } from '../../ui/display/icon.tsx';
import { Whole } from '../../ui/display/whole.tsx';
import { useOpenOver } from '../../ui/overlay/open-over.ts';
import { Drawer } from '../../ui/overlay/overlay.tsx';
import { pathTo } from '../../ui/overlay/route-path.ts';
import type { NoticeEntry } from './notice-entry.ts';
import styles from './notification-panel.module.css';
import { TellOthers } from './tell-others.tsx';

const icons: Record<NoticeEntry['kind'], IconName> = {
  info: 'info',
  success: 'check',
  warning: 'warning',
  error: 'warning',
};

interface NotificationDrawerProps {
  readonly shown: readonly NoticeEntry[];
  readonly opened: boolean;
  /** Returns whether this release has a screen of that name. */
  readonly hasScreen: (name: string) => boolean;
  readonly onClose: () => void;
}

/** Lists the notifications in a panel over the screen. */
export function NotificationDrawer({ shown, opened, hasScreen, onClose }: NotificationDrawerProps) {
  const { t } = useTranslation();
  const isAllRead = shown.every(({ isRead }) => isRead);
  const read = () => {
    useApp.getState().markRead();
    void readNotices(false);
  };
  const clear = () => {
    useApp.getState().clearNotifications();
    void readNotices(true);
  };
  return (
    <Drawer
      title={t('notices.notifications')}
      opened={opened}
      onClose={onClose}
      footer={
        shown.length > 0 && (
          <>
            <Button icon="trash" onClick={clear}>
              {t('notices.clear')}
            </Button>
            <Button look="accent" icon="check" disabled={isAllRead} onClick={read}>
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
            <Row key={notice.key} notice={notice} hasScreen={hasScreen} onGo={onClose} />
          ))}
        </ul>
      )}
    </Drawer>
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
