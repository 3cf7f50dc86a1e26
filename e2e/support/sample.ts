/** Walks over everything take long: each run does a part of them, `npm run soak` the whole. */

export const isLong = process.env['SOAK'] === '1';

/** Answers one in `step` of a list, or all of it in a long run. */
export function some<T>(all: readonly T[], step: number): readonly T[] {
  return isLong ? all : all.filter((_, at) => at % step === Math.floor(step / 2));
}

/** What a screen is looked at in: both themes, or the one that is harder to get right. */
export const themes: readonly string[] = isLong ? ['light', 'dark'] : ['dark'];
