import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError, type ErrorBody } from '../api/api.ts';

/** Does one thing at a time with a record, and keeps the words of what was refused. */
export function useAct() {
  const { t } = useTranslation();
  const [busy, setBusy] = useState<string | null>(null);
  // Clicks of one task all see the state of the last render.
  const isBusy = useRef(false);
  const [failure, setFailure] = useState<ErrorBody | null>(null);
  /** Returns whether it was done: false also while something else is being done. `name` says which button is at work. */
  async function act(name: string, work: () => Promise<unknown>): Promise<boolean> {
    if (isBusy.current) return false;
    isBusy.current = true;
    setBusy(name);
    setFailure(null);
    try {
      await work();
      return true;
    } catch (error) {
      const body = error instanceof CallError ? error.body : null;
      setFailure(body ?? { message: t(error instanceof CallError ? 'resource.failed' : 'resource.away') });
      return false;
    } finally {
      isBusy.current = false;
      setBusy(null);
    }
  }
  return { act, busy, failure, setFailure };
}
