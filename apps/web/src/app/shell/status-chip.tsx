import { formatMoney, laari } from '@atoll/domain/money/money';
import { useEffect, useState } from 'react';
import { useConnection } from '../../api/connection.ts';
import { clockTime } from '../../locale/instant.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { hideAttention, showAttention, useAttention } from '../../outbox/attention.ts';
import { useOutbox } from '../../outbox/outbox.ts';
import { needsAttention } from '../../outbox/resolution.ts';
import { unsyncedAmount, waitingSince } from '../../outbox/unsynced-amount.ts';
import { useTimezone } from '../../sync/outlet-time.ts';
import { later } from '../../ui/hook/later.tsx';
import styles from './status-chip.module.css';

const OutboxDrawer = later(async () => (await import('./outbox-drawer.tsx')).OutboxDrawer);

/** Work that arrives sooner than this is not mentioned in the header. */
const reportDelayMs = 2000;

/** Texts of the header; `waitingText` applies when work waits although the server is reachable. */
const plainText = {
  offline: 'shell.offlineWaiting',
  failing: 'shell.cannotSave',
  online: 'shell.online',
  polling: 'shell.polling',
} as const;
const waitingText = { ...plainText, online: 'shell.waiting', polling: 'shell.pollingWaiting' } as const;

/**
 * Shows 'Online', 'Polling', 'Offline · N waiting' or 'Server cannot save · N waiting'; a tap lists the waiting work.
 */
export function StatusChip() {
  const { t } = useTranslation();
  const hubState = useConnection((state) => state.hubState);
  const isOnline = useConnection((state) => state.isOnline);
  const canSave = useConnection((state) => state.canSave);
  const waiting = useConnection((state) => state.waiting);
  const isStuck = useOutbox((state) => state.entries.some(needsAttention));
  const isLong = useLasting(waiting > 0, reportDelayMs);
  const isShown = useAttention((state) => state.isShown);
  const [wasShown, setWasShown] = useState(isShown);
  if (isShown && !wasShown) setWasShown(true);

  const state = !isOnline ? 'offline' : !canSave ? 'failing' : hubState === 'Connected' ? 'online' : 'polling';
  const isAway = state === 'offline' || state === 'failing';
  const showsCount = !isAway && (isLong || isStuck);
  const text = t(showsCount ? waitingText[state] : plainText[state], { count: waiting });
  return (
    <>
      <div role="status" className={styles.status}>
        <button
          type="button"
          className={styles.chip}
          data-state={isStuck ? 'stuck' : isAway ? 'offline' : state}
          aria-haspopup="dialog"
          onClick={showAttention}
        >
          <i aria-hidden="true" />
          <span className={styles.chipText} data-calm={(state === 'online' && !showsCount) || undefined}>
            {text}
          </span>
          {waiting > 0 && (isAway || showsCount) && (
            <>
              <b className={styles.chipCount} aria-hidden="true">
                {waiting}
              </b>
              <AtRisk />
            </>
          )}
        </button>
      </div>
      {wasShown && <OutboxDrawer opened={isShown} onClose={hideAttention} title={text} />}
    </>
  );
}

/** Shows the unsynced amount, and since when it waits. */
function AtRisk() {
  const { t } = useTranslation();
  const timezone = useTimezone();
  const entries = useOutbox((state) => state.entries);
  const since = waitingSince(entries);
  const amount = unsyncedAmount(entries);
  if (since === null || amount === 0) return null;
  return (
    <small className={styles.risk}>
      {t('outbox.atRisk', { amount: formatMoney(laari(amount)), time: clockTime(since, timezone) })}
    </small>
  );
}

/** Returns true once the condition has lasted for `afterMs`; false as soon as it ends. */
function useLasting(condition: boolean, afterMs: number): boolean {
  const [hasLasted, setLasted] = useState(false);
  useEffect(() => {
    if (!condition) return undefined;
    const timer = setTimeout(() => setLasted(true), afterMs);
    return () => {
      clearTimeout(timer);
      setLasted(false);
    };
  }, [condition, afterMs]);
  return condition && hasLasted;
}
