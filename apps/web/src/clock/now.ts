import { useEffect, useState } from 'react';
import { tillNow } from './till-clock.ts';

const minuteMs = 60_000;

/** Returns the time in epoch ms, updated when a minute begins and when the screen becomes visible again. */
export function useNow(): number {
  const [now, setNow] = useState(() => tillNow());
  useEffect(() => {
    const renew = () => setNow(tillNow());
    let timer = 0;
    const renewNext = () => {
      timer = window.setTimeout(
        () => {
          renew();
          renewNext();
        },
        minuteMs - (tillNow() % minuteMs),
      );
    };
    renewNext();
    document.addEventListener('visibilitychange', renew);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', renew);
    };
  }, []);
  return now;
}
