import { useRef, useState } from 'react';
import { CallError, type ErrorBody } from '../api/api.ts';
import { useTranslation } from '../locale/use-translation.ts';
import { holdSecondPress } from '../ui/hook/second-press.ts';
import { useIsShown } from '../ui/hook/use-is-shown.ts';
import { showToast } from '../ui/overlay/toast.ts';

/** Returns a function that runs one action on a record at a time, and the message of the last refusal, which is shown as a toast when its place is gone. */
export function useAct() {
  const { t } = useTranslation();
  const [busy, setBusy] = useState<string | null>(null);
  // Clicks in one task all see the state of the last render.
  const isBusy = useRef(false);
  const isShown = useIsShown();
  const [failure, setFailure] = useState<ErrorBody | null>(null);
  /** Runs the action and returns whether it was done: false also while another one runs. `name` identifies the busy button. */
  async function act(name: string, work: () => Promise<unknown>): Promise<boolean> {
    if (isBusy.current) return false;
    isBusy.current = true;
    setBusy(name);
    setFailure(null);
    try {
      await work();
      // What was done may change the step in place.
      holdSecondPress();
      return true;
    } catch (error) {
      const body = error instanceof CallError ? error.body : null;
      const refused = body ?? { message: t(error instanceof CallError ? 'resource.failed' : 'resource.away') };
      setFailure(refused);
      if (!isShown()) showToast(refused.message, 'warning', { id: refused.message });
      return false;
    } finally {
      isBusy.current = false;
      setBusy(null);
    }
  }
  return { act, busy, failure, setFailure };
}
