/** Counts log lines of one kind, so that they can be limited to a number a minute. */
import type { Clock } from '../http/services.ts';

const minute = 60_000;
/** Lines of one kind that are logged in a minute. */
export const maxLinesPerMinute = 100;

/** Returns a function that counts a line and returns its number in its minute, from 1. */
export function linesPerMinute(clock: Clock): () => number {
  let [current, lines] = [0, 0];
  return () => {
    const now = Math.floor(clock() / minute);
    if (now !== current) [current, lines] = [now, 0];
    lines += 1;
    return lines;
  };
}
