/** A history that fails, made shorter: steps are left out as long as it fails in the same way. */
import type { Step } from './history.ts';

/** What failed, without the names of lines and bills: the number of the invariant that it began with. */
export const kindOf = (broken: readonly string[]): string => (broken[0] ?? '').split(':')[0] ?? '';

/** Answers the shortest history that was found within so many tries. `play` answers what does not hold. */
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
