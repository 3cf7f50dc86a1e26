/** Sends a form, and keeps what the server found wrong with it: a failure, faults of fields, or a conflict. Source: R10.5. */
import { useState } from 'react';
import { CallError, type ErrorBody, request } from '../api/api.ts';
import { createOnce } from '../api/unanswered.ts';
import { useTranslation } from '../locale/use-translation.ts';
import { useIsShown } from '../ui/hook/use-is-shown.ts';
import { showToast } from '../ui/overlay/toast.ts';
import type { FormValues } from './form-values.ts';

export interface FormRequest {
  /** For example 'Create Vendor'. */
  readonly title: string;
  /** The endpoint, JSON or multipart, and the body. `changed` are the keys that differ from the values at the start. */
  readonly send: { readonly method: string; readonly path: string; readonly multipart?: boolean };
  readonly toBody: (values: FormValues, changed: readonly string[], theirs: FormValues | null) => unknown;
  readonly onSaved: (answer: unknown) => void;
  /** Called with the reason of a refusal. */
  readonly onRefused?: ((reason: unknown) => void) | undefined;
  /** Returns a record of the API as form values, so that changes somebody else saved can be shown. */
  readonly fromRecord?: ((record: FormValues) => FormValues) | undefined;
}

interface FormRequestHooks {
  /** Called after the server saved the form, before `onSaved`. */
  readonly onDone: () => void;
  /** Called with the paths of the fields that the server refused. */
  readonly onFaults: (paths: readonly string[]) => void;
}

/** Returns the function that sends the form, and the outcome of the last attempt. */
export function useFormRequest(
  { title, send, toBody, onSaved, onRefused, fromRecord }: FormRequest,
  { onDone, onFaults }: FormRequestHooks,
) {
  const { t } = useTranslation();
  const [theirs, setTheirs] = useState<FormValues | null>(null);
  const [conflict, setConflict] = useState<FormValues | null>(null);
  const [failure, setFailure] = useState<ErrorBody | null>(null);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const isShown = useIsShown();

  function failed(error: unknown) {
    const body = error instanceof CallError ? error.body : null;
    const record = body?.['record'] as FormValues | undefined;
    if (error instanceof CallError && error.status === 409 && record && fromRecord) {
      setTheirs(record);
      return setConflict(fromRecord(record));
    }
    onRefused?.(body?.['reason']);
    setFaults(body?.errors ?? {});
    onFaults(Object.keys(body?.errors ?? {}));
    const refused = body ?? { message: t(error instanceof CallError ? 'resource.failed' : 'resource.away') };
    if (!isShown()) showToast(`${title}: ${Object.values(refused.errors ?? {})[0] ?? refused.message}`, 'warning');
    return setFailure(refused);
  }

  return {
    failure: failure && unmended(failure, faults),
    faults,
    /** What somebody else saved in the meantime, as form values; null when nothing is to be decided. */
    conflict,
    endConflict: () => setConflict(null),
    /** Removes the server's messages at a field that is being edited. */
    clearFaults: (key: string) =>
      setFaults(Object.fromEntries(Object.entries(faults).filter(([path]) => path.split(/[.[]/)[0] !== key))),
    async sendForm(typed: FormValues, changed: readonly string[]): Promise<void> {
      setFailure(null);
      setFaults({});
      try {
        const body = toBody(typed, changed, theirs);
        const { method, path, multipart = false } = send;
        const sent = (now: unknown) => request(method, path, { body: now, inPlace: true, multipart });
        const { answer } = await (method === 'POST' && isKeyed(body) ? createOnce(path, body, sent) : sent(body));
        onDone();
        onSaved(answer);
      } catch (error) {
        failed(error);
      }
    },
  };
}

/** Returns what is left of a refusal, in the server's words until a field is edited; then what is wrong with the first one that was not; null when all were. */
function unmended(refused: ErrorBody, faults: Readonly<Record<string, string>>): ErrorBody | null {
  const [all, left] = [Object.keys(refused.errors ?? {}).length, Object.values(faults)];
  if (left.length === all) return refused;
  const [details] = left;
  if (details === undefined) return null;
  return refused.details ? { ...refused, details } : refused;
}

type Keyed = Readonly<Record<string, unknown>> & { readonly key: string };

/** Returns whether the body creates something: its key makes a repetition harmless. */
const isKeyed = (body: unknown): body is Keyed =>
  typeof body === 'object' && body !== null && typeof (body as Keyed).key === 'string';
