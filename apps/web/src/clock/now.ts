import { useEffect, useState } from 'react';
import { tillNow } from './till-clock.ts';

/** Returns the time in epoch ms, updated every minute and when the screen becomes visible again. */
export function useNow(): number {
  const [now, setNow] = useState(() => tillNow());
  useEffect(() => {
    const renew = () => setNow(tillNow());
    const timer = setInterval(renew, 60_000);
    document.addEventListener('visibilitychange', renew);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', renew);
    };
  }, []);
  return now;
}
