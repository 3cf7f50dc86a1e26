import { endpointsOf, type ImportResult } from '@atoll/domain/contract/platform/resource';
import { fieldOf, type ResourceDefinition } from '@atoll/domain/resources/define-resource';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError, call, type ErrorBody, request } from '../api/api.ts';
import css from '../form/form.module.css';
import { FailureBox } from '../form/form-dialog.tsx';
import { useLabel } from '../locale/label.ts';
import { sentenceText } from '../locale/sentence.ts';
import { Button } from '../ui/display/button.tsx';
import { Drawer } from '../ui/overlay/overlay.tsx';
import { showToast } from '../ui/overlay/toast.ts';
import { useRefresh } from './use-record.ts';

interface ImportDrawerProps {
  readonly definition: ResourceDefinition;
  readonly onClosed: () => void;
}

/** Longer files are sent as a file instead of as text in JSON, in characters. */
const jsonLimit = 900_000;
/** Number of bad rows that are shown. */
const shownRows = 100;

const pollMs = 500;

/** Progress of an import in the background: rows that were read, and how many of them are written. */
interface Progress {
  readonly rows: number;
  readonly done: number;
}

/** Waits for an import in the background. Returns its result, or null when it was stopped. */
async function waitForImport(key: string, onProgress: (progress: Progress) => void): Promise<ImportResult | null> {
  for (;;) {
    const { state, rows, done, bad } = await call('import.find', { params: { key }, quiet: true });
    onProgress({ rows, done });
    if (state === 'Cancelled') return null;
    if (state !== 'Running' && state !== 'Cancelling') {
      if (state !== 'Done' && bad.length === 0) throw new CallError(500, null, key);
      return { rows, good: Math.max(0, rows - bad.length), bad };
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

/** 'Import Vendors': takes a file, shows its problems row by row, and imports all of it or nothing. */
export function ImportDrawer({ definition, onClosed }: ImportDrawerProps) {
  const { t } = useTranslation();
  const localize = useLabel();
  const refresh = useRefresh(definition);
  const [file, setFile] = useState<File | null>(null);
  const [found, setFound] = useState<ImportResult | null>(null);
  const [failure, setFailure] = useState<ErrorBody | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [job, setJob] = useState<string | null>(null);
  const [progress, setProgress] = useState<Progress | null>(null);
  // Number of stops: after each one the same file can be chosen again.
  const [stops, setStops] = useState(0);
  const [isStopped, setStopped] = useState(false);
  const { importCsv } = endpointsOf(definition);

  async function send(chosen: File, isPreview: boolean): Promise<void> {
    setBusy(true);
    setFailure(null);
    setStopped(false);
    try {
      const isLong = chosen.size > jsonLimit;
      const { answer } = await request(importCsv.method, importCsv.path, {
        query: isPreview ? { preview: 'true' } : {},
        body: isLong ? { file: chosen } : { csv: await chosen.text() },
        quiet: true,
        ...(isLong ? { multipart: true } : {}),
      });
      const sent = answer as ImportResult;
      setJob(sent.job ?? null);
      const result = sent.job ? await waitForImport(sent.job, setProgress) : sent;
      if (result === null) {
        setFound(null);
        setStopped(true);
        setStops((count) => count + 1);
      } else if (isPreview || result.bad.length > 0) setFound(result);
      else {
        refresh();
        showToast(t('resource.imported', { count: result.good }), 'good');
        onClosed();
      }
    } catch (error) {
      const body = error instanceof CallError ? error.body : null;
      setFailure(body ?? { message: t(error instanceof CallError ? 'resource.failed' : 'resource.away') });
    }
    setBusy(false);
    setJob(null);
    setProgress(null);
  }

  const stop = (key: string) =>
    call('import.cancel', { params: { key }, quiet: true }).catch(() => setFailure({ message: t('resource.away') }));

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
        <p className={css.hint}>{t('resource.importHint', { columns })}</p>
        <label className={css.file}>
          {t('resource.chooseFile')}
          <input
            key={stops}
            type="file"
            accept=".csv,text/csv"
            onChange={(event) => {
              const chosen = event.currentTarget.files?.[0] ?? null;
              setFile(chosen);
              setFound(null);
              if (chosen) void send(chosen, true);
            }}
          />
        </label>
        {isBusy && (
          <p role="status">
            {found && progress && progress.done > 0
              ? t('resource.importWriting', { count: progress.done, rows: found.rows })
              : progress && progress.rows > 0
                ? t('resource.importChecked', { count: progress.rows })
                : t('resource.importChecking')}
          </p>
        )}
        {isStopped && <p role="status">{t('resource.importStopped')}</p>}
        {failure && <FailureBox failure={failure} />}
        {found && (
          <p role="status">
            {t('resource.importRows', { count: found.rows, good: found.good, bad: found.bad.length })}
          </p>
        )}
        {found && found.bad.length > 0 && (
          <>
            <p className={css.error}>{t('resource.importAllOrNothing')}</p>
            <ul className={css.bad}>
              {found.bad.slice(0, shownRows).map(({ row, errors }) => (
                <li key={row}>
                  <strong>{t('resource.importRow', { row })}</strong>{' '}
                  {Object.values(errors).map(sentenceText).join(' · ')}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Drawer>
  );
}
