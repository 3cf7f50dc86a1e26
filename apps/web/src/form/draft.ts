/**
 * Unsaved values of forms. They survive an error, a reload and a lost connection: session storage keeps them until they
 * are saved or discarded.
 */
import type { FormValues } from './form-values.ts';

const keyOf = (form: string): string => `atoll.draft.${form}`;

/** Returns the unsaved values of a form, or null. A form with the key '' keeps no draft. */
export function draftOf(form: string): FormValues | null {
  if (form === '') return null;
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(form)) ?? 'null') as FormValues | null;
  } catch {
    // The stored text was not written by this app.
    return null;
  }
}

export function keepDraft(form: string, values: FormValues): void {
  if (form !== '') sessionStorage.setItem(keyOf(form), JSON.stringify(values));
}

export function dropDraft(form: string): void {
  sessionStorage.removeItem(keyOf(form));
}
