/** The languages of the app. A new one is a folder beside this file and a line here; it is loaded when somebody uses it. */
import type { Catalogue } from './en/en.ts';

/** Words of a language, in the shape of the English ones; missing words are shown in English. */
export type Words<T = Catalogue> = { readonly [K in keyof T]?: T[K] extends string ? string : Words<T[K]> };

export interface Language {
  readonly words: Words;
  /** Words of definitions (entities, fields, choices, screens, reports, refusals) by their English. */
  readonly labels: Readonly<Record<string, string>>;
}

interface Known {
  /** Its name in the language itself. */
  readonly name: string;
  readonly load: () => Promise<Language>;
  /** Not offered to users: it is for checking screens. */
  readonly isHidden?: true;
}

const english: Known = { name: 'English', load: () => Promise.resolve({ words: {}, labels: {} }) };

export const languages: Readonly<Record<string, Known>> = {
  en: english,
  dv: { name: 'ދިވެހި', load: async () => (await import('./dv/dv.ts')).dv },
  // Puts every word in brackets, so that text from outside of the catalogue is visible.
  'en-XA': { ...english, isHidden: true },
};

/** The languages that a person may choose, by their code. */
export const offeredLanguages = Object.entries(languages)
  .filter(([, { isHidden }]) => !isHidden)
  .map(([code, { name }]) => ({ code, name }));

/** Languages written from right to left. */
const rightToLeft = new Set(['dv', 'ar', 'ur', 'he', 'fa']);

/** Returns the direction of writing of a language. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return rightToLeft.has(language.split('-')[0] ?? '') ? 'rtl' : 'ltr';
}
