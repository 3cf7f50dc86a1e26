import { useEffect } from 'react';
import { soundUnseenTicket } from '../../bill/sounds.ts';

const againMs = 60_000;

/** Sounds at once and again each minute while a ticket is due that nobody has touched (R23.24). */
export function useUnseenSound(isDue: boolean): void {
  useEffect(() => {
    if (!isDue) return undefined;
    soundUnseenTicket();
    const timer = setInterval(soundUnseenTicket, againMs);
    return () => clearInterval(timer);
  }, [isDue]);
}
