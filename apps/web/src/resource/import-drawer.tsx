import type { ImportResult } from '@atoll/domain/contract/platform/resource';
import { fieldOf, type ResourceDefinition } from '@atoll/domain/resources/define-resource';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileLabel } from '../form/file-label.tsx';
import { FailureBox } from '../form/form-dialog.tsx';
import { ListNote } from '../form/list-box.tsx';
import { useLabel } from '../locale/label.ts';
import { sentenceText } from '../locale/sentence.ts';
import { Button } from '../ui/display/button.tsx';
import { Drawer } from '../ui/overlay/overlay.tsx';
import { showToast } from '../ui/overlay/toast.ts';
import css from './import-drawer.module.css';
import { useImport } from './use-import.ts';
import { useRefresh } from './use-record.ts';

interface ImportDrawerProps {
  readonly definition: ResourceDefinition;
  readonly onClosed: () => void;
}

/** Number of bad rows that are shown. */
const shownRows = 100;

/** 'Import Vendors': takes a file, shows its problems row by row, and imports all of it or nothing. */
export function ImportDrawer({ definition, onClosed }: ImportDrawerProps) {
  const { t } = useTranslation();
  const localize = useLabel();
  const refresh = useRefresh(definition);
  const [file, setFile] = useState<File | null>(null);
  const { send, stop, found, forget, failure, isBusy, job, progress, stops, isStopped } = useImport(
    definition,
    (count) => {
      refresh();
      showToast(t('resource.imported', { count }), 'good');
      onClosed();
    },
  );

  const progressText =
    found && progress && progress.done > 0
      ? t('resource.importWriting', { count: progress.done, rows: found.rows })
      : progress && progress.rows > 0
        ? t('resource.importChecked', { count: progress.rows })
        : t('resource.importChecking');
  const canImport = found !== null && found.bad.length === 0 && found.good > 0;
  const columns = definition.views.csv.map((key) => fieldOf(definition, key).label).join(', ');
  return (
    <Drawer
      title={t('resource.import', { name: localize(definition.title) })}
      onClose={onClosed}
      footer={
        <>
          {job ? (
            <Button onClick={() => void stop(job)}>{t('resource.importStop')}</Button>
          ) : (
            <Button onClick={onClosed}>{t('ui.cancel')}</Button>
          )}
          <Button look="main" disabled={!canImport} busy={isBusy} onClick={() => file && void send(file, false)}>
            {t('resource.importNow', { count: found?.good ?? 0 })}
          </Button>
        </>
      }
    >
      <div className={css.form}>
        <ListNote>{t('resource.importHint', { columns })}</ListNote>
        <FileLabel label={t('resource.chooseFile')}>
          <input
            key={stops}
            type="file"
            accept=".csv,text/csv"
            onChange={(event) => {
              const chosen = event.currentTarget.files?.[0] ?? null;
              setFile(chosen);
              forget();
              if (chosen) void send(chosen, true);
            }}
          />
        </FileLabel>
        {isBusy && <p role="status">{progressText}</p>}
        {isStopped && <p role="status">{t('resource.importStopped')}</p>}
        {failure && <FailureBox failure={failure} />}
        {found && <Found result={found} />}
      </div>
    </Drawer>
  );
}

/** Shows what a preview or an import found: how many rows are good, and the problems of the others. */
function Found({ result: { rows, good, bad } }: { result: ImportResult }) {
  const { t } = useTranslation();
  return (
    <>
      <p role="status">{t('resource.importRows', { count: rows, good, bad: bad.length })}</p>
      {bad.length > 0 && (
        <>
          <ListNote isError>{t('resource.importAllOrNothing')}</ListNote>
          <ul className={css.bad}>
            {bad.slice(0, shownRows).map(({ row, errors }) => (
              <li key={row}>
                <strong>{t('resource.importRow', { row })}</strong>{' '}
                {Object.values(errors)
                  .map((error) => sentenceText(error))
                  .join(' · ')}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
