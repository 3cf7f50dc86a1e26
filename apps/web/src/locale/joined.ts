import i18next from 'i18next';
import { directionOf } from './locale.ts';

/**
 * Facts in one line with a dot between, those that are there. Read from the right each keeps an order of its own (Unicode's isolates): a name
 * from the left does not draw the figure after it to its side.
 */
export function joined(facts: readonly (string | null | undefined)[]): string {
  const isMirrored = directionOf(i18next.language ?? 'en') === 'rtl';
  return facts
    .filter(Boolean)
    .map((fact) => (isMirrored ? `\u2068${fact}\u2069` : fact))
    .join(' · ');
}
