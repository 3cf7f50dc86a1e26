import { useEffect } from 'react';
import { useTranslation } from '../../../locale/use-translation.ts';
import { askToKeep, checkStorage, isNearlyFull, useStorageRoom } from '../../../storage/storage-space.ts';
import { Button } from '../../../ui/display/button.tsx';
import { SettingError } from '../setting-note.tsx';
import { SettingRow } from '../setting-row.tsx';
import { sizeText } from '../size-text.ts';
import css from './storage-row.module.css';

/** Shows whether the browser keeps unsent work, and how much storage is left. */
export function StorageRow() {
  const { t } = useTranslation();
  const { isKept, used, quota } = useStorageRoom();
  useEffect(() => {
    void checkStorage().catch(() => undefined);
  }, []);
  const state = isKept === null ? 'unknown' : isKept ? 'kept' : 'loose';
  return (
    <SettingRow label={t('backup.storage.label')} hint={t(`backup.storage.${state}`)}>
      <div className={css.stack}>
        <p>
          {used === null || quota === null
            ? t('backup.storage.noFigures')
            : t('backup.storage.used', { used: sizeText(used), quota: sizeText(quota) })}
        </p>
        {isNearlyFull({ used, quota }) && <SettingError>{t('outbox.nearlyFull')}</SettingError>}
        {isKept === false && (
          <Button onClick={() => void askToKeep().catch(() => undefined)}>{t('backup.storage.ask')}</Button>
        )}
      </div>
    </SettingRow>
  );
}
