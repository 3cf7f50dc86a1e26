import { useTranslation } from 'react-i18next';
import { useApp } from '../../lib/app-store.ts';
import { useConnection } from '../../lib/connection.ts';
import { reconnect } from '../../lib/live.ts';
import { isWaiting, type OutboxEntry } from '../../lib/outbox/entry.ts';
import { tryAgain, useOutbox, wakeOutbox } from '../../lib/outbox/outbox.ts';
import { clockTime } from '../../locale/instant.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Drawer } from '../../ui/overlay.tsx';
import styles from './outbox-drawer.module.css';

interface OutboxDrawerProps {
  opened: boolean;
  onClose: () => void;
  title: string;
}

/** What is not with the server yet, why, and a way to send it again (A7). */
export function OutboxDrawer({ opened, onClose, title }: OutboxDrawerProps) {
  const { t } = useTranslation();
  const entries = useOutbox((state) => state.entries);
  const isOnline = useConnection((state) => state.isOnline);
  const isLive = useConnection((state) => state.hubState === 'Connected');
  return (
    <Drawer
      title={title}
      opened={opened}
      onClose={onClose}
      footer={
        (!isLive || entries.some(isWaiting)) && (
          <>
            {!isLive && (
              <Button icon="refresh" onClick={() => void reconnect()}>
                {t('shell.reconnect')}
              </Button>
            )}
            {entries.some(isWaiting) && <Button onClick={() => void wakeOutbox()}>{t('outbox.sendNow')}</Button>}
          </>
        )
      }
    >
      {entries.length === 0 ? (
        <Empty
          icon="check"
          title={t('outbox.empty')}
          hint={isOnline ? t('outbox.emptyHint') : t('outbox.offlineHint')}
        />
      ) : (
        <ul className={styles.list}>
          {entries.map((entry) => (
            <EntryRow key={entry.seq} entry={entry} />
          ))}
        </ul>
      )}
    </Drawer>
  );
}

function EntryRow({ entry }: { entry: OutboxEntry }) {
  const { t } = useTranslation();
  const timezone = useApp((state) => state.outlet?.timezone) ?? 'Indian/Maldives';
  const { type, slot } = entry.body as { type?: string; slot?: string };
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <b>
          {t(`outbox.kinds.${entry.kind}`)}
          {type && slot ? ` · ${type} ${slot}` : ''}
        </b>
        <small>
          {clockTime(entry.madeAt, timezone)} · {entry.userName}
        </small>
        {entry.reason && <small className={styles.reason}>{entry.reason.message}</small>}
      </div>
      {isWaiting(entry) ? (
        <Chip tone={entry.state === 'held' ? 'saved' : 'open'}>
          {entry.state === 'held' ? t('outbox.held') : t('outbox.queued')}
        </Chip>
      ) : (
        <Button look="accent" onClick={() => void tryAgain(entry.seq)}>
          {t('ui.tryAgain')}
        </Button>
      )}
    </li>
  );
}
