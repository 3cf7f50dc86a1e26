import i18next from 'i18next';
import { directionOf } from './languages.ts';

/**
 * Returns the facts joined by ' · '; empty ones are left out. In a right-to-left language each fact is isolated (Unicode isolates), so that a
 * left-to-right name does not move the number after it.
 */
export function joinedList(facts: readonly (string | null | undefined | false)[]): string {
  const isMirrored = directionOf(i18next.language ?? 'en') === 'rtl';
  return facts
    .filter(Boolean)
    .map((fact) => (isMirrored ? `\u2068${fact}\u2069` : fact))
    .join(' · ');
}
