/** Shortens a failing history: steps are left out as long as it fails in the same way. */
import type { Step } from './history.ts';

/** Returns the kind of a failure: the invariant's number, without keys of items and bills. */
export const kindOf = (broken: readonly string[]): string => (broken[0] ?? '').split(':')[0] ?? '';

/** Returns the shortest failing history found within `tries`. `play` returns the broken invariants. */
export async function shrink(
  steps: readonly Step[],
  kind: string,
  play: (steps: readonly Step[]) => Promise<readonly string[]>,
  tries = 200,
): Promise<readonly Step[]> {
  let shortest = steps;
  let left = tries;
  for (let size = Math.ceil(steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < shortest.length && left > 0; ) {
      left -= 1;
      const shorter = shortest.toSpliced(at, size);
      if (kindOf(await play(shorter)) === kind) shortest = shorter;
      else at += size;
    }
  }
  return shortest;
}
