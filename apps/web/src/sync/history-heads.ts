/** When this device has the server compare the ends of the history that it keeps (`compare-history.ts`). Source: R36.23. */
import { useConnection } from '../api/connection.ts';
import { useSession } from '../session/session.ts';
import { useApp } from './app-store.ts';

/** Interval of comparisons; a shift that opens or closes causes one too. */
const compareMs = 10 * 60_000;
/** The first calls of a start, and several reasons at once, come before. */
const settleMs = 5000;

const fetchCompare = () => import('./compare-history.ts');

/** Compares at the start, when a shift opens or closes, when the server returns, and every ten minutes. Runs until the returned function is called. */
export function keepHistoryHeads(): () => void {
  let settling: ReturnType<typeof setTimeout> | undefined;
  const soon = (): void => {
    clearTimeout(settling);
    // A failure is tried again at the next occasion.
    const compare = async (): Promise<void> => (await fetchCompare()).compareHistory();
    settling = setTimeout(() => void compare().catch(() => undefined), settleMs);
  };
  const timer = setInterval(soon, compareMs);
  const stops = [
    useApp.subscribe((now, before) => void (now.shift?.id !== before.shift?.id && soon())),
    useConnection.subscribe((now, before) => void (now.isOnline && !before.isOnline && soon())),
    useSession.subscribe((now, before) => void (now.scope?.outletId !== before.scope?.outletId && soon())),
  ];
  soon();
  return () => {
    clearTimeout(settling);
    clearInterval(timer);
    for (const stop of stops) stop();
  };
}
