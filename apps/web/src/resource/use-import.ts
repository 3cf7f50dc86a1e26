/** Sends a CSV file for import: a preview that checks every row, then the import of all rows or none. */
import { endpointsOf, type ImportResult } from '@atoll/domain/contract/platform/resource';
import type { ResourceDefinition } from '@atoll/domain/resources/define-resource';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError, call, type ErrorBody, request } from '../api/api.ts';

/** Longer files are sent as a file instead of as text in JSON, in characters. */
const jsonLimit = 900_000;

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

/** Returns the function that sends a file, and what is known of the file so far. `onImported` gets the number of rows. */
export function useImport(definition: ResourceDefinition, onImported: (rows: number) => void) {
  const { t } = useTranslation();
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
      else onImported(result.good);
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

  return {
    send,
    stop,
    found,
    forget: () => setFound(null),
    failure,
    isBusy,
    job,
    progress,
    stops,
    isStopped,
  };
}
