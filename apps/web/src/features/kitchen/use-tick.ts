import { useEffect, useState } from 'react';

const tickMs = 5000;

/** Answers the time in epoch ms, renewed often enough for timers that people cook by. */
export function useTick(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
