/** A field whose value comes from what was chosen in another one, until the person chooses it. Source: docs/rules.md#menu-items. */
import { useRef } from 'react';
import type { FormValues } from './form-values.ts';
import type { Form } from './use-form.ts';

export interface Following {
  /** The field that follows. */
  readonly key: string;
  /** The field that it follows. */
  readonly after: string;
  /** Returns the value for what was chosen; undefined: as at the start. It may reject, and the field stays as it is. */
  readonly valueFor: (chosen: unknown) => Promise<unknown>;
}

/** Returns a function to call with the key of each field that a person has changed. */
export function useFollowed(form: Form, first: FormValues, following: Following | undefined): (key: string) => void {
  // A draft may hold the person's choice.
  const isChosen = useRef(following !== undefined && form.values[following.key] !== first[following.key]);
  if (!following) return () => undefined;
  const { key, after, valueFor } = following;
  const follow = async () => {
    const chosen = form.latestValues()[after];
    const value = (await valueFor(chosen)) ?? first[key];
    if (!isChosen.current && form.latestValues()[after] === chosen) form.setValue(key, value);
  };
  return (edited) => {
    if (edited === key) isChosen.current = form.latestValues()[key] !== null;
    if (edited === after && !isChosen.current) void follow().catch(() => undefined);
  };
}
