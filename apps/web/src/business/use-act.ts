import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError, type ErrorBody } from '../lib/api.ts';

/** Does one thing at a time with a record, and keeps the words of what was refused. */
export function useAct() {
  const { t } = useTranslation();
  const [busy, setBusy] = useState<string | null>(null);
  const [failure, setFailure] = useState<ErrorBody | null>(null);
  /** Answers whether it was done; `name` says which button is at work. */
  async function act(name: string, work: () => Promise<unknown>): Promise<boolean> {
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
      setBusy(null);
    }
  }
  return { act, busy, failure, setFailure };
}
