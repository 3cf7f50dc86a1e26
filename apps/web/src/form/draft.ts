/** What is typed into a form outlives an error, a reload and a lost connection: it stands in session storage until it is saved or given up. */
import type { FormValues } from './form-values.ts';

const keyOf = (form: string): string => `atoll.draft.${form}`;

/** Answers what was typed into a form and not saved. */
export function draftOf(form: string): FormValues | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(form)) ?? 'null') as FormValues | null;
  } catch {
    // Something else wrote there.
    return null;
  }
}

export function keepDraft(form: string, values: FormValues): void {
  sessionStorage.setItem(keyOf(form), JSON.stringify(values));
}

export function dropDraft(form: string): void {
  sessionStorage.removeItem(keyOf(form));
}
