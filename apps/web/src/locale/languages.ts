/** The languages of the app. Another one is a file in `language` and a line here; it is fetched when somebody reads in it. */
import type { Catalogue } from './en/en.ts';

/** Words of a language, in the shape of the English ones; what it lacks is shown in English. */
export type Words<T = Catalogue> = { readonly [K in keyof T]?: T[K] extends string ? string : Words<T[K]> };

export interface Language {
  readonly words: Words;
  /** Words of definitions (entities, fields, choices, screens, reports, refusals) by their English. */
  readonly labels: Readonly<Record<string, string>>;
}

interface Known {
  /** As its readers call it. */
  readonly name: string;
  readonly load: () => Promise<Language>;
  /** Not offered: it is for looking at the screens. */
  readonly isHidden?: true;
}

const english: Known = { name: 'English', load: () => Promise.resolve({ words: {}, labels: {} }) };

export const languages: Readonly<Record<string, Known>> = {
  en: english,
  dv: { name: 'ދިވެހި', load: async () => (await import('./dv/dv.ts')).dv },
  // Its every word stands in brackets, so that a text which does not come from the catalogue is seen.
  'en-XA': { ...english, isHidden: true },
};

/** The languages that a person may choose, by their code. */
export const offeredLanguages = Object.entries(languages)
  .filter(([, { isHidden }]) => !isHidden)
  .map(([code, { name }]) => ({ code, name }));
