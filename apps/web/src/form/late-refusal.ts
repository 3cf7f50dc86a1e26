import { CallError } from '../api/api.ts';
import { useTranslation } from '../locale/use-translation.ts';
import { useIsShown } from '../ui/hook/use-is-shown.ts';
import { showToast } from '../ui/overlay/toast.ts';

/** Returns a function that says why a call failed in a message when its dialog or screen, whose title this is, is gone by then. */
export function useLateRefusal(title: string): (error: unknown) => void {
  const { t } = useTranslation();
  const isShown = useIsShown();
  return (error) => {
    if (isShown()) return;
    const body = error instanceof CallError ? error.body : null;
    const why = Object.values(body?.errors ?? {})[0] ?? body?.message;
    const fallback = t(error instanceof CallError ? 'resource.failed' : 'resource.away');
    showToast(`${title}: ${why ?? fallback}`, 'warning');
  };
}
