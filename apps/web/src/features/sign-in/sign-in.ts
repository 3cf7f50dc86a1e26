import type { FactorSetUp } from '@atoll/domain/contract/people/second-factor';
import { useState } from 'react';
import { CallError, type ErrorBody } from '../../api/api.ts';
import { useTranslation } from '../../locale/use-translation.ts';
import { useSession } from '../../session/session.ts';
import { startPractice } from '../../sync/practice.ts';
import { useSlow } from '../../ui/hook/use-slow.ts';
import { showToast } from '../../ui/overlay/toast.ts';
import { waitText } from './wait-text.ts';

/** The second factor that the server asks for; `setUp` when the person has to set it up first. */
export interface AskedFactor {
  readonly setUp?: FactorSetUp | undefined;
}

/** Returns the second factor that a refusal asks for; undefined for another refusal. */
function factorOf(body: ErrorBody | null, before: AskedFactor | undefined): AskedFactor | undefined {
  if (body?.reason === 'factorNeeded') return {};
  if (body?.reason === 'factorMissing') return { setUp: body['setUp'] as FactorSetUp };
  return body?.reason === 'factorWrong' ? before : undefined;
}

/** Returns what signs in with the typed credentials; `done` is called when the data of the outlet, or of its practice, is loaded. */
export function useSignIn(done: (inPractice: boolean) => void) {
  const { t } = useTranslation();
  const login = useSession((state) => state.login);
  const stop = useSession((state) => state.stopWaiting);
  const [isPractice, setPractice] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [factor, setFactor] = useState<AskedFactor>();

  async function signIn(email: string, password: string, code: string | undefined): Promise<void> {
    setBusy(true);
    setError(undefined);
    try {
      await (code ? login(email, password, code) : login(email, password));
      const problem = isPractice ? await startPractice() : null;
      if (problem !== null) showToast(problem, 'error');
      done(isPractice && problem === null);
    } catch (caught) {
      if (!(caught instanceof CallError)) return setError(t('session.noServer'));
      const asked = factorOf(caught.body, factor);
      setFactor(asked);
      // The question for a code is no error.
      if (caught.status === 429 && caught.retryAfterMs) setError(waitText(caught.retryAfterMs));
      else if (!asked || code) setError(caught.body?.message ?? t('session.failed'));
    } finally {
      setBusy(false);
    }
  }

  return {
    signIn: (email: string, password: string, code?: string) => void signIn(email, password, code),
    busy,
    isSlow: useSlow(busy),
    stop,
    error,
    factor,
    practice: { isWanted: isPractice, onChange: setPractice },
  };
}
