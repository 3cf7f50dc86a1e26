/** Walks over everything take long: each run does a part of them, `npm run soak` all. */

export const isLong = process.env['SOAK'] === '1';

/** Returns one in `step` of a list, or all of it in a long run. */
export function some<T>(all: readonly T[], step: number): readonly T[] {
  return isLong ? all : all.filter((_, at) => at % step === Math.floor(step / 2));
}

/** The themes to check: both, or only the more difficult one. */
export const themes: readonly string[] = isLong ? ['light', 'dark'] : ['dark'];
