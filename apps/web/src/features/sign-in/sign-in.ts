import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../api/api.ts';
import { useSession } from '../../session/session.ts';
import { useSlow } from '../../ui/hook/use-slow.ts';

/** Returns what signs in with the typed credentials; `done` is called when the outlet's data is loaded. */
export function useSignIn(done: () => void) {
  const { t } = useTranslation();
  const login = useSession((state) => state.login);
  const stop = useSession((state) => state.stopWaiting);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  async function signIn(email: string, password: string): Promise<void> {
    setBusy(true);
    setError(undefined);
    try {
      await login(email, password);
      done();
    } catch (caught) {
      if (!(caught instanceof CallError)) setError(t('session.noServer'));
      else setError(caught.body?.message ?? t('session.failed'));
    } finally {
      setBusy(false);
    }
  }

  return {
    signIn: (email: string, password: string) => void signIn(email, password),
    busy,
    isSlow: useSlow(busy),
    stop,
    error,
  };
}
