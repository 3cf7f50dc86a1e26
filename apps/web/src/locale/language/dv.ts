/** The words of the app in Dhivehi. */
import type { Language } from '../languages.ts';

export const dv: Language = { words: {}, labels: {} };
