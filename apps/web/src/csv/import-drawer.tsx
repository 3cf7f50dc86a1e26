import type { ImportResult } from '@atoll/domain/contract/platform/import-shape';
import { findColumns, makesMissing } from '@atoll/domain/resources/csv/column';
import type { ResourceDefinition } from '@atoll/domain/resources/define-resource';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { FileLabel } from '../form/file-label.tsx';
import { FailureBox } from '../form/form-dialog.tsx';
import { FormNote } from '../form/form-note.tsx';
import { ListNote } from '../form/list-box.tsx';
import { useLabel } from '../locale/label.ts';
import { useTranslation } from '../locale/use-translation.ts';
import { Checkbox } from '../ui/choice/checkbox.tsx';
import { Button } from '../ui/display/button.tsx';
import { Drawer } from '../ui/overlay/overlay.tsx';
import { showToast } from '../ui/overlay/toast.ts';
import { ColumnChoices } from './column-choices.tsx';
import { FaultList } from './fault-list.tsx';
import css from './import-drawer.module.css';
import { readHeading, readText } from './import-file.ts';
import { ImportChanges, ImportCounts, workOf } from './import-findings.tsx';
import { type ImportChoices, useImport } from './use-import.ts';

interface ImportDrawerProps {
  readonly definition: ResourceDefinition;
  /** Called when records were created or changed. */
  readonly onImported: () => void;
  readonly onClosed: () => void;
}

const untouched: ImportChoices = { columns: null, makesMissing: false, leavesOut: false };

/** Returns the chosen file with its heading and the person's choices, and functions that change them and look at the file again. */
function useChosenFile(
  definition: ResourceDefinition,
  { send, forget }: Pick<ReturnType<typeof useImport>, 'send' | 'forget'>,
) {
  const [file, setFile] = useState<File | null>(null);
  const [heading, setHeading] = useState<readonly string[]>([]);
  const [choices, setChoices] = useState(untouched);

  /** Looks at the file, unless a column is missing: then the person chooses it first. */
  function preview(chosen: File, cells: readonly string[], next: ImportChoices): void {
    const { columns, makesMissing: makes } = next;
    const { missing } = findColumns(definition, cells, { chosen: columns ?? undefined, makesMissing: makes });
    // Items without a column for their category belong to one that the import makes.
    const isMade = missing !== undefined && makesMissing(missing);
    const asked = { ...next, makesMissing: makes || isMade, leavesOut: false };
    setChoices(asked);
    if (missing && !isMade) forget();
    else void send(chosen, asked, true);
  }

  async function choose(chosen: File | null): Promise<void> {
    setFile(chosen);
    forget();
    const cells = chosen ? await readHeading(chosen) : [];
    const isAlike = cells.join('\n') === heading.join('\n');
    setHeading(cells);
    // The same columns again: what was chosen for them by hand stays.
    if (chosen) preview(chosen, cells, isAlike ? choices : untouched);
  }

  const change = (more: Partial<ImportChoices>): void => {
    if (file) preview(file, heading, { ...choices, ...more });
  };
  const agree = (leavesOut: boolean): void => setChoices({ ...choices, leavesOut });
  return { file, heading, choices, choose, change, agree };
}

/** 'Import Vendors': takes a file, shows what it creates and changes and which rows have mistakes, and imports it as the person agrees. */
export function ImportDrawer({ definition, onImported, onClosed }: ImportDrawerProps) {
  const { t } = useTranslation();
  const localize = useLabel();
  const importing = useImport(definition, (count) => {
    onImported();
    showToast(t('resource.imported', { count }), 'good');
    onClosed();
  });
  const { send, stop, found, failure, isBusy, job, stops, isStopped } = importing;
  const { file, heading, choices, choose, change, agree } = useChosenFile(definition, importing);
  const badCount = found ? found.rows - found.good : 0;
  const work = found ? workOf(found) : 0;
  const isAgreed = badCount === 0 || choices.leavesOut;
  const canImport = !isBusy && work > 0 && isAgreed;
  return (
    <Drawer
      size="l"
      title={t('resource.import', { name: localize(definition.title) })}
      onClose={onClosed}
      footer={
        <>
          {!isBusy && work > 0 && !isAgreed && (
            <p className={css.waits}>{t('resource.importWaits', { count: badCount })}</p>
          )}
          {job ? (
            <Button onClick={() => void stop(job)}>{t('resource.importStop')}</Button>
          ) : (
            <Button onClick={onClosed}>{t('ui.cancel')}</Button>
          )}
          <Button
            look="main"
            disabled={!canImport}
            busy={isBusy}
            onClick={() => file && void send(file, choices, false)}
          >
            {t('resource.importNow', { count: work })}
          </Button>
        </>
      }
    >
      <div className={css.form}>
        <ListNote>{t('resource.importHint')}</ListNote>
        <FileLabel label={t('resource.chooseFile')}>
          <input
            key={stops}
            type="file"
            accept=".csv,.txt,.tsv,text/csv,text/plain"
            disabled={isBusy}
            onChange={(event) => void choose(event.currentTarget.files?.[0] ?? null)}
          />
        </FileLabel>
        {file && heading.length > 0 && (
          <ColumnChoices
            {...{ definition, heading }}
            chosen={choices.columns}
            disabled={isBusy}
            onChange={(columns) => change({ columns })}
          />
        )}
        {isBusy && <p role="status">{progressText(t, importing)}</p>}
        {isStopped && <p role="status">{t('resource.importStopped')}</p>}
        {failure && <FailureBox failure={failure} />}
        {file && found && !isBusy && <Result {...{ file, found, choices, change, agree }} />}
      </div>
    </Drawer>
  );
}

interface ResultProps extends Pick<ReturnType<typeof useChosenFile>, 'choices' | 'change' | 'agree'> {
  readonly file: File;
  readonly found: ImportResult;
}

/** Shows what the import would do. What it cannot decide comes first: missing categories, and rows with mistakes. */
function Result({ file, found, choices, change, agree }: ResultProps) {
  const { t } = useTranslation();
  const badCount = found.rows - found.good;
  return (
    <>
      {found.isStale && (
        <FormNote tone="late" role="alert">
          {t('resource.importStale')}
        </FormNote>
      )}
      <ImportCounts found={found} />
      <Missing found={found} makes={choices.makesMissing} onChange={(makes) => change({ makesMissing: makes })} />
      {badCount > 0 && (
        <FaultList
          bad={found.bad}
          count={badCount}
          readText={() => readText(file)}
          leavesOut={choices.leavesOut}
          onLeaveOut={workOf(found) > 0 ? agree : undefined}
        />
      )}
      <ImportChanges found={found} />
    </>
  );
}

function progressText(
  t: TFunction,
  { found, progress }: Pick<ReturnType<typeof useImport>, 'found' | 'progress'>,
): string {
  if (found && progress && progress.done > 0)
    return t('resource.importWriting', { count: progress.done, rows: found.rows });
  return progress && progress.rows > 0
    ? t('resource.importChecked', { count: progress.rows })
    : t('resource.importChecking');
}

interface MissingProps {
  readonly found: ImportResult;
  readonly makes: boolean;
  readonly onChange: (makes: boolean) => void;
}

/** Offers to make the categories that do not exist yet. */
function Missing({ found: { categories = [] }, makes, onChange }: MissingProps) {
  const { t } = useTranslation();
  if (categories.length === 0) return null;
  const label = t('resource.importMakeCategories', { count: categories.length });
  return <Checkbox label={label} hint={categories.join(', ')} value={makes} onChange={onChange} />;
}
