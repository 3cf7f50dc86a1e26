import { useEffect, useState } from 'react';
import { tillNow } from '../../clock/till-clock.ts';

const tickMs = 5000;

/** Returns the time in epoch ms, updated often enough for kitchen timers. */
export function useTick(): number {
  const [now, setNow] = useState(() => tillNow());
  useEffect(() => {
    const timer = setInterval(() => setNow(tillNow()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
