import { useEffect, useState } from 'react';

const slowMs = 3000;

/** Returns true while something has been busy for 3 seconds or more. */
export function useSlow(busy: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!busy) return;
    const timer = setTimeout(() => setSlow(true), slowMs);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [busy]);
  return busy && isSlow;
}
