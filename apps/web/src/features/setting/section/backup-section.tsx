import type { Backup } from '@atoll/domain/contract/platform/backup';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError, call } from '../../../api/api.ts';
import { useNow } from '../../../clock/now.ts';
import { dayAndTime } from '../../../locale/instant.ts';
import { NotLoaded } from '../../../record/not-loaded.tsx';
import { useTimezone } from '../../../sync/outlet-time.ts';
import { Button } from '../../../ui/display/button.tsx';
import { SkeletonRows } from '../../../ui/display/skeleton.tsx';
import { showToast } from '../../../ui/overlay/toast.ts';
import { SettingGroup, SettingRow } from '../setting-row.tsx';
import { sizeText } from '../size-text.ts';
import css from './backup-section.module.css';

const hourMs = 3600 * 1000;
/** A daily backup that is older than this has failed. */
const staleHours = 48;

/** Shows the age of the last backup, makes one now, and lists the kept ones. */
export function BackupSection() {
  const { t } = useTranslation();
  const found = useQuery({
    queryKey: ['backup.list'],
    queryFn: () => call('backup.list', { quiet: true }),
    staleTime: 0,
  });
  const { data } = found;
  if (found.isError && !data) return <NotLoaded found={found} isRow />;
  if (!data) return <SkeletonRows label={t('ui.loading')} />;
  if (!data.isKeptHere) return <p>{t('backup.elsewhere')}</p>;
  return (
    <>
      <SettingGroup>
        <Latest newest={data.backups[0]} onMade={() => void found.refetch()} />
      </SettingGroup>
      <SettingGroup title={t('backup.kept', { count: data.kept })}>
        <ul className={css.plainList} aria-label={t('backup.list')}>
          {data.backups.map((backup) => (
            <BackupRow key={backup.file} backup={backup} />
          ))}
        </ul>
      </SettingGroup>
    </>
  );
}

function Latest({ newest, onMade }: { newest: Backup | undefined; onMade: () => void }) {
  const { t } = useTranslation();
  const now = useNow();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const hours = newest ? Math.max(0, Math.floor((now - Date.parse(newest.at)) / hourMs)) : null;
  const age =
    hours === null ? t('backup.none') : hours < 1 ? t('backup.justNow') : t('backup.hoursAgo', { count: hours });

  async function make() {
    setBusy(true);
    setError(undefined);
    try {
      await call('backup.create', { quiet: true });
      showToast(t('backup.made'), 'good');
      onMade();
    } catch (caught) {
      setError(caught instanceof CallError ? caught.message : t('setting.noServer'));
    } finally {
      setBusy(false);
    }
  }

  const late = hours !== null && hours >= staleHours ? t('backup.late') : undefined;
  return (
    <SettingRow label={t('backup.last')} hint={age} error={error ?? late}>
      <Button look="accent" busy={busy} onClick={() => void make()}>
        {t('backup.now')}
      </Button>
    </SettingRow>
  );
}

function BackupRow({ backup }: { backup: Backup }) {
  const { t } = useTranslation();
  const timezone = useTimezone();
  return (
    <li>
      <b>{dayAndTime(backup.at, timezone)}</b> {t(`backup.kinds.${backup.kind}`)} · {sizeText(backup.bytes)}
    </li>
  );
}
