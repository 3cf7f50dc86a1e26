import { useState } from 'react';
import { dayAndTime } from '../locale/instant.ts';
import { useTranslation } from '../locale/use-translation.ts';
import type { OutboxEntry } from '../outbox/entry.ts';
import { tryAgain } from '../outbox/outbox.ts';
import { needsAttention, type Resolution } from '../outbox/resolution.ts';
import { saveEntries } from '../outbox/to-file.ts';
import { useSession } from '../session/session.ts';
import { useTimezone } from '../sync/outlet-time.ts';
import { Button } from '../ui/display/button.tsx';
import { Chip } from '../ui/display/chip.tsx';
import { Modal } from '../ui/overlay/overlay.tsx';
import css from './outbox-row.module.css';
import { whatOf, whyOf } from './outbox-words.ts';
import { useResolutions } from './use-resolutions.ts';

/** Shows an unsynced entry: what, whose, since when, the reason if it failed, and its resolutions (docs/rules.md#outbox-failures). */
export function OutboxRow({ entry }: { entry: OutboxEntry }) {
  const { t } = useTranslation();
  const timezone = useTimezone();
  const elsewhere = useSession((state) =>
    entry.outletId === state.scope?.outletId
      ? undefined
      : state.outlets.find(({ outletId }) => outletId === entry.outletId)?.name,
  );
  const isHidden = useIsHidden(entry);
  const isAside = needsAttention(entry);
  return (
    <li className={css.row} data-state={entry.state}>
      <div className={css.head}>
        <div className={css.what}>
          <b>{whatOf(entry, t, isHidden)}</b>
          <small>
            {entry.userName} · {t('outbox.since', { time: dayAndTime(entry.madeAt, timezone) })}
            {elsewhere && ` · ${t('outbox.atOutlet', { outlet: elsewhere })}`}
          </small>
        </div>
        {!isAside && <Chip tone="open">{t('outbox.queued')}</Chip>}
      </div>
      {!isAside && entry.reason && <p className={css.why}>{whyOf(entry, t)}</p>}
      {isAside && (
        <>
          <p className={css.why}>{whyOf(entry, t)}</p>
          <Ways entry={entry} />
        </>
      )}
    </li>
  );
}

/** Returns whether the entry is the work of another person whose bills the reader may not see (R35.77). */
const useIsHidden = ({ userId }: OutboxEntry): boolean =>
  useSession(({ user }) => user !== null && user.id !== userId && !user.permissions.includes('bill.viewOthers'));

function Ways({ entry }: { entry: OutboxEntry }) {
  const { t } = useTranslation();
  const { resolutions, resolve } = useResolutions(entry);
  const isHidden = useIsHidden(entry);
  const [removing, setRemoving] = useState(false);
  const choose = (way: Resolution) => (way === 'remove' ? setRemoving(true) : resolve(way));
  return (
    <div className={css.ways}>
      {resolutions.map((way) => (
        <Button key={way} look={way === 'remove' ? 'plain' : 'accent'} onClick={() => choose(way)}>
          {t(`outbox.ways.${way}`)}
        </Button>
      ))}
      <Button onClick={() => void tryAgain(entry.seq)}>{t('ui.tryAgain')}</Button>
      {!isHidden && (
        <Button look="plain" onClick={() => void saveEntries([entry])}>
          {t('outbox.saveFile')}
        </Button>
      )}
      {removing && (
        <Modal
          title={t('outbox.removeTitle')}
          size="s"
          onClose={() => setRemoving(false)}
          footer={
            <>
              <Button look="danger" onClick={() => resolve('remove')}>
                {t('outbox.ways.remove')}
              </Button>
              <Button look="main" onClick={() => setRemoving(false)}>
                {t('ui.cancel')}
              </Button>
            </>
          }
        >
          <p>{t('outbox.removeText')}</p>
        </Modal>
      )}
    </div>
  );
}
