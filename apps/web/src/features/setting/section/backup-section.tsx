import type { Backup } from '@atoll/domain/contract/platform/backup';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { CallError, call } from '../../../api/api.ts';
import { useNow } from '../../../clock/now.ts';
import { dayAndTime } from '../../../locale/instant.ts';
import { useTranslation } from '../../../locale/use-translation.ts';
import { NotLoaded } from '../../../record/not-loaded.tsx';
import { useTimezone } from '../../../sync/outlet-time.ts';
import { Button } from '../../../ui/display/button.tsx';
import { SkeletonRows } from '../../../ui/display/skeleton.tsx';
import { showToast } from '../../../ui/overlay/toast.ts';
import { SettingGroup, SettingRow } from '../setting-row.tsx';
import { sizeText } from '../size-text.ts';
import { DownloadDialog } from './backup-download.tsx';
import { RestoreDialog } from './backup-restore.tsx';
import css from './backup-section.module.css';
import type { RestoreSource } from './restore-steps.ts';

const hourMs = 3600 * 1000;
/** A daily backup that is older than this has failed. */
const staleHours = 48;

/** Shows the age of the last backup, makes one now, and lists the kept ones. */
export function BackupSection() {
  const { t } = useTranslation();
  const found = useQuery({
    queryKey: ['backup.list'],
    queryFn: () => call('backup.list', { inPlace: true }),
    staleTime: 0,
  });
  const timezone = useTimezone();
  const [downloading, setDownloading] = useState(false);
  const [restoring, setRestoring] = useState<Restored>();
  const restore = ({ file, at }: Backup) => setRestoring({ source: { file }, name: dayAndTime(at, timezone) });
  const { data } = found;
  if (found.isError && !data) return <NotLoaded found={found} isRow />;
  if (!data) return <SkeletonRows label={t('ui.loading')} />;
  if (!data.isKeptHere) return <p>{t('backup.elsewhere')}</p>;
  return (
    <>
      <SettingGroup>
        <Latest newest={data.backups[0]} onMade={() => void found.refetch()} />
      </SettingGroup>
      {data.backups.length > 0 && (
        <SettingGroup title={t('backup.kept', { count: data.kept })}>
          <ul className={css.plainList} aria-label={t('backup.list')}>
            {data.backups.map((backup) => (
              <BackupRow key={backup.file} backup={backup} onRestore={restore} />
            ))}
          </ul>
        </SettingGroup>
      )}
      <Elsewhere onDownload={() => setDownloading(true)} onRestore={setRestoring} />
      {downloading && <DownloadDialog onClose={() => setDownloading(false)} onMade={() => void found.refetch()} />}
      {restoring && <RestoreDialog {...restoring} onClose={() => setRestoring(undefined)} />}
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
      await call('backup.create', { inPlace: true });
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

interface BackupRowProps {
  readonly backup: Backup;
  readonly onRestore: (backup: Backup) => void;
}

function BackupRow({ backup, onRestore }: BackupRowProps) {
  const { t } = useTranslation();
  const timezone = useTimezone();
  const at = dayAndTime(backup.at, timezone);
  return (
    <li className={css.row}>
      <span>
        <b>{at}</b> {t(`backup.kinds.${backup.kind}`)} · {sizeText(backup.bytes)}
      </span>
      <Button look="outline" aria-label={t('backup.restoreOf', { name: at })} onClick={() => onRestore(backup)}>
        {t('backup.restore')}
      </Button>
    </li>
  );
}

interface Restored {
  readonly source: RestoreSource;
  readonly name: string;
}

interface ElsewhereProps {
  readonly onDownload: () => void;
  readonly onRestore: (chosen: Restored) => void;
}

/** Downloads a backup to keep it elsewhere, and chooses a downloaded one to restore. */
function Elsewhere({ onDownload, onRestore }: ElsewhereProps) {
  const { t } = useTranslation();
  const choose = useRef<HTMLInputElement>(null);
  return (
    <SettingGroup title={t('backup.otherPlace')}>
      <SettingRow label={t('backup.downloadLabel')} hint={t('backup.downloadRowHint')}>
        <Button onClick={onDownload}>{t('backup.download')}</Button>
      </SettingRow>
      <SettingRow label={t('backup.uploadLabel')} hint={t('backup.uploadHint')}>
        <Button onClick={() => choose.current?.click()}>{t('backup.chooseFile')}</Button>
        <input
          ref={choose}
          type="file"
          hidden
          accept=".atollbackup,.db"
          aria-label={t('backup.chooseFile')}
          onChange={(event) => {
            const [upload] = event.currentTarget.files ?? [];
            event.currentTarget.value = '';
            if (upload) onRestore({ source: { upload }, name: upload.name });
          }}
        />
      </SettingRow>
    </SettingGroup>
  );
}
