import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { type Catalogue, en } from './en.ts';

/** Paths of the catalogue's words. */
type Paths<T, Before extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${Before}${K}` : Paths<T[K], `${Before}${K}.`>;
}[keyof T & string];

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    // Flat for the types alone: walking a nested catalogue of this size at each call is more than the compiler does.
    keySeparator: false;
    parseInterpolation: false;
    resources: { translation: Readonly<Record<Paths<Catalogue>, string>> };
  }
}

/** Languages written from right to left. */
const rightToLeft = new Set(['dv', 'ar', 'ur', 'he', 'fa']);

/** Answers the direction of writing of a language. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return rightToLeft.has(language.split('-')[0] ?? '') ? 'rtl' : 'ltr';
}

/** Starts the message catalogue; English words stand in until a language has its own. */
export async function startLocale(language = 'en'): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    resources: { en: { translation: en } },
    interpolation: { escapeValue: false },
  });
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
}

/** A word of the catalogue, for code outside components. */
export const t = i18next.t.bind(i18next) as typeof i18next.t;
