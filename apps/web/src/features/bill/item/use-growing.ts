import { useEffect, useState } from 'react';

/** More tiles than a screen shows. */
export const firstTiles = 48;
/** So few that a slow device renders them between two frames. */
const step = 24;

/** Returns how many of `length` rows to render: the first ones at once, more each time the browser is idle. */
export function useGrowing(length: number): number {
  const [count, setCount] = useState(firstTiles);
  useEffect(() => {
    if (count >= length) return undefined;
    const grow = (): void => setCount(count + step);
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(grow, 16);
      return () => clearTimeout(timer);
    }
    const wish = requestIdleCallback(grow, { timeout: 200 });
    return () => cancelIdleCallback(wish);
  }, [count, length]);
  return Math.min(count, length);
}
