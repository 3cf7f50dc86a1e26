import { useEffect, useState } from 'react';
import { tillNow } from './till-clock.ts';

const minuteMs = 60_000;

/** Calls back when a minute begins and when the screen becomes visible again, until the returned function is called. */
export function watchMinutes(renew: () => void): () => void {
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
  const seen = () => {
    // A page that is hidden or left, as by a reload, shows nothing.
    if (!document.hidden) renew();
  };
  document.addEventListener('visibilitychange', seen);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', seen);
  };
}

/** Returns the time in epoch ms, updated when a minute begins and when the screen becomes visible again. */
export function useNow(): number {
  const [now, setNow] = useState(() => tillNow());
  useEffect(() => watchMinutes(() => setNow(tillNow())), []);
  return now;
}
