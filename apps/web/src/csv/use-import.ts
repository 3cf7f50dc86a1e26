/** Sends a CSV file for import: a preview that tells what it would do, then the import as the person agreed to it. */
import type { ImportResult } from '@atoll/domain/contract/platform/import-shape';
import { endpointsOf } from '@atoll/domain/contract/platform/resource';
import type { ResourceDefinition } from '@atoll/domain/resources/define-resource';
import { useEffect, useRef, useState } from 'react';
import { CallError, call, type ErrorBody, request } from '../api/api.ts';
import { useTranslation } from '../locale/use-translation.ts';
import { maxImportBytes, readText } from './import-file.ts';

/** Longer bodies are sent as a file instead of as text in JSON, in bytes. */
const jsonLimit = 900_000;

const pollMs = 500;

/** Progress of an import in the background: rows that were read, and how many of them are written. */
interface Progress {
  readonly rows: number;
  readonly done: number;
}

/** What a person chose for a file. */
export interface ImportChoices {
  /** The field of each column; null: by their headings. */
  readonly columns: readonly string[] | null;
  readonly makesMissing: boolean;
  readonly leavesOut: boolean;
}

/** Waits for an import in the background. Returns its result, or null when it was stopped. */
async function waitForImport(key: string, onProgress: (progress: Progress) => void): Promise<ImportResult | null> {
  for (;;) {
    const {
      key: _key,
      entity: _entity,
      state,
      done,
      ...found
    } = await call('import.find', {
      params: { key },
      inPlace: true,
    });
    onProgress({ rows: found.rows, done });
    if (state === 'Cancelled') return null;
    if (state !== 'Running' && state !== 'Cancelling') {
      const [first] = found.bad;
      const reason = found.plan === undefined ? first?.errors['csv'] : undefined;
      if (reason !== undefined) throw new CallError(422, { message: reason }, key);
      if (state !== 'Done' && !first && !found.isStale) throw new CallError(500, null, key);
      return { ...found, good: Math.max(0, found.rows - found.bad.length) };
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

const flag = (name: string, isSet: boolean): Record<string, string> => (isSet ? { [name]: 'true' } : {});

/** Returns the query of a call; a plan makes it an import, without one it is a preview. */
function queryOf({ columns, makesMissing, leavesOut }: ImportChoices, plan: ImportResult['plan'], isPreview: boolean) {
  return {
    ...flag('preview', isPreview),
    ...(columns && { columns: columns.join(',') }),
    ...flag('makeMissing', makesMissing),
    ...flag('leaveOut', leavesOut && !isPreview),
    ...(plan !== undefined && !isPreview && { plan }),
  };
}

/** Returns a function that takes the background check of a file: it is stopped with the drawer, so that another file can be checked at once. */
function useStoppedCheck(): (key: string | null) => void {
  const state = useRef<{ isOpen: boolean; key: string | null }>({ isOpen: true, key: null });
  // Without an answer the check ends by itself.
  const stop = (key: string) => void call('import.cancel', { params: { key }, quiet: true }).catch(() => undefined);
  useEffect(() => {
    const { current } = state;
    current.isOpen = true;
    return () => {
      current.isOpen = false;
      if (current.key) stop(current.key);
    };
  }, []);
  return (key) => {
    state.current.key = key;
    if (key && !state.current.isOpen) stop(key);
  };
}

/** Returns the function that sends a file, and what is known of the file so far. `onImported` gets the number of rows that were written. */
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
  const takeCheck = useStoppedCheck();

  async function ask(chosen: File, query: Record<string, string>, isPreview: boolean): Promise<ImportResult | null> {
    const csv = chosen.size > jsonLimit ? '' : await readText(chosen);
    const isLong = chosen.size > jsonLimit || new Blob([JSON.stringify({ csv })]).size > jsonLimit;
    const { answer } = await request(importCsv.method, importCsv.path, {
      query,
      body: isLong ? { file: chosen } : { csv },
      inPlace: true,
      ...(isLong ? { multipart: true } : {}),
    });
    const sent = answer as ImportResult;
    setJob(sent.job ?? null);
    if (isPreview) takeCheck(sent.job ?? null);
    return sent.job ? waitForImport(sent.job, setProgress) : sent;
  }

  async function send(chosen: File, choices: ImportChoices, isPreview: boolean): Promise<void> {
    setFailure(null);
    setStopped(false);
    if (chosen.size > maxImportBytes) return setFailure({ message: t('resource.importTooLarge') });
    setBusy(true);
    try {
      const result = await ask(chosen, queryOf(choices, found?.plan, isPreview), isPreview);
      const isRefused = result !== null && result.good < result.rows && result.leftOut === undefined;
      if (result === null) {
        setFound(null);
        setStopped(true);
        setStops((count) => count + 1);
      } else if (isPreview || isRefused || result.isStale) setFound(result);
      else onImported((result.created ?? result.good) + (result.changed ?? 0));
    } catch (error) {
      const body = error instanceof CallError ? error.body : null;
      setFailure(body ?? { message: t(error instanceof CallError ? 'resource.failed' : 'resource.away') });
    }
    takeCheck(null);
    setBusy(false);
    setJob(null);
    setProgress(null);
  }

  const stop = (key: string) =>
    call('import.cancel', { params: { key }, inPlace: true }).catch(() => setFailure({ message: t('resource.away') }));

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
