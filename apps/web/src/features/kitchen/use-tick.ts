import { useEffect, useState } from 'react';
import { tillNow } from '../../lib/till-clock.ts';

const tickMs = 5000;

/** Answers the time in epoch ms, renewed often enough for timers that people cook by. */
export function useTick(): number {
  const [now, setNow] = useState(() => tillNow());
  useEffect(() => {
    const timer = setInterval(() => setNow(tillNow()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
