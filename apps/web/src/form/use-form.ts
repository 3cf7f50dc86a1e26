/**
 * The state of a form: typed values, the fields that were left, and whether it was sent. A field shows its problem once it was left or the
 * form was sent, and from then on with each change. Source: R10.4.
 */
import { type FormEvent, useRef, useState } from 'react';
import type { FormValues } from './form-values.ts';

interface FormOptions {
  readonly first: FormValues;
  /** Called with all values after each change. */
  readonly onChange: (values: FormValues) => void;
}

interface SubmitOptions {
  /** Returns the paths of the values that have a problem. */
  readonly faultsIn: (values: FormValues) => readonly string[];
  readonly onValid: (values: FormValues) => Promise<void>;
  readonly onInvalid: (paths: readonly string[]) => void;
}

export type Form = ReturnType<typeof useForm>;

/** Returns the values of a form and the functions that change, leave and submit it. A form is not submitted twice at the same time. */
export function useForm({ first, onChange }: FormOptions) {
  const [values, setValues] = useState(first);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isSubmitted, setSubmitted] = useState(false);
  const [isSubmitting, setSubmitting] = useState(false);
  // Two changes between renders both count.
  const latest = useRef(values);
  const isSending = useRef(false);

  async function submit(event: FormEvent, { faultsIn, onValid, onInvalid }: SubmitOptions): Promise<void> {
    event.preventDefault();
    if (isSending.current) return;
    setSubmitted(true);
    const faults = faultsIn(latest.current);
    if (faults.length > 0) return onInvalid(faults);
    isSending.current = true;
    setSubmitting(true);
    try {
      await onValid(latest.current);
    } finally {
      isSending.current = false;
      setSubmitting(false);
    }
  }

  return {
    values,
    isSubmitted,
    isSubmitting,
    /** Returns the latest values, also before they are rendered. */
    latestValues: () => latest.current,
    setValue(key: string, value: unknown): void {
      latest.current = { ...latest.current, [key]: value };
      setValues(latest.current);
      onChange(latest.current);
    },
    /** Records that a field was left. */
    leave: (key: string) => setLeft((before) => (before.has(key) ? before : new Set([...before, key]))),
    showsFault: (key: string) => isSubmitted || left.has(key),
    submit,
  };
}
