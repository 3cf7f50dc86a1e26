import { formatMoney, laari } from '@atoll/domain/money/money';
import { useId } from 'react';
import { isSaving, useConnection } from '../../api/connection.ts';
import { dayAndTime } from '../../locale/instant.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { isWaiting, type OutboxEntry } from '../../outbox/entry.ts';
import { sendNow, useOutbox } from '../../outbox/outbox.ts';
import { needsAttention } from '../../outbox/resolution.ts';
import { saveEntries } from '../../outbox/to-file.ts';
import { unsyncedAmount, waitingSince } from '../../outbox/unsynced-amount.ts';
import { reconnect } from '../../sync/live.ts';
import { useTimezone } from '../../sync/outlet-time.ts';
import { Button } from '../../ui/display/button.tsx';
import { Empty } from '../../ui/display/empty.tsx';
import { Drawer } from '../../ui/overlay/overlay.tsx';
import { WorkFromFile } from '../../unsent/from-file.tsx';
import { OutboxRow } from '../../unsent/outbox-row.tsx';
import css from './outbox-drawer.module.css';

interface OutboxDrawerProps {
  opened: boolean;
  onClose: () => void;
  title: string;
}

/**
 * Lists what the server does not have yet: first what needs a person, then what is sent automatically
 * (docs/rules.md#outbox-failures).
 */
export function OutboxDrawer({ opened, onClose, title }: OutboxDrawerProps) {
  const { t } = useTranslation();
  const entries = useOutbox((state) => state.entries);
  const isOnline = useConnection(isSaving);
  const isLive = useConnection((state) => state.hubState === 'Connected');
  return (
    <Drawer
      title={title}
      opened={opened}
      onClose={onClose}
      footer={
        (!isLive || entries.length > 0) && (
          <>
            {entries.length > 0 && (
              <Button look="plain" onClick={() => void saveEntries(entries)}>
                {t('outbox.saveAll')}
              </Button>
            )}
            {!isLive && (
              <Button icon="refresh" onClick={() => void reconnect()}>
                {t('shell.reconnect')}
              </Button>
            )}
            {entries.some(isWaiting) && <Button onClick={() => void sendNow()}>{t('outbox.sendNow')}</Button>}
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
        <>
          <Risk entries={entries} />
          <Part title={t('outbox.needsAttention')} entries={entries.filter(needsAttention)} />
          <Part title={t('outbox.waits')} entries={entries.filter((entry) => !needsAttention(entry))} />
        </>
      )}
      <WorkFromFile />
    </Drawer>
  );
}

function Risk({ entries }: { entries: readonly OutboxEntry[] }) {
  const { t } = useTranslation();
  const timezone = useTimezone();
  const since = waitingSince(entries);
  if (since === null) return null;
  const amount = formatMoney(laari(unsyncedAmount(entries)));
  return <p className={css.risk}>{t('outbox.atRisk', { amount, time: dayAndTime(since, timezone) })}</p>;
}

function Part({ title, entries }: { title: string; entries: readonly OutboxEntry[] }) {
  const id = useId();
  if (entries.length === 0) return null;
  return (
    <section className={css.part} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <ul aria-labelledby={id}>
        {entries.map((entry) => (
          <OutboxRow key={entry.seq} entry={entry} />
        ))}
      </ul>
    </section>
  );
}
